import { activeActivitiesMax, type Activity } from "@clanhall/contract/activities";
import { expect, test } from "vitest";
import { addActivity } from "../../testing/activities.ts";
import { sharedApp } from "../../testing/test-app.ts";
import { emptyActivityBins } from "./lists.ts";

const world = await sharedApp();

const day = 86_400_000;
const today = new Date().toISOString().slice(0, 10);
const toCodes = (answers: { statusCode: number }[]) =>
  answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
const of = (clan: { id: string }) => `/api/clans/${clan.id}/activities`;

async function createClan() {
  const clan = await world.clan();
  const owner = await world.memberOf(clan, "owner");
  const create = async (name = "Raids") =>
    (await owner.send("POST", of(clan), { name, short_label: "Raid" })).json<Activity>();
  const remove = (id: string) => owner.send("DELETE", `${of(clan)}/${id}`);
  const restore = (id: string) => owner.send("POST", `${of(clan)}/${id}/restore`);
  const list = async (query = "") => (await owner.get(`${of(clan)}${query}`)).json<{ items: Activity[] }>().items;
  const enter = (activityId: string, cell: object) =>
    owner.send("PUT", `/api/clans/${clan.id}/entries`, {
      entries: [{ member_id: owner.memberId, activity_id: activityId, day: today, value: null, ...cell }],
    });
  return { clan, owner, create, remove, restore, list, enter };
}

const isKept = async ({ id }: Activity) =>
  (await world.db.selectFrom("activities").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;

test("an activity without entries goes into the bin, where managers see it, and comes back as it was", async () => {
  const { clan, create, remove, restore, list } = await createClan();
  const activity = await create();
  expect((await remove(activity.id)).json()).toEqual({});
  expect(await list()).toEqual([]);
  expect(await list("?deleted=false")).toEqual([]);
  expect(await list("?deleted=true")).toEqual([{ ...activity, version: 2, deleted_at: expect.any(String) }]);
  expect((await remove(activity.id)).statusCode).toBe(404);
  expect((await restore(activity.id)).json()).toEqual({ ...activity, version: 3 });
  expect((await restore(activity.id)).statusCode).toBe(404);
  const audit = await world.db
    .selectFrom("clan_audit")
    .select(["action", "target_name"])
    .where("clan_id", "=", clan.id)
    .orderBy("at")
    .execute();
  expect(audit.slice(1)).toEqual([
    { action: "activity.delete", target_name: "Raids" },
    { action: "activity.restore", target_name: "Raids" },
  ]);
});

test("a plain member does not see the bin", async () => {
  const { clan } = await createClan();
  const member = await world.memberOf(clan, "member");
  expect((await member.get(`${of(clan)}?deleted=true`)).statusCode).toBe(403);
});

test.each([{ value: 0 }, { excused: true }])("with %o entered it can only be archived", async (cell) => {
  const { create, remove, list, enter } = await createClan();
  const activity = await create();
  expect((await enter(activity.id, cell)).json().saved).toBe(1);
  const answer = await remove(activity.id);
  expect([answer.statusCode, answer.json().message]).toEqual([
    409,
    expect.stringMatching(/ has values\. Archive it instead/u),
  ]);
  expect(await list()).toMatchObject([{ id: activity.id, entry_count: 1 }]);
});

test("whoever enters and whoever deletes at the same time cannot both have their way", async () => {
  const { create, remove, enter } = await createClan();
  for (const name of ["One", "Two", "Three", "Four"]) {
    const { id } = await create(name);
    const [entered, removed] = await Promise.all([enter(id, { value: 1 }), remove(id)]);
    expect([entered, removed].filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  }
});

test("what is in the bin blocks no name, but cannot come back to one that is taken", async () => {
  const { create, remove, restore } = await createClan();
  const first = await create("Raids");
  await remove(first.id);
  const second = await create("RAIDS");
  const answer = await restore(first.id);
  expect([answer.statusCode, answer.json().message]).toEqual([409, expect.stringContaining("RAIDS")]);
  await remove(second.id);
  expect((await restore(first.id)).statusCode).toBe(200);
});

test("S40: it comes back only where there is room for one more", async () => {
  const { clan, create, remove, restore, list } = await createClan();
  const gone = await Promise.all(["One", "Two", "Three"].map(create));
  for (const { id } of gone) await remove(id);
  for (let turn = 1; turn < activeActivitiesMax; turn += 1) await addActivity(world.db, clan.id);
  const answers = await Promise.all(gone.map(({ id }) => restore(id)));
  expect(toCodes(answers)).toEqual([200, 409, 409]);
  expect(await list()).toHaveLength(activeActivitiesMax);
});

test("the bin is emptied after thirty days, but for what the history of a cell still names", async () => {
  const { create, remove, restore, list, enter } = await createClan();
  const never = await create("Never entered");
  const cleared = await create("Cleared again");
  const kept = await create("Not in the bin");
  await enter(cleared.id, { value: 3 });
  await enter(cleared.id, { value: null });
  for (const { id } of [never, cleared]) expect((await remove(id)).statusCode).toBe(200);

  await emptyActivityBins(world.db, new Date(Date.now() + 29 * day));
  expect(await list("?deleted=true")).toHaveLength(3);
  await emptyActivityBins(world.db, new Date(Date.now() + 30 * day + 1));
  expect([await isKept(never), await isKept(cleared), await isKept(kept)]).toEqual([false, true, true]);

  const long = new Date(Date.now() - 31 * day);
  await world.db.updateTable("activities").set({ deleted_at: long }).where("id", "=", cleared.id).execute();
  expect(await list("?deleted=true")).toMatchObject([{ id: kept.id }]);
  expect((await restore(cleared.id)).statusCode).toBe(404);
});

test("an activity of another clan can neither be deleted nor taken back", async () => {
  const { remove, restore } = await createClan();
  const other = await createClan();
  const { id } = await other.create();
  expect((await remove(id)).json().message).toBe("Activity not found");
  await other.remove(id);
  expect((await restore(id)).json().message).toBe("Activity not found");
});
