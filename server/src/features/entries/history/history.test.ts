import { addDays } from "@clanhall/contract/rules/clan-day";
import { parseCsv } from "@clanhall/contract/csv";
import { describe, expect, test } from "vitest";
import { addActivity } from "../../../testing/activities.ts";
import { sharedApp, type TestApp } from "../../../testing/test-app.ts";

const world = await sharedApp();

const today = () => new Date().toISOString().slice(0, 10);
/** 2 March 2026 is a Monday. */
const monday = "2026-03-02";
const march = "from=2026-03-01&to=2026-03-31";

interface CellFields {
  state?: "value" | "excused" | "cleared";
  value?: number;
  late?: boolean;
  source?: "ui" | "import";
}

/** A clan with an owner, two members and an activity that was due in March 2026. */
async function openHistory() {
  const clan = await world.clan();
  const owner = await world.memberOf(clan, "owner");
  const member = await world.memberOf(clan, "member");
  const former = await world.memberOf(clan, "member");
  await world.db.updateTable("clan_members").set({ status: "removed" }).where("id", "=", former.memberId).execute();
  const activityId = await addActivity(world.db, clan.id, {
    name: "=Donated",
    unit: "troops",
    start_date: "2026-03-01",
    end_date: "2026-03-31",
    missing_points: -2,
  });
  /** Writes a version of a cell, with its value as points. */
  const write = async (memberId: string, day: string, fields: CellFields = {}, version = 1) => {
    const { state = "value", value = 5, late = false, source = "ui" } = fields;
    const cell = { clan_id: clan.id, day, member_id: memberId, activity_id: activityId };
    const amounts = state === "value" ? { value, points: value } : { value: null, points: 0 };
    const row = { ...cell, ...amounts, state, late, version, source, entered_by: owner.memberId };
    await world.db.insertInto("entry_versions").values(row).execute();
    const entry = { ...row, is_met: state === "value" && value > 0, revision: version };
    await world.db
      .insertInto("entries")
      .values(entry)
      .onConflict((same) => same.columns(["clan_id", "day", "member_id", "activity_id"]).doUpdateSet(entry))
      .execute();
  };
  const url = `/api/clans/${clan.id}/entries`;
  const read = async (who: Pick<TestApp["visitor"], "get">, path: string) => {
    const answer = await who.get(`${url}${path}`);
    expect(answer.statusCode, answer.payload).toBe(200);
    return answer.json();
  };
  return { clan, owner, member, former, activityId, write, url, read };
}

test("the list has each cell with its names, and totals of the whole range", async () => {
  const { owner, member, activityId, write, read } = await openHistory();
  await write(member.memberId, monday, { value: 7, late: true });
  await write(member.memberId, monday, { value: 8 }, 2);
  await write(member.memberId, addDays(monday, 1), { state: "excused" });
  await write(member.memberId, addDays(monday, 2));
  await write(member.memberId, addDays(monday, 2), { state: "cleared" }, 2);
  const page = await read(owner, `?${march}&limit=1&member_id=${member.memberId}`);
  expect(page.items).toMatchObject([{ day: addDays(monday, 1), state: "excused", outcome: null, edited: false }]);
  expect(page.totals).toEqual({
    value: 8,
    points: 8 - 2 * 29,
    due: 31,
    met: 1,
    partly: 0,
    missed: 29,
    missing: 29,
    excused: 1,
    entered: 1,
    rate: 3.3,
  });
  const next = await read(owner, `?${march}&limit=1&member_id=${member.memberId}&cursor=${page.next_cursor}`);
  expect(next).toMatchObject({
    items: [{ activity_id: activityId, activity_name: "=Donated", value: 8, outcome: "met", edited: true, version: 2 }],
    totals: page.totals,
    next_cursor: null,
  });
});

test("missing cells are listed when asked for, and a cleared one keeps its version", async () => {
  const { member, write, read } = await openHistory();
  await write(member.memberId, monday);
  await write(member.memberId, addDays(monday, 1));
  await write(member.memberId, addDays(monday, 1), { state: "cleared" }, 2);
  const range = `from=${monday}&to=${addDays(monday, 2)}&member_id=${member.memberId}`;
  const { items } = await read(member, `?${range}&states=missing`);
  expect(items).toMatchObject([
    { day: addDays(monday, 2), state: "missing", version: 0, points: -2, entered_by: null, edited: false },
    { day: addDays(monday, 1), state: "missing", version: 2, points: -2, value: null, source: null },
  ]);
});

test("today's open cells are missing and cost nothing yet", async () => {
  const { clan, owner, read } = await openHistory();
  await addActivity(world.db, clan.id, { missing_points: -3, start_date: today() });
  const range = `from=${today()}&to=${addDays(today(), 3)}&member_id=${owner.memberId}`;
  const { items, totals } = await read(owner, `?${range}&states=missing`);
  expect(items).toMatchObject([{ day: today(), state: "missing", points: 0 }]);
  expect(totals).toMatchObject({ due: 1, missing: 1, points: 0, rate: 0 });
});

test.each([
  ["states=late", 1],
  ["states=edited", 1],
  ["states=excused", 1],
  ["states=excused,late", 2],
  ["states=value&source=import", 1],
  ["source=self", 0],
  ["states=missing&source=ui", 0],
  ["entered_by=00000000-0000-4000-8000-000000000000", 0],
])("the filter %s finds %i of three", async (query, count) => {
  const { owner, member, write, read } = await openHistory();
  await write(member.memberId, "2026-03-03", { late: true, source: "import" });
  await write(member.memberId, "2026-03-04", { state: "excused" });
  await write(member.memberId, "2026-03-05");
  await write(member.memberId, "2026-03-05", { value: 6 }, 2);
  expect((await read(owner, `?${march}&${query}`)).items).toHaveLength(count);
});

test("groups are found by their names, with commas as without", async () => {
  const { owner, member, write, read } = await openHistory();
  await write(owner.memberId, monday, { value: 7 });
  await write(member.memberId, monday, { value: 9 });
  const groups = { [owner.memberId]: ["Raid"], [member.memberId]: ["Raid, late"] };
  for (const [id, names] of Object.entries(groups)) {
    await world.db
      .updateTable("clan_members")
      .set({ groups: JSON.stringify(names) })
      .where("id", "=", id)
      .execute();
  }
  const found = async (group: string) =>
    (await read(owner, `?${march}&group=${encodeURIComponent(group)}`)).items.map(
      ({ value }: { value: number }) => value,
    );
  expect(await found("Raid\\, late")).toEqual([9]);
  expect(await found("Raid, late")).toEqual([7]);
  expect((await found("Raid\\, late,Raid")).toSorted()).toEqual([7, 9]);
});

test("former members are found when asked for", async () => {
  const { owner, former, write, read } = await openHistory();
  await write(former.memberId, monday);
  expect((await read(owner, `?${march}`)).items).toEqual([]);
  expect((await read(owner, `?${march}&include_former=true`)).items).toHaveLength(1);
  expect((await read(owner, `/changes?${march}&member_id=${former.memberId}`)).items).toEqual([]);
});

test("who may not see the values of others gets only their own, everywhere", async () => {
  const { clan, owner, member, write, read, url } = await openHistory();
  await write(owner.memberId, monday);
  await write(member.memberId, monday, { value: 3 });
  expect((await read(member, `?${march}`)).items).toHaveLength(2);
  const toggles = JSON.stringify({ members_see_values: false });
  await world.db.updateTable("clans").set({ toggles }).where("id", "=", clan.id).execute();
  for (const filter of ["", `&member_id=${owner.memberId},${member.memberId}`]) {
    const { items, totals } = await read(member, `?${march}${filter}`);
    expect(items).toMatchObject([{ member_id: member.memberId }]);
    expect(totals).toMatchObject({ entered: 1, value: 3, due: 31 });
    expect((await read(member, `/summary?${march}&rows=member${filter}`)).rows).toHaveLength(1);
    expect((await read(member, `/changes?${march}${filter}`)).items).toHaveLength(1);
  }
  const others = `${march}&member_id=${owner.memberId}`;
  expect((await read(member, `?${others}`)).totals).toMatchObject({ entered: 0, due: 0 });
  expect((await read(member, `/changes?${others}`)).items).toEqual([]);
  expect((await member.get(`${url}.csv?${march}`)).statusCode).toBe(403);
  expect((await member.get(`${url}.json?${march}`)).statusCode).toBe(403);
});

test("periods have keys to sort by and labels to read, in the clan's week", async () => {
  const { clan, owner, read } = await openHistory();
  await world.db.updateTable("clans").set({ week_start: 3 }).where("id", "=", clan.id).execute();
  const labels = async (key: string, from: string, to: string) =>
    (await read(owner, `?from=${from}&to=${to}&group_by=${key}`)).groups.map(
      (group: { key: string; label: string }) => [group.key, group.label],
    );
  expect(await labels("day", "2026-03-03", "2026-03-03")).toEqual([["2026-03-03", "Tue 3 Mar"]]);
  expect(await labels("week", "2026-03-03", "2026-03-04")).toEqual([
    ["2026-02-25", "Week of 25 Feb 2026"],
    ["2026-03-04", "Week of 4 Mar 2026"],
  ]);
  expect(await labels("month", "2026-02-28", "2026-03-01")).toEqual([
    ["2026-02", "February 2026"],
    ["2026-03", "March 2026"],
  ]);
  expect(await labels("weekday", "2026-03-02", "2026-03-04")).toEqual([
    ["3", "Wednesday"],
    ["1", "Monday"],
    ["2", "Tuesday"],
  ]);
  expect(await labels("activity", "2026-03-02", "2026-03-04")).toMatchObject([[expect.any(String), "=Donated"]]);
});

test("a player who was away all the time is still in the table, without data", async () => {
  const { clan, owner, member, read } = await openHistory();
  const leave = { clan_id: clan.id, member_id: member.memberId, starts_on: "2026-03-01", ends_on: "2026-03-31" };
  await world.db.insertInto("clan_member_away").values(leave).execute();
  const { rows, members } = await read(owner, `/summary?${march}&rows=member`);
  expect(members).toBe(2);
  expect(rows.find(({ key }: { key: string }) => key === member.memberId).sum).toMatchObject({ due: 0, rate: null });
});

test("changes have the content before, the latest first, page by page even within one moment", async () => {
  const { member, owner, write, read } = await openHistory();
  await write(member.memberId, monday, { value: 7 });
  await write(member.memberId, monday, { state: "excused" }, 2);
  await write(member.memberId, monday, { state: "cleared" }, 3);
  const now = new Date();
  await world.db
    .updateTable("entry_versions")
    .set({ entered_at: now })
    .where("member_id", "=", member.memberId)
    .execute();
  const seen: unknown[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const more: string = cursor && `&cursor=${cursor}`;
    const page = await read(owner, `/changes?${march}&limit=1${more}`);
    seen.push(...page.items);
    cursor = page.next_cursor;
  }
  expect(seen).toMatchObject([
    { version: 3, state: "cleared", before: { state: "excused", value: null }, is_current: true },
    { version: 2, state: "excused", before: { state: "value", value: 7 }, is_current: false },
    { version: 1, state: "value", value: 7, before: null, is_current: false, entered_at: now.toISOString() },
  ]);
  expect((await read(owner, `/changes?${march}&states=edited`)).items).toHaveLength(2);
  expect((await read(owner, `/changes?${march}&states=missing`)).items).toHaveLength(1);
});

describe("a query that is not valid", () => {
  const cursorOf = (...key: unknown[]) => Buffer.from(JSON.stringify(key)).toString("base64url");
  const nobody = "00000000-0000-4000-8000-000000000000";

  test.each([
    ["", "from"],
    ["?from=2026-03-02&to=2026-03-01", "to"],
    ["?from=2025-03-01&to=2026-03-02", "to"],
    ["?from=2026-02-30&to=2026-03-02", "from"],
    [`?${march}&cursor=x`, "cursor"],
    [`?${march}&cursor=${cursorOf("2026-03-02", nobody, nobody, 1)}`, "cursor"],
    [`?${march}&cursor=${cursorOf("2026-99-02", nobody, nobody, 1)}`, "cursor"],
    [`?${march}&states=gone`, "states.0"],
    [`?${march}&member_id=kara`, "member_id.0"],
    [`/changes?${march}&cursor=${cursorOf("2026-03-02", nobody, nobody, 1)}`, "cursor"],
    [`/changes?${march}&cursor=${cursorOf("2026-03-02", nobody, nobody, -1)}`, "cursor"],
    [`/summary?${march}`, "rows"],
    ["/summary?from=2026-03-02&to=2026-03-01&rows=day", "to"],
    [".csv?from=2026-03-02&to=2026-03-01", "to"],
    [".json", "from"],
  ])("%s is refused for its %s", async (query, path) => {
    const { owner, url } = await openHistory();
    const answer = await owner.get(`${url}${query}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().details[0]).toMatchObject({ path, message: expect.stringMatching(/\w/) });
  });

  test("366 days are fine, even the last ones there are", async () => {
    const { owner, read } = await openHistory();
    const { rows } = await read(owner, "/summary?from=9998-12-31&to=9999-12-31&rows=day");
    expect(rows).toHaveLength(366);
  });
});

test("S03: ids of another clan find nothing and are no cursor", async () => {
  const { owner, read, url } = await openHistory();
  const other = await openHistory();
  await other.write(other.owner.memberId, monday);
  await other.write(other.owner.memberId, addDays(monday, 1));
  for (const filter of [`member_id=${other.owner.memberId}`, `activity_id=${other.activityId}`]) {
    expect(await read(owner, `?${march}&${filter}`)).toMatchObject({ items: [], totals: { due: 0, entered: 0 } });
    expect(await read(owner, `/summary?${march}&${filter}&rows=activity`)).toMatchObject({ rows: [], cells: [] });
    expect((await read(owner, `/changes?${march}&${filter}`)).items).toEqual([]);
  }
  for (const list of ["", "/changes"]) {
    const { next_cursor } = await other.read(other.owner, `${list}?${march}&limit=1`);
    expect((await owner.get(`${url}${list}?${march}&cursor=${next_cursor}`)).statusCode).toBe(400);
  }
});

test("the files have every cell of the filter, however many, and no formulas", async () => {
  const { clan, owner, activityId, url } = await openHistory();
  const days = 366;
  await world.database.pool.query(
    `insert into clan_members (clan_id, name, name_key) select $1, 'P' || n, 'p' || n from generate_series(1, 8) as n`,
    [clan.id],
  );
  await world.database.pool.query(
    `insert into clan_member_spans (clan_id, member_id, starts_on)
     select clan_id, id, '2020-01-01' from clan_members where clan_id = $1 and name_key like 'p_'`,
    [clan.id],
  );
  await world.database.pool.query(
    `insert into entries (clan_id, day, member_id, activity_id, state, value, points, revision, entered_by, source)
     select $1, date '2025-03-10' + n, id, $2, 'value', 1.5, 1.5, 1, $3, 'api'
     from clan_members, generate_series(0, ${days - 1}) as n where clan_id = $1 and name_key like 'p_'`,
    [clan.id, activityId, owner.memberId],
  );
  const range = "from=2025-03-10&to=2026-03-10";
  const answer = await owner.get(`${url}.csv?${range}`);
  expect(answer.headers["content-type"]).toBe("text/csv; charset=utf-8");
  expect(answer.headers["content-disposition"]).toBe(
    'attachment; filename="clanhall-entries-2025-03-10-to-2026-03-10.csv"',
  );
  const [head, ...lines] = parseCsv(answer.payload);
  expect(head?.join()).toBe(
    "day,player,player_id,activity,activity_id,state,value,unit,points,late,edited,entered_by,entered_at,source",
  );
  expect(lines).toHaveLength(8 * days);
  expect(new Set(lines.map(([day, , player]) => `${day} ${player}`)).size).toBe(8 * days);
  expect(lines[0]?.slice(3, 11)).toEqual(["'=Donated", activityId, "value", "1.5", "troops", "1.5", "false", "false"]);
  const file = await owner.get(`${url}.json?${range}`);
  expect(file.headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(file.json()).toHaveLength(8 * days);
  expect(file.json()[0]).toMatchObject({ day: "2026-03-10", activity: "=Donated", value: 1.5, source: "api" });
  expect((await owner.get(`${url}.json?from=2020-01-01&to=2020-01-02`)).json()).toEqual([]);
});

test("a table that nobody could read is refused", async () => {
  const { clan, owner, url } = await openHistory();
  await world.database.pool.query(
    `with player as (
       insert into clan_members (clan_id, name, name_key) select $1, 'P' || n, 'p' || n from generate_series(1, 300) as n
       returning clan_id, id
     ) insert into clan_member_spans (clan_id, member_id, starts_on) select clan_id, id, '2020-01-01' from player`,
    [clan.id],
  );
  const year = "from=2025-03-10&to=2026-03-10";
  expect((await owner.get(`${url}/summary?${year}&rows=member&columns=day`)).statusCode).toBe(400);
  expect((await owner.get(`${url}/summary?${year}&rows=member&columns=week`)).statusCode).toBe(200);
});
