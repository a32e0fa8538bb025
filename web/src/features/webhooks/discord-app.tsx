import type { Clan } from "@clanhall/contract/clans";
import { createServerCode, discordCodeMinutes, type DiscordCheck, getClanDiscord } from "@clanhall/contract/discord";
import type { Webhook } from "@clanhall/contract/webhooks";
import { useMutation, useQuery } from "@tanstack/react-query";
import { mayInClan } from "../../domain/permissions.ts";
import { call } from "../../lib/api-client.ts";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Card, Inset } from "../../ui/card.tsx";
import { Checkbox } from "../../ui/core/checkbox.tsx";
import { Button } from "../../ui/core/button.tsx";
import { Muted, Row } from "../../ui/core/layout.tsx";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { ItemText, ListItem } from "../../ui/list.tsx";
import { errorText } from "../../lib/error-text.ts";
import { saveWebhook, useRefreshWebhooks } from "./api.ts";

const stateBadges = {
  ok: ["success", "Done"],
  open: ["neutral", "To do"],
  problem: ["danger", "Problem"],
} as const;

/** How the bot gets into the clan's Discord server, and what is still missing. Channels are in the list of webhooks. */
export function DiscordAppCard({ clan }: { clan: Clan }) {
  const discord = useQuery({
    queryKey: ["webhooks", clan.id, "discord"],
    queryFn: () => call(getClanDiscord, { params: { clanId: clan.id } }),
  });
  const mayChange = mayInClan(clan, "settings.manage");
  return (
    <Card title="Discord bot" line="Players ask for their rank, enter values and say when they are away, in Discord.">
      <AsyncSection query={discord} what="The Discord bot" lines={4}>
        {({ is_configured, checks, channels }) => (
          <>
            <ul aria-label="Discord check list">
              {checks.map((check) => (
                <CheckItem key={`${check.key} ${check.text}`} check={check} />
              ))}
            </ul>
            {mayChange && channels.map((channel) => <Mentions key={channel.id} clanId={clan.id} channel={channel} />)}
            {is_configured && mayChange && <ConnectServer clanId={clan.id} />}
          </>
        )}
      </AsyncSection>
    </Card>
  );
}

function CheckItem({ check: { state, text, repair } }: { check: DiscordCheck }) {
  const [tone, label] = stateBadges[state];
  return (
    <ListItem>
      <ItemText>
        {text}
        {repair && <Muted as="p">{repair}</Muted>}
      </ItemText>
      <Badge tone={tone}>{label}</Badge>
    </ListItem>
  );
}

/** Whether reminders in a channel call those who miss something by name. */
function Mentions({ clanId, channel }: { clanId: string; channel: Webhook }) {
  const refresh = useRefreshWebhooks(clanId);
  const save = useMutation({
    mutationFn: (mention_missing: boolean) =>
      saveWebhook(clanId, channel.id, { mention_missing, version: channel.version }),
    onSettled: refresh,
  });
  return (
    <Checkbox
      label={`Reminders in ${channel.name} mention linked players who miss something`}
      checked={channel.mention_missing}
      disabled={save.isPending}
      onChange={(checked) => save.mutate(checked)}
      error={save.error ? errorText(save.error) : undefined}
    />
  );
}

/** Two steps in Discord: add the bot, then type the code where it should post. */
function ConnectServer({ clanId }: { clanId: string }) {
  const code = useMutation({ mutationFn: () => call(createServerCode, { params: { clanId } }) });
  return (
    <>
      <Row>
        <Button onClick={() => code.mutate()} disabled={code.isPending}>
          Connect a Discord server
        </Button>
      </Row>
      {code.error && <ErrorMessage error={code.error} />}
      {code.data && (
        <Inset role="status">
          <p>
            1.{" "}
            <a href={code.data.install_url} target="_blank" rel="noreferrer">
              Add the bot to your server
            </a>
          </p>
          <p>
            2. In the channel, type <code>/link code:{code.data.code}</code>
          </p>
          <Muted as="p">You need Manage Server there. The code works once, within {discordCodeMinutes} minutes.</Muted>
        </Inset>
      )}
    </>
  );
}
