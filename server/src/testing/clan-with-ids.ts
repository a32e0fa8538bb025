import { expect } from "vitest";
import { addActivity } from "./activities.ts";
import { addBoard, addFrozenPeriod } from "./board-results.ts";
import { addBulletin } from "./bulletins.ts";
import { type DiscordWorld, snowflake } from "./fake-discord-app.ts";
import type { TestApp } from "./test-app.ts";

export const idNames = [
  "clan",
  "owner",
  "member",
  "player",
  "invite",
  "merge",
  "audit",
  "activity",
  "import",
  "token",
  "board",
  "bulletin",
  "webhook",
  "delivery",
  "request",
  "picture",
  "warning",
  "note",
  "season",
  "joinRequest",
  "blocked",
  "layout",
  "channel",
  "guild",
  "role",
  "rule",
  "heir",
  "inactive",
  "removed",
  "unused",
  "binned",
  "binnedBoard",
  "binnedBulletin",
  "declined",
  "lifted",
  "endedSeason",
] as const;
export type Ids = Record<(typeof idNames)[number], string>;
export const webhookUrl = `https://discord.com/api/webhooks/123456789012345678/${"a".repeat(68)}`;

/** Every clan has an entry on it. */
export const lockedDay = "2026-01-05";

/** A file with one column of values. */
export function fileOf(activityId: string) {
  const activities = [{ column: 1, activity_id: activityId }];
  const mapping = { date: null, player: 0, activity: null, value: null, activities, day: lockedDay };
  return { format: "wide", mapping, policy: "overwrite", dry_run: false, reason: "Old notes" };
}

/** A list of a game in its pictures, with what a column counts and whose name is known. */
export function layoutOf(activityId: string, memberId: string) {
  const column = { left: 700, right: 900, tall: 30, way: "brightness", meaning: activityId };
  const geometry = { names: { left: 200, right: 600, dy: -8, tall: 34 }, columns: [column], pitch: 140 };
  return { signs: [], geometry, known_crops: [{ hash: "0123456789abcdef", member_id: memberId }] };
}

type Owner = Awaited<ReturnType<TestApp["memberOf"]>>;

/** Somebody who asks to join by the clan's link, and somebody who may not. */
async function addNewcomers(world: TestApp, clanId: string, owner: Owner, label: string) {
  const link = { is_on: true, question: `${label} question`, version: null };
  expect((await owner.send("PUT", `/api/clans/${clanId}/join-link`, link)).statusCode).toBe(200);
  const people = ["asker", "blocked"].map((name) => ({
    email: `${crypto.randomUUID()}@example.test`,
    display_name: `${label} ${name}`,
  }));
  const users = await world.db.insertInto("users").values(people).returning("id").execute();
  const [asker = "", blocked = ""] = users.map(({ id }) => id);
  const request = await world.db
    .insertInto("join_requests")
    .values({ clan_id: clanId, user_id: asker, name: `${label} newcomer` })
    .returning("id")
    .executeTakeFirstOrThrow();
  await world.db.insertInto("join_blocks").values({ clan_id: clanId, user_id: blocked }).execute();
  return { joinRequest: request.id, blocked };
}

/** A server of Discord with the bot in a channel, and a role that the best of a board get there. */
async function addDiscord({ world, discord }: DiscordWorld, clanId: string, board: string, label: string) {
  const guild = snowflake();
  const { id: role, name: role_name } = discord.addRole(guild, `${label} role`);
  const where = { clan_id: clanId, guild_id: guild };
  const room = { kind: "bot" as const, name: `${label} room`, guild_name: `${label} server`, channel_id: snowflake() };
  const channel = await world.db
    .insertInto("webhooks")
    .values({ ...where, ...room, events: ["scoreboard"] })
    .returning("id")
    .executeTakeFirstOrThrow();
  const best = JSON.stringify({ kind: "top", scoreboard_id: board, count: 3 });
  const rule = await world.db
    .insertInto("discord_role_rules")
    .values({ ...where, role_id: role, role_name, rule: best })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { guild, role, channel: channel.id, rule: rule.id };
}

async function addPicture(world: TestApp, clan_id: string, request_id: string): Promise<string> {
  const picture = { clan_id, request_id, position: 0, png: Buffer.from("a picture") };
  const { id } = await world.db
    .insertInto("request_pictures")
    .values(picture)
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

async function addDelivery(world: TestApp, clan_id: string, webhook_id: string): Promise<string> {
  const delivery = {
    clan_id,
    webhook_id,
    event: "test" as const,
    subject: "test",
    facts: "{}",
    state: "sent" as const,
  };
  const { id } = await world.db
    .insertInto("webhook_deliveries")
    .values(delivery)
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Rows in the state that only a few calls take: put aside, decided, offered. */
async function addPast(world: TestApp, clan: { id: string }, owner: Owner, memberId: string, label: string) {
  const { db } = world;
  const [clan_id, now] = [clan.id, new Date()];
  const heir = await world.memberOf(clan, "maintainer");
  const offer = { clan_id, to_member_id: heir.memberId, to_user_id: heir.userId, offered_by: owner.userId };
  await db.insertInto("clan_transfers").values(offer).execute();
  const former = (["inactive", "removed"] as const).map((status) => {
    return { clan_id, name: `${label} ${status}`, name_key: `${label} ${status}`.toLowerCase(), status };
  });
  const rows = await db.insertInto("clan_members").values(former).returning("id").execute();
  const [inactive = "", removed = ""] = rows.map(({ id }) => id);
  const unused = await addActivity(db, clan_id, { name: `${label} unused` });
  const binned = await addActivity(db, clan_id, { name: `${label} binned`, deleted_at: now });
  const binnedBoard = await addBoard(world, clan_id, [unused], { title: `${label} binned`, deleted_at: now });
  const binnedBulletin = await addBulletin(world, clan_id, { title: `${label} binned`, deleted_at: now });
  const away = { kind: "away" as const, starts_on: lockedDay, ends_on: lockedDay, reason: `${label} away` };
  const decided = { state: "declined" as const, decided_by: owner.memberId, decided_at: now, answer: "No" };
  const declined = await db
    .insertInto("member_requests")
    .values({ clan_id, member_id: memberId, ...away, ...decided })
    .returning("id")
    .executeTakeFirstOrThrow();
  const given = { message: `${label} lifted`, given_by: owner.memberId };
  const lifted = await db
    .insertInto("member_warnings")
    .values({ clan_id, member_id: memberId, ...given, lifted_by: owner.memberId, lifted_at: now, lifted_reason: "" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const ids = { heir: heir.memberId, inactive, removed, unused, binned, binnedBoard, binnedBulletin };
  return { heir, ids: { ...ids, declined: declined.id, lifted: lifted.id } };
}

interface Subject {
  clan_id: string;
  owner: Owner;
  member_id: string;
  activity_id: string;
}

async function addEndedSeason(
  world: TestApp,
  { clan_id, owner, activity_id }: Subject,
  label: string,
): Promise<string> {
  const days = { starts_on: "2026-02-02", ends_on: "2026-02-08" };
  const board = await addBoard(world, clan_id, [activity_id], {
    title: `${label} winter`,
    period: { kind: "fixed", from: days.starts_on, to: days.ends_on },
    state: "ended",
  });
  const result = JSON.stringify({ measure: "points", activity_ids: [activity_id], podium: [], awards: [] });
  const { id } = await world.db
    .insertInto("seasons")
    .values({
      clan_id,
      name: `${label} winter`,
      ...days,
      board_id: board,
      ended_at: new Date(),
      ended_by: owner.userId,
      result,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await world.db.updateTable("scoreboards").set({ season_id: id }).where("id", "=", board).execute();
  return id;
}

/** What a player asks for, and what officers say to and about them. */
async function addDecisions(world: TestApp, { clan_id, owner, member_id, activity_id }: Subject, label: string) {
  const ofMember = { clan_id, member_id };
  const day = new Date().toISOString().slice(0, 10);
  const asked = { kind: "value" as const, activity_id, day, value: 3, base_version: 0, reason: `${label} reason` };
  const insert = {
    request: world.db.insertInto("member_requests").values({ ...ofMember, ...asked }),
    warning: world.db
      .insertInto("member_warnings")
      .values({ ...ofMember, message: `${label} warning`, given_by: owner.memberId }),
    note: world.db
      .insertInto("member_notes")
      .values({ ...ofMember, note: `${label} note`, written_by: owner.memberId }),
  };
  const { id: request } = await insert.request.returning("id").executeTakeFirstOrThrow();
  const { id: warning } = await insert.warning.returning("id").executeTakeFirstOrThrow();
  const { id: note } = await insert.note.returning("id").executeTakeFirstOrThrow();
  return { request, warning, note };
}

/** A clan with a row of everything that a call can name, each with the label in it. */
export async function addClanWithIds(opened: DiscordWorld, label: string) {
  const { world } = opened;
  const clan = await world.clan();
  const owner = await world.memberOf(clan, "owner");
  const member = await world.memberOf(clan, "member");
  await world.db
    .updateTable("clan_members")
    .set({ officer_note: `${label} secret`, public_note: `${label} note` })
    .where("clan_id", "=", clan.id)
    .execute();
  const names = ["player", "merged", "gone", "invited"].map((name) => `${label} ${name}`);
  const rows = await world.db
    .insertInto("clan_members")
    .values(names.map((name) => ({ clan_id: clan.id, name, name_key: name.toLowerCase(), user_id: null })))
    .returning("id")
    .execute();
  const [player = "", keep, drop, invited] = rows.map(({ id }) => id);
  const url = `/api/clans/${clan.id}`;
  const merge = (await owner.send("POST", `${url}/members/merge`, { keep, drop, dry_run: false })).json();
  const invite = (await owner.send("POST", "/api/invites", { clanMemberId: invited })).json();
  const audit = (await owner.get(`${url}/audit`)).json().items[0];
  const activity = await addActivity(world.db, clan.id, { name: `${label} raids` });
  const entries = [{ member_id: member.memberId, activity_id: activity, day: lockedDay, value: 5 }];
  await owner.send("PUT", `${url}/entries`, { entries, reason: `${label} notes` });
  const players = [{ name: "Somebody", member_id: member.memberId }];
  const file = { ...fileOf(activity), content: "Name,Value\nSomebody,3", file_name: `${label}.csv`, players };
  const imported = (await owner.send("POST", `${url}/imports`, file)).json();
  const token = (await owner.send("POST", `${url}/tokens`, { name: `${label} bot`, scopes: ["entries:read"] })).json();
  const board = await addBoard(world, clan.id, [activity], { title: `${label} board` });
  await addFrozenPeriod(world, clan.id, board, { from: lockedDay, to: "2026-01-11" });
  const bulletin = await addBulletin(world, clan.id, { title: `${label} news`, content: `<p>${label} words</p>` });
  const news = { name: `${label} news`, url: webhookUrl, events: ["scoreboard"] };
  const webhook = (await owner.send("POST", `${url}/webhooks`, news)).json();
  const past = await addPast(world, clan, owner, member.memberId, label);
  expect((await owner.send("POST", `/api/scoreboards/${board}/share`, { expires_at: null })).statusCode).toBe(200);
  const subject = { clan_id: clan.id, owner, member_id: member.memberId, activity_id: activity };
  const { request, warning, note } = await addDecisions(world, subject, label);
  const autumn = { name: `${label} season`, from: lockedDay, to: "2026-01-11" };
  const season = (await owner.send("POST", `${url}/seasons`, autumn)).json();
  const list = { name: `${label} list`, ...layoutOf(activity, member.memberId) };
  const layout = (await owner.send("POST", `${url}/screenshot-layouts`, list)).json();
  const ids: Ids = {
    clan: clan.id,
    owner: owner.memberId,
    member: member.memberId,
    player,
    invite: invite.id,
    merge: merge.merge_id,
    audit: audit.id,
    activity,
    import: imported.import?.id,
    token: token.id,
    board,
    bulletin,
    webhook: webhook.id,
    delivery: await addDelivery(world, clan.id, webhook.id),
    request,
    picture: await addPicture(world, clan.id, request),
    warning,
    note,
    endedSeason: await addEndedSeason(world, subject, label),
    ...past.ids,
    season: season.id,
    layout: layout.id,
    ...(await addNewcomers(world, clan.id, owner, label)),
    ...(await addDiscord(opened, clan.id, board, label)),
  };
  // Those of Discord are shorter.
  expect(Object.values(ids).every((id) => typeof id === "string" && id.length > 16)).toBe(true);
  return { owner, member, heir: past.heir, ids };
}
