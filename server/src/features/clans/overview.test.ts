import { addDays, weekdayOf } from "@clanhall/contract/rules/clan-day";
import { expect, test } from "vitest";
import { addActivity } from "../../testing/activities.ts";
import { openBoards } from "../../testing/boards.ts";
import { daysAgo, openEntries } from "../../testing/entries.ts";
import { sharedApp } from "../../testing/test-app.ts";

const world = await sharedApp();

test("the overview counts players by state, who is away today, and invites that end soon", async () => {
  const clan = await world.clan();
  const owner = await world.memberOf(clan, "owner");
  const [away, back, inactive, removed] = [
    await world.memberOf(clan, "member"),
    await world.memberOf(clan, "member"),
    await world.memberOf(clan, "member"),
    await world.memberOf(clan, "member"),
  ];
  await setStatus(inactive.memberId, "inactive");
  await setStatus(removed.memberId, "removed");
  const today = new Date().toISOString().slice(0, 10);
  const period = (member_id: string, starts_on: string, ends_on: string) => ({
    clan_id: clan.id,
    member_id,
    starts_on,
    ends_on,
  });
  await world.db
    .insertInto("clan_member_away")
    .values([
      period(away.memberId, addDays(today, -2), addDays(today, 1)),
      period(back.memberId, addDays(today, -9), addDays(today, -3)),
      period(inactive.memberId, today, today),
    ])
    .execute();
  const player = (name: string) => ({ clan_id: clan.id, name, name_key: name, user_id: null });
  const players = await world.db
    .insertInto("clan_members")
    .values(["a", "b", "c", "d", "e"].map(player))
    .returning("id")
    .execute();
  const hour = 3_600_000;
  const states = [
    { expires_at: new Date(Date.now() + 3 * hour) },
    { expires_at: new Date(Date.now() + 30 * hour) },
    { expires_at: null },
    { expires_at: new Date(Date.now() - hour) },
    { expires_at: null, cancelled_at: new Date() },
  ];
  for (const [n, state] of states.entries()) {
    const invite = (await owner.send("POST", "/api/invites", { clanMemberId: players[n]?.id })).json();
    await world.db.updateTable("invites").set(state).where("id", "=", invite.id).execute();
  }

  const answer = await owner.get(`/api/clans/${clan.id}/overview`);
  expect(answer.json()).toMatchObject({
    members: { active: 8, inactive: 1, removed: 1, linked: 4, away: 1 },
    invites: { open: 3, expiring: 1 },
    today: { due: 0, entered: 0 },
    missing_today: { count: 0, players: [] },
    below_weekly: { count: 0, players: [] },
  });
  expect((await back.get(`/api/clans/${clan.id}/overview`)).statusCode).toBe(403);
});

test("the overview names the boards whose link ends within a week, the soonest first, but none that is put aside", async () => {
  const { owner, url, make, act } = await openBoards(world);
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const share = async (title: string, expires_at: string | null) => {
    const board = await make({ title });
    expect((await act(board, "share", { expires_at })).statusCode).toBe(200);
    return board;
  };
  const week = await share("In six days", inDays(6));
  const soon = await share("Tomorrow", inDays(1));
  await share("In eight days", inDays(8));
  await share("For ever", null);
  const [archived, binned, off, over] = [
    await share("Archived", inDays(1)),
    await share("Binned", inDays(1)),
    await share("Off", inDays(1)),
    await share("Over", inDays(1)),
  ];
  await act(archived, "archive");
  await owner.send("DELETE", `/api/scoreboards/${binned.id}`);
  await owner.send("DELETE", `/api/scoreboards/${off.id}/share`);
  await world.db
    .updateTable("scoreboards")
    .set({ share_expires_at: new Date(Date.now() - 1000) })
    .where("id", "=", over.id)
    .execute();
  await make({ title: "Never shared" });
  expect((await owner.get(`${url}/overview`)).json().expiring_boards).toMatchObject({
    count: 2,
    boards: [
      { scoreboard_id: soon.id, title: "Tomorrow" },
      { scoreboard_id: week.id, title: "In six days" },
    ],
  });
});

test("the overview names who is missing today and who is below the week's target, the first eight by name", async () => {
  const { clan, owner, member, url, put, cell } = await openEntries(world, { name: "Raids" });
  const today = daysAgo(0);
  const other = [1, 2, 3, 4, 5, 6, 7].filter((weekday) => weekday !== weekdayOf(today));
  const farm = await addActivity(world.db, clan.id, {
    name: "Farm",
    value_type: "decimal",
    weekly_target: 20,
    weekdays: other,
  });
  await addActivity(world.db, clan.id, { name: "Over", weekly_target: 5, end_date: daysAgo(7) });
  const players = `${url}/members`;
  const ids: string[] = [];
  for (const n of [1, 2, 3, 4, 5, 6, 7, 8, 9]) {
    const draft = { name: `Anna ${n}`, joined_on: "2026-01-01" };
    ids.push((await owner.send("POST", players, draft)).json().id);
  }
  const [first = "", second = "", third = ""] = ids;
  await owner.send("POST", players, { name: "Abel the new" });
  const away = [{ from: today, to: today }];
  await owner.send("PATCH", `${players}/${third}`, { version: 1, away });
  await world.db
    .updateTable("clans")
    .set({ week_start: weekdayOf(daysAgo(1)) })
    .where("id", "=", clan.id)
    .execute();
  const farmed = (member_id: string, day: number, value: number) =>
    cell({ member_id, activity_id: farm, day: daysAgo(day), value });
  const saved = await put(
    owner,
    [
      cell({ member_id: first }),
      cell({ member_id: member.memberId, value: null, excused: true }),
      farmed(first, 1, 19.5),
      farmed(second, 0, 8),
      farmed(second, 1, 12),
      farmed(second, 2, 100),
      farmed(ids[3] ?? "", 2, 100),
    ],
    "counted late",
  );
  expect(saved.statusCode).toBe(200);

  const answer = (await owner.get(`${url}/overview`)).json();
  expect(answer.today).toMatchObject({ due: 10, entered: 2 });
  expect(answer.missing_today.count).toBe(8);
  expect(answer.missing_today.players[0]).toEqual({ member_id: second, name: "Anna 2", missing: 1 });
  expect(answer.missing_today.players).toHaveLength(8);
  expect(answer.below_weekly.count).toBe(9);
  expect(answer.below_weekly.players).toHaveLength(8);
  expect(answer.below_weekly.players.slice(0, 2)).toEqual([
    { member_id: first, name: "Anna 1", activity: "Farm", unit: "", value_type: "decimal", value: 19.5, target: 20 },
    { member_id: ids[3], name: "Anna 4", activity: "Farm", unit: "", value_type: "decimal", value: 0, target: 20 },
  ]);
});

test("in a clan that is archived or being deleted nothing is missing", async () => {
  const { clan, owner, url, make, act } = await openBoards(world, { weekly_target: 5, is_public: true });
  const in3Days = new Date(Date.now() + 3 * 86_400_000).toISOString();
  expect((await act(await make(), "share", { expires_at: in3Days })).statusCode).toBe(200);
  const read = async () => {
    const answer = (await owner.get(`${url}/overview`)).json();
    const { members, today, missing_today, below_weekly, expiring_boards } = answer;
    return [members.active, today.due, ...[missing_today, below_weekly, expiring_boards].map(({ count }) => count)];
  };
  expect(await read()).toEqual([2, 2, 2, 2, 1]);
  for (const closed of [
    { archived_at: new Date(), deletes_at: null },
    { archived_at: null, deletes_at: new Date(Date.now() + 86_400_000) },
  ]) {
    await world.db.updateTable("clans").set(closed).where("id", "=", clan.id).execute();
    expect(await read()).toEqual([2, 0, 0, 0, 0]);
  }
});

test.each([
  ["sum", [40, 0, 50], 91, 90],
  ["best", [40, 0, 50], 51, 50],
  ["latest", [40, 0, 50], 51, 50],
  ["latest", [90, 0, 50], 51, 50],
  ["days_done", [90, 0, 50], 3, 2],
] as const)("the week so far is read as %s of %j", async (aggregate, values, weekly_target, value) => {
  const { clan, owner, member, url, put, cell } = await openEntries(world, { name: "Daily" });
  const fields = { name: "Power", unit: "power", aggregate, weekly_target };
  const power = await addActivity(world.db, clan.id, fields);
  const met = await addActivity(world.db, clan.id, { ...fields, name: "Reached", weekly_target: value });
  const week_start = weekdayOf(daysAgo(values.length));
  await world.db.updateTable("clans").set({ week_start }).where("id", "=", clan.id).execute();
  const entries = [power, met].flatMap((activity_id) => [
    ...values.map((one, index) => cell({ activity_id, day: daysAgo(values.length - index), value: one })),
    // The week before.
    cell({ activity_id, day: daysAgo(values.length + 1), value: 1000 }),
  ]);
  expect((await put(owner, entries, "counted late")).statusCode).toBe(200);
  const { below_weekly } = (await owner.get(`${url}/overview`)).json();
  const own = below_weekly.players.filter(({ member_id }: { member_id: string }) => member_id === member.memberId);
  const kind = aggregate === "days_done" ? { unit: "", value_type: "yes_no" } : { unit: "power", value_type: "whole" };
  expect(own).toEqual([expect.objectContaining({ activity: "Power", ...kind, value, target: weekly_target })]);
});

test("a clan's card counts today's cells, and only their own for members who see no values", async () => {
  const { owner, member, url, put, cell, allow } = await openEntries(world);
  await put(owner, [cell({ member_id: owner.memberId })]);
  const todayOf = async (who: Pick<typeof owner, "get">) => {
    const [[card], clan] = [(await who.get("/api/clans/my")).json(), (await who.get(url)).json()];
    expect(clan.today).toEqual(card.today);
    return { due: card.today.due, entered: card.today.entered };
  };
  expect([await todayOf(owner), await todayOf(member)]).toEqual([
    { due: 2, entered: 1 },
    { due: 2, entered: 1 },
  ]);
  await allow({ members_see_values: false });
  expect([await todayOf(owner), await todayOf(member)]).toEqual([
    { due: 2, entered: 1 },
    { due: 1, entered: 0 },
  ]);
});

function setStatus(id: string, status: "inactive" | "removed") {
  return world.db.updateTable("clan_members").set({ status }).where("id", "=", id).execute();
}
