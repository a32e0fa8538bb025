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
  "access → admin_audit (insert): who is named in the settings becomes an app admin with the audit, in one statement",
  "access → api_tokens (delete, last_used_at): a call with a token is noted, and tokens end with who made them",
  "access → mails (body_ends_at, html, sealed_body, text, unsubscribe_url): what earlier releases stored in clear is sealed at the start",
  "auth → auth_rate_limits (delete): one clean-up removes what has expired",
  "auth → auth_signing_keys (delete): one clean-up removes what has expired",
  "auth → service_tokens (delete): one clean-up removes what has expired",
  "cli → clan_audit (at): the demo's story happened in the past",
  "cli → clan_members (created_at): the demo's story happened in the past",
  "cli → clans (created_at): the demo's story happened in the past",
  "cli → invites (created_at, processed_at): the demo's story happened in the past",
  "cli → pgboss.job (delete): nobody is mailed what happened in the demo's past",
  "cli → users (created_at, email_confirmed_at, email_confirmed_by, last_sign_in_at): the demo's story happened in the past",
  "clans → activities (delete): a clan that is deleted takes along all it has, some rows at a time",
  "clans → clan_audit (delete): a clan that is deleted takes along all it has, some rows at a time",
  "clans → clan_members (delete): a clan that is deleted takes along all it has, some rows at a time",
  "invites → clan_members (updated_at, user_id, version): accepting an invite links the account to the player, in the same moment",
  "members → clan_transfers (delete): an offer ends with the player it was made to",
  "members → invites (cancelled_at, updated_at): the invites of a player who goes are cancelled",
  "notifications → user_clan_settings (insert, settings, updated_at): what somebody wants to be mailed is one of their settings in a clan",
  "outbox → webhook_deliveries (insert): a delivery is written in the transaction that causes it, below all features",
  "scoreboards → auth_rate_limits (insert): a view counts once per network and hour, in one statement with the sum",
];

/** The functions in which the name of the table is not written beside the verb, and which tables they delete from. */
const computed: Record<string, string[]> = {
  "server/src/features/auth/admin/queries.ts deleteInPieces": [
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
  "server/src/features/auth/external/queries.ts deleteOtherMethods": ["auth_factors", "auth_webauthn_credentials"],
  "server/src/features/auth/external/queries.ts deleteSignInMethods": [
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
  "server/src/features/decisions/queries.ts eraseUser": [
    "attention_hidden",
    "member_notes",
    "member_requests",
    "member_warnings",
  ],
  "server/src/features/clans/queries.ts deleteRows": ["activities", "clan_audit", "clan_members"],
  "server/src/features/entries/bulk.queries.ts deleteDays": ["entries", "entry_months", "entry_versions"],
};

interface Write {
  /** "?" where the name is computed. */
  table: string;
  /** "insert", "delete" or a column that is set; "?" where it cannot be read here. */
  what: string[];
  /** The function it stands in. */
  within: string;
}

const verbs = new Map([
  ["insertInto", "insert"],
  ["mergeInto", "insert"],
  ["replaceInto", "insert"],
  ["deleteFrom", "delete"],
  ["updateTable", "set"],
]);
const statement =
  /\b(insert into|merge into|delete from|truncate|update)\s+(?:only\s+)?([\w.]+|\$)((?:(?!\b(?:insert into|merge into|delete from|truncate|update)\b).)*)/gs;
/** What follows "update" where a row is locked or a conflict is resolved. */
const noTable = new Set(["set", "skip", "of", "nowait"]);

/** What a file writes. */
function findWrites(path: string, text: string): Write[] {
  const calls = findNodes({ path, text }, ts.isCallExpression).flatMap((call) => {
    const [table] = call.arguments;
    if (!table || !ts.isPropertyAccessExpression(call.expression)) return [];
    const verb = verbs.get(call.expression.name.text);
    if (!verb) return [];
    const name = ts.isStringLiteral(table) ? (table.text.split(" ")[0] ?? "?") : "?";
    return [{ table: name, what: verb === "set" ? findSetColumns(call) : [verb], within: findFunction(call) }];
  });
  const statements = findNodes({ path, text }, ts.isTaggedTemplateExpression).flatMap((node) => {
    if (!/^sql\b/.test(node.tag.getText())) return [];
    // What is inserted reads as one sign, so that a computed table is seen.
    const sql = ts.isTemplateExpression(node.template)
      ? [node.template.head.text, ...node.template.templateSpans.map(({ literal }) => literal.text)].join("$")
      : node.template.text;
    return [...sql.matchAll(statement)].flatMap(([, verb = "", name = "", rest = ""]) => {
      if (noTable.has(name)) return [];
      const what = verb === "update" ? readSetColumns(rest) : [/^(?:delete|truncate)/.test(verb) ? "delete" : "insert"];
      return [{ table: name === "$" ? "?" : name, what, within: findFunction(node) }];
    });
  });
  return [...calls, ...statements];
}

/** The columns in the `.set({ … })` of one chain of calls. */
function findSetColumns(call: ts.CallExpression): string[] {
  for (let node: ts.Node = call.parent; ts.isPropertyAccessExpression(node); node = node.parent.parent) {
    if (node.name.text !== "set" || !ts.isCallExpression(node.parent)) continue;
    const [given] = node.parent.arguments;
    const body = given && ts.isArrowFunction(given) ? given.body : given;
    const row = body && ts.isParenthesizedExpression(body) ? body.expression : body;
    if (!row || !ts.isObjectLiteralExpression(row)) return ["?"];
    return row.properties.map(({ name }) => (name && ts.isIdentifier(name) ? name.text : "?"));
  }
  return ["?"];
}

/** Rather too many of them than one too few. */
function readSetColumns(text: string): string[] {
  const columns = [...text.matchAll(/(?:\bset|,)\s*(\w+)\s*=/g)].map(([, column = "?"]) => column);
  return columns.length > 0 && !/(?:\bset|,)\s*(?:\(|\$)/.test(text) ? columns : ["?"];
}

function findFunction(node: ts.Node): string {
  const found = ts.findAncestor(node, ts.isFunctionDeclaration);
  return found?.name?.text ?? "?";
}

function toFolder(path: string): string {
  return /^server\/src\/(?:features\/)?([^/]+)\//.exec(path)?.[1] ?? path;
}

const sources = readProductSources(["server/src"]).filter(({ path }) => !/^server\/src\/(?:db|jobs)\//.test(path));
const found = sources.flatMap(({ path, text }) => findWrites(path, text).map((write) => ({ ...write, path })));
const written = found.flatMap(({ path, table, what, within }) => {
  const tables = table === "?" ? (computed[`${path} ${within}`] ?? [`? in ${path}`]) : [table];
  return tables.map((name) => ({ folder: toFolder(path), table: name, what }));
});

test("a table is written by its owner, and by others only what is named here", () => {
  const foreign = Map.groupBy(
    written.filter(({ folder, table }) => !owners[folder]?.includes(table)),
    ({ folder, table }) => `${folder} → ${table}`,
  );
  const lines = [...foreign].map(([who, writes]) => {
    const what = new Set(writes.flatMap((write) => write.what));
    return `${who} (${[...what].toSorted().join(", ")})`;
  });
  expect(lines.toSorted()).toEqual(exceptions.map((line) => line.replace(/:.*/, "")).toSorted());
});

test("every table has one owner, who writes it", () => {
  const owned = Object.entries(owners).flatMap(([folder, tables]) => tables.map((table) => `${folder} → ${table}`));
  const seen = new Set(written.map(({ folder, table }) => `${folder} → ${table}`));
  expect(owned.filter((line) => !seen.has(line))).toEqual([]);
  const tables = Object.values(owners).flat();
  expect(new Set(tables).size).toBe(tables.length);
});

test("names that are computed are where they are said to be, and only deleted from", () => {
  const places = found.filter(({ table }) => table === "?");
  expect(places.map(({ path, within }) => `${path} ${within}`).toSorted()).toEqual(Object.keys(computed).toSorted());
  expect(new Set(places.flatMap(({ what }) => what))).toEqual(new Set(["delete"]));
});

test.each([
  ['db.insertInto("games").values(row)', ["games insert"]],
  ['db.updateTable("games as game").set({ name, version: 2 }).where("id", "=", id)', ["games name version"]],
  ['db.updateTable("games").set((game) => ({ name: game.ref("id") }))', ["games name"]],
  ['db.updateTable("games").where("id", "=", id).set({ ...row, name })', ["games ? name"]],
  ['db.updateTable("games").set(row)', ["games ?"]],
  [
    "sql`with a as (update games set name = ${name}, tint = 1 returning id) delete from clans`.execute(db)",
    ["games name tint", "clans delete"],
  ],
  ["sql`update games set (name, tint) = (select 1, 2)`", ["games ?"]],
  ["sql`update games set ${changes}`", ["games ?"]],
  ["sql`delete from ${sql.table(name)} where id = ${id}`", ["? delete"]],
  ["db.deleteFrom(table)", ["? delete"]],
  ["sql`select 1 from games for update skip locked`", []],
  ["sql`insert into games (id) values (1) on conflict do update set id = 2`", ["games insert"]],
])("%s writes %j", (text, writes) => {
  expect(findWrites("a.queries.ts", text).map(({ table, what }) => [table, ...what].join(" "))).toEqual(writes);
});
