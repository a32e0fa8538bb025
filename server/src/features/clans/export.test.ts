import { inflateRawSync } from "node:zlib";
import { readFile } from "node:fs/promises";
import { parseCsv } from "@clanhall/contract/csv";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { openBoards } from "../../testing/boards.ts";
import { openBulletins } from "../../testing/bulletins.ts";
import { daysAgo, openEntries } from "../../testing/entries.ts";
import { sharedApp } from "../../testing/test-app.ts";

const world = await sharedApp();

/** Reads the files by the list at the archive's end, as every unpacker does. */
function unzip(archive: Buffer): Record<string, string> {
  const files: Record<string, string> = {};
  const end = archive.lastIndexOf(Buffer.from("PK\u0005\u0006"));
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const [size, nameLength] = [archive.readUInt32LE(at + 20), archive.readUInt16LE(at + 28)];
    const [extraLength, commentLength] = [archive.readUInt16LE(at + 30), archive.readUInt16LE(at + 32)];
    const name = archive.toString("utf8", at + 46, at + 46 + nameLength);
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    files[name] = inflateRawSync(archive.subarray(start, start + size)).toString("utf8");
    at += 46 + nameLength + extraLength + commentLength;
  }
  return files;
}

async function clanToExport() {
  const owner = await world.user();
  const game = await world.db.selectFrom("games").select("id").where("slug", "=", "clash-of-clans").executeTakeFirst();
  const draft = {
    name: "Nächt Öwls!",
    time_zone: "UTC",
    player_name: "=SUM(A1)",
    game_id: game?.id,
    template: "clan-life",
  };
  const clan = (await owner.send("POST", "/api/clans", draft)).json();
  const maintainer = await world.memberOf(clan, "maintainer");
  await world.db
    .updateTable("clan_members")
    .set({ officer_note: 'keeps "late", often', aliases: JSON.stringify(["Mo", "Moe"]) })
    .where("id", "=", maintainer.memberId)
    .execute();
  const invited = await world.db
    .insertInto("clan_members")
    .values({ clan_id: clan.id, name: "Tom", name_key: "tom", user_id: null })
    .returning("id")
    .executeTakeFirstOrThrow();
  const invite = (await owner.send("POST", "/api/invites", { clanMemberId: invited.id })).json();
  const expires_at = new Date("2030-01-01");
  await world.db.updateTable("invites").set({ expires_at }).where("id", "=", invite.id).execute();
  await world.db.insertInto("discord_role_rules").values(roleRule(clan.id)).execute();
  const given = {
    discord_user_id: "80351110224678917",
    user_id: owner.userId,
    state: "given",
    checked_on: "2026-01-01",
  } as const;
  const role = { guild_id: "111", role_id: "222" };
  await world.db
    .insertInto("discord_role_grants")
    .values({ clan_id: clan.id, ...role, ...given })
    .execute();
  return { owner, clan, maintainer, invite, url: `/api/clans/${clan.id}/export` };
}

const roleRule = (clan_id: string) => ({
  clan_id,
  guild_id: "111",
  role_id: "222",
  role_name: "Raider",
  rule: JSON.stringify({ kind: "linked" }),
});

test("a clan leaves as one ZIP with everything in it and no way in", async () => {
  const { owner, clan, invite, url } = await clanToExport();
  const answer = await owner.get(url);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers["content-type"]).toBe("application/zip");
  const date = new Date().toISOString().slice(0, 10);
  expect(answer.headers["content-disposition"]).toBe(`attachment; filename="clanhall-nacht-owls-${date}.zip"`);
  const files = unzip(answer.rawPayload);
  expect(Object.keys(files).toSorted()).toEqual([
    "activities.csv",
    "attention.json",
    "audit.csv",
    "away.csv",
    "bulletin-versions.ndjson",
    "bulletins.json",
    "clan.json",
    "day-rules.csv",
    "discord-roles.json",
    "entries.csv",
    "entry-versions.csv",
    "invites.csv",
    "members.csv",
    "members.json",
    "notes.json",
    "requests.json",
    "scoreboard-results.ndjson",
    "scoreboards.json",
    "screenshot-layouts.json",
    "seasons.json",
    "warnings.json",
  ]);
  expect(JSON.parse(files["clan.json"] ?? "")).toMatchObject({
    id: clan.id,
    name: "Nächt Öwls!",
    game: "Clash of Clans",
    day_rules: [{ effective_from: "1970-01-01" }],
  });
  const members = parseCsv(files["members.csv"] ?? "");
  expect(members).toHaveLength(4);
  expect(members.flat()).toEqual(expect.arrayContaining(["'=SUM(A1)", 'keeps "late", often', "Mo; Moe"]));
  expect(JSON.parse(files["members.json"] ?? "")).toHaveLength(3);
  expect(parseCsv(files["activities.csv"] ?? "")).toHaveLength(5);
  expect(parseCsv(files["day-rules.csv"] ?? "")).toHaveLength(2);
  expect(files["audit.csv"]).toContain("clan.create");
  expect(parseCsv(files["invites.csv"] ?? "")[1]).toEqual(expect.arrayContaining(["Tom", "2030-01-01T00:00:00.000Z"]));
  expect(JSON.parse(files["discord-roles.json"] ?? "")).toMatchObject([
    { guild_id: "111", role_id: "222", role_name: "Raider", rule: { kind: "linked" } },
  ]);
  const everything = Object.values(files).join("\n");
  // Who was given the role is not the clan's to take along.
  expect(everything).not.toContain("80351110224678917");
  expect(everything).not.toMatch(/@example\.test|_hash|sealed/);
  expect(invite).toMatchObject({ invite_token: expect.any(String), verification_code: expect.any(String) });
  for (const secret of [invite.invite_token, invite.verification_code]) expect(everything).not.toContain(secret);
  expect(everything).not.toContain(owner.userId);
});

test("what officers decided and what members asked for is in the ZIP", async () => {
  const { url, member, owner, activityId } = await openEntries(world);
  const about = { member_id: member.memberId };
  await owner.send("POST", `${url}/members/${member.memberId}/warnings`, { message: "Missed three wars" });
  await owner.send("POST", `${url}/members/${member.memberId}/notes`, { note: "Back after exams" });
  const asked = { kind: "value", activity_id: activityId, day: daysAgo(1), value: 9, reason: "Donated late" };
  await member.send("POST", `${url}/requests`, asked);
  const files = unzip((await owner.get(`${url}/export`)).rawPayload);
  const read = (name: string): unknown => JSON.parse(files[name] ?? "");
  expect(read("warnings.json")).toMatchObject([{ ...about, message: "Missed three wars" }]);
  expect(read("notes.json")).toMatchObject([{ ...about, note: "Back after exams" }]);
  expect(read("requests.json")).toMatchObject([{ ...about, value: 9, reason: "Donated late", state: "open" }]);
  expect(read("attention.json")).toBeNull();
  expect(read("clan.json")).toMatchObject({ members_away: "at_once" });
});

/** Tables of a clan that its owner does not take along: derived, somebody else's, or a way in. */
const keptHere = new Set([
  "api_tokens",
  "attention_hidden",
  "bulletin_readers",
  "clan_member_merges",
  "clan_transfers",
  "discord_codes",
  "discord_role_changes",
  "discord_role_grants",
  "entry_import_mappings",
  "entry_imports",
  "entry_months",
  "entry_revisions",
  "invite_sessions",
  "join_blocks",
  "join_links",
  "join_requests",
  "reopened_days",
  "request_pictures",
  "user_clan_settings",
  "webhook_deliveries",
  "webhooks",
]);

test("each table of a clan is in the ZIP, or stays here on purpose", async () => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
      and attname = 'clan_id'
    order by 1
  `.execute(world.db);
  const folder = new URL("../", import.meta.url);
  const sources = ["clans/export.queries.ts", "audit/queries.ts", "bulletins/queries.ts", "entries/bulk.queries.ts"];
  const read = await Promise.all([
    ...[...sources, "scoreboards/results/queries.ts"].map((path) => readFile(new URL(path, folder), "utf8")),
    readFile(new URL("../../clan/calendar.ts", import.meta.url), "utf8"),
  ]);
  const missing = rows.map(({ name }) => name).filter((name) => !read.join("\n").includes(name));
  expect(missing.filter((name) => !keptHere.has(name))).toEqual([]);
});

test("a maintainer's copy has no security events, and members and outsiders get none", async () => {
  const { clan, owner, maintainer, url } = await clanToExport();
  await owner.send("PATCH", `/api/clans/${clan.id}`, { version: 1, toggles: { maintainers_invite: true } });
  expect(unzip((await owner.get(url)).rawPayload)["audit.csv"]).toContain("clan.permissions");
  expect(unzip((await maintainer.get(url)).rawPayload)["audit.csv"]).not.toContain("clan.permissions");
  expect((await (await world.memberOf(clan, "member")).get(url)).statusCode).toBe(403);
  expect((await (await world.user()).get(url)).statusCode).toBe(404);
});

test("every entry and every version of it is in the ZIP", async () => {
  const { clan, owner, member, url, put, cell } = await openEntries(world, { name: "Raids", points_per_unit: 2 });
  await put(owner, [cell({ value: 5 }), cell({ day: daysAgo(1), value: 7 })]);
  await put(owner, [cell({ value: 6 }), cell({ day: daysAgo(1), value: null })]);
  const files = unzip((await owner.get(`${url}/export`)).rawPayload);
  const player = await world.db
    .selectFrom("clan_members")
    .select("name")
    .where("clan_id", "=", clan.id)
    .where("id", "=", member.memberId)
    .executeTakeFirstOrThrow();
  const entries = parseCsv(files["entries.csv"] ?? "");
  expect(entries).toHaveLength(2);
  expect(entries[1]).toEqual(expect.arrayContaining([daysAgo(0), player.name, "Raids", "value", "6", "12", "2", "ui"]));
  const versions = parseCsv(files["entry-versions.csv"] ?? "");
  expect(versions[0]?.at(-2)).toBe("reason");
  expect(versions.slice(1).map((line) => [line[0], line[5], line[6]])).toEqual([
    [daysAgo(1), "value", "7"],
    [daysAgo(1), "cleared", ""],
    [daysAgo(0), "value", "5"],
    [daysAgo(0), "value", "6"],
  ]);
});

test("the clan's boards and every frozen result of them are in the ZIP, but no link", async () => {
  const { clan, owner, member, url, make, act, put, cell } = await openBoards(world);
  await put(owner, [cell({ value: 5 })]);
  const board = await make({ title: "Autumn", order: "low" });
  const shared = (await act(board, "share", { passcode: "open sesame" })).json();
  await act(board, "end");
  const weekly = await make({ title: "Weeks", period: { kind: "weekly" } });
  const range = { from: "2026-01-05", to: "2026-01-11" };
  const result = { range, computed_at: "2026-01-12T00:00:00.000Z", has_results: false, left_out: 0, rows: [] };
  const period = { clan_id: clan.id, scoreboard_id: weekly.id, starts_on: range.from, ends_on: range.to };
  await world.db
    .insertInto("scoreboard_periods")
    .values({ ...period, result: JSON.stringify(result) })
    .execute();

  const files = unzip((await owner.get(`${url}/export`)).rawPayload);
  expect(JSON.parse(files["scoreboards.json"] ?? "")).toMatchObject([
    { id: board.id, title: "Autumn", order: "low", state: "ended", is_shared: true, deleted_at: null },
    { id: weekly.id, title: "Weeks", period: { kind: "weekly" }, is_shared: false },
  ]);
  const lines = (files["scoreboard-results.ndjson"] ?? "").trimEnd().split("\n");
  const results = lines.map((line) => JSON.parse(line));
  expect(results).toHaveLength(2);
  expect(results).toContainEqual({ scoreboard_id: weekly.id, is_final: false, ...result });
  const final = results.find(({ is_final }) => is_final === true);
  expect(final.scoreboard_id).toBe(board.id);
  expect(final.rows).toContainEqual(expect.objectContaining({ member_id: member.memberId, score: 5 }));
  const everything = Object.values(files).join("\n");
  for (const secret of [shared.share_token, "argon2", "sealed", "_hash"]) expect(everything).not.toContain(secret);
});

test("every bulletin and whatever one of them said before is in the ZIP", async () => {
  const { clan, owner, maintainer, member, url, make, patch } = await openBulletins(world);
  const posted = await make({ title: "Raid", content: "<p>at eight</p>", pinned: true });
  await patch(posted.id, { content: "<p>at nine</p>" });
  await member.send("POST", `${url}/${posted.id}/seen`);
  const draft = await make({ title: "Draft", publish_at: null, audience: "maintainers" });
  await maintainer.send("DELETE", `${url}/${draft.id}`);

  const files = unzip((await owner.get(`/api/clans/${clan.id}/export`)).rawPayload);
  const author = `Player ${maintainer.userId.slice(0, 8)}`;
  expect(JSON.parse(files["bulletins.json"] ?? "")).toMatchObject([
    { id: posted.id, title: "Raid", content: "<p>at nine</p>", pinned: true, author, opened_by: 1, deleted_at: null },
    { id: draft.id, audience: "maintainers", publish_at: null, opened_by: 0, deleted_at: expect.any(String) },
  ]);
  const lines = (files["bulletin-versions.ndjson"] ?? "").trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { bulletin_id: posted.id, version: 1, title: "Raid", content: "<p>at eight</p>", written_by: author },
    { bulletin_id: posted.id, version: 2, title: "Raid", content: "<p>at nine</p>", written_by: author },
  ]);
  expect(Object.values(files).join("\n")).not.toContain(member.userId);
});

test("more entries than one batch come whole, in order and once", async () => {
  const { clan, owner, member, activityId, url } = await openEntries(world);
  await world.database.pool.query(
    `insert into entries (clan_id, day, member_id, activity_id, state, value, revision, entered_by, source)
     select $1, date '2010-01-01' + n, $2, $3, 'value', n, 1, $2, 'ui' from generate_series(1, 4500) as n`,
    [clan.id, member.memberId, activityId],
  );
  const lines = parseCsv(unzip((await owner.get(`${url}/export`)).rawPayload)["entries.csv"] ?? "").slice(1);
  expect(lines.map((line) => Number(line[6]))).toEqual(Array.from({ length: 4500 }, (_, n) => n + 1));
});
