import ts from "typescript";
import { expect, test } from "vitest";
import { findNodes, readProductSources } from "./source-files.ts";

/** Who writes a table: a feature, or a folder below the features. Everybody may read it. */
const owners: Record<string, string[]> = {
  access: ["app_admins", "auth_rate_limits", "auth_signing_keys", "sealing_keys", "service_tokens"],
  account: ["login_activity", "user_clan_settings"],
  activities: ["activities", "activity_rules"],
  audit: ["admin_audit", "clan_audit"],
  auth: [
    "auth_audit",
    "auth_challenges",
    "auth_factors",
    "auth_flows",
    "auth_identities",
    "auth_one_time_tokens",
    "auth_recovery_codes",
    "auth_sessions",
    "auth_used_id_tokens",
    "auth_webauthn_challenges",
    "auth_webauthn_credentials",
    "users",
  ],
  bulletins: ["bulletin_readers", "bulletin_versions", "bulletins"],
  clan: ["entry_revisions"],
  clans: ["clan_day_rules", "clan_transfers", "clans"],
  decisions: [
    "attention_hidden",
    "attention_rules",
    "member_notes",
    "member_requests",
    "member_warnings",
    "request_pictures",
  ],
  discord: [
    "discord_app",
    "discord_codes",
    "discord_links",
    "discord_role_changes",
    "discord_role_grants",
    "discord_role_rules",
    "discord_seen",
  ],
  entries: [
    "entries",
    "entry_import_mappings",
    "entry_imports",
    "entry_months",
    "entry_versions",
    "reopened_days",
    "screenshot_layouts",
  ],
  games: ["games"],
  http: ["idempotency_keys"],
  invites: ["invite_guesses", "invite_sessions", "invites"],
  joining: ["join_blocks", "join_links", "join_requests"],
  mail: ["mails"],
  members: ["clan_member_away", "clan_member_merges", "clan_member_spans", "clan_members"],
  scoreboards: ["scoreboard_periods", "scoreboards", "seasons"],
  tokens: ["api_tokens"],
  webhooks: ["webhook_deliveries", "webhooks"],
};

/** Who else writes a table, what of it, and why: columns that are set, or whole rows. */
const exceptions = [
  "invites → clan_members: accepting an invite links the account to the player, in the same moment",
  "members → invites: the invites of a player who goes are cancelled",
  "members → clan_transfers: an offer ends with the player it was made to",
  "notifications → user_clan_settings: what somebody wants to be mailed is one of their settings in a clan",
  "access → admin_audit: who is named in the settings becomes an app admin with the audit, in one statement",
  "access → api_tokens: a call with a token is noted, and tokens end with who made them",
  "access → mails: what earlier releases stored in clear is sealed at the start",
  "auth → auth_rate_limits: one clean-up removes what has expired",
  "auth → auth_signing_keys: one clean-up removes what has expired",
  "auth → service_tokens: one clean-up removes what has expired",
  "outbox → webhook_deliveries: a delivery is written in the transaction that causes it, below all features",
  "scoreboards → auth_rate_limits: a view counts once per network and hour, in one statement with the sum",
];

/** The functions in which the name of the table is not written beside the verb, and which tables they delete from. */
const computed: Record<string, string[]> = {
  "server/src/features/decisions/queries.ts": [
    "attention_hidden",
    "member_notes",
    "member_requests",
    "member_warnings",
  ],
  "server/src/features/auth/admin/queries.ts": [
    "auth_audit",
    "auth_challenges",
    "auth_factors",
    "auth_flows",
    "auth_one_time_tokens",
    "auth_rate_limits",
    "auth_sessions",
    "auth_signing_keys",
    "auth_used_id_tokens",
    "auth_webauthn_challenges",
    "service_tokens",
    "users",
  ],
  "server/src/features/auth/external/queries.ts": [
    "auth_factors",
    "auth_identities",
    "auth_one_time_tokens",
    "auth_sessions",
    "auth_webauthn_credentials",
  ],
  "server/src/features/auth/queries.ts eraseUser": [
    "auth_factors",
    "auth_flows",
    "auth_identities",
    "auth_one_time_tokens",
    "auth_sessions",
    "auth_webauthn_challenges",
    "auth_webauthn_credentials",
  ],
  "server/src/features/entries/bulk.queries.ts": ["entries", "entry_months", "entry_versions"],
};

const verbs = /^(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)$/;
const statement = /\b(?:insert into|merge into|delete from|truncate|update)\s+(?:only\s+)?(\w+|\$)/g;
/** What follows "update" where a row is locked or a conflict is resolved. */
const noTable = new Set(["set", "skip", "of", "nowait"]);

/** The tables that a file writes; "?" where a name is computed. */
function findWritten(path: string, text: string): string[] {
  const calls = findNodes({ path, text }, ts.isCallExpression).flatMap(({ expression, arguments: [table] }) => {
    if (!table || !ts.isPropertyAccessExpression(expression) || !verbs.test(expression.name.text)) return [];
    return ts.isStringLiteral(table) ? [table.text.split(" ")[0] ?? "?"] : ["?"];
  });
  const statements = findNodes({ path, text }, ts.isTaggedTemplateExpression).flatMap(({ tag, template }) => {
    if (!/^sql\b/.test(tag.getText())) return [];
    // What is inserted reads as one sign, so that a computed table is seen.
    const sql = ts.isTemplateExpression(template)
      ? [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)].join("$")
      : template.text;
    return [...sql.matchAll(statement)].flatMap(([, name = ""]) =>
      name === "$" ? ["?"] : noTable.has(name) ? [] : [name],
    );
  });
  return [...calls, ...statements];
}

function toFolder(path: string): string {
  return /^server\/src\/(?:features\/)?([^/]+)\//.exec(path)?.[1] ?? path;
}

const sources = readProductSources(["server/src"]).filter(({ path }) => !/^server\/src\/(?:cli|db|jobs)\//.test(path));
const written = sources.flatMap(({ path, text }) => {
  const tables = findWritten(path, text).flatMap((table) =>
    table === "?" ? (computed[path] ?? [`? in ${path}`]) : table,
  );
  return tables.map((table) => ({ folder: toFolder(path), table }));
});

test("a table is written by its owner, and by nobody else who is not named here", () => {
  const foreign = written.filter(({ folder, table }) => !owners[folder]?.includes(table));
  const found = new Set(foreign.map(({ folder, table }) => `${folder} → ${table}`));
  expect([...found].toSorted()).toEqual(exceptions.map((line) => line.replace(/:.*/, "")).toSorted());
});

test("every table has one owner, who writes it", () => {
  const owned = Object.entries(owners).flatMap(([folder, tables]) => tables.map((table) => `${folder} → ${table}`));
  const seen = new Set(written.map(({ folder, table }) => `${folder} → ${table}`));
  expect(owned.filter((line) => !seen.has(line))).toEqual([]);
  const tables = Object.values(owners).flat();
  expect(new Set(tables).size).toBe(tables.length);
});

test("names that are computed are where they are said to be", () => {
  const paths = sources.filter(({ path, text }) => findWritten(path, text).includes("?")).map(({ path }) => path);
  expect(paths.toSorted()).toEqual(Object.keys(computed).toSorted());
});

test.each([
  ['db.insertInto("games").values(row)', ["games"]],
  ['db.updateTable("games as game").set(row)', ["games"]],
  ["sql`with a as (update games set name = ${name} returning id) delete from clans`.execute(db)", ["games", "clans"]],
  ["sql`delete from ${sql.table(name)} where id = ${id}`", ["?"]],
  ["db.deleteFrom(table)", ["?"]],
  ["sql`select 1 from games for update skip locked`", []],
  ["sql`insert into games (id) values (1) on conflict do update set id = 2`", ["games"]],
])("%s writes %j", (text, tables) => {
  expect(findWritten("a.queries.ts", text)).toEqual(tables);
});
