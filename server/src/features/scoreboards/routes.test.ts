import { rangeLabel } from "@clanhall/contract/rules/periods";
import { type Scoreboard, scoreboardsMax } from "@clanhall/contract/scoreboards";
import { expect, test } from "vitest";
import { addActivity } from "../../testing/activities.ts";
import { openBoard } from "../../testing/board-results.ts";
import { openBoards } from "../../testing/boards.ts";
import { daysAgo } from "../../testing/entries.ts";
import { sharedApp } from "../../testing/test-app.ts";

const world = await sharedApp();

const titlesOf = (boards: Scoreboard[]) => boards.map(({ title }) => title);

test("a board made with a title and an activity has sensible settings and no link", async () => {
  const { clan, owner, activityId, create, get } = await openBoards(world, { name: "Raids" });
  const answer = await create({ title: "  Autumn   season " });
  expect(answer.statusCode).toBe(200);
  const board: Scoreboard = answer.json();
  expect(board).toEqual({
    id: expect.any(String),
    clan_id: clan.id,
    clan_name: "Night Owls",
    title: "Autumn season",
    description: "",
    is_active: true,
    state: "active",
    measure: "points",
    activities: [{ activity_id: activityId, weight: 1 }],
    period: { kind: "rolling", days: 7, from: null, to: null },
    range: { from: daysAgo(6), to: daysAgo(0), label: rangeLabel({ from: daysAgo(6), to: daysAgo(0) }) },
    members: { kind: "active", ids: [] },
    include_former: false,
    min_due_days: 0,
    top_n: null,
    ties: "standard",
    order: "high",
    name_display: "name",
    columns: ["change", "trend", "days_met"],
    public_activities: 1,
    hidden_activities: 0,
    share: null,
    share_token: null,
    expires_at: null,
    ended_at: null,
    deleted_at: null,
    created_at: expect.any(String),
    updated_at: board.created_at,
    scores_moved_at: null,
    version: 1,
  });
  expect((await get(board)).json()).toEqual(board);
  expect((await owner.get("/api/scoreboards")).json()).toEqual([board]);
});

test("whoever is in a board's clan finds the clan by the board, and nobody else", async () => {
  const { clan, owner, member, make } = await openBoards(world);
  const board = await make();
  const outsider = await world.user();
  const whereIs = async (who: typeof outsider, id: string) => {
    const answer = await who.get(`/api/scoreboards/${id}/clan`);
    return answer.statusCode === 200 ? answer.json() : [answer.statusCode, answer.json().message];
  };
  expect(await whereIs(member, board.id)).toEqual({ clan_id: clan.id });
  expect(await whereIs(outsider, board.id)).toEqual([404, "Scoreboard not found"]);
  await owner.send("POST", `/api/clans/${clan.id}/members/${member.memberId}/inactivate`);
  expect(await whereIs(member, board.id)).toEqual([404, "Scoreboard not found"]);
});

test("all settings are stored and audited, activities by their names", async () => {
  const { clan, owner, member, activityId, make, listAudit } = await openBoards(world, { name: "Raids" });
  const chosen = {
    title: "Best donor",
    description: "Who gave most",
    measure: "activity",
    activities: [{ activity_id: activityId.toUpperCase(), weight: 2.5 }],
    period: { kind: "fixed", from: "2026-01-01", to: "2027-01-01" },
    members: { kind: "chosen", ids: [member.memberId, owner.memberId.toUpperCase(), member.memberId] },
    include_former: true,
    min_due_days: 3,
    top_n: 10,
    ties: "dense",
    order: "low",
    name_display: "alias",
    columns: ["trend", "activities", "trend"],
  };
  const board = await make(chosen);
  expect(board).toMatchObject({
    ...chosen,
    activities: [{ activity_id: activityId, weight: 2.5 }],
    period: { ...chosen.period, days: null },
    range: { from: "2026-01-01", to: "2027-01-01", label: "1 Jan 2026 – 1 Jan 2027" },
    members: { kind: "chosen", ids: [member.memberId, owner.memberId] },
    columns: ["trend", "activities"],
  });
  expect(await listAudit()).toMatchObject([
    {
      action: "scoreboard.create",
      target_name: "Best donor",
      after: { activities: ["Raids × 2.5"], members: { players: [member.memberId, owner.memberId] }, top_n: 10 },
    },
  ]);
  const { created_by } = await world.db
    .selectFrom("scoreboards")
    .select("created_by")
    .where("clan_id", "=", clan.id)
    .executeTakeFirstOrThrow();
  expect(created_by).toBe(owner.userId);
});

test("a weekly or monthly board runs from the start of the clan's week or month, others from nowhere", async () => {
  const { clan, make, rowOf } = await openBoards(world);
  await world.db.updateTable("clans").set({ week_start: 3 }).where("id", "=", clan.id).execute();
  const weekly = await make({ period: { kind: "weekly" } });
  expect(new Date(weekly.range.from).getUTCDay()).toBe(3);
  expect((await rowOf(weekly)).running_from).toBe(weekly.range.from);
  const monthly = await make({ period: { kind: "monthly" } });
  expect((await rowOf(monthly)).running_from).toBe(`${daysAgo(0).slice(0, 7)}-01`);
  const rolling = await make({ period: { kind: "rolling", days: 30 } });
  expect((await rowOf(rolling)).running_from).toBeNull();
});

test("the range is of the clan's day, which begins when the clan says", async () => {
  const { clan, make } = await openBoards(world);
  await world.db
    .updateTable("clan_day_rules")
    .set({ time_zone: "Pacific/Kiritimati" })
    .where("clan_id", "=", clan.id)
    .execute();
  const ahead = new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10);
  expect((await make()).range.to).toBe(ahead);
});

test("a group is kept in the clan's spelling, however it is written, and once", async () => {
  const { owner, url, make } = await openBoards(world);
  await owner.send("POST", `${url}/members`, { name: "Zoë", groups: ["Night Raid"] });
  const ids = ["night raid", "NIGHT  RAID", "Night Raid\u0000"];
  expect((await make({ members: { kind: "groups", ids } })).members).toEqual({ kind: "groups", ids: ["Night Raid"] });
});

test("the list of a clan says when the scores of an active board last moved", async () => {
  const { clan, owner, kara, enter, change } = await openBoard(world, { period: { kind: "rolling", days: 3 } });
  await world.db.updateTable("clans").set({ late_days: 14 }).where("id", "=", clan.id).execute();
  const other = await addActivity(world.db, clan.id, { name: "Not on the board" });
  const movedAt = async (): Promise<string | null> =>
    (await owner.get(`/api/clans/${clan.id}/scoreboards`)).json().items[0].scores_moved_at;
  expect(await movedAt()).toBeNull();
  await enter(kara, 5, 4);
  await enter(kara, 5, 0, other);
  expect(await movedAt()).toBeNull();
  await enter(kara, 5, 1);
  const first = await movedAt();
  expect(Date.now() - Date.parse(first ?? "")).toBeLessThan(60_000);
  await enter(kara, 6, 5);
  expect(await movedAt()).toBe(first);
  await change({ state: "ended" });
  expect(await movedAt()).toBeNull();
});

test("the seed's list holds the boards of all the caller's clans, newest first, and narrows to active ones", async () => {
  const [mine, other] = [await openBoards(world), await openBoards(world)];
  const first = await mine.make({ title: "First" });
  await mine.act(first, "end");
  await world.db
    .insertInto("clan_members")
    .values({ clan_id: other.clan.id, user_id: mine.owner.userId, name: "Guest", name_key: "guest" })
    .execute();
  await other.make({ title: "Second" });
  await mine.make({ title: "Third" });
  const read = async (path: string): Promise<Scoreboard[]> => (await mine.owner.get(path)).json();
  expect(titlesOf(await read("/api/scoreboards"))).toEqual(["Third", "Second", "First"]);
  expect(titlesOf(await read("/api/scoreboards?is_active=true"))).toEqual(["Third", "Second"]);
  expect(titlesOf(await read("/api/scoreboards/active"))).toEqual(["Third", "Second"]);
  expect(titlesOf(await read("/api/scoreboards?is_active=false"))).toEqual(["First"]);
  const [third] = await read("/api/scoreboards/active");
  expect(third).toMatchObject({
    clan_id: mine.clan.id,
    clan_name: "Night Owls",
    title: "Third",
    description: "",
    is_active: true,
    share_token: null,
    expires_at: null,
  });
  expect((await mine.owner.get("/api/scoreboards?is_active=maybe")).statusCode).toBe(400);
  expect((await (await world.user()).get("/api/scoreboards")).json()).toEqual([]);
  expect((await world.visitor.get("/api/scoreboards")).statusCode).toBe(401);
});

test("members see active and ended boards; archived ones and the bin are for managers", async () => {
  const { clan, member, url, make, act, list, owner } = await openBoards(world);
  const maintainer = await world.memberOf(clan, "maintainer");
  const [active, ended, archived, gone] = [
    await make({ title: "Active" }),
    await make({ title: "Ended" }),
    await make({ title: "Archived" }),
    await make({ title: "Gone" }),
  ];
  await act(ended, "end");
  await act(archived, "archive");
  await owner.send("DELETE", `/api/scoreboards/${gone.id}`);

  const seenBy = async (who: Pick<typeof owner, "get">, path: string) => titlesOf((await who.get(path)).json());
  expect(titlesOf((await member.get(`${url}/scoreboards`)).json().items)).toEqual(["Ended", "Active"]);
  expect(await seenBy(member, "/api/scoreboards")).toEqual(["Ended", "Active"]);
  expect(titlesOf((await maintainer.get(`${url}/scoreboards`)).json().items)).toEqual(["Archived", "Ended", "Active"]);
  expect(await seenBy(maintainer, "/api/scoreboards")).toEqual(["Archived", "Ended", "Active"]);
  expect(titlesOf(await list("?deleted=true"))).toEqual(["Archived", "Ended", "Active", "Gone"]);
  expect(titlesOf(await list("?deleted=false"))).toEqual(["Archived", "Ended", "Active"]);

  const bin = await member.get(`${url}/scoreboards?deleted=true`);
  expect([bin.statusCode, bin.json().message]).toEqual([403, "Only owners and maintainers see the bin"]);
  const codesFor = async (who: Pick<typeof owner, "get">) => {
    const answers = [active, ended, archived, gone].map(({ id }) => who.get(`/api/scoreboards/${id}`));
    return (await Promise.all(answers)).map(({ statusCode }) => statusCode);
  };
  expect(await codesFor(member)).toEqual([200, 200, 404, 404]);
  expect(await codesFor(maintainer)).toEqual([200, 200, 200, 404]);
  expect((await member.get(`/api/scoreboards/${archived.id}`)).json().message).toBe("Scoreboard not found");
});

test("members may not make or change boards, and whoever is out of the clan finds none", async () => {
  const { member, url, draft, make } = await openBoards(world);
  const board = await make();
  const outsider = await world.user();
  const path = `/api/scoreboards/${board.id}`;
  const refusalsOf = async (who: Pick<typeof member, "send">) => [
    (await who.send("POST", `${url}/scoreboards`, draft())).statusCode,
    (await who.send("PATCH", path, { version: 1, title: "Mine" })).statusCode,
    (await who.send("POST", `${path}/share`)).statusCode,
    (await who.send("DELETE", path)).statusCode,
  ];
  expect(await refusalsOf(member)).toEqual([403, 403, 403, 403]);
  expect(await refusalsOf(outsider)).toEqual([404, 404, 404, 404]);
  await world.db.updateTable("clan_members").set({ status: "removed" }).where("id", "=", member.memberId).execute();
  expect(await refusalsOf(member)).toEqual([404, 404, 404, 404]);
  expect((await member.get(path)).json().message).toBe("Clan not found");
  expect((await member.get("/api/scoreboards")).json()).toEqual([]);
});

test("in an archived clan boards can be read and nothing can be done with them", async () => {
  const { clan, owner, url, draft, make, act, get, patch } = await openBoards(world);
  const board = await make();
  await act(board, "share");
  await owner.send("POST", `/api/clans/${clan.id}/archive`);
  expect((await get(board)).json()).toMatchObject({ title: "Autumn", share: null, share_token: null });
  const answers = [
    await owner.send("POST", `${url}/scoreboards`, draft()),
    await patch(board, { version: 2, title: "Winter" }),
    await act(board, "share"),
    await act(board, "share/rotate"),
    await act(board, "preview"),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([423, 423, 423, 423, 423]);
});

test("a bot with the scope for scoreboards lists and reads them, and one without does not", async () => {
  const { owner, url, make } = await openBoards(world);
  const board = await make();
  const bot = async (scope: string) => {
    const { token } = (await owner.send("POST", `${url}/tokens`, { name: "Bot", scopes: [scope] })).json();
    const headers = { authorization: `Bearer ${token}` };
    return {
      get: (path: string) => world.app.server.inject({ method: "GET", url: path, headers }),
      post: (path: string) => world.app.server.inject({ method: "POST", url: path, headers, payload: {} }),
    };
  };
  const reader = await bot("scoreboards:read");
  expect((await reader.get(`${url}/scoreboards`)).json().items).toEqual([board]);
  expect((await reader.get(`/api/scoreboards/${board.id}`)).json()).toEqual(board);
  expect((await reader.get("/api/scoreboards")).statusCode).toBe(403);
  expect((await reader.post(`/api/scoreboards/${board.id}/end`)).statusCode).toBe(403);
  const other = await bot("entries:read");
  const refusal = await other.get(`/api/scoreboards/${board.id}`);
  expect([refusal.statusCode, refusal.json().message]).toEqual([
    403,
    "This API token does not have the scope scoreboards:read, which this needs",
  ]);
  const elsewhere = await openBoards(world);
  expect((await reader.get(`/api/scoreboards/${(await elsewhere.make()).id}`)).statusCode).toBe(404);
});

test("a request that is repeated under its key makes one board", async () => {
  const { owner, url, draft, list } = await openBoards(world);
  const headers = { "x-dev-user-id": owner.userId, "idempotency-key": "board-once" };
  const send = () =>
    world.app.server.inject({ method: "POST", url: `${url}/scoreboards`, headers, payload: draft({ title: "Once" }) });
  const [first, second] = [await send(), await send()];
  expect(second.json()).toEqual(first.json());
  expect(await list()).toHaveLength(1);
});

test("S40: of fifty boards too many at once none is made, copied or taken back past the limit", async () => {
  const { clan, owner, create, make, act, list } = await openBoards(world);
  const binned = await make({ title: "Binned" });
  await owner.send("DELETE", `/api/scoreboards/${binned.id}`);
  const there = { clan_id: clan.id, title: "There", measure: "points" as const, columns: "[]" };
  const settings = { activities: "[]", period: '{"kind":"weekly"}', members: '{"kind":"active","ids":[]}' };
  const rows = Array.from({ length: scoreboardsMax - 5 }, () => ({ ...there, ...settings }));
  await world.db.insertInto("scoreboards").values(rows).execute();
  const answers = await Promise.all(Array.from({ length: 55 }, () => create()));
  const refused = answers.filter(({ statusCode }) => statusCode !== 200);
  expect(refused).toHaveLength(50);
  const refusal = [409, `A clan can have at most ${scoreboardsMax} scoreboards. Delete one first.`];
  expect([refused[0]?.statusCode, refused[0]?.json().message]).toEqual(refusal);
  const boards = await list();
  expect(boards).toHaveLength(scoreboardsMax);

  const [archived, other] = boards;
  if (!archived || !other) throw new Error("there are no boards");
  await act(archived, "archive");
  for (const answer of [await act(other, "duplicate"), await act(binned, "restore")]) {
    expect([answer.statusCode, answer.json().message]).toEqual(refusal);
  }
  await owner.send("DELETE", `/api/scoreboards/${archived.id}`);
  const room = await Promise.all([act(binned, "restore"), act(other, "duplicate"), create()]);
  expect(room.filter(({ statusCode }) => statusCode === 409)).toHaveLength(2);
  expect(await list()).toHaveLength(scoreboardsMax);
}, 30_000);
