import { afterAll, beforeAll, expect, test } from "vitest";
import { openBoard } from "../../testing/board-results.ts";
import { type DiscordWorld, openDiscordWorld } from "../../testing/fake-discord-app.ts";
import type { TestApp } from "../../testing/test-app.ts";

let world: TestApp;
let opened: DiscordWorld;
beforeAll(async () => {
  opened = await openDiscordWorld();
  ({ world } = opened);
});
afterAll(() => opened.close());

/** Ann owns a clan with a board; Kara and Tom play in it. */
async function openRanked(fields: Parameters<typeof openBoard>[1] = {}) {
  const board = await openBoard(world, fields);
  const { ask, guildId, channelId } = await opened.connect(board.clan, board.owner);
  const [ann, kara, tom] = [
    await opened.link(board.owner),
    await opened.link(board.kara),
    await opened.link(board.tom),
  ];
  /** Without the period, which ends the first line. */
  const linesOf = (answer: { data: { embeds: { description: string }[] } }) =>
    (answer.data.embeds[0]?.description ?? "")
      .split("\n")
      .map((line, index) => (index === 0 ? line.slice(0, line.lastIndexOf(" · ")) : line));
  return {
    ...board,
    ask,
    people: { ann, kara, tom },
    rank: async (who: typeof ann, player?: string) => linesOf(await ask(who, "rank", player ? { player } : {})),
    where: async (who: typeof ann) => {
      const press = { type: 3, customId: `where:${board.boardId}`, guildId, channelId };
      return linesOf(await opened.discord.talk(world, who, press));
    },
  };
}

test("whoever asks about the player who leads is not told that they lead themselves", async () => {
  const { rank, enter, kara, owner, people } = await openRanked();
  await enter(kara, 12);
  await enter(owner, 7);
  expect(await rank(people.ann, "Kara Moon")).toEqual(["**#1** of 3 · 12", "Kara Moon is in first place."]);
  expect(await rank(people.kara)).toEqual(["**#1** of 3 · 12", "You are in first place."]);
  expect(await rank(people.ann)).toEqual(["**#2** of 3 · 7", "5 behind Kara Moon"]);
  expect(await rank(people.kara, "Ann Olsson")).toEqual(["**#2** of 3 · 7", "5 behind you"]);
});

test("players learn their own rank below those a board shows, and others only that it is below", async () => {
  const { rank, where, enter, change, kara, owner, people, owner: boss, url } = await openRanked({ top_n: 1 });
  await enter(kara, 12);
  await enter(owner, 7);
  expect(await rank(people.ann)).toEqual(["**#2** of 3 · 7", "5 behind Kara Moon"]);
  expect(await where(people.ann)).toEqual(["**#2** of 3 · 7", "5 behind Kara Moon"]);
  expect(await rank(people.kara)).toEqual(["**#1** of 3 · 12", "You are in first place."]);
  expect(await rank(people.kara, "Ann Olsson")).toEqual(["Below 1st place"]);
  await change({ top_n: 2 });
  expect(await rank(people.kara, "Tom Hill")).toEqual(["Below the top 2"]);
  expect(await rank(people.kara, "Ann Olsson")).toEqual(["**#2** of 3 · 7", "5 behind you"]);
  // What a board did not show at its end, nobody knows any more.
  expect((await boss.send("POST", `${url}/end`)).statusCode).toBe(200);
  expect(await where(people.tom)).toEqual(["No rank"]);
  expect((await where(people.ann)).slice(0, 2)).toEqual(["**#2** · 7", "5 behind Kara Moon"]);
});

test("before the first value nobody is in first place, and none is to come once a board has ended", async () => {
  const { rank, where, people, owner, url } = await openRanked();
  for (const ask of [rank, where]) expect(await ask(people.ann)).toEqual(["No values yet"]);
  expect((await owner.send("POST", `${url}/end`)).statusCode).toBe(200);
  expect(await where(people.ann)).toEqual(["No values"]);
});

test("players with the same score are tied", async () => {
  const { rank, enter, kara, tom, owner, people } = await openRanked();
  await enter(kara, 5);
  await enter(owner, 5);
  expect(await rank(people.ann)).toEqual(["**#1** of 3 · 5", "Tied with Kara Moon for first place."]);
  expect(await rank(people.ann, "Kara Moon")).toEqual(["**#1** of 3 · 5", "Tied with you for first place."]);
  await enter(tom, 5);
  expect(await rank(people.ann)).toEqual(["**#1** of 3 · 5", "Tied with Kara Moon and Tom Hill for first place."]);
  await enter(kara, 9);
  expect(await rank(people.ann)).toEqual(["**#2** of 3 · 5", "Tied with Tom Hill.", "4 behind Kara Moon"]);
});

test("in an archived clan nothing is counted any more", async () => {
  const { ask, clan, enter, owner, people } = await openRanked();
  await enter(owner, 5);
  await owner.send("POST", `/api/clans/${clan.id}/archive`);
  const archived = "This clan is archived: nothing is counted any more.";
  for (const command of ["me", "today"]) expect((await ask(people.ann, command)).data.content).toBe(archived);
  const shown = await ask(people.ann, "today", { show: "everyone" });
  expect(shown.data).toMatchObject({ content: archived, flags: 64 });
});
