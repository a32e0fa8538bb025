import { createPersonCode, deleteMyDiscord, discordCodeMinutes, getMyDiscord } from "@clanhall/contract/discord";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { productConfigQuery } from "../../domain/profile.ts";
import { call } from "../../lib/api-client.ts";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Card, Inset } from "../../ui/card.tsx";
import { Button } from "../../ui/core/button.tsx";
import { Muted, Row } from "../../ui/core/layout.tsx";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";

const mine = { queryKey: ["discord", "me"], queryFn: () => call(getMyDiscord, {}) };

/** Which Discord account the bot takes for this one; nothing where there is no bot. */
export function DiscordLinkCard() {
  const { data: config } = useQuery(productConfigQuery);
  const discord = useQuery({ ...mine, enabled: config?.discord_app === true });
  if (!config?.discord_app) return null;
  return (
    <Card title="Discord" line="Ask the bot for your rank and enter values in your clan’s Discord server.">
      <AsyncSection query={discord} what="Your Discord account" lines={2}>
        {({ link }) =>
          link ? <Linked name={link.name} since={link.created_at} isSignIn={link.by === "sign_in"} /> : <GetCode />
        }
      </AsyncSection>
    </Card>
  );
}

function Linked({ name, since, isSignIn }: { name: string; since: string; isSignIn: boolean }) {
  const queries = useQueryClient();
  const unlink = useMutation({
    mutationFn: () => call(deleteMyDiscord, {}),
    onSuccess: () => queries.invalidateQueries({ queryKey: mine.queryKey }),
  });
  return (
    <>
      <p>
        The bot knows you as <strong>@{name}</strong>, since <RelativeTime iso={since} />.
      </p>
      {isSignIn ? (
        <Muted as="p">You sign in with this Discord account. Unlink it under Security.</Muted>
      ) : (
        <Row>
          <Button onClick={() => unlink.mutate()} disabled={unlink.isPending}>
            Unlink
          </Button>
        </Row>
      )}
      {unlink.error && <ErrorMessage error={unlink.error} />}
      <Muted as="p">Whether your clans may mention you is chosen under Notifications.</Muted>
    </>
  );
}

function GetCode() {
  const code = useMutation({ mutationFn: () => call(createPersonCode, {}) });
  return (
    <>
      <Muted as="p">Your Discord account is not linked yet.</Muted>
      <Row>
        <Button onClick={() => code.mutate()} disabled={code.isPending}>
          Get a code
        </Button>
      </Row>
      {code.error && <ErrorMessage error={code.error} />}
      {code.data && (
        <Inset role="status">
          <p>
            In Discord, type <code>/link code:{code.data.code}</code>
          </p>
          <Muted as="p">
            The code works once, within {discordCodeMinutes} minutes. Show it to nobody: whoever types it acts as you.
          </Muted>
        </Inset>
      )}
    </>
  );
}
