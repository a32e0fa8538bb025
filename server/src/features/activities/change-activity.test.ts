import { type Activity, activeActivitiesMax } from "@clanhall/contract/activities";
import { addDays } from "@clanhall/contract/rules/clan-day";
import { describe, expect, test } from "vitest";
import { addActivity } from "../../testing/activities.ts";
import { sharedApp } from "../../testing/test-app.ts";

const world = await sharedApp();

const today = new Date().toISOString().slice(0, 10);
const tomorrow = addDays(today, 1);
const toCodes = (answers: { statusCode: number }[]) =>
  answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
const of = (clan: { id: string }) => `/api/clans/${clan.id}/activities`;

async function createClan(draft: object = {}) {
  const clan = await world.clan();
  const owner = await world.memberOf(clan, "owner");
  const created = await owner.send("POST", of(clan), { name: "Raids", short_label: "Raid", ...draft });
  const activity = created.json<Activity>();
  const change = (body: object, id = activity.id) => owner.send("PATCH", `${of(clan)}/${id}`, { version: 1, ...body });
  const enter = (value: number | null, day = today) =>
    owner.send("PUT", `/api/clans/${clan.id}/entries`, {
      entries: [{ member_id: owner.memberId, activity_id: activity.id, day, value }],
      reason: "Forgotten",
    });
  return { clan, owner, activity, change, enter };
}

const auditOf = (clan: { id: string }) =>
  world.db.selectFrom("clan_audit").selectAll().where("clan_id", "=", clan.id).orderBy("at").execute();
const pausesOf = async (id: string) => {
  const row = await world.db.selectFrom("activities").select("pauses").where("id", "=", id).executeTakeFirstOrThrow();
  return row.pauses;
};

describe("a change", () => {
  test("of names and looks keeps the rest and is audited with before and after", async () => {
    const { clan, activity, change } = await createClan();
    const wanted = { name: "Boss raids", category: "War", icon: "sword", entry_by: "members", public: false };
    const answer = await change(wanted);
    expect(answer.json()).toEqual({ ...activity, ...wanted, version: 2 });
    const [, audit] = await auditOf(clan);
    expect(audit).toMatchObject({
      action: "activity.change",
      target_name: "Boss raids",
      before: { name: "Raids", category: "", icon: "", entry_by: "maintainers", is_public: true },
      after: { name: "Boss raids", category: "War", icon: "sword", entry_by: "members", is_public: false },
    });
    expect(audit?.after).not.toHaveProperty("name_key");
  });

  test("that changes nothing leaves no trace", async () => {
    const { clan, activity, change } = await createClan();
    const { name, weekdays, points_per_unit, start_date } = activity;
    const answer = await change({ name, weekdays, points_per_unit, start_date, active: true });
    expect(answer.json()).toEqual(activity);
    expect(await auditOf(clan)).toHaveLength(1);
  });

  test("by somebody who saw an older version is refused with the activity as it is", async () => {
    const { change } = await createClan();
    await change({ name: "Sieges" });
    const answer = await change({ name: "Wars" });
    expect(answer.statusCode).toBe(409);
    expect(answer.json().current).toMatchObject({ name: "Sieges", version: 2, entry_count: 0 });
    expect(answer.json()).toMatchObject({
      changed_by: expect.stringMatching(/^Player /),
      changed_at: expect.any(String),
    });
  });

  test("of two editors who saw the same version, one wins", async () => {
    const { change } = await createClan();
    const answers = await Promise.all(Array.from({ length: 6 }, (_, turn) => change({ unit: `unit ${turn}` })));
    expect(toCodes(answers)).toEqual([200, 409, 409, 409, 409, 409]);
  });

  test("to a name that another one has is refused, to another spelling of its own not", async () => {
    const { clan, owner, change } = await createClan();
    await owner.send("POST", of(clan), { name: "Sieges", short_label: "Siege" });
    const answer = await change({ name: "SIEGES" });
    expect([answer.statusCode, answer.json().details[0].path]).toEqual([409, "name"]);
    expect((await change({ name: "RAIDS" })).json().name).toBe("RAIDS");
  });

  test.each([
    [{ min_value: 5 }, { max_value: 4 }, "max_value"],
    [{ max_value: 5 }, { min_value: 6 }, "max_value"],
    [{ start_date: "2026-03-02" }, { end_date: "2026-03-01" }, "end_date"],
    [{ end_date: "2099-03-02" }, { start_date: "2099-03-03" }, "end_date"],
    [{ daily_cap: 5 }, { value_type: "yes_no" }, "daily_cap"],
    [{ value_type: "yes_no" }, { daily_target: 2 }, "daily_target"],
    [{ value_type: "decimal", daily_cap: 0.5 }, { value_type: "whole" }, "daily_cap"],
  ])("is checked against the half that stays: %o with %o", async (draft, wanted, path) => {
    const { change } = await createClan(draft);
    const answer = await change(wanted);
    expect([answer.statusCode, answer.json().details[0].path]).toEqual([400, path]);
  });

  test("of an activity in another clan finds none", async () => {
    const { change } = await createClan();
    const other = await createClan();
    expect((await change({ name: "Mine" }, other.activity.id)).json()).toMatchObject({ message: "Activity not found" });
  });
});

describe("the kind of value", () => {
  test("is free until something is entered, then only whole numbers become decimals", async () => {
    const { change, enter } = await createClan({ value_type: "decimal" });
    expect((await change({ value_type: "whole" })).json().value_type).toBe("whole");
    expect((await enter(5)).json().saved).toBe(1);
    const refused = await change({ version: 2, value_type: "duration" });
    expect([refused.statusCode, refused.json().details[0].path]).toEqual([400, "value_type"]);
    expect((await change({ version: 2, value_type: "decimal" })).json()).toMatchObject({
      value_type: "decimal",
      entry_count: 1,
    });
    expect((await change({ version: 3, value_type: "whole" })).statusCode).toBe(400);
    await enter(null);
    expect((await change({ version: 3, value_type: "whole" })).json().entry_count).toBe(0);
  });

  test("and what counts of a day stay together with what was entered", async () => {
    const { change, enter } = await createClan();
    await enter(5);
    expect((await change({ aggregate: "best" })).json().aggregate).toBe("best");
    expect((await change({ version: 2, aggregate: "days_done" })).json().details[0].path).toBe("aggregate");
  });
});

describe("scoring", () => {
  test("changes from a day on; a rule of the same day makes way and a later one stays", async () => {
    const { clan, change } = await createClan({ start_date: "2026-01-01", weekly_target: 10 });
    const later = addDays(today, 30);
    await change({ points_per_unit: 3, effective_from: later });
    await change({ version: 2, points_per_unit: 2, weekdays: [1] });
    const answer = await change({ version: 3, points_per_unit: 2.5 });
    expect(answer.json()).toMatchObject({ points_per_unit: 2.5, weekdays: [1], weekly_target: 10, version: 4 });
    expect(answer.json().rules).toMatchObject([
      { effective_from: "2026-01-01", points_per_unit: 1, weekdays: [1, 2, 3, 4, 5, 6, 7] },
      { effective_from: today, points_per_unit: 2.5, weekdays: [1], weekly_target: 10 },
      { effective_from: later, points_per_unit: 3, weekdays: [1, 2, 3, 4, 5, 6, 7], weekly_target: 10 },
    ]);
    const audit = (await auditOf(clan)).find(({ action }) => action === "activity.change");
    expect(audit).toMatchObject({
      before: { points_per_unit: 1 },
      after: { points_per_unit: 3, effective_from: later },
    });
  });

  test.each([
    [addDays(today, -1), /re-score/],
    [addDays(today, 367), /next year/],
  ])("cannot change from %s on", async (effective_from, sentence) => {
    const { change } = await createClan();
    const answer = await change({ points_per_unit: 2, effective_from });
    expect(answer.json()).toMatchObject({
      error: "validation_failed",
      details: [{ path: "effective_from", message: expect.stringMatching(sentence) }],
    });
  });

  test("that changes today counts for what was entered today, and not for the days before", async () => {
    const { clan, change, enter } = await createClan({ start_date: null, daily_target: 4 });
    await enter(5);
    await enter(5, addDays(today, -1));
    await change({ points_per_unit: 2, daily_cap: 3, daily_target: 6 });
    const entries = await world.db
      .selectFrom("entries")
      .select(["day", "points", "is_met", "version"])
      .where("clan_id", "=", clan.id)
      .orderBy("day")
      .execute();
    expect(entries).toEqual([
      { day: addDays(today, -1), points: 5, is_met: true, version: 1 },
      { day: today, points: 6, is_met: false, version: 1 },
    ]);
    expect((await enter(2)).json().versions).toMatchObject([{ points: 4 }]);
  });

  test("planned for tomorrow leaves today as it is", async () => {
    const { change, enter } = await createClan();
    await change({ points_per_unit: 2, effective_from: tomorrow });
    expect((await enter(5)).json().versions).toMatchObject([{ points: 5 }]);
  });
});

describe("the archive", () => {
  test("pauses an activity from today on until it is taken up again", async () => {
    const { clan, activity, change } = await createClan();
    expect((await change({ active: false })).json()).toMatchObject({ active: false, version: 2 });
    expect(await pausesOf(activity.id)).toEqual([{ from: today, to: null }]);
    const since = JSON.stringify([
      { from: "2026-01-01", to: "2026-01-05" },
      { from: addDays(today, -3), to: null },
    ]);
    await world.db.updateTable("activities").set({ pauses: since }).where("id", "=", activity.id).execute();
    expect((await change({ version: 2, active: true })).json()).toMatchObject({ active: true, version: 3 });
    expect(await pausesOf(activity.id)).toEqual([
      { from: "2026-01-01", to: "2026-01-05" },
      { from: addDays(today, -3), to: addDays(today, -1) },
    ]);
    const actions = (await auditOf(clan)).map(({ action }) => action);
    expect(actions).toEqual(["activity.create", "activity.archive", "activity.unarchive"]);
  });

  test("left on the same day leaves no pause", async () => {
    const { activity, change } = await createClan();
    await change({ active: false });
    await change({ version: 2, active: true });
    expect(await pausesOf(activity.id)).toEqual([]);
  });

  test(`S40: gives back no more than ${activeActivitiesMax} active ones`, async () => {
    const { clan, owner, change } = await createClan();
    for (let turn = 2; turn < activeActivitiesMax; turn += 1) await addActivity(world.db, clan.id);
    const pauses = JSON.stringify([{ from: today, to: null }]);
    const archived = await Promise.all(
      [1, 2, 3].map(() => addActivity(world.db, clan.id, { is_active: false, pauses })),
    );
    const answers = await Promise.all(archived.map((id) => change({ active: true }, id)));
    expect(toCodes(answers)).toEqual([200, 400, 400]);
    const { items } = (await owner.get(of(clan))).json<{ items: Activity[] }>();
    expect(items.filter(({ active }) => active)).toHaveLength(activeActivitiesMax);
  });
});
