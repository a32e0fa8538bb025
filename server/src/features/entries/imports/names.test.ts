import { expect, test } from "vitest";
import { daysAgo } from "../../../testing/entries.ts";
import { addPlayer, openImports, today } from "../../../testing/imports.ts";
import { sharedApp } from "../../../testing/test-app.ts";

const world = await sharedApp();

async function readPlayer(clanId: string, name: string) {
  return world.db
    .selectFrom("clan_members")
    .selectAll()
    .where("clan_id", "=", clanId)
    .where("name", "=", name)
    .executeTakeFirst();
}

async function readSpans(memberId: string) {
  const rows = await world.db
    .selectFrom("clan_member_spans")
    .select("starts_on")
    .where("member_id", "=", memberId)
    .execute();
  return rows.map(({ starts_on }) => starts_on);
}

async function readActions(clanId: string) {
  const rows = await world.db.selectFrom("clan_audit").select("action").where("clan_id", "=", clanId).execute();
  return rows.map(({ action }) => action).toSorted();
}

test("new players, aliases and values come in one call, are counted before, and Undo takes all of them back", async () => {
  const { importLines, listCells, owner, url, clan, kara } = await openImports(world);
  const lines = [`${daysAgo(2)},Zorro,Don,5`, `${today},zorro,Don,6`, `${today},Karra,Don,7`];
  const names = {
    add_players: ["Zorro", " zorro"],
    players: [{ name: "Karra", member_id: kara }],
    remember: [{ name: "Karra", member_id: kara }],
  };
  const dry = (await importLines(lines, { ...names, dry_run: true })).json();
  expect(dry).toMatchObject({ counts: { new: 3, unknown_player: 0 }, players_added: 1, aliases_added: 1 });
  expect(await readPlayer(clan.id, "Zorro")).toBeUndefined();

  const done = (await importLines(lines, names)).json();
  expect(done).toMatchObject({ counts: { new: 3 }, players_added: 1, aliases_added: 1, problems: [] });
  const zorro = await readPlayer(clan.id, "Zorro");
  expect(await readSpans(zorro?.id ?? "")).toEqual([daysAgo(2)]);
  expect((await readPlayer(clan.id, "Kara"))?.aliases).toEqual(["Kära", "Boss", "Karra"]);
  expect(await listCells()).toHaveLength(3);
  expect(await readActions(clan.id)).toEqual(["entries.import", "member.add", "member.update"]);

  const undone = (await owner.send("POST", `${url}/${done.import.id}/undo`, {})).json();
  expect(undone).toMatchObject({ restored: 3, players_removed: 1, aliases_removed: 1, players_kept: [] });
  expect(await listCells()).toEqual([]);
  expect(await readPlayer(clan.id, "Zorro")).toMatchObject({ status: "removed" });
  expect(await readSpans(zorro?.id ?? "")).toEqual([]);
  expect((await readPlayer(clan.id, "Kara"))?.aliases).toEqual(["Kära", "Boss"]);
});

test("an added player who has more by now stays, and the undo says so", async () => {
  const { importLines, owner, url, clan, donations } = await openImports(world);
  const done = (
    await importLines([`${today},Zorro,Don,5`, `${today},Yara,Don,5`], { add_players: ["Zorro", "Yara"] })
  ).json();
  const zorro = await readPlayer(clan.id, "Zorro");
  const cell = { member_id: zorro?.id, activity_id: donations, day: daysAgo(0), value: 9, excused: false };
  const saved = await owner.send("PUT", `/api/clans/${clan.id}/entries`, { entries: [cell] });
  expect(saved.statusCode).toBe(200);
  const undone = (await owner.send("POST", `${url}/${done.import.id}/undo`, {})).json();
  expect(undone).toMatchObject({ restored: 1, kept: 1, players_removed: 1, players_kept: ["Zorro"] });
  expect(await readPlayer(clan.id, "Zorro")).toMatchObject({ status: "active" });
});

test("players alone can be imported; names that cannot be added are a problem of their line", async () => {
  const { importLines, listCells, clan } = await openImports(world);
  const full = await addPlayer(
    world,
    clan.id,
    "Full",
    Array.from({ length: 10 }, (_, index) => `Alias ${index}`),
  );
  const long = "x".repeat(61);
  const lines = [`${today},Kara,Don,1`, `${today},Fuller,Don,2`, `${today},${long},Don,3`];
  const answer = (
    await importLines(lines, {
      add_players: [long, "Kara", "Nora"],
      players: [{ name: "Fuller", member_id: full }],
      remember: [
        { name: "Fuller", member_id: full },
        { name: "Alias 3", member_id: full },
      ],
    })
  ).json();
  expect(answer).toMatchObject({ players_added: 1, aliases_added: 0, counts: { new: 2, unknown_player: 1 } });
  const problems = answer.problems.map(({ line, problem }: { line: number; problem: string }) => [line, problem]);
  expect(problems).toEqual([
    [3, "Full can have at most 10 aliases."],
    [4, expect.stringContaining("at most 60 characters")],
  ]);
  expect(await listCells()).toHaveLength(2);
  expect(await readPlayer(clan.id, "Nora")).toMatchObject({ status: "active" });
  const alone = await importLines([`${today},Kara,Don,1`], { add_players: ["Odo"] });
  expect(alone.json()).toMatchObject({ counts: { same: 1 }, players_added: 1 });
});

test("a maintainer gives the owner's player no alias, foreign players are refused, and members may not import", async () => {
  const { send, clan } = await openImports(world);
  const other = await openImports(world);
  const maintainer = await world.memberOf(clan, "maintainer");
  const member = await world.memberOf(clan, "member");
  const boss = await world.db
    .selectFrom("clan_members")
    .select("id")
    .where("clan_id", "=", clan.id)
    .where("role", "=", "owner")
    .executeTakeFirstOrThrow();
  const content = `date,player,activity,value\n${today},Kara,Don,1`;
  const own = await send({ content, remember: [{ name: "The Chief", member_id: boss.id }] }, maintainer);
  expect(own.json()).toMatchObject({ aliases_added: 0, counts: { new: 1, invalid: 1 } });
  const foreign = await send({ content, dry_run: true, remember: [{ name: "K", member_id: other.kara }] });
  expect(foreign.json()).toMatchObject({ error: "validation_failed" });
  expect((await send({ content, add_players: ["A"] }, member)).statusCode).toBe(403);
  const many = await send({ content, add_players: Array.from({ length: 201 }, (_, index) => `P${index}`) });
  expect(many.statusCode).toBe(400);
});
