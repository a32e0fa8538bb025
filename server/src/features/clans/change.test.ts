import { addDays } from "@clanhall/contract/rules/clan-day";
import { expect, onTestFinished, test } from "vitest";
import { sharedApp } from "../../testing/test-app.ts";

const world = await sharedApp();

async function ownedClan() {
  const clan = await world.clan();
  const owner = await world.memberOf(clan, "owner");
  const url = `/api/clans/${clan.id}`;
  const patch = (change: object) => owner.send("PATCH", url, change);
  return { clan, owner, url, patch };
}

const today = new Date().toISOString().slice(0, 10);
const berlin = { time_zone: "Europe/Berlin", reset_time: "05:30", reset_in_utc: false };

test("what is named changes, the rest stays, and the audit has both", async () => {
  const { url, owner, patch } = await ownedClan();
  const answer = await patch({ version: 1, name: "Day Larks", late_days: 14, grace_days: 0, week_start: 7 });
  expect(answer.json()).toMatchObject({ name: "Day Larks", late_days: 14, grace_days: 0, week_start: 7, version: 2 });
  expect((await patch({ version: 2, description: "a\r\nb" })).json()).toMatchObject({
    name: "Day Larks",
    description: "a\nb",
    version: 3,
  });
  const { items } = (await owner.get(`${url}/audit?action=clan.update`)).json();
  expect(items[1]).toMatchObject({
    before: { name: "Night Owls", late_days: 2, grace_days: 3, week_start: 1 },
    after: { name: "Day Larks", late_days: 14, grace_days: 0, week_start: 7 },
    source: "ui",
  });
});

test("A4: the owner chooses the crest, and everybody gets it with the clan", async () => {
  const { clan, url, owner, patch } = await ownedClan();
  expect((await owner.get(url)).json().crest).toEqual({ tint: null, symbol: "" });
  const crest = { tint: 3, symbol: "crown" };
  expect((await patch({ version: 1, crest })).json()).toMatchObject({ crest, version: 2 });
  const member = await world.memberOf(clan, "member");
  expect((await member.get("/api/clans/my")).json()[0]).toMatchObject({ crest });
  const { items } = (await owner.get(`${url}/audit`)).json();
  expect(items[0]).toMatchObject({ before: { crest_symbol: "" }, after: { crest_tint: 3, crest_symbol: "crown" } });
  for (const wrong of [{ tint: 9, symbol: "" }, { tint: 0, symbol: "" }, { tint: 1, symbol: "wolf" }, { tint: 1 }]) {
    expect((await patch({ version: 2, crest: wrong })).statusCode, JSON.stringify(wrong)).toBe(400);
  }
});

test("a change that changes nothing leaves version and audit alone", async () => {
  const { url, owner, patch } = await ownedClan();
  expect((await patch({ version: 1, name: "Night Owls", toggles: { members_see_values: true } })).json()).toMatchObject(
    {
      version: 1,
    },
  );
  expect((await owner.get(`${url}/audit`)).json().items).toEqual([]);
});

test("a stale version is refused with the clan as it is now", async () => {
  const { patch } = await ownedClan();
  await patch({ version: 1, name: "Day Larks" });
  const stale = await patch({ version: 1, name: "Dusk Bats" });
  expect(stale.statusCode).toBe(409);
  expect(stale.json()).toMatchObject({
    error: "conflict",
    current: { name: "Day Larks", version: 2 },
    changed_by: expect.stringMatching(/^Player /),
    changed_at: expect.any(String),
  });
  expect(Date.now() - Date.parse(stale.json().changed_at)).toBeLessThan(60_000);
});

test("of twenty changes of the same version at the same moment one wins", async () => {
  const { clan, patch } = await ownedClan();
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => patch({ version: 1, name: `Clan ${n}` })));
  const won = answers.filter(({ statusCode }) => statusCode === 200);
  expect(won).toHaveLength(1);
  expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(19);
  const audit = await world.db.selectFrom("clan_audit").select("id").where("clan_id", "=", clan.id).execute();
  expect(audit).toHaveLength(1);
});

test("toggles change one by one, and only what differs from the defaults is kept", async () => {
  const { clan, patch } = await ownedClan();
  await patch({ version: 1, toggles: { maintainers_invite: true } });
  const second = (await patch({ version: 2, toggles: { members_see_values: false } })).json();
  expect(second.toggles).toEqual({
    members_see_values: false,
    members_enter_own: false,
    maintainers_edit_locked: false,
    maintainers_invite: true,
    maintainers_approve_joins: true,
  });
  await patch({ version: 3, toggles: { maintainers_invite: false } });
  const row = await world.db.selectFrom("clans").select("toggles").where("id", "=", clan.id).executeTakeFirstOrThrow();
  expect(row.toggles).toEqual({ members_see_values: false });
  const audit = await world.db.selectFrom("clan_audit").selectAll().where("clan_id", "=", clan.id).execute();
  expect(audit.every(({ is_security, action }) => is_security && action === "clan.permissions")).toBe(true);
});

test("a new day rule holds from a coming day on, and the next one replaces it", async () => {
  const { url, owner, patch } = await ownedClan();
  const first = { effective_from: "1970-01-01", time_zone: "UTC", reset_time: "00:00", reset_in_utc: false };
  const soon = { effective_from: addDays(today, 3), ...berlin };
  expect((await patch({ version: 1, day: soon })).json()).toMatchObject({ day_rules: [first, soon], version: 2 });
  const later = { ...soon, effective_from: addDays(today, 5), reset_time: "06:00" };
  expect((await patch({ version: 2, day: later })).json()).toMatchObject({ day_rules: [first, later], version: 3 });
  const back = { ...first, effective_from: addDays(today, 5) };
  expect((await patch({ version: 3, day: back })).json()).toMatchObject({ day_rules: [first], version: 4 });
  const { items } = (await owner.get(`${url}/audit?action=clan.day`)).json();
  expect(items).toHaveLength(3);
});

test("the rule of a day that has come stays where it is", async () => {
  const { clan, patch } = await ownedClan();
  const began = { effective_from: addDays(today, -10), ...berlin };
  await world.db
    .insertInto("clan_day_rules")
    .values({ clan_id: clan.id, ...began })
    .execute();
  const day = { ...berlin, effective_from: addDays(today, 3), reset_time: "07:00" };
  expect((await patch({ version: 1, day })).json().day_rules).toHaveLength(3);
});

test.each([
  ["yesterday", { ...berlin, effective_from: addDays(today, -1) }],
  ["today", { ...berlin, effective_from: today }],
  ["a day too far away", { ...berlin, effective_from: addDays(today, 368) }],
  ["a day that does not exist", { ...berlin, effective_from: "2027-02-30" }],
])("a day rule from %s is refused", async (_what, day) => {
  const { patch, url, owner } = await ownedClan();
  const answer = await patch({ version: 1, day });
  expect(answer.json()).toMatchObject({ error: "validation_failed", details: [{ path: "day.effective_from" }] });
  expect((await owner.get(url)).json().day_rules).toHaveLength(1);
});

test("tomorrow is too early for a rule under which it has begun already", async () => {
  const { clan, patch } = await ownedClan();
  // Where the day begins last of all; in Kiritimati tomorrow always began before it is over here.
  const west = { time_zone: "Etc/GMT+12", reset_time: "23:59" };
  await world.db.updateTable("clan_day_rules").set(west).where("clan_id", "=", clan.id).execute();
  const { clan_date } = (await patch({ version: 1 })).json().today;
  const east = { time_zone: "Pacific/Kiritimati", reset_time: "00:00", reset_in_utc: false };
  const early = await patch({ version: 1, day: { ...east, effective_from: addDays(clan_date, 1) } });
  expect(early.json()).toMatchObject({ details: [{ path: "day.effective_from" }] });
  expect((await patch({ version: 1, day: { ...east, effective_from: addDays(clan_date, 4) } })).statusCode).toBe(200);
});

test("a game's server goes with the game", async () => {
  const { clan, patch } = await ownedClan();
  const games = await world.db.selectFrom("games").selectAll().execute();
  const [genshin, clash] = ["genshin-impact", "clash-of-clans"].map((slug) => games.find((game) => game.slug === slug));
  const chosen = await patch({ version: 1, game_id: genshin?.id, game_server: "Asia" });
  expect(chosen.json()).toMatchObject({ game: { name: "Genshin Impact" }, game_server: "Asia" });
  const unknown = await patch({ version: 2, game_server: "Worldwide" });
  expect(unknown.json()).toMatchObject({ details: [{ path: "game_server" }] });
  expect((await patch({ version: 2, game_id: clash?.id })).json()).toMatchObject({ game_server: null });
  const nowhere = await patch({ version: 3, game_id: crypto.randomUUID() });
  expect(nowhere.json()).toMatchObject({ details: [{ path: "game_id" }] });
  expect((await patch({ version: 3, game_server: "Worldwide" })).json()).toMatchObject({ game_server: "Worldwide" });
  const offer = (is_active: boolean) =>
    world.db.updateTable("games").set({ is_active }).where("slug", "=", "clash-of-clans").execute();
  onTestFinished(async () => void (await offer(true)));
  await offer(false);
  expect((await patch({ version: 4, game_id: clash?.id, name: "Staying" })).statusCode).toBe(200);
  expect((await patch({ version: 5, game_id: null })).json()).toMatchObject({ game: null, game_server: null });
  const row = await world.db.selectFrom("clans").select("game_server").where("id", "=", clan.id).executeTakeFirst();
  expect(row).toEqual({ game_server: null });
});

test("S06: what is not a setting is refused and changes nothing", async () => {
  const { clan, patch } = await ownedClan();
  const before = await world.db.selectFrom("clans").selectAll().where("id", "=", clan.id).executeTakeFirst();
  const extras = ["id", "created_by", "created_at", "archived_at", "deletes_at", "updated_at", "clan_id", "role"];
  for (const name of extras) expect((await patch({ version: 1, [name]: "x" })).statusCode).toBe(400);
  expect(await world.db.selectFrom("clans").selectAll().where("id", "=", clan.id).executeTakeFirst()).toEqual(before);
});

test("members read the clan, and only its owner changes it", async () => {
  const { clan, url } = await ownedClan();
  const member = await world.memberOf(clan, "member");
  const maintainer = await world.memberOf(clan, "maintainer");
  expect((await member.get(url)).json()).toMatchObject({ name: "Night Owls", role: "member", version: 1 });
  expect((await maintainer.send("PATCH", url, { version: 1, name: "Mine" })).statusCode).toBe(403);
  const isAdmin = async (who: typeof member) => (await who.get(`${url}/is-admin`)).json();
  expect([await isAdmin(member), await isAdmin(maintainer)]).toEqual([{ isAdmin: false }, { isAdmin: true }]);
});
