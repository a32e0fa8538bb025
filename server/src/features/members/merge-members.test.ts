import { expect, test } from "vitest";
import { addActivity } from "../../testing/activities.ts";
import { daysAgo } from "../../testing/entries.ts";
import { sharedApp } from "../../testing/test-app.ts";

const world = await sharedApp();

const of = (clan: { id: string }) => `/api/clans/${clan.id}/members`;
const today = () => new Date().toISOString().slice(0, 10);

async function createClan() {
  const clan = await world.clan();
  const owner = await world.memberOf(clan, "owner");
  const add = async (draft: object): Promise<string> => (await owner.send("POST", of(clan), draft)).json().id;
  const merge = (keep: string, drop: string, more: object = {}, who = owner) =>
    who.send("POST", `${of(clan)}/merge`, { keep, drop, dry_run: false, ...more });
  const undo = (mergeId: string, who = owner) => who.send("POST", `${of(clan)}/merges/${mergeId}/undo`);
  return { clan, owner, add, merge, undo };
}

const rowOf = (id: string) =>
  world.db.selectFrom("clan_members").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const spansOf = (id: string) =>
  world.db
    .selectFrom("clan_member_spans")
    .select(["starts_on", "ends_on"])
    .where("member_id", "=", id)
    .orderBy("starts_on")
    .execute();
const withoutVersion = async (id: string) => ({ ...(await rowOf(id)), version: 0, updated_at: 0 });

async function createTwins() {
  const clan = await createClan();
  const keep = await clan.add({
    name: "Kara",
    aliases: ["K"],
    groups: ["Raid"],
    officer_note: "kept",
    joined_on: "2026-02-01",
  });
  const drop = await clan.add({
    name: "Kara Two",
    aliases: ["k", "K2"],
    groups: ["RAID", "Farm"],
    public_note: "dropped",
    officer_note: "lost",
    joined_on: "2026-01-01",
  });
  return { ...clan, keep, drop };
}

test("a preview shows what would be and changes nothing", async () => {
  const { keep, drop, merge } = await createTwins();
  const answer = await merge(keep, drop, { dry_run: true });
  expect(answer.json()).toEqual({
    merge_id: null,
    result: {
      name: "Kara",
      aliases: ["Kara Two", "K", "K2"],
      groups: ["Raid", "Farm"],
      joined_at: "2026-01-01T00:00:00.000Z",
    },
    days: [],
    entries: { moved: 0, both: 0 },
  });
  expect(await rowOf(keep)).toMatchObject({ version: 1, aliases: ["K"] });
  expect(await rowOf(drop)).toMatchObject({ version: 1, status: "active" });
});

test("two rows become one, and an undo makes them two again", async () => {
  const { clan, add, keep, drop, merge, undo } = await createTwins();
  const alt = await add({ name: "Alt", main_member_id: drop });
  const before = [await withoutVersion(keep), await withoutVersion(drop), await withoutVersion(alt)];
  const spans = [await spansOf(keep), await spansOf(drop)];
  const { merge_id } = (await merge(keep, drop)).json();
  expect(await rowOf(keep)).toMatchObject({
    aliases: ["Kara Two", "K", "K2"],
    groups: ["Raid", "Farm"],
    public_note: "dropped",
    officer_note: "kept",
    version: 2,
  });
  expect(await rowOf(drop)).toMatchObject({ status: "removed", merged_into_id: keep });
  expect(await rowOf(alt)).toMatchObject({ main_member_id: keep });
  expect(await spansOf(keep)).toEqual([{ starts_on: "2026-01-01", ends_on: null }]);
  expect(await spansOf(drop)).toEqual([{ starts_on: "2026-01-01", ends_on: today() }]);

  expect((await undo(merge_id)).statusCode).toBe(200);
  expect([await withoutVersion(keep), await withoutVersion(drop), await withoutVersion(alt)]).toEqual(before);
  expect([await spansOf(keep), await spansOf(drop)]).toEqual(spans);
  expect((await undo(merge_id)).json()).toMatchObject({
    error: "conflict",
    message: "This merge has already been undone",
  });
  const audit = world.db.selectFrom("clan_audit").select("action").where("clan_id", "=", clan.id);
  expect((await audit.where("target_id", "=", drop).execute()).map(({ action }) => action).toSorted()).toEqual([
    "member.add",
    "member.merged_into",
    "member.unmerge",
  ]);
});

test("times on the roster that do not touch stay apart", async () => {
  const { keep, drop, merge } = await createTwins();
  const end = (id: string, ends_on: string) =>
    world.db.updateTable("clan_member_spans").set({ ends_on }).where("member_id", "=", id).execute();
  await end(drop, "2026-01-15");
  await merge(keep, drop);
  expect(await spansOf(keep)).toEqual([
    { starts_on: "2026-01-01", ends_on: "2026-01-15" },
    { starts_on: "2026-02-01", ends_on: null },
  ]);
});

test("the time away comes along where the kept row was not away, and an undo takes it back", async () => {
  const { clan, owner, keep, drop, merge, undo } = await createTwins();
  await addActivity(world.db, clan.id, { name: "Raids", missing_points: -5 });
  const setAway = (id: string, away: object[]) =>
    owner.send("PATCH", `${of(clan)}/${id}`, { version: 1, away: away.map((period) => ({ reason: "", ...period })) });
  const own = [{ from: daysAgo(14), to: daysAgo(12), reason: "exams" }];
  await setAway(keep, own);
  const trip = { from: daysAgo(20), to: daysAgo(5), reason: "trip" };
  const others = [trip, { from: daysAgo(40), to: daysAgo(40) }];
  await setAway(drop, others);
  const load = async (id: string) => (await owner.get(`/api/clans/${clan.id}/members/${id}/page`)).json();
  const awayOf = async (id: string) => {
    const { away } = (await load(id)).member as { away: { from: string; to: string; reason: string | null }[] };
    return away.map(({ from, to, reason }) => ({ from, to, reason }));
  };
  const before = [await awayOf(keep), await awayOf(drop), (await load(keep)).figures];
  const { merge_id } = (await merge(keep, drop)).json();
  expect(await awayOf(keep)).toEqual([
    { from: daysAgo(40), to: daysAgo(40), reason: null },
    { ...trip, to: daysAgo(15) },
    ...own,
    { ...trip, from: daysAgo(11) },
  ]);

  expect((await undo(merge_id)).statusCode).toBe(200);
  expect([await awayOf(keep), await awayOf(drop), (await load(keep)).figures]).toEqual(before);
});

test("of more absences than a player may have, the latest stay, and an undo brings back all", async () => {
  const { clan, keep, drop, merge, undo } = await createTwins();
  const absences = (member_id: string, shift: number) =>
    Array.from({ length: 40 }, (_, index) => {
      const day = daysAgo(index * 4 + shift);
      return { clan_id: clan.id, member_id, starts_on: day, ends_on: day };
    });
  await world.db
    .insertInto("clan_member_away")
    .values([...absences(keep, 1), ...absences(drop, 3)])
    .execute();
  const daysOf = async (id: string) => {
    const rows = world.db.selectFrom("clan_member_away").select("starts_on").where("member_id", "=", id);
    return (await rows.orderBy("starts_on", "desc").execute()).map(({ starts_on }) => starts_on);
  };
  const before = [await daysOf(keep), await daysOf(drop)];
  const { merge_id } = (await merge(keep, drop)).json();
  expect(await daysOf(keep)).toEqual(before.flat().toSorted().toReversed().slice(0, 50));
  await undo(merge_id);
  expect([await daysOf(keep), await daysOf(drop)]).toEqual(before);
});

test("an account moves to a row without one, with its role and nothing more, and back again", async () => {
  const { clan, owner, add, merge, undo } = await createClan();
  const linked = await world.memberOf(clan, "member");
  const keep = await add({ name: "Kara" });
  await owner.send("PUT", `${of(clan)}/${keep}/role`, { role: "maintainer" });
  const { merge_id } = (await merge(keep, linked.memberId)).json();
  expect(await rowOf(keep)).toMatchObject({ user_id: linked.userId, role: "member" });
  expect((await linked.get(of(clan))).json().members).toContainEqual(
    expect.objectContaining({ id: keep, is_me: true, role: "member" }),
  );
  await undo(merge_id);
  expect(await rowOf(keep)).toMatchObject({ user_id: null, role: "maintainer" });
  expect(await rowOf(linked.memberId)).toMatchObject({ user_id: linked.userId, status: "active" });
});

test("two accounts are not made one", async () => {
  const { clan, merge } = await createClan();
  const [kara, tom] = [await world.memberOf(clan, "member"), await world.memberOf(clan, "member")];
  for (const dry_run of [true, false]) {
    expect((await merge(kara.memberId, tom.memberId, { dry_run })).statusCode).toBe(409);
  }
  expect(await rowOf(tom.memberId)).toMatchObject({ status: "active", user_id: tom.userId });
});

test("S08: the owner, oneself and rows above oneself are not dropped, and a merge takes two", async () => {
  const { clan, owner, add, merge } = await createClan();
  const maintainer = await world.memberOf(clan, "maintainer");
  const other = await world.memberOf(clan, "maintainer");
  const kara = await add({ name: "Kara" });
  expect((await merge(kara, owner.memberId)).statusCode).toBe(403);
  expect((await merge(kara, maintainer.memberId, {}, maintainer)).statusCode).toBe(403);
  expect((await merge(kara, other.memberId, {}, maintainer)).statusCode).toBe(403);
  expect((await merge(other.memberId, kara, {}, maintainer)).statusCode).toBe(403);
  expect((await merge(owner.memberId, kara, {}, maintainer)).statusCode).toBe(403);
  expect((await merge(kara, kara.toUpperCase())).json()).toMatchObject({ details: [{ path: "drop" }] });
  expect((await merge(maintainer.memberId, kara, {}, maintainer)).statusCode).toBe(200);
});

test("S03: rows of another clan are neither kept, dropped nor taken back", async () => {
  const mine = await createTwins();
  const theirs = await createTwins();
  expect((await mine.merge(mine.keep, theirs.drop)).statusCode).toBe(404);
  expect((await mine.merge(theirs.keep, mine.drop)).statusCode).toBe(404);
  const { merge_id } = (await theirs.merge(theirs.keep, theirs.drop)).json();
  expect((await mine.undo(merge_id)).statusCode).toBe(404);
  expect((await theirs.undo(merge_id, mine.owner)).statusCode).toBe(404);
  expect(await rowOf(theirs.drop)).toMatchObject({ merged_into_id: theirs.keep });
});

test("of merges of one pair at the same moment, in both directions, one wins", async () => {
  const { keep, drop, merge } = await createTwins();
  const answers = await Promise.all([merge(keep, drop), merge(drop, keep), merge(keep, drop), merge(drop, keep)]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
  const rows = [await rowOf(keep), await rowOf(drop)];
  expect(rows.filter(({ status }) => status === "active")).toHaveLength(1);
});

test("a merged row is not restored, moved or merged again", async () => {
  const { clan, owner, add, keep, drop, merge } = await createTwins();
  await merge(keep, drop);
  expect((await owner.send("POST", `${of(clan)}/${drop}/restore`)).statusCode).toBe(409);
  const third = await add({ name: "Third" });
  expect((await merge(third, drop)).statusCode).toBe(409);
  expect((await merge(drop, third)).statusCode).toBe(409);
});

test("a merge is not undone over a later change of either row, or when the name was given away", async () => {
  const changed = await createTwins();
  const first = (await changed.merge(changed.keep, changed.drop)).json().merge_id;
  const note = { version: 2, public_note: "later" };
  await changed.owner.send("PATCH", `${of(changed.clan)}/${changed.keep}`, note);
  expect((await changed.undo(first)).json()).toMatchObject({ error: "conflict" });
  expect(await rowOf(changed.keep)).toMatchObject({ public_note: "later" });

  const taken = await createTwins();
  const second = (await taken.merge(taken.keep, taken.drop)).json().merge_id;
  await taken.add({ name: "kara two" });
  expect((await taken.undo(second)).json()).toMatchObject({ message: "There is already a player called kara two" });
  expect(await rowOf(taken.drop)).toMatchObject({ status: "removed" });
});

test("an account that went away since is not brought back", async () => {
  const { clan, add, merge, undo } = await createClan();
  const linked = await world.memberOf(clan, "member");
  const keep = await add({ name: "Kara" });
  const { merge_id } = (await merge(keep, linked.memberId)).json();
  await world.db.updateTable("clan_members").set({ user_id: null }).where("id", "=", keep).execute();
  expect((await undo(merge_id)).statusCode).toBe(409);
  expect(await rowOf(linked.memberId)).toMatchObject({ user_id: null, status: "removed" });
});

test("aliases and groups stay within their limits, and the dropped name is among the aliases", async () => {
  const { add, merge } = await createClan();
  const many = (prefix: string) => Array.from({ length: 10 }, (_, n) => `${prefix}${n}`);
  const keep = await add({ name: "Kara", aliases: many("a"), groups: many("g") });
  const drop = await add({ name: "Tom", aliases: many("b"), groups: many("h") });
  const { result } = (await merge(keep, drop)).json();
  expect(result.aliases).toHaveLength(10);
  expect(result.aliases[0]).toBe("Tom");
  expect(result.groups).toEqual(many("g"));
});
