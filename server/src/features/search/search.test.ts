import { findMax, type findMine } from "@clanhall/contract/find";
import type { AnswerOf } from "@clanhall/contract/endpoint";
import type { ClanRole } from "@clanhall/contract/permissions";
import { toNameKey } from "@clanhall/contract/text";
import { expect, test } from "vitest";
import { addActivity } from "../../testing/activities.ts";
import { addBoard, openBoard } from "../../testing/board-results.ts";
import { sharedApp, type TestApp } from "../../testing/test-app.ts";

const world = await sharedApp();

type Person = Pick<Awaited<ReturnType<TestApp["user"]>>, "get" | "send" | "userId">;

async function find(who: Person, q: string, clanId?: string) {
  const query = new URLSearchParams({ q, ...(clanId && { clan: clanId }) });
  const answer = await who.get(`/api/me/find?${query.toString()}`);
  expect(answer.statusCode).toBe(200);
  return answer.json<AnswerOf<typeof findMine>>();
}

const namesOf = async (who: Person, q: string, clanId?: string) =>
  (await find(who, q, clanId)).players.map(({ name }) => name);
const titlesOf = async (who: Person, q: string, clanId?: string) =>
  (await find(who, q, clanId)).scoreboards.map(({ title }) => title);

async function addPlayer(clan: { id: string }, name: string, more: { aliases?: string[]; status?: "inactive" } = {}) {
  const { aliases = [], ...state } = more;
  const row = { clan_id: clan.id, name, name_key: toNameKey(name), aliases: JSON.stringify(aliases), ...state };
  const { id } = await world.db.insertInto("clan_members").values(row).returning("id").executeTakeFirstOrThrow();
  return id;
}

async function join(clan: { id: string }, { userId }: Person, role: ClanRole = "member") {
  const name = `Joined ${userId.slice(0, 8)}`;
  const row = { clan_id: clan.id, user_id: userId, name, name_key: toNameKey(name), role };
  const { id } = await world.db.insertInto("clan_members").values(row).returning("id").executeTakeFirstOrThrow();
  return id;
}

async function addBoardTo(clan: { id: string }, title: string, state: "active" | "ended" | "archived" = "active") {
  return addBoard(world, clan.id, [await addActivity(world.db, clan.id)], { title, state });
}

test("players are found by name and alias, boards by title, each with its clan", async () => {
  const clan = await world.clan();
  const owner = await world.memberOf(clan, "owner");
  const otter = await addPlayer(clan, "Rusty Otter", { aliases: ["Old Otter", "Grey Wolf"] });
  const wolfram = await addPlayer(clan, "Wolfram", { aliases: ["Wolfie"] });
  const board = await addBoardTo(clan, "Wolves of the week");
  const at = { clan_id: clan.id, clan_name: "Night Owls" };
  const unranked = { rank: null, ranked: 0 };
  const found = await find(owner, " wol ");
  expect(found.players).toEqual([
    { ...at, member_id: wolfram, name: "Wolfram", tint: expect.any(Number), alias: null, ...unranked },
    { ...at, member_id: otter, name: "Rusty Otter", tint: expect.any(Number), alias: "Grey Wolf", ...unranked },
  ]);
  expect(found.scoreboards).toEqual([
    {
      ...at,
      scoreboard_id: board,
      title: "Wolves of the week",
      measure: "points",
      period: { kind: "rolling", days: 7 },
      state: "active",
      has_link: false,
    },
  ]);
});

test("players come with their rank on the main board, as it is now and as far as the board shows it", async () => {
  const { owner, kara, tom, enter, boardId, clan } = await openBoard(world, { top_n: 2 });
  const rankOf = async (who: Person, q: string) => {
    const [player] = (await find(who, q, clan.id)).players;
    return [player?.rank, player?.ranked];
  };
  expect(await rankOf(owner, "kara moon")).toEqual([null, 0]);
  await enter(tom, 3);
  await enter(kara, 6);
  expect(await rankOf(owner, "kara moon")).toEqual([1, 2]);
  expect(await rankOf(kara, "tom hill")).toEqual([2, 2]);
  expect(await rankOf(kara, "ann olsson")).toEqual([null, 2]);
  await enter(tom, 9, 1);
  expect(await rankOf(kara, "tom hill")).toEqual([1, 2]);
  await owner.send("POST", `/api/scoreboards/${boardId}/archive`);
  expect(await rankOf(kara, "tom hill")).toEqual([null, 0]);
});

test("one letter finds nothing yet, and what begins so comes before what has it inside", async () => {
  const clan = await world.clan();
  const owner = await world.memberOf(clan, "owner");
  for (const name of ["Ann Oak", "Oak", "Oakley"]) await addPlayer(clan, name);
  for (const q of ["", "o", " o ", "o\u200b"]) expect(await find(owner, q)).toEqual({ players: [], scoreboards: [] });
  expect(await namesOf(owner, "oa")).toEqual(["Oak", "Oakley", "Ann Oak"]);
});

test("somebody of two clans finds what is in both, first what is in the named one; outsiders find nothing", async () => {
  const [first, second] = [await world.clan(), await world.clan()];
  const kara = await world.memberOf(first, "owner");
  await join(second, kara);
  await addPlayer(first, "Pike One");
  await addPlayer(second, "Pike Two");
  await addBoardTo(first, "Pikes A");
  await addBoardTo(second, "Pikes B");
  expect(await namesOf(kara, "pike")).toEqual(["Pike One", "Pike Two"]);
  expect(await namesOf(kara, "pike", second.id)).toEqual(["Pike Two", "Pike One"]);
  expect(await titlesOf(kara, "pike", second.id)).toEqual(["Pikes B", "Pikes A"]);
  const outsider = await world.user();
  expect(await find(outsider, "pike", first.id)).toEqual({ players: [], scoreboards: [] });
  expect((await world.visitor.get("/api/me/find?q=pike")).statusCode).toBe(401);
});

test("who was removed, made inactive or unlinked finds nothing of the clan any more", async () => {
  const clan = await world.clan();
  const owner = await world.memberOf(clan, "owner");
  await addPlayer(clan, "Heron");
  await addBoardTo(clan, "Herons");
  for (const action of ["mark-removed", "inactivate", "unlink"]) {
    const member = await world.memberOf(clan, "member");
    expect(await namesOf(member, "heron")).toEqual(["Heron"]);
    const done = await owner.send("POST", `/api/clans/${clan.id}/members/${member.memberId}/${action}`);
    expect(done.statusCode).toBe(200);
    expect(await find(member, "heron"), action).toEqual({ players: [], scoreboards: [] });
  }
});

test("removed players are not found, inactive ones are", async () => {
  const clan = await world.clan();
  const owner = await world.memberOf(clan, "owner");
  const gone = await addPlayer(clan, "Ibis Gone");
  await addPlayer(clan, "Ibis Idle", { status: "inactive" });
  await owner.send("POST", `/api/clans/${clan.id}/members/${gone}/mark-removed`);
  expect(await namesOf(owner, "ibis")).toEqual(["Ibis Idle"]);
});

test("boards in the bin are not found, and archived ones by managers alone", async () => {
  const clan = await world.clan();
  const [owner, member] = [await world.memberOf(clan, "owner"), await world.memberOf(clan, "member")];
  await addBoardTo(clan, "Jays now");
  await addBoardTo(clan, "Jays before", "ended");
  await addBoardTo(clan, "Jays kept", "archived");
  const binned = await addBoardTo(clan, "Jays binned");
  await owner.send("DELETE", `/api/scoreboards/${binned}`);
  expect(await titlesOf(owner, "jays")).toEqual(["Jays now", "Jays before", "Jays kept"]);
  expect(await titlesOf(member, "jays")).toEqual(["Jays now", "Jays before"]);
});

test("a clan that is being deleted is there for its owner alone", async () => {
  const clan = await world.clan();
  const [owner, member] = [await world.memberOf(clan, "owner"), await world.memberOf(clan, "member")];
  await addPlayer(clan, "Kestrel");
  await world.db.updateTable("clans").set({ deletes_at: new Date() }).where("id", "=", clan.id).execute();
  expect(await namesOf(owner, "kestrel")).toEqual(["Kestrel"]);
  expect(await namesOf(member, "kestrel")).toEqual([]);
});

test("case, width, accents and Unicode form do not matter, and nothing typed is a pattern", async () => {
  const clan = await world.clan();
  const owner = await world.memberOf(clan, "owner");
  await addPlayer(clan, "Zoë Ünal", { aliases: ["ÉTOILE"] });
  await addPlayer(clan, "100%_\\ sure");
  await addBoardTo(clan, "ÄRA 100%");
  for (const q of ["zoe\u0308", "ZOË", "ＺＯË", "ünAL", "étoile", "e\u0301toi", "zoe u", "unal", "etoile"]) {
    expect(await namesOf(owner, q), q).toEqual(["Zoë Ünal"]);
  }
  for (const q of ["100%", "%_", "_\\", "\\ s"]) expect(await namesOf(owner, q), q).toEqual(["100%_\\ sure"]);
  for (const q of ["ära", "ara"]) expect(await titlesOf(owner, q), q).toEqual(["ÄRA 100%"]);
  await addPlayer(clan, "हिन्दी");
  expect(await namesOf(owner, "हिन्दी")).toEqual(["हिन्दी"]);
  expect(await namesOf(owner, "हन")).toEqual([]);
  for (const q of ["%%", "__", "\\\\", ".*", "''", "$1"]) {
    expect(await find(owner, q), q).toEqual({ players: [], scoreboards: [] });
  }
});

test("an answer is short, and what cannot be looked for is refused", async () => {
  const clan = await world.clan();
  const owner = await world.memberOf(clan, "owner");
  for (let n = 0; n < findMax + 2; n += 1) await addPlayer(clan, `Lark ${n}`);
  expect(await namesOf(owner, "lark")).toHaveLength(findMax);
  for (const query of ["", "q=%00x", `q=${"x".repeat(101)}`, "q=lark&clan=1", "q=lark&more=1"]) {
    expect((await owner.get(`/api/me/find?${query}`)).statusCode, query).toBe(400);
  }
});
