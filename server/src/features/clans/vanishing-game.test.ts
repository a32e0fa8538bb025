import { beforeAll, expect, test } from "vitest";
import { untilWaitingForLock } from "../../testing/locks.ts";
import { sharedApp, type TestApp } from "../../testing/test-app.ts";

const world = await sharedApp();
let admin: Awaited<ReturnType<TestApp["appAdmin"]>>;
beforeAll(async () => {
  admin = await world.appAdmin();
});

const draft = { name: "Night Owls", time_zone: "UTC", player_name: "Kara" };

async function addGame(): Promise<string> {
  const slug = `game-${crypto.randomUUID()}`;
  const answer = await admin.send("POST", "/api/admin/games", { name: slug, slug });
  return answer.json().id;
}

/** Somebody and the clan they own. */
async function owner() {
  const kara = await world.user();
  const { id } = (await kara.send("POST", "/api/clans", draft)).json();
  return { ...kara, clan: `/api/clans/${id}` };
}

/** Calls while the game is being deleted, and lets the deletion end once the call waits for it. */
async function callDuringDeletion<Answer>(gameId: string, call: () => Promise<Answer>): Promise<Answer> {
  const underWay = await world.db.transaction().execute(async (tx) => {
    await tx.deleteFrom("games").where("id", "=", gameId).execute();
    const answer = call();
    await untilWaitingForLock(world.db);
    return { answer };
  });
  return underWay.answer;
}

const refusal = {
  error: "validation_failed",
  details: [{ path: "game_id", message: "This game is not in the list." }],
};

test("a clan created with a game that is deleted at the same moment gets the error that there is no such game", async () => {
  const kara = await world.user();
  const gameId = await addGame();
  const answer = await callDuringDeletion(gameId, async () =>
    kara.send("POST", "/api/clans", { ...draft, game_id: gameId }),
  );
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject(refusal);
});

test("a clan that moves to a game that is deleted at the same moment stays with its own", async () => {
  const kara = await owner();
  const gameId = await addGame();
  const answer = await callDuringDeletion(gameId, async () =>
    kara.send("PATCH", kara.clan, { game_id: gameId, version: 1 }),
  );
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject(refusal);
  expect((await kara.get(kara.clan)).json()).toMatchObject({ game: null, version: 1 });
});

test("of a game and ten clans that choose it at the same moment either the game goes or clans play it", async () => {
  for (let round = 0; round < 5; round++) {
    const gameId = await addGame();
    const people = await Promise.all(Array.from({ length: 10 }, () => world.user()));
    const [removed, ...made] = await Promise.all([
      admin.send("DELETE", `/api/admin/games/${gameId}`),
      ...people.map((person) => person.send("POST", "/api/clans", { ...draft, game_id: gameId })),
    ]);
    const statuses = new Set(made.map(({ statusCode }) => statusCode));
    const players = made.filter(({ statusCode }) => statusCode === 200).length;
    const isGone = removed.statusCode === 200;
    expect([removed.statusCode, players]).toEqual(isGone ? [200, 0] : [409, 10]);
    expect(statuses).toEqual(new Set([isGone ? 400 : 200]));
  }
});
