import type { Clan } from "@clanhall/contract/clans";
import {
  type ClanDiscord,
  createServerCode,
  deleteRoleRule,
  discordCodeMinutes,
  type DiscordCheck,
  type DiscordRoleRule,
  getClanDiscord,
  roleRulesMax,
} from "@clanhall/contract/discord";
import type { Webhook } from "@clanhall/contract/webhooks";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { mayInClan } from "../../domain/permissions.ts";
import { call } from "../../lib/api-client.ts";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Card, Inset } from "../../ui/card.tsx";
import { Checkbox } from "../../ui/core/checkbox.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Button } from "../../ui/core/button.tsx";
import { Muted, Row } from "../../ui/core/layout.tsx";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { ItemText, ListItem } from "../../ui/list.tsx";
import { errorText } from "../../lib/error-text.ts";
import { plural } from "../../lib/format.ts";
import { LazyConfirmDialog, lazyDialog } from "../../ui/lazy-dialog.tsx";
import { showToast } from "../../ui/toasts.ts";
import { saveWebhook, useRefreshWebhooks } from "./api.ts";

const RoleRuleForm = lazyDialog(async () => (await import("./role-form.tsx")).RoleRuleForm);

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
  const hasRoles = discord.data && (discord.data.channels.length > 0 || discord.data.rules.length > 0);
  return (
    <>
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
      {hasRoles && <RoleRules clanId={clan.id} mayChange={mayChange} {...discord.data} />}
    </>
  );
}

function CheckItem({ check: { state, text, repair, post } }: { check: DiscordCheck }) {
  const [tone, label] = stateBadges[state];
  return (
    <ListItem>
      <ItemText>
        {text}
        {repair && <Muted as="p">{repair}</Muted>}
        {post && (
          <Row gap={2}>
            <span>“{post}”</span>
            <CopyButton label="Copy the message" text={post} />
          </Row>
        )}
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

interface RoleRulesProps extends Pick<ClanDiscord, "rules" | "install_url_with_roles"> {
  clanId: string;
  mayChange: boolean;
}

type Opened = { kind: "edit"; rule: DiscordRoleRule | null } | { kind: "delete"; rule: DiscordRoleRule } | null;

/** Which roles of Discord the bot gives, and takes back. */
function RoleRules({ clanId, rules, install_url_with_roles, mayChange }: RoleRulesProps) {
  const [opened, open] = useState<Opened>(null);
  const close = () => open(null);
  return (
    <Card
      title="Discord roles"
      line="The bot gives roles to linked players and takes back what it gave. Roles given by hand stay."
    >
      {rules.length > 0 && (
        <ul aria-label="Discord roles">
          {rules.map((rule) => (
            <RuleItem key={rule.id} rule={rule} mayChange={mayChange} onOpen={open} />
          ))}
        </ul>
      )}
      {mayChange && rules.length < roleRulesMax && (
        <Row>
          <Button onClick={() => open({ kind: "edit", rule: null })}>Give a role</Button>
        </Row>
      )}
      {opened?.kind === "edit" && (
        <RoleRuleForm clanId={clanId} rule={opened.rule} installUrl={install_url_with_roles} onClose={close} />
      )}
      {opened?.kind === "delete" && <DeleteRule clanId={clanId} rule={opened.rule} onClose={close} />}
    </Card>
  );
}

function RuleItem({
  rule,
  mayChange,
  onOpen,
}: {
  rule: DiscordRoleRule;
  mayChange: boolean;
  onOpen: (opened: Opened) => void;
}) {
  const { role_name, label, server, given, problem } = rule;
  const facts = [server, `Given to ${plural(given, "player")}`].filter(Boolean);
  return (
    <ListItem>
      <ItemText>
        <strong>{role_name}</strong> → {label} {problem && <Badge tone="danger">Problem</Badge>}
        <Muted as="p">{facts.join(" · ")}</Muted>
        {problem && <Muted as="p">{problem}</Muted>}
      </ItemText>
      {mayChange && (
        <Row gap={2}>
          <Button onClick={() => onOpen({ kind: "edit", rule })}>
            Edit <span className="visually-hidden">the rule for {role_name}</span>
          </Button>
          <Button onClick={() => onOpen({ kind: "delete", rule })}>
            Delete <span className="visually-hidden">the rule for {role_name}</span>
          </Button>
        </Row>
      )}
    </ListItem>
  );
}

function DeleteRule({ clanId, rule, onClose }: { clanId: string; rule: DiscordRoleRule; onClose: () => void }) {
  const refresh = useRefreshWebhooks(clanId);
  const { id: ruleId, role_name, version } = rule;
  const onConfirm = async () => {
    await call(deleteRoleRule, { params: { clanId, ruleId }, body: { version } }).finally(() => void refresh());
    showToast({ kind: "success", message: `The rule for ${role_name} is deleted` });
  };
  return (
    <LazyConfirmDialog
      title={`Delete the rule for ${role_name}?`}
      action="Delete rule"
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>The bot takes the role back from the players it gave it to.</p>
    </LazyConfirmDialog>
  );
}
