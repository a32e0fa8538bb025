import { expect, test } from "vitest";
import { daysAgo } from "../../../testing/entries.ts";
import { openImports, toFile, today } from "../../../testing/imports.ts";
import { sharedApp } from "../../../testing/test-app.ts";

const world = await sharedApp();

type Scene = Awaited<ReturnType<typeof openImports>>;

async function importTwice() {
  const scene = await openImports(world);
  await scene.importLines([`${today},Kara,Don,10`, `${today},Kara,Hrs,x`]);
  const lines = [`${today},Kara,Don,11`, `${today},Kara,Hrs,2`, `${today},Tom,Don,12`, `${today},Tom,Raid,no`];
  const answer = await scene.importLines(lines, { policy: "overwrite", file_name: "second.csv" });
  const undo = (body: object = {}, who: Pick<Scene["owner"], "send"> = scene.owner) =>
    who.send("POST", `${scene.url}/${answer.json().import.id}/undo`, body);
  return { ...scene, undo, importId: answer.json().import.id as string };
}

test("an undo puts back what stood there: other values, excuses and empty cells, as new versions", async () => {
  const { undo, listCells, clan, owner, url, tom, donations } = await importTwice();
  const months = () => world.db.selectFrom("entry_months").selectAll().where("clan_id", "=", clan.id).execute();
  const answer = await undo();
  expect(answer.json()).toMatchObject({ restored: 4, kept: 0, import: { file_name: "second.csv" } });
  expect(answer.json().import.undone_at).not.toBeNull();
  expect(await listCells()).toEqual([`${today} Kara Donations 10`, `${today} Kara Hours excused`]);
  expect((await months()).reduce((sum, { points }) => sum + points, 0)).toBe(10);
  const versions = await world.db
    .selectFrom("entry_versions")
    .select(["version", "state", "value", "source"])
    .where("member_id", "=", tom)
    .where("activity_id", "=", donations)
    .orderBy("version")
    .execute();
  expect(versions).toEqual([
    { version: 1, state: "value", value: 12, source: "import" },
    { version: 2, state: "cleared", value: null, source: "import" },
  ]);
  expect((await owner.get(url)).json().items[0]).toEqual(answer.json().import);
  const audit = (await owner.get(`/api/clans/${clan.id}/audit`)).json().items[0];
  expect(audit).toMatchObject({ action: "entries.import_undo", target: "second.csv", after: { restored: 4, kept: 0 } });
});

test("cells that somebody changed since stay as they are", async () => {
  const { undo, listCells, owner, clan, kara, tom, donations } = await importTwice();
  const cell = { activity_id: donations, day: today };
  const entries = [
    { ...cell, member_id: kara, value: 99 },
    { ...cell, member_id: tom, value: null },
  ];
  await owner.send("PUT", `/api/clans/${clan.id}/entries`, { entries });
  expect((await undo()).json()).toMatchObject({ restored: 2, kept: 2 });
  expect(await listCells()).toEqual([`${today} Kara Donations 99`, `${today} Kara Hours excused`]);
});

test("two imports of the same cells are undone one after the other", async () => {
  const { undo, listCells, owner, url } = await importTwice();
  await undo();
  const first = (await owner.get(url)).json().items[1];
  const answer = await owner.send("POST", `${url}/${first.id}/undo`, {});
  expect(answer.json()).toMatchObject({ restored: 2, kept: 0 });
  expect(await listCells()).toEqual([]);
});

test("an import is undone once, however many ask at once", async () => {
  const { undo, listCells, clan } = await importTwice();
  const answers = await Promise.all(Array.from({ length: 5 }, () => undo()));
  const statuses = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
  expect(statuses).toEqual([200, 409, 409, 409, 409]);
  expect(await listCells()).toHaveLength(2);
  const { rows } = await world.database.pool.query("select count(*)::int from entry_versions where clan_id = $1", [
    clan.id,
  ]);
  expect(rows).toEqual([{ count: 10 }]);
});

test("an undo of locked days needs the right and a reason, and without them undoes nothing", async () => {
  const { send, listCells, owner, clan, url } = await openImports(world);
  const content = toFile([`${daysAgo(40)},Kara,Don,1`, `${today},Kara,Don,2`]);
  const { id } = (await send({ content, reason: "from paper" })).json().import;
  const undo = (who: Pick<typeof owner, "send">, body: object) => who.send("POST", `${url}/${id}/undo`, body);
  const maintainer = await world.memberOf(clan, "maintainer");
  expect((await undo(maintainer, { reason: "wrong file" })).statusCode).toBe(423);
  expect((await undo(owner, {})).json()).toMatchObject({ error: "validation_failed", details: [{ path: "reason" }] });
  expect(await listCells()).toHaveLength(2);
  expect((await undo(owner, { reason: "wrong file" })).json()).toMatchObject({ restored: 2 });
  expect(await listCells()).toEqual([]);
});

test("a player who left since gets the old values back too", async () => {
  const { undo, listCells, kara } = await importTwice();
  await world.db
    .updateTable("clan_member_spans")
    .set({ ends_on: daysAgo(5) })
    .where("member_id", "=", kara)
    .execute();
  expect((await undo()).json()).toMatchObject({ restored: 4 });
  expect(await listCells()).toContain(`${today} Kara Donations 10`);
});

test("S03: an import of another clan is not there, and members undo nothing", async () => {
  const { undo, importId, clan } = await importTwice();
  const mine = await openImports(world);
  expect((await mine.owner.send("POST", `${mine.url}/${importId}/undo`, {})).statusCode).toBe(404);
  expect((await undo({}, mine.owner)).statusCode).toBe(404);
  expect((await undo({}, await world.memberOf(clan, "member"))).statusCode).toBe(403);
  expect((await undo()).statusCode).toBe(200);
});
