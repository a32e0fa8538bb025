import { type Grace, isScheduled, type Presence, rateOf, whyNotDue } from "@clanhall/contract/rules/cells";
import { addDays } from "@clanhall/contract/rules/clan-day";
import { outcomeOf, ruleOn } from "@clanhall/contract/rules/scoring";
import { runs } from "@clanhall/contract/testing/property-runs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { addActivity, addRule } from "../../testing/activities.ts";
import { daysAgo, openEntries } from "../../testing/entries.ts";
import { sharedApp } from "../../testing/test-app.ts";

const world = await sharedApp();

interface Listed {
  members: { id: string; last_entry: string | null; rate_7: number | null; rate_30: number | null }[];
  counts: Record<string, number>;
}

async function openRoster(fields: Parameters<typeof openEntries>[1] = {}) {
  const sheet = await openEntries(world, fields);
  const list = async (query = "", who: Pick<typeof sheet.owner, "get"> = sheet.owner) =>
    (await who.get(`${sheet.url}/members?${query}`)).json<Listed>();
  const figuresOf = async (id: string, who?: Pick<typeof sheet.owner, "get">) =>
    (await list("", who)).members.find((row) => row.id === id);
  const mine = (day: number, value: number | null, more: object = {}) =>
    sheet.cell({ day: daysAgo(day), value, ...more });
  return { ...sheet, list, figuresOf, mine };
}

test("rates are of the seven and thirty days before today, without what was excused", async () => {
  const { owner, member, put, mine, figuresOf } = await openRoster({ daily_target: 10 });
  const cells = [
    mine(0, 10),
    mine(1, 10),
    mine(2, 9),
    mine(3, null, { excused: true }),
    mine(7, 12),
    mine(8, 12),
    mine(30, 12),
    mine(31, 12),
  ];
  expect((await put(owner, cells, "counted late")).statusCode).toBe(200);
  expect(await figuresOf(member.memberId)).toMatchObject({
    last_entry: daysAgo(0),
    rate_7: 33.3, // 2 of 6
    rate_30: 13.8, // 4 of 29
  });
  expect(await figuresOf(owner.memberId)).toMatchObject({ last_entry: null, rate_7: 0, rate_30: 0 });
});

test("a cleared cell is no entry, and an answer to a change has the same numbers as the roster", async () => {
  const { owner, member, url, put, mine, figuresOf } = await openRoster();
  await put(owner, [mine(1, 5), mine(0, 5)]);
  await put(owner, [mine(0, null)]);
  const figures = await figuresOf(member.memberId);
  expect(figures).toMatchObject({ last_entry: daysAgo(1), rate_7: 14.3, rate_30: 3.3 });
  const changed = await owner.send("PATCH", `${url}/members/${member.memberId}`, { version: 1, public_note: "hello" });
  expect(changed.json()).toMatchObject({ last_entry: daysAgo(1), rate_7: 14.3, rate_30: 3.3 });
});

test("players count as idle since their last entry, or since they joined", async () => {
  const { clan, owner, member, url, put, mine, list } = await openRoster();
  await world.db
    .updateTable("clan_members")
    .set({ joined_at: new Date("2025-01-01") })
    .where("clan_id", "=", clan.id)
    .execute();
  await put(owner, [mine(7, 5)], "counted late");
  const idle = async (days: number) => (await list(`idle_days=${days}`)).members.map(({ id }) => id);
  expect(await idle(7)).toEqual(expect.arrayContaining([owner.memberId, member.memberId]));
  expect(await idle(8)).toEqual([owner.memberId]);
  expect((await list()).counts).toMatchObject({ "idle:3": 2, "idle:7": 2, "idle:14": 1 });
  const [head, ...lines] = (await owner.get(`${url}/members.csv?idle_days=7`)).body.trimEnd().split("\r\n");
  expect(head).toContain("Joined,Last entry,Met in 7 days (%),Met in 30 days (%),");
  expect(lines.join("\n")).toContain(`,${daysAgo(7)},14.3,3.3,`);
});

test("S05: members who may not see values learn their own numbers alone, by no filter either", async () => {
  const { owner, member, put, mine, list, figuresOf, allow } = await openRoster();
  await put(owner, [mine(1, 5), { ...mine(1, 5), member_id: owner.memberId }]);
  expect(await figuresOf(owner.memberId, member)).toMatchObject({ last_entry: daysAgo(1), rate_7: 14.3 });
  await allow({ members_see_values: false });
  const hidden = { last_entry: null, rate_7: null, rate_30: null };
  expect(await figuresOf(owner.memberId, member)).toMatchObject(hidden);
  expect(await figuresOf(member.memberId, member)).toMatchObject({ last_entry: daysAgo(1), rate_7: 14.3 });
  await world.db
    .updateTable("clan_members")
    .set({ joined_at: new Date("2025-01-01") })
    .where("id", "=", owner.memberId)
    .execute();
  expect((await list("idle_days=3", member)).members.map(({ id }) => id)).toEqual([owner.memberId]);
  expect((await list("idle_days=3", owner)).members).toEqual([]);
});

const dayInRange = fc.integer({ min: 0, max: 36 }).map(daysAgo);
const period = fc.tuple(dayInRange, dayInRange).map(([a, b]) => (a < b ? { from: a, to: b } : { from: b, to: a }));
const weekdays = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 });
const target = fc.option(fc.integer({ min: 1, max: 5 }));

const randomActivity = fc.record({
  start_date: fc.option(dayInRange),
  end_date: fc.option(dayInRange),
  pauses: fc.array(period, { maxLength: 1 }),
  first: fc.record({ weekdays, daily_target: target }),
  later: fc.option(fc.record({ effective_from: dayInRange, weekdays, daily_target: target })),
});
const randomPlayer = fc.record({
  span: fc.record({ starts_on: dayInRange, length: fc.option(fc.integer({ min: 0, max: 20 })) }),
  again: fc.option(fc.integer({ min: 2, max: 15 })),
  away: fc.option(period),
  cells: fc.array(fc.tuple(fc.nat(2), fc.integer({ min: 0, max: 33 }), fc.constantFrom(null, 0, 1, 2, 4, 6)), {
    maxLength: 60,
  }),
});
type RandomPlayer = typeof randomPlayer extends fc.Arbitrary<infer Player> ? Player : never;

function toPresence({ span, again, away }: RandomPlayer): Presence {
  const ends_on = span.length === null ? null : addDays(span.starts_on, span.length);
  const later = ends_on !== null && again !== null ? [{ starts_on: addDays(ends_on, again), ends_on: null }] : [];
  return {
    spans: [{ starts_on: span.starts_on, ends_on }, ...later],
    away: away ? [{ starts_on: away.from, ends_on: away.to }] : [],
  };
}

test("rates and today's cells are what counting day by day gives", async () => {
  const clanOf = fc.record({
    grace: fc.record({ grace_days: fc.integer({ min: 0, max: 6 }), first_day: fc.option(dayInRange) }),
    activities: fc.array(randomActivity, { minLength: 3, maxLength: 3 }),
    players: fc.array(randomPlayer, { minLength: 6, maxLength: 6 }),
  });
  await fc.assert(
    fc.asyncProperty(clanOf, async ({ grace, activities, players }) => {
      const clan = await world.clan();
      const owner = await world.memberOf(clan, "owner");
      await world.db.updateTable("clans").set(grace).where("id", "=", clan.id).execute();
      await world.db.deleteFrom("clan_member_spans").where("member_id", "=", owner.memberId).execute();
      const asked: Asked[] = [];
      for (const { first, later, pauses, ...activity } of activities) {
        const fields = { ...activity, ...first, pauses: JSON.stringify(pauses) };
        const id = await addActivity(world.db, clan.id, fields);
        if (later) await addRule(world.db, clan.id, id, later);
        asked.push({
          id,
          ...activity,
          pauses,
          rules: [{ effective_from: "1970-01-01", ...first }, ...(later ? [later] : [])],
        });
      }
      const expected = new Map<string, object>();
      const today = { due: 0, entered: 0 };
      for (const [n, player] of players.entries()) {
        const presence = toPresence(player);
        const memberId = await addPlayer(clan.id, `p${n}`, presence);
        const cells = await addCells(clan.id, memberId, player.cells, asked);
        const count = (from: number, to: number) => countPlainly(presence, grace, asked, cells, from, to);
        const [week, month, now] = [count(7, 1), count(30, 1), count(0, 0)];
        expected.set(memberId, { rate_7: rateOf(week), rate_30: rateOf(month) });
        today.due += now.due;
        today.entered += now.entered;
      }
      const { members } = (await owner.get(`/api/clans/${clan.id}/members`)).json<Listed>();
      const found = members.filter(({ id }) => expected.has(id));
      for (const { id, rate_7, rate_30 } of found) expect({ rate_7, rate_30 }).toEqual(expected.get(id));
      expect(found).toHaveLength(players.length);
      expect((await owner.get("/api/clans/my")).json()).toMatchObject([{ today }]);
      expect((await owner.get(`/api/clans/${clan.id}/overview`)).json()).toMatchObject({ today });
    }),
    runs(25),
  );
}, 60_000);

type Asked = Parameters<typeof isScheduled>[0] & {
  id: string;
  rules: { effective_from: string; weekdays: number[]; daily_target: number | null }[];
};
type Cells = Map<string, { value: number | null; isMet: boolean }>;

function countPlainly(presence: Presence, grace: Grace, asked: Asked[], cells: Cells, from: number, to: number) {
  const count = { due: 0, excused: 0, met: 0, entered: 0 };
  for (let back = from; back >= to; back -= 1) {
    const day = daysAgo(back);
    if (whyNotDue(presence, grace, day) !== null) continue;
    for (const activity of asked.filter((each) => isScheduled(each, day))) {
      const cell = cells.get(`${day} ${activity.id}`);
      count.due += 1;
      if (cell) count.entered += 1;
      if (cell?.value === null) count.excused += 1;
      if (cell?.isMet) count.met += 1;
    }
  }
  return count;
}

async function addPlayer(clan_id: string, name: string, { spans, away }: Presence): Promise<string> {
  const { id } = await world.db
    .insertInto("clan_members")
    .values({ clan_id, name, name_key: name, user_id: null })
    .returning("id")
    .executeTakeFirstOrThrow();
  const of = { clan_id, member_id: id };
  await world.db
    .insertInto("clan_member_spans")
    .values(spans.map((span) => ({ ...of, ...span })))
    .execute();
  for (const days of away)
    await world.db
      .insertInto("clan_member_away")
      .values({ ...of, ...days })
      .execute();
  return id;
}

/** Also into cells that are not due, where values earn points and do not count here. */
async function addCells(clan_id: string, member_id: string, drawn: RandomPlayer["cells"], asked: Asked[]) {
  const cells: Cells = new Map();
  for (const [which, back, value] of drawn) {
    const [activity, day] = [asked[which], daysAgo(back)];
    if (!activity) continue;
    const isMet = value !== null && outcomeOf(ruleOn(activity.rules, day), value) === "met";
    cells.set(`${day} ${activity.id}`, { value, isMet });
  }
  const rows = [...cells].map(([key, { value, isMet }]) => {
    const [day = "", activity_id = ""] = key.split(" ");
    const state = value === null ? ("excused" as const) : ("value" as const);
    const by = { entered_by: member_id, source: "ui" as const, revision: 1 };
    return { clan_id, member_id, day, activity_id, state, value, is_met: isMet, ...by };
  });
  if (rows.length > 0) await world.db.insertInto("entries").values(rows).execute();
  return cells;
}
