import { activeActivitiesMax, activitiesMax, type Activity } from "@clanhall/contract/activities";
import { addDays } from "@clanhall/contract/rules/clan-day";
import { expect, test } from "vitest";
import { addActivity } from "../../testing/activities.ts";
import { sharedApp } from "../../testing/test-app.ts";

const world = await sharedApp();

const today = new Date().toISOString().slice(0, 10);
const of = (clan: { id: string }) => `/api/clans/${clan.id}/activities`;

async function createClan() {
  const clan = await world.clan();
  const owner = await world.memberOf(clan, "owner");
  const create = (draft: object = {}) => owner.send("POST", of(clan), { name: "Raids", short_label: "Raid", ...draft });
  const list = async () => (await owner.get(of(clan))).json<{ items: Activity[] }>().items;
  const order = (ids: string[]) => owner.send("PUT", `${of(clan)}/order`, { ids });
  return { clan, owner, create, list, order };
}

const auditOf = (clan: { id: string }) =>
  world.db.selectFrom("clan_audit").selectAll().where("clan_id", "=", clan.id).orderBy("at").execute();

test("a maintainer adds an activity that is asked for from today on, and a member sees it", async () => {
  const clan = await world.clan();
  const maintainer = await world.memberOf(clan, "maintainer");
  const member = await world.memberOf(clan, "member");
  const answer = await maintainer.send("POST", of(clan), {
    name: "  Boss   raids ",
    short_label: "Boss",
    unit: "raids",
  });
  expect(answer.json()).toEqual({
    id: expect.any(String),
    clan_id: clan.id,
    name: "Boss raids",
    short_label: "Boss",
    description: "",
    category: "",
    icon: "",
    color: "",
    value_type: "whole",
    unit: "raids",
    aggregate: "sum",
    points_per_unit: 1,
    missing_points: 0,
    daily_cap: null,
    daily_target: null,
    weekly_target: null,
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    min_value: null,
    max_value: null,
    start_date: today,
    end_date: null,
    entry_by: "maintainers",
    public: true,
    active: true,
    position: 0,
    version: 1,
    entry_count: 0,
    rules: [expect.objectContaining({ effective_from: today, points_per_unit: 1 })],
    deleted_at: null,
  });
  expect((await member.get(of(clan))).json().items).toEqual([answer.json()]);
  const [audit] = await auditOf(clan);
  expect(audit).toMatchObject({
    action: "activity.create",
    target_name: "Boss raids",
    actor_user_id: maintainer.userId,
  });
});

test("every field is kept as it was filled in", async () => {
  const { create, list } = await createClan();
  const draft = {
    name: "Élan",
    short_label: "É",
    description: "With\nlines",
    category: "War",
    icon: "sword",
    color: "moss",
    value_type: "decimal",
    unit: "km",
    aggregate: "best",
    points_per_unit: -0.25,
    missing_points: -3.5,
    daily_cap: 10.5,
    daily_target: 0.01,
    weekly_target: 999_999_999,
    weekdays: [2, 7],
    min_value: -5,
    max_value: 12.34,
    start_date: null,
    end_date: "2099-12-31",
    entry_by: "members",
    public: false,
  };
  const answer = await create({ ...draft, weekdays: [7, 2, 7] });
  expect(answer.json()).toMatchObject(draft);
  expect(await list()).toEqual([answer.json()]);
});

test("the first rule begins with the activity, today at the latest", async () => {
  const { create } = await createClan();
  const firstDays = await Promise.all(
    ["2026-01-05", null, addDays(today, 20)].map(async (start_date, turn) => {
      const activity = (await create({ name: `A${turn}`, start_date })).json<Activity>();
      expect(activity.start_date).toBe(start_date);
      return activity.rules.map(({ effective_from }) => effective_from);
    }),
  );
  expect(firstDays).toEqual([["2026-01-05"], [today], [today]]);
});

test.each([
  [{ name: " " }, "name"],
  [{ short_label: "thirteen char" }, "short_label"],
  [{ icon: "https://evil.test/x.png" }, "icon"],
  [{ points_per_unit: 1000.01 }, "points_per_unit"],
  [{ points_per_unit: 0.001 }, "points_per_unit"],
  [{ missing_points: 1 }, "missing_points"],
  [{ weekdays: [] }, "weekdays"],
  [{ weekdays: [8] }, "weekdays.0"],
  [{ daily_cap: -1 }, "daily_cap"],
  [{ min_value: 5, max_value: 4 }, "max_value"],
  [{ max_value: -4 }, "max_value"],
  [{ daily_target: 1.5 }, "daily_target"],
  [{ value_type: "duration", min_value: -5 }, "min_value"],
  [{ value_type: "yes_no", daily_target: 2 }, "daily_target"],
  [{ value_type: "yes_no", daily_cap: 5 }, "daily_cap"],
  [{ value_type: "yes_no", weekly_target: 8 }, "weekly_target"],
  [{ start_date: "2026-02-30" }, "start_date"],
  [{ start_date: "2026-03-02", end_date: "2026-03-01" }, "end_date"],
  [{ end_date: "2020-01-01" }, "end_date"],
])("%o is refused with a sentence", async (draft, path) => {
  const { create, list } = await createClan();
  const answer = await create(draft);
  expect([answer.statusCode, answer.json().details[0].path]).toEqual([400, path]);
  expect(answer.json().details[0].message).toMatch(/^[A-Z].+/);
  expect(await list()).toEqual([]);
});

test("names are unique as readers compare them, also when many come at once, and case-blind", async () => {
  const { create, list } = await createClan();
  const names = ["Raids", "RAIDS", "ｒａｉｄｓ", "rai\u200bds"];
  const answers = await Promise.all(Array.from({ length: 12 }, (_, turn) => create({ name: names[turn % 4] })));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  const refused = answers.filter(({ statusCode }) => statusCode === 409);
  expect(refused).toHaveLength(11);
  expect(refused[0]?.json()).toMatchObject({ details: [{ path: "name" }] });
  expect(await list()).toHaveLength(1);
});

test(`S40: however many come at once, ${activeActivitiesMax} are active`, async () => {
  const { clan, create, list } = await createClan();
  for (let turn = 0; turn < activeActivitiesMax - 5; turn += 1)
    await addActivity(world.db, clan.id, { position: turn });
  const answers = await Promise.all(Array.from({ length: 30 }, (_, turn) => create({ name: `New ${turn}` })));
  const refused = answers.filter(({ statusCode }) => statusCode === 400);
  expect(refused).toHaveLength(25);
  expect(refused[0]?.json().message).toContain("at most 40");
  const items = await list();
  expect(items).toHaveLength(activeActivitiesMax);
  expect(new Set(items.map(({ position }) => position)).size).toBe(activeActivitiesMax);
});

test(`S40: a clan has at most ${activitiesMax} in all, archived ones and the bin included`, async () => {
  const { clan, create } = await createClan();
  for (let turn = 0; turn < activitiesMax; turn += 1) {
    const deleted_at = turn % 2 ? new Date() : null;
    await addActivity(world.db, clan.id, { name: `Old ${turn}`, is_active: false, deleted_at });
  }
  const answer = await create();
  expect([answer.statusCode, answer.json().message]).toEqual([400, expect.stringContaining("at most 400")]);
  await world.db.deleteFrom("activities").where("name", "=", "Old 0").where("clan_id", "=", clan.id).execute();
  expect((await create()).statusCode).toBe(200);
});

test("activities are put in order, in one step and with one row in the audit", async () => {
  const { clan, create, list, order } = await createClan();
  for (const name of ["One", "Two", "Three"]) await create({ name });
  const ids = (await list()).map(({ id }) => id);
  const answer = await order(ids.toReversed());
  expect(answer.json().items.map(({ name }: Activity) => name)).toEqual(["Three", "Two", "One"]);
  expect((await order(ids.toReversed())).statusCode).toBe(200);
  const orders = (await auditOf(clan)).filter(({ action }) => action === "activity.order");
  expect(orders).toMatchObject([
    { before: { order: ["One", "Two", "Three"] }, after: { order: ["Three", "Two", "One"] } },
  ]);
});

test("an order that leaves one out, names one twice or a foreign one is refused with the list as it is", async () => {
  const { create, list, order } = await createClan();
  const other = await createClan();
  const foreign = (await other.create()).json().id;
  for (const name of ["One", "Two"]) await create({ name });
  const [one = "", two = ""] = (await list()).map(({ id }) => id);
  for (const ids of [[two], [two, two], [two, foreign], [two, one, foreign], [one, two, crypto.randomUUID()]]) {
    const answer = await order(ids);
    expect(answer.statusCode).toBe(409);
    expect(answer.json().current.map(({ id }: Activity) => id)).toEqual([one, two]);
  }
  expect((await list()).map(({ id }) => id)).toEqual([one, two]);
});

test("two who sort at the same time leave the order of one of them", async () => {
  const { create, list, order } = await createClan();
  for (let turn = 0; turn < 8; turn += 1) await create({ name: `Activity ${turn}` });
  const ids = (await list()).map(({ id }) => id);
  const orders = [ids.toReversed(), [...ids.slice(4), ...ids.slice(0, 4)], [...ids.slice(1), ...ids.slice(0, 1)]];
  const answers = await Promise.all(orders.map(order));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect(orders).toContainEqual((await list()).map(({ id }) => id));
});
