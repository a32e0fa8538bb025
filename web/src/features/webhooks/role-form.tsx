import {
  createRoleRule,
  type DiscordRoleRule,
  listDiscordRoles,
  patchRoleRule,
  type RoleCondition,
  roleRuleDraft,
  type RoleRuleDraft,
} from "@clanhall/contract/discord";
import type { ClanRole } from "@clanhall/contract/permissions";
import { listClanScoreboards } from "@clanhall/contract/scoreboards";
import { useQuery } from "@tanstack/react-query";
import { membersQuery, toMembers } from "../../domain/members.ts";
import { call } from "../../lib/api-client.ts";
import { TextField } from "../../ui/core/field.tsx";
import { Muted } from "../../ui/core/layout.tsx";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { Select } from "../../ui/core/select.tsx";
import { NumberField } from "../../ui/fields.tsx";
import { FormDialog } from "../../ui/forms/form-dialog.tsx";
import { useVersionedForm, type VersionedForm } from "../../ui/forms/use-versioned-form.ts";
import { showToast } from "../../ui/toasts.ts";
import { useRefreshWebhooks } from "./api.ts";

interface RuleFields {
  guild_id: string;
  role_id: string;
  kind: RoleCondition["kind"];
  role: ClanRole;
  group: string;
  scoreboard_id: string;
  /** As it is typed. */
  count: string;
}

const plain = { role: "maintainer", group: "", scoreboard_id: "", count: "3" } as const;

function toFields({ guild_id, role_id, rule }: DiscordRoleRule): RuleFields {
  return { guild_id, role_id, ...plain, ...rule, count: rule.kind === "top" ? String(rule.count) : plain.count };
}

function toBody({ guild_id, role_id, ...fields }: RuleFields): RoleRuleDraft {
  return { guild_id, role_id, rule: toCondition(fields) };
}

function toCondition({ kind, role, group, scoreboard_id, count }: Omit<RuleFields, "guild_id" | "role_id">) {
  if (kind === "clan_role") return { kind, role };
  if (kind === "group") return { kind, group };
  if (kind === "top") return { kind, scoreboard_id, count: Number(count) };
  return { kind };
}

const kinds = [
  { value: "linked", label: "Every linked player" },
  { value: "clan_role", label: "A role in the clan" },
  { value: "group", label: "A group" },
  { value: "top", label: "The best of a scoreboard" },
] as const;
const roles = [
  { value: "owner", label: "The owner" },
  { value: "maintainer", label: "Maintainers" },
  { value: "member", label: "Members" },
] as const;

interface RoleRuleFormProps {
  clanId: string;
  /** Null for a new one. */
  rule: DiscordRoleRule | null;
  /** The page of Discord that lets the bot give roles. */
  installUrl: string | null;
  onClose: () => void;
}

/** Which role of Discord is given to whom. */
export function RoleRuleForm({ clanId, rule, installUrl, onClose }: RoleRuleFormProps) {
  const refresh = useRefreshWebhooks(clanId);
  const servers = useQuery({
    queryKey: ["webhooks", clanId, "roles"],
    queryFn: async () => (await call(listDiscordRoles, { params: { clanId } }, { timeoutMs: 20_000 })).items,
  });
  const form = useVersionedForm({
    row: rule,
    toFields,
    initial: (): RuleFields => ({ guild_id: "", role_id: "", kind: "linked", ...plain }),
    toBody,
    parts: { rule: ["kind", "role", "group", "scoreboard_id", "count"] },
    schema: roleRuleDraft,
    labels: { guild_id: "Server", role_id: "Discord role", rule: "Given to" },
    pathToField: ([name = "", part = ""]) => (name === "rule" ? part || "kind" : name),
    create: (body, idempotencyKey) => call(createRoleRule, { params: { clanId }, body }, { idempotencyKey }),
    save: (change) => call(patchRoleRule, { params: { clanId, ruleId: rule?.id ?? "" }, body: change }),
    onSaved: ({ role_name }) => {
      void refresh();
      showToast({ kind: "success", message: `${role_name} saved. The bot gives it within a minute.` });
    },
    onClose,
  });
  const server = servers.data?.find(({ guild_id }) => guild_id === form.values.guild_id);
  const problems = (servers.data ?? []).filter(({ problem }) => problem !== null);
  return (
    <FormDialog
      title={rule ? `Edit ${rule.role_name}` : "Give a Discord role"}
      action={rule ? "Save rule" : "Add rule"}
      form={form}
      onClose={onClose}
    >
      <ErrorMessage error={servers.error} />
      {problems.map(({ guild_id, name, problem }) => (
        <Muted key={guild_id} as="p">
          {name}: {problem}{" "}
          {installUrl && (
            <a href={installUrl} target="_blank" rel="noreferrer">
              Let the bot give roles
            </a>
          )}
        </Muted>
      ))}
      <Select
        label="Discord role"
        hint="Roles below the bot’s own without server admin rights."
        placeholder={servers.isPending ? "Loading…" : "Choose a role"}
        options={(servers.data ?? []).flatMap(({ guild_id, name, roles: items }) =>
          items.map((item) => ({
            value: `${guild_id} ${item.id}`,
            label: servers.data?.length === 1 ? item.name : `${item.name} (${name})`,
          })),
        )}
        value={form.values.role_id ? `${form.values.guild_id} ${form.values.role_id}` : ""}
        error={form.text("role_id").error ?? form.text("guild_id").error}
        onChange={(both) => {
          const [guild_id = "", role_id = ""] = both.split(" ");
          form.set({ guild_id, role_id });
        }}
      />
      {rule && server && !server.roles.some(({ id }) => id === form.values.role_id) && (
        <Muted as="p">The bot cannot give {rule.role_name} any more. Choose another role.</Muted>
      )}
      <GivenTo clanId={clanId} form={form} />
    </FormDialog>
  );
}

function GivenTo({ clanId, form }: { clanId: string; form: VersionedForm<RuleFields> }) {
  const { kind } = form.values;
  return (
    <>
      <Select label="Given to" options={kinds} {...form.select("kind")} />
      {kind === "clan_role" && <Select label="Role in the clan" options={roles} {...form.select("role")} />}
      {kind === "group" && <GroupField clanId={clanId} form={form} />}
      {kind === "top" && <BoardFields clanId={clanId} form={form} />}
    </>
  );
}

function GroupField({ clanId, form }: { clanId: string; form: VersionedForm<RuleFields> }) {
  const { data: members = [] } = useQuery({ ...membersQuery(clanId), select: toMembers });
  const groups = [...new Set(members.flatMap(({ groups: own }) => own))].toSorted((a, b) => a.localeCompare(b, "en"));
  return (
    <>
      <TextField label="Group" list="role-groups" autoComplete="off" maxLength={40} {...form.text("group")} />
      <datalist id="role-groups">
        {groups.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
    </>
  );
}

function BoardFields({ clanId, form }: { clanId: string; form: VersionedForm<RuleFields> }) {
  const { data: boards = [] } = useQuery({
    queryKey: ["webhooks", clanId, "boards"],
    queryFn: async () => (await call(listClanScoreboards, { params: { clanId }, query: {} })).items,
  });
  return (
    <>
      <Select
        label="Scoreboard"
        hint="The role changes hands when a week or month is final, or when the board ends."
        placeholder="Choose a scoreboard"
        options={boards.map(({ id, title }) => ({ value: id, label: title }))}
        {...form.select("scoreboard_id")}
      />
      <NumberField label="How many players" {...form.select("count")} />
    </>
  );
}
