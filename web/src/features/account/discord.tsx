import { putMyClanSettings } from "@clanhall/contract/account";
import { createPersonCode, deleteMyDiscord, discordCodeMinutes, getMyDiscord } from "@clanhall/contract/discord";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { productConfigQuery } from "../../domain/profile.ts";
import { call } from "../../lib/api-client.ts";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Card, Inset } from "../../ui/card.tsx";
import { errorText } from "../../lib/error-text.ts";
import { Button } from "../../ui/core/button.tsx";
import { Checkbox } from "../../ui/core/checkbox.tsx";
import { Muted, Row } from "../../ui/core/layout.tsx";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { clanSettingsQuery, myPlayersQuery } from "./settings-api.ts";

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
      <MentionChoices />
    </>
  );
}

/** One choice for each clan, saved with the click. */
function MentionChoices() {
  const players = useQuery(myPlayersQuery);
  return players.data?.map(({ id, clan, status }) =>
    status === "active" ? <MentionChoice key={id} clanId={clan.id} clanName={clan.name} /> : null,
  );
}

function MentionChoice({ clanId, clanName }: { clanId: string; clanName: string }) {
  const queries = useQueryClient();
  const query = clanSettingsQuery(clanId);
  const settings = useQuery(query);
  const save = useMutation({
    mutationFn: (discord_mentions: boolean) =>
      call(putMyClanSettings, { params: { clanId }, body: { discord_mentions } }),
    onSuccess: (saved) => queries.setQueryData(query.queryKey, saved),
  });
  if (!settings.data) return null;
  const { discord_mentions, public_name } = settings.data;
  return (
    <Checkbox
      label={`${clanName} may mention me on Discord when something is missing`}
      checked={discord_mentions ?? public_name !== "hidden"}
      disabled={save.isPending}
      onChange={(checked) => save.mutate(checked)}
      error={save.error ? errorText(save.error) : undefined}
    />
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
