import { randomUUID } from "node:crypto";
import type { Erased, ExportPart, PrivacyLine } from "@clanhall/contract/fields/field";
import { memberFields } from "@clanhall/contract/fields/member-fields";
import { storedColumns } from "@clanhall/contract/fields/personal-columns";
import { expect, test } from "vitest";
import { sharedApp } from "../../testing/test-app.ts";
import { eraseAccount } from "./erase.ts";

const world = await sharedApp();
const query = (text: string, values: unknown[] = []) => world.database.pool.query(text, values);

interface PersonalColumn {
  table: string;
  column: string;
  erase: Erased;
  export?: ExportPart | null;
  privacy?: PrivacyLine;
  sameAs?: string;
}

const personalColumns = Object.entries(storedColumns).flatMap(([table, columns]) =>
  "personal" in columns
    ? Object.entries(columns.personal).map(([column, use]): PersonalColumn => ({ table, column, ...use }))
    : [],
);

interface StoredColumn {
  table: string;
  column: string;
}

async function listColumns(): Promise<(StoredColumn & { type: string })[]> {
  const { rows } = await query(
    `select table_name as table, column_name as column, data_type as type
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE'
       and not (select relispartition from pg_class where oid = format('%I.%I', table_schema, table_name)::regclass)`,
  );
  return rows;
}

const nameOf = ({ table, column }: StoredColumn) => `${table}.${column}`;

function namedColumns(): string[] {
  return Object.entries(storedColumns).flatMap(([table, { ...classes }]: [string, Record<string, string | object>]) =>
    Object.values(classes).flatMap((columns) =>
      (typeof columns === "string" ? columns.split(" ") : Object.keys(columns)).map((column) => `${table}.${column}`),
    ),
  );
}

function findUnnamed(columns: StoredColumn[]): string[] {
  const named = new Set(namedColumns());
  return columns.map(nameOf).filter((name) => !named.has(name));
}

test("every column is named once, as personal or not; one that nobody named is found", async () => {
  const columns = await listColumns();
  expect(findUnnamed(columns)).toEqual([]);
  expect(namedColumns().toSorted()).toEqual(columns.map(nameOf).toSorted());
  expect(findUnnamed([...columns, { table: "clan_members", column: "shoe_size" }])).toEqual(["clan_members.shoe_size"]);
});

const markerOf = (name: string) => `marker.${name}@example.test`;

/** An account with a row in every table that can hold something personal. */
async function accountWithEverything() {
  const user = await world.signedUp();
  const { userId: user_id, email } = user;
  const { id: clan_id } = await world.clan();
  const insert = async (table: string, row: Record<string, unknown>, returning = "1") => {
    const columns = Object.keys(row);
    const { rows } = await query(
      `insert into ${table} (${columns.join()}) values (${columns.map((_, n) => `$${n + 1}`).join()}) returning ${returning}`,
      Object.values(row),
    );
    return rows[0];
  };
  const { id: member_id } = await insert("clan_members", { clan_id, user_id, name: "Kara", name_key: "kara" }, "id");
  const ofMember = { clan_id, member_id };
  const soon = new Date(Date.now() + 60_000);
  await insert("clan_member_away", { ...ofMember, starts_on: "2026-01-01", ends_on: "2026-01-02" });
  const away = { ...ofMember, kind: "away", starts_on: "2026-01-01", ends_on: "2026-01-02" };
  const { id: request_id } = await insert("member_requests", away, "id");
  await insert("request_pictures", { clan_id, request_id, position: 0, png: "p" });
  await insert("member_warnings", { ...ofMember, message: "Hello", given_by: member_id });
  await insert("member_notes", { ...ofMember, note: "Hello", written_by: member_id });
  await insert("clan_member_merges", { clan_id, keep_id: member_id, drop_id: randomUUID(), before: "{}" });
  const changed = { action: "member.update", target_type: "member", target_id: member_id, actor_user_id: user_id };
  await insert("clan_audit", { clan_id, ...changed });
  await insert("admin_audit", { action: "user.lift", target_type: "user", target_id: user_id });
  await insert("app_admins", { user_id });
  await insert("auth_factors", { user_id, type: "phone", phone: "+491700000000" });
  const key = { rp_id: "localhost", credential_id: randomUUID(), public_key: "k", friendly_name: "Phone" };
  await insert("auth_webauthn_credentials", { user_id, ...key });
  const token = { code_hash: "c", link_hash: randomUUID(), code_expires_at: soon, link_expires_at: soon };
  await insert("auth_one_time_tokens", { user_id, kind: "recovery", email, ...token });
  await insert("user_clan_settings", { clan_id, user_id });
  await insert("discord_links", { user_id, discord_user_id: randomUUID(), name: "kara" });
  const role = { guild_id: "1", role_id: "2", discord_user_id: randomUUID(), state: "given", checked_on: "2026-01-01" };
  await insert("discord_role_grants", { clan_id, user_id, ...role });
  const activity_id = await insertActivity(clan_id);
  const version = { version: 1, state: "value", value: 1, entered_by: user_id, source: "ui" };
  await insert("entry_versions", { ...ofMember, activity_id, day: "2026-01-01", ...version });
  await insert("join_requests", { clan_id, user_id, name: "Kara" });
  const file = { file_name: "day.csv", file_hash: "h", format: "wide", policy: "overwrite", counts: "{}" };
  await insert("entry_imports", { clan_id, imported_by: user_id, ...file });
  const { id: mailId } = await insert("mails", { recipient: email, subject: "Hello" }, "id");

  const owned = "user_id = $1";
  const rowsOf: Record<string, [where: string, id: string]> = {
    users: ["id = $1", user_id],
    clan_member_away: ["member_id = $1", member_id],
    member_requests: ["member_id = $1", member_id],
    request_pictures: ["request_id = $1", request_id],
    member_warnings: ["member_id = $1", member_id],
    member_notes: ["member_id = $1", member_id],
    clan_member_merges: ["keep_id = $1", member_id],
    clan_audit: ["target_id = $1", member_id],
    admin_audit: ["target_id = $1", user_id],
    entry_versions: ["member_id = $1", member_id],
    mails: ["id = $1", mailId],
    entry_imports: ["clan_id = $1", clan_id],
  };
  return {
    ...user,
    memberId: member_id as string,
    whereOf: (table: string) => rowsOf[table] ?? ([owned, user_id] as const),
  };
}

async function insertActivity(clan_id: string): Promise<string> {
  const row = { clan_id, name: "Raids", name_key: "raids", short_label: "Raids", position: 0 };
  const { id } = await world.db.insertInto("activities").values(row).returning("id").executeTakeFirstOrThrow();
  return id;
}

/** Lists of names are lists; all else in JSON has its marker by a name. */
function toMarked(column: string, type: string | undefined, marker: string, memberId: string): string {
  if (type !== "jsonb") return marker;
  if (column === "added_aliases") return JSON.stringify([{ member_id: memberId, name: marker }]);
  return JSON.stringify(["aliases", "groups"].includes(column) ? [marker] : { marker });
}

async function accountWithMarkers() {
  const account = await accountWithEverything();
  const types = new Map((await listColumns()).map((column) => [nameOf(column), column.type]));
  for (const { table, column, sameAs } of personalColumns) {
    const name = `${table}.${column}`;
    const [where, id] = account.whereOf(table);
    const value = toMarked(column, types.get(name), markerOf(sameAs ?? name), account.memberId);
    const { rowCount } = await query(`update ${table} set ${column} = $2 where ${where}`, [id, value]);
    expect(rowCount, name).toBeGreaterThan(0);
  }
  return account;
}

/** Where the markers still are, in whatever table and column. */
async function findMarkers(): Promise<string[]> {
  const { rows: tables } = await query(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await query(
      `select distinct (regexp_matches(row::text, 'marker\\.[a-z_.]+', 'gi'))[1] as marker from ${name} as row
       where strpos(lower(row::text), 'marker.') > 0`,
    );
    found.push(...rows.map(({ marker }) => `${name}: ${marker}`));
  }
  return found;
}

test("S64: what is personal is in the owner's own file, and nothing of it is left once the account is erased", async () => {
  const account = await accountWithMarkers();
  const exported = (await account.get("/api/me/export")).json();
  const missing = personalColumns.filter(
    ({ table, column, export: part }) =>
      part && !JSON.stringify(exported[part]).includes(markerOf(`${table}.${column}`)),
  );
  expect(missing.map(nameOf)).toEqual([]);
  const hidden = personalColumns.filter(({ export: part }) => part === null);
  expect(hidden.map(nameOf)).toEqual(["clan_members.officer_note", "member_notes.note"]);
  for (const column of hidden) expect(JSON.stringify(exported)).not.toContain(markerOf(nameOf(column)));

  expect(new Set(await findMarkers()).size).toBeGreaterThan(personalColumns.length / 2);
  await world.db.transaction().execute((tx) => eraseAccount(tx, account.userId, new Date()));
  expect(await findMarkers()).toEqual([]);
});

test("what is personal has its line on the privacy page, and each field of a player is named there", async () => {
  const { body } = await world.visitor.get("/privacy");
  const lines = new Set(personalColumns.flatMap(({ privacy }) => privacy ?? []));
  expect([...lines].filter((line) => !body.includes(`id="stored-${line}"`))).toEqual([]);
  const fields = Object.values(memberFields).map((field) => field.privacy);
  expect(fields.filter((field) => !body.includes(field))).toEqual([]);
});

test("a copy is of a column that is in the owner's file", () => {
  const originals = new Set(personalColumns.filter((column) => column.export).map(nameOf));
  const copies = personalColumns.filter((column) => column.export === undefined);
  expect(copies.filter(({ sameAs }) => !originals.has(sameAs ?? "")).map(nameOf)).toEqual([]);
});
