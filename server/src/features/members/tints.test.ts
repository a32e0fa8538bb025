import type { Member } from "@clanhall/contract/members";
import { expect, test } from "vitest";
import { openDatabaseBefore } from "../../testing/postgres.ts";
import { sharedApp } from "../../testing/test-app.ts";

const world = await sharedApp();

async function createClan() {
  const owner = await world.user();
  const draft = { name: "Night Owls", time_zone: "UTC", player_name: "Kara" };
  const clan = (await owner.send("POST", "/api/clans", draft)).json<{ id: string; member_id: string }>();
  const url = `/api/clans/${clan.id}/members`;
  const add = async (name: string) => (await owner.send("POST", url, { name })).json<Member>();
  const doTo = (id: string, action: string) => owner.send("POST", `${url}/${id}/${action}`);
  return { clan, owner, url, add, doTo };
}

/** How many players on the roster have each of the colours, from the first to the last. */
async function countTints(clan: { id: string }) {
  const rows = await world.db
    .selectFrom("clan_members")
    .select("tint")
    .where("clan_id", "=", clan.id)
    .where("status", "!=", "removed")
    .execute();
  return [1, 2, 3, 4, 5, 6, 7, 8].map((tint) => rows.filter((row) => row.tint === tint).length);
}

test("a new player gets the colour that the fewest have, of several the lowest", async () => {
  const { clan, owner, url, add, doTo } = await createClan();
  const { members } = (await owner.get(url)).json<{ members: Member[] }>();
  expect(members).toMatchObject([{ id: clan.member_id, tint: 1 }]);
  const added: Member[] = [];
  for (const name of ["B", "C", "D", "E", "F", "G", "H", "I", "J"]) added.push(await add(name));
  expect(added.map(({ tint }) => tint)).toEqual([2, 3, 4, 5, 6, 7, 8, 1, 2]);
  // Who was taken off the roster leaves their colour to others, and has it still when they are back.
  await doTo(added[4]?.id ?? "", "mark-removed");
  expect((await add("K")).tint).toBe(6);
  expect((await add("L")).tint).toBe(3);
  expect((await doTo(added[4]?.id ?? "", "restore")).json()).toMatchObject({ name: "F", tint: 6 });
  // Inactive players are still on the roster.
  await doTo(added[2]?.id ?? "", "inactivate");
  expect((await add("M")).tint).toBe(4);
});

test("fifty players added at the same moment share the colours evenly", async () => {
  const { clan, add } = await createClan();
  const added = await Promise.all(Array.from({ length: 50 }, (_, index) => add(`Player ${index}`)));
  expect(added.every(({ tint }) => tint >= 1 && tint <= 8)).toBe(true);
  expect(await countTints(clan)).toEqual([7, 7, 7, 6, 6, 6, 6, 6]);
});

test("an import fills up the colours that are rare, in the order of the list", async () => {
  const { clan, owner, url, add } = await createClan();
  for (const name of ["B", "C", "D"]) await add(name);
  const rows = Array.from({ length: 12 }, (_, index) => ({ name: `Imported ${String.fromCodePoint(97 + index)}` }));
  await owner.send("POST", `${url}/import`, { rows, dry_run: false, add_similar: [...rows.keys()] });
  const { members } = (await owner.get(`${url}?q=Imported`)).json<{ members: Member[] }>();
  expect(members.map(({ tint }) => tint)).toEqual([5, 6, 7, 8, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect(await countTints(clan)).toEqual([2, 2, 2, 2, 2, 2, 2, 2]);
});

test("two imports at once and players added meanwhile come out even", async () => {
  const { clan, owner, url, add } = await createClan();
  const listOf = (kind: string) => Array.from({ length: 20 }, (_, index) => ({ name: `${kind} ${index}`.repeat(3) }));
  const run = (rows: object[]) =>
    owner.send("POST", `${url}/import`, { rows, dry_run: false, add_similar: [...rows.keys()] });
  const [one, other] = await Promise.all([run(listOf("owl")), run(listOf("lark")), add("Tom"), add("Ida"), add("Eve")]);
  expect([one, other].map((answer) => answer.json<{ added: number }>().added)).toEqual([20, 20]);
  const counts = await countTints(clan);
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
});

test("whoever stays after a merge keeps their colour, and so do both when it is undone", async () => {
  const { owner, url, add } = await createClan();
  const [keep, drop] = [await add("Tom"), await add("Tommy")];
  const tintsNow = async () => {
    const { members } = (await owner.get(url)).json<{ members: Member[] }>();
    return [keep.id, drop.id].map((id) => members.find((member) => member.id === id)?.tint);
  };
  const merged = await owner.send("POST", `${url}/merge`, { keep: keep.id, drop: drop.id, dry_run: false });
  expect(await tintsNow()).toEqual([keep.tint, drop.tint]);
  const undone = await owner.send("POST", `${url}/merges/${merged.json().merge_id}/undo`);
  expect(undone.statusCode).toBe(200);
  expect(await tintsNow()).toEqual([keep.tint, drop.tint]);
});

test("players of the release before get colours evenly in each clan, the same on every installation", async () => {
  const { client, upgrade } = await openDatabaseBefore("0020_member_tints");
  for (const size of [3, 20]) {
    await client.query(
      `with clan as (insert into clans (name) values ('Clan of ' || $1) returning id)
       insert into clan_members (clan_id, name, name_key, status, created_at)
       select id, 'P' || n, 'p' || n, case when n = 2 then 'removed' else 'active' end, now() + n * interval '1 minute'
       from clan, generate_series(1, $1::int) as n`,
      [size],
    );
  }
  await upgrade();
  const { rows } = await client.query<{ name: string; tints: number[] }>(
    `select clans.name, array_agg(member.tint order by member.created_at) as tints
     from clans join clan_members as member on member.clan_id = clans.id group by clans.name order by clans.name`,
  );
  expect(rows).toEqual([
    { name: "Clan of 20", tints: [1, 4, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3] },
    { name: "Clan of 3", tints: [1, 3, 2] },
  ]);
  await expect(client.query("update clan_members set tint = 9")).rejects.toThrow("clan_members_tint_check");
});
