import { describe, expect, test } from "vitest";
import { addActivity } from "../../../testing/activities.ts";
import { daysAgo } from "../../../testing/entries.ts";
import { openImports, toFile, today } from "../../../testing/imports.ts";
import { sharedApp } from "../../../testing/test-app.ts";

const world = await sharedApp();

/** One account has two imports at a time. */
const addMaintainers = (clan: { id: string }, count: number) =>
  Promise.all(Array.from({ length: count }, () => world.memberOf(clan, "maintainer")));

const nothing = { new: 0, changed: 0, same: 0, skipped: 0, unknown_player: 0, unknown_activity: 0, invalid: 0 };

/** Every row that an import may touch. */
async function checksum(clanId: string): Promise<string> {
  const tables = ["entries", "entry_versions", "entry_months", "entry_revisions", "entry_imports"];
  const rows: unknown[] = [];
  for (const table of [...tables, "entry_import_mappings", "clan_audit"]) {
    const found = await world.database.pool.query(
      `select t::text as row from "${table}" t where clan_id = $1 order by 1`,
      [clanId],
    );
    rows.push(table, found.rows);
  }
  return JSON.stringify(rows);
}

async function openFilled() {
  const context = await openImports(world);
  await context.importLines([`${today},Kara,Don,10`, `${today},Tom,Don,20`, `${today},Kara,Raid,yes`]);
  const lines = [`${today},Kara,Don,5`, `${today},Tom,Don,20`, `${today},Tom,Hrs,1.5`, `${today},Kara,Raid,yes`];
  return { ...context, lines };
}

test("by default cells that have an entry are left alone", async () => {
  const { importLines, listCells, lines } = await openFilled();
  const answer = await importLines(lines);
  expect(answer.json().counts).toEqual({ ...nothing, new: 1, same: 2, skipped: 1 });
  expect(await listCells()).toContain(`${today} Kara Donations 10`);
});

test("overwriting changes what differs", async () => {
  const { importLines, listCells, lines } = await openFilled();
  const answer = await importLines(lines, { policy: "overwrite" });
  expect(answer.json().counts).toEqual({ ...nothing, new: 1, changed: 1, same: 2 });
  expect(await listCells()).toContain(`${today} Kara Donations 5`);
});

test("adding adds to what is there and adds up what is in the file twice", async () => {
  const { importLines, listCells, lines } = await openFilled();
  const more = [...lines, `${today},Tom,Hrs,2.25`, `${today},Tom,Hrs,x`, `${today},Kara,Don,0`];
  const answer = await importLines(more, { policy: "add" });
  expect(answer.json().counts).toEqual({ ...nothing, new: 1, changed: 2, same: 1 });
  expect(await listCells()).toEqual([
    `${today} Kara Donations 15`,
    `${today} Kara Raid 1`,
    `${today} Tom Donations 40`,
    `${today} Tom Hours 3.75`,
  ]);
});

test("a sum above the maximum is a problem of its line", async () => {
  const { importLines, listCells } = await openFilled();
  const answer = await importLines([`${today},Kara,Don,4991`, `${today},Tom,Don,1`], { policy: "add" });
  expect(answer.json()).toMatchObject({ counts: { ...nothing, changed: 1, invalid: 1 }, problems: [{ line: 2 }] });
  expect(await listCells()).toContain(`${today} Kara Donations 10`);
});

test("a cleared cell is empty, and a blank one of the file never clears", async () => {
  const { importLines, listCells, owner, clan, kara, donations } = await openFilled();
  const cleared = [{ member_id: kara, activity_id: donations, day: today, value: null }];
  await owner.send("PUT", `/api/clans/${clan.id}/entries`, { entries: cleared });
  const answer = await importLines([`${today},Kara,Don,3`, `${today},Tom,Don,`], { policy: "overwrite" });
  expect(answer.json().counts).toEqual({ ...nothing, new: 1 });
  expect(await listCells()).toEqual(expect.arrayContaining([`${today} Kara Donations 3`, `${today} Tom Donations 20`]));
});

test("a dry run says the same and writes nothing at all", async () => {
  const { importLines, clan, lines } = await openFilled();
  const before = await checksum(clan.id);
  const dry = (await importLines(lines, { policy: "overwrite", dry_run: true })).json();
  expect(await checksum(clan.id)).toBe(before);
  const { counts, problems } = (await importLines(lines, { policy: "overwrite" })).json();
  expect(dry).toMatchObject({ counts, problems, import: null, same_file: null });
});

describe("the same file twice", () => {
  test("is reported by a dry run and refused unless confirmed", async () => {
    const { send, owner, url } = await openImports(world);
    const content = toFile([`${today},Kara,Don,10`]);
    const first = (await send({ content, policy: "add" })).json().import;
    const sameFile = { id: first.id, created_at: first.created_at, by: first.imported_by_name };
    expect((await send({ content, policy: "add", dry_run: true })).json().same_file).toEqual(sameFile);
    const refused = await send({ content, policy: "add" });
    expect(refused.statusCode).toBe(409);
    expect(refused.json().current).toEqual(sameFile);
    expect((await send({ content, policy: "add", again: true })).json().counts).toMatchObject({ changed: 1 });
    for (const { id } of (await owner.get(url)).json().items) await owner.send("POST", `${url}/${id}/undo`, {});
    expect((await send({ content })).statusCode).toBe(200);
  });

  test("at the same moment is written once", async () => {
    const { send, listCells, clan } = await openImports(world);
    const content = toFile([`${today},Kara,Don,10`]);
    const people = await addMaintainers(clan, 6);
    const answers = await Promise.all(people.map((person) => send({ content, policy: "add" }, person)));
    const statuses = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, 409, 409, 409, 409, 409]);
    expect(await listCells()).toEqual([`${today} Kara Donations 10`]);
  });
});

test("two files at once add up", async () => {
  const { send, listCells, clan } = await openImports(world);
  const people = await addMaintainers(clan, 5);
  await Promise.all(
    people.map((person, index) => {
      const content = toFile([`${today},Kara,Don,${index + 1}`]);
      return send({ content, policy: "add" }, person);
    }),
  );
  expect(await listCells()).toEqual([`${today} Kara Donations 15`]);
});

test("locked days need the right and a reason", async () => {
  const { importLines, send, clan, listCells, owner } = await openImports(world);
  const maintainer = await world.memberOf(clan, "maintainer");
  const lines = [`${today},Kara,Don,1`, `${daysAgo(40)},Kara,Don,2`];
  const asMaintainer = await send({ content: toFile(lines), reason: "late numbers", dry_run: true }, maintainer);
  expect(asMaintainer.json()).toMatchObject({ counts: { new: 1, invalid: 1 }, problems: [{ line: 3 }] });
  const silent = (await importLines(lines, { dry_run: true })).json();
  expect(silent.problems).toEqual([{ line: 3, column: "value", problem: expect.stringContaining("give a reason") }]);
  const answer = await importLines(lines, { reason: "late numbers", file_name: "march.csv" });
  expect(answer.json().counts).toEqual({ ...nothing, new: 2 });
  expect(await listCells()).toHaveLength(2);
  const audit = (await owner.get(`/api/clans/${clan.id}/audit`)).json().items[0];
  expect(audit).toMatchObject({
    action: "entries.import",
    target: "march.csv",
    source: "import",
    reason: "late numbers",
    after: { new: 2, policy: "skip" },
  });
});

test("a player who was not on the roster that day is a problem of the line", async () => {
  const { importLines, kara } = await openImports(world);
  await world.db
    .updateTable("clan_member_spans")
    .set({ starts_on: daysAgo(0) })
    .where("member_id", "=", kara)
    .execute();
  const answer = await importLines([`${daysAgo(1)},Kara,Don,1`, `${daysAgo(0)},Kara,Don,1`]);
  expect(answer.json()).toMatchObject({ counts: { new: 1, invalid: 1 } });
  expect(answer.json().problems[0].problem).toContain("not on the roster");
});

test("a file that brings nothing is refused and leaves no trace", async () => {
  const { importLines, clan } = await openFilled();
  const before = await checksum(clan.id);
  const answer = await importLines([`${today},Tom,Don,20`, `${today},Nobody,Don,1`]);
  expect(answer.statusCode).toBe(400);
  expect(answer.json().message).toContain("Nothing to import.");
  expect(await checksum(clan.id)).toBe(before);
});

test("S03: ids of another clan are refused, in the columns and among the players", async () => {
  const { send, clan } = await openImports(world);
  const theirs = await openImports(world);
  const before = [await checksum(clan.id), await checksum(theirs.clan.id)];
  const content = toFile([`${today},Kara,Don,1`]);
  const players = await send({ content, players: [{ name: "Kara", member_id: theirs.kara }] });
  const activities = [{ column: 3, activity_id: await addActivity(world.db, theirs.clan.id) }];
  const mapping = { date: 0, player: 1, activity: null, value: null, activities, day: null };
  const columns = await send({ format: "wide", content, mapping });
  expect([players.statusCode, players.json().details[0].path]).toEqual([400, "players"]);
  expect([columns.statusCode, columns.json().details[0].path]).toEqual([400, "mapping.activities"]);
  expect([await checksum(clan.id), await checksum(theirs.clan.id)]).toEqual(before);
});

test("S02: plain members import nothing", async () => {
  const { send, clan, owner, url } = await openImports(world);
  const member = await world.memberOf(clan, "member");
  expect((await send({ content: toFile([`${today},Kara,Don,1`]) }, member)).statusCode).toBe(403);
  expect((await member.get(url)).statusCode).toBe(403);
  expect((await owner.get(url)).json()).toEqual({ items: [] });
});
