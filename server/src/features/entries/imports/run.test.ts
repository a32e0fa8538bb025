import { describe, expect, test } from "vitest";
import { addActivity } from "../../../testing/activities.ts";
import { daysAgo } from "../../../testing/entries.ts";
import { addPlayer, openImports, today, toFile } from "../../../testing/imports.ts";
import { sharedApp } from "../../../testing/test-app.ts";

const world = await sharedApp();

const nothing = { new: 0, changed: 0, same: 0, skipped: 0, unknown_player: 0, unknown_activity: 0, invalid: 0 };
const wide = { date: 0, player: 1, activity: null, value: null, activities: [], day: null };

test("a long file: names and aliases, names and short labels of activities, values of each kind", async () => {
  const { importLines, listCells, owner, url, clan } = await openImports(world);
  const yesterday = daysAgo(1);
  const answer = await importLines([
    `${today},KARA ,donations,1.5k`,
    `${today},tom,Don,0`,
    `${yesterday},Boss,Hours,2.25`,
    `${yesterday},Tom,Raid,yes`,
    `${today},Tom,Hrs,x`,
    `${today},Kara,Hours,`,
  ]);
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toMatchObject({ counts: { ...nothing, new: 5 }, problems: [], unknown_players: [] });
  expect(answer.json().import).toMatchObject({ format: "long", policy: "skip", undone_at: null });
  expect(await listCells()).toEqual([
    `${yesterday} Kara Hours 2.25`,
    `${yesterday} Tom Raid 1`,
    `${today} Kara Donations 1500`,
    `${today} Tom Donations 0`,
    `${today} Tom Hours excused`,
  ]);
  expect((await owner.get(url)).json()).toEqual({ items: [answer.json().import] });
  const sources = await world.db
    .selectFrom("entries")
    .select("source")
    .distinct()
    .where("clan_id", "=", clan.id)
    .execute();
  expect(sources).toEqual([{ source: "import" }]);
});

test("a wide file as Excel writes it in German: byte order mark, semicolons, decimal commas, quotes, a last newline", async () => {
  const { send, listCells, donations, hours, clan } = await openImports(world);
  await addPlayer(world, clan.id, "Ann B");
  const [year = "", month = "", day = ""] = today.split("-");
  const content = [
    "\uFEFFDatum;Spieler;Spenden;Stunden;Notiz",
    `${day}.${month}.${year};Kara;"1.234";2,5;"two`,
    'lines; and ""more"""',
    "",
    `${day}.${month}.${year};"Ann`,
    `B";;0,75;x`,
    "",
  ].join("\r\n");
  const activities = [
    { column: 2, activity_id: donations },
    { column: 3, activity_id: hours.toUpperCase() },
  ];
  const mapping = { ...wide, activities, decimal: ",", date_order: "dmy" };
  const answer = await send({ format: "wide", content, mapping });
  expect(answer.json()).toMatchObject({ counts: { ...nothing, new: 3 }, problems: [] });
  expect(await listCells()).toEqual([
    `${today} Ann B Hours 0.75`,
    `${today} Kara Donations 1234`,
    `${today} Kara Hours 2.5`,
  ]);
});

test("a wide file without dates is of the day that is chosen", async () => {
  const { send, listCells, donations } = await openImports(world);
  const mapping = { ...wide, date: null, player: 0, day: today, activities: [{ column: 1, activity_id: donations }] };
  await send({ format: "wide", content: "Player\tGold\nKara\t5\nTom\t6", mapping });
  expect(await listCells()).toEqual([`${today} Kara Donations 5`, `${today} Tom Donations 6`]);
});

test("an unknown name is reported with similar ones, and matched only when somebody says so", async () => {
  const { importLines, listCells, clan, kara } = await openImports(world);
  const carl = await addPlayer(world, clan.id, "Twin Carl", ["Twin"]);
  const cora = await addPlayer(world, clan.id, "Twin Cora", ["Twin"]);
  const lines = [`${today},Karra,Don,1`, `${today},Karra,Hrs,1`, `${today},Twin,Don,2`, `${today},Nobody,Don,3`];
  const answer = (await importLines(lines, { dry_run: true })).json();
  expect(answer.counts).toEqual({ ...nothing, unknown_player: 4 });
  expect(answer.unknown_players).toEqual([
    { name: "Karra", lines: 2, similar: [{ id: kara, name: "Kara" }] },
    {
      name: "Twin",
      lines: 1,
      similar: expect.arrayContaining([
        { id: carl, name: "Twin Carl" },
        { id: cora, name: "Twin Cora" },
      ]),
    },
    { name: "Nobody", lines: 1, similar: [] },
  ]);
  const settled = await importLines(lines, {
    players: [
      { name: " karra", member_id: kara },
      { name: "Twin", member_id: cora },
    ],
  });
  expect(settled.json().counts).toEqual({ ...nothing, new: 3, unknown_player: 1 });
  expect(await listCells()).toEqual([
    `${today} Kara Donations 1`,
    `${today} Kara Hours 1`,
    `${today} Twin Cora Donations 2`,
  ]);
});

test("a present player with a name comes before a former one, and merged rows are left out", async () => {
  const { importLines, listCells, clan, kara, tom } = await openImports(world);
  const old = await addPlayer(world, clan.id, "Oldie");
  await world.db.updateTable("clan_members").set({ status: "removed" }).where("id", "=", old).execute();
  const gone = await addPlayer(world, clan.id, "Gone");
  const merged = { status: "removed", merged_into_id: kara } as const;
  await world.db.updateTable("clan_members").set(merged).where("id", "=", gone).execute();
  const former = { name: "Tom", name_key: "tom" };
  const rival = await addPlayer(world, clan.id, "Tommy");
  await world.db
    .updateTable("clan_members")
    .set({ ...former, status: "removed" })
    .where("id", "=", rival)
    .execute();
  const answer = await importLines([`${today},Oldie,Don,1`, `${today},Gone,Don,1`, `${today},Tom,Don,2`]);
  expect(answer.json().counts).toEqual({ ...nothing, new: 2, unknown_player: 1 });
  expect(await listCells()).toEqual([`${today} Oldie Donations 1`, `${today} Tom Donations 2`]);
  const row = await world.db.selectFrom("entries").select("member_id").where("member_id", "=", tom).execute();
  expect(row).toHaveLength(1);
});

test("lines that cannot be read are reported with their number and the rest is written", async () => {
  const { importLines, listCells } = await openImports(world);
  const answer = await importLines([
    `${today},Kara,Don,5`,
    `${today},Tom,Don,=1+1`,
    "",
    `2026-02-30,Tom,Don,1`,
    `${daysAgo(-1)},Tom,Don,1`,
    `${today},,Don,1`,
    `${today},Tom,Fishing,1`,
    `${today},Tom,Don,5001`,
    `${today},Tom,Hrs,1.234`,
    `${today},Tom,Raid,=HYPERLINK("x")`,
    `${today},Kara,donations,6`,
  ]);
  const { counts, problems, unknown_activities } = answer.json();
  expect(counts).toEqual({ ...nothing, new: 1, invalid: 8, unknown_activity: 1 });
  expect(unknown_activities).toEqual([{ name: "Fishing", lines: 1 }]);
  const reported = problems.map(({ line, problem }: { line: number; problem: string }) => [line, problem]);
  expect(reported).toEqual([
    [3, expect.stringContaining("“=1+1”: Enter a whole number")],
    [5, "“2026-02-30” is not a date."],
    [6, "This day has not begun yet."],
    [7, "This line has no player name."],
    [9, "Enter at most 5000."],
    [10, "Enter at most two decimals."],
    [11, expect.stringContaining("Enter yes or no")],
    [12, "Line 12 repeats line 2."],
  ]);
  expect(await listCells()).toEqual([`${today} Kara Donations 5`]);
});

test("a long text is named by its beginning, and no sign in it is halved", async () => {
  const { importLines } = await openImports(world);
  const beginning = `${"x".repeat(59)}🏹`;
  const answer = await importLines([`${today},Kara,Don,5`, `${beginning}${"x".repeat(9)},Kara,Don,5`]);
  expect(answer.json().problems).toMatchObject([{ problem: `“${beginning}…” is not a date.` }]);
});

describe("a file is refused whole", () => {
  test.each([
    ["without a column of dates", { mapping: { ...wide, date: null, activity: 2, value: 3 } }, "mapping.date"],
    ["without a column of activities", { mapping: { ...wide, value: 3 } }, "mapping.activity"],
    ["without a column of values", { mapping: { ...wide, activity: 2 } }, "mapping.value"],
    ["with a column it does not have", { mapping: { ...wide, activity: 2, value: 4 } }, "mapping.value"],
    ["that is wide, without activities", { format: "wide", mapping: wide }, "mapping.activities"],
    ["that is empty", { content: "" }, "content"],
    ["with nothing below its header", { content: toFile([]) }, "content"],
    ["with a name that the database cannot keep", { file_name: "a\0b" }, "file_name"],
    ["with a policy nobody knows", { policy: "delete" }, "policy"],
    ["with a field of the table", { imported_by: crypto.randomUUID() }, "imported_by"],
  ])("%s", async (_, body, path) => {
    const { send } = await openImports(world);
    const answer = await send({ content: toFile([`${today},Kara,Don,1`]), ...body });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().details[0].path).toBe(path);
  });

  test("with more values than one save may have", async () => {
    const { importLines } = await openImports(world);
    const answer = await importLines(Array.from({ length: 20_001 }, () => `${today},Kara,Don,1`));
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toContain("20,000");
  });
});

test("a file of twenty thousand values is one save", async () => {
  const { clan, send } = await openImports(world);
  const names = Array.from({ length: 100 }, (_, index) => `Soldier ${index}`);
  for (const name of names) await addPlayer(world, clan.id, name);
  const columns = Array.from({ length: 20 }, (_, index) => index + 2);
  const activities: { column: number; activity_id: string }[] = [];
  for (const column of columns) activities.push({ column, activity_id: await addActivity(world.db, clan.id) });
  await world.db.updateTable("clans").set({ late_days: 14 }).where("id", "=", clan.id).execute();
  const days = Array.from({ length: 10 }, (_, index) => daysAgo(index));
  const lines = days.flatMap((day) => names.map((name) => [day, name, ...columns].join(",")));
  const content = [["date", "player", ...columns].join(","), ...lines].join("\n");
  const answer = await send({ format: "wide", content, mapping: { ...wide, activities } });
  expect(answer.json().counts).toEqual({ ...nothing, new: 20_000 });
  const { rows } = await world.database.pool.query(
    "select count(*)::int as cells, count(distinct revision)::int as saves from entries where clan_id = $1",
    [clan.id],
  );
  expect(rows).toEqual([{ cells: 20_000, saves: 1 }]);
}, 20_000);

test("what the columns of a file meant is remembered by its header", async () => {
  const { send, owner, url, donations, hours, clan } = await openImports(world);
  const recall = async (header: string[]) => (await owner.send("POST", `${url}/mapping`, { header })).json();
  const activities = [
    { column: 1, activity_id: donations },
    { column: 2, activity_id: hours },
  ];
  const mapping = { ...wide, date: null, player: 0, day: today, decimal: ",", date_order: "dmy", activities };
  const content = "Name;Gold;Time\nKara;1;2";
  await send({ format: "wide", content, mapping, dry_run: true });
  expect(await recall(["Name", "Gold", "Time"])).toEqual({ remembered: null });
  await send({ format: "wide", content, mapping });
  const remembered = { format: "wide", mapping: { ...mapping, day: null } };
  expect(await recall(["\uFEFFname ", "GOLD", "Time"])).toEqual({ remembered });
  expect(await recall(["Name", "Time", "Gold"])).toEqual({ remembered: null });
  await world.db.updateTable("activities").set({ deleted_at: new Date() }).where("id", "=", hours).execute();
  const [first] = activities;
  expect((await recall(["Name", "Gold", "Time"])).remembered.mapping.activities).toEqual([first]);
  const other = await world.memberOf(await world.clan(), "owner");
  const foreign = await other.send("POST", `${url}/mapping`, { header: ["Name", "Gold", "Time"] });
  expect([foreign.statusCode, clan.id.length]).toEqual([404, 36]);
});

/** One character that stands for a phrase of eighteen. */
const phrase = "\ufdfa";

test("H1: the length of a name is that of what it stands for", async () => {
  const { importLines, owner, clan } = await openImports(world);
  const lines = Array.from({ length: 40 }, (_, index) => `${today},${phrase.repeat(490)}${index},Donations,1`);
  const answer = await importLines(lines, { dry_run: true });
  expect(answer.json()).toMatchObject({ counts: { ...nothing, invalid: 40 }, unknown_players: [] });
  expect(answer.json().problems[0]).toMatchObject({ line: 2, problem: "The player's name is too long." });

  const members = `/api/clans/${clan.id}/members`;
  const long = phrase.repeat(60);
  for (const draft of [{ name: long }, { name: "Ann", aliases: [long] }, { name: "Ann", groups: [phrase.repeat(3)] }]) {
    expect((await owner.send("POST", members, draft)).json()).toMatchObject({ error: "validation_failed" });
  }
  const list = await owner.send("POST", `${members}/import`, { rows: [{ name: long }], dry_run: true });
  expect(list.json().rows[0]).toMatchObject({
    state: "invalid",
    problem: "A player's name may have at most 60 characters.",
  });
});

test("H1: a roster full of long aliases is searched at the price of any other", async () => {
  const { clan, importLines } = await openImports(world);
  const rows = Array.from({ length: 450 }, (_, player) => {
    const aliases = Array.from({ length: 10 }, (_alias, index) => `${player} ${index} ${phrase.repeat(50)}`);
    const name = `Player ${player}`;
    return { clan_id: clan.id, name, name_key: name.toLowerCase(), aliases: JSON.stringify(aliases) };
  });
  await world.db.insertInto("clan_members").values(rows).execute();
  const answer = await importLines([`${today},Karra,Donations,1`], { dry_run: true });
  expect(answer.json().unknown_players).toMatchObject([{ name: "Karra", similar: [{ name: "Kara" }] }]);
});

type Imports = Awaited<ReturnType<typeof openImports>>;

async function importTwice() {
  const context = await openImports(world);
  await context.importLines([`${today},Kara,Don,10`, `${today},Kara,Hrs,x`]);
  const lines = [`${today},Kara,Don,11`, `${today},Kara,Hrs,2`, `${today},Tom,Don,12`, `${today},Tom,Raid,no`];
  const answer = await context.importLines(lines, { policy: "overwrite", file_name: "second.csv" });
  const undo = (body: object = {}, who: Pick<Imports["owner"], "send"> = context.owner) =>
    who.send("POST", `${context.url}/${answer.json().import.id}/undo`, body);
  return { ...context, undo, importId: answer.json().import.id as string };
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
