import { expect, test } from "vitest";
import { z } from "zod";
import { eachInTurns, parseInTurns, stringifyInTurns } from "./in-turns.ts";

const schema = z.strictObject({
  title: z.string(),
  rows: z.array(z.object({ id: z.int(), name: z.string().trim() })).max(3_000, "At most 3,000 rows."),
  others: z.array(z.string()),
});
const rowsOf = (count: number) => Array.from({ length: count }, (_, id) => ({ id, name: ` Row ${id} `, extra: true }));
const body = (count: number) => ({ title: "Long", rows: rowsOf(count), others: ["one"] });

test.each([0, 1, 999, 1_000, 1_001, 2_500, 3_000])("%i rows are read and written as in one turn", async (count) => {
  const parsed = await parseInTurns(schema, body(count));
  expect(parsed).toEqual(schema.safeParse(body(count)));
  const odd = { ...body(count), nothing: undefined, empty: null, 'a "key"': [undefined, count] };
  expect(await stringifyInTurns(odd)).toBe(JSON.stringify(odd));
});

test.each([
  ["a row", { ...body(2_500), rows: rowsOf(2_500).with(2_400, { id: 1.5, name: "", extra: true }) }],
  [
    "two rows",
    { ...body(2_500), rows: rowsOf(2_500).map((row) => (row.id % 1_200 === 7 ? { ...row, id: 0.5 } : row)) },
  ],
  ["too many rows", body(3_001)],
  ["a field beside them", { ...body(2_500), title: 7 }],
  ["a field that nobody knows", { ...body(2_500), extra: 1 }],
  ["a short list beside the long one", { ...body(2_500), others: [7] }],
  ["no list", { ...body(2_500), others: "one" }],
])("%s that is wrong is named as in one turn", async (_what, value) => {
  const parsed = await parseInTurns(schema, value);
  const wanted = schema.safeParse(value);
  expect(wanted.success).toBe(false);
  expect(parsed.success).toBe(false);
  expect(parsed.error?.issues).toEqual(wanted.error?.issues);
});

test("a rule of the whole object sees its rows", async () => {
  const ruled = schema.refine(({ rows }) => rows.every(({ id }) => id < 2_000), "Too far");
  expect((await parseInTurns(ruled, body(1_500))).success).toBe(true);
  expect((await parseInTurns(ruled, body(2_500))).error?.issues).toMatchObject([{ message: "Too far" }]);
});

test("others come in between", async () => {
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const seen: number[] = [];
  await eachInTurns(Array.from({ length: 5_000 }).keys(), (row) => seen.push(row));
  expect(seen).toHaveLength(5_000);
  expect(turns).toBeGreaterThanOrEqual(4);
  turns = 0;
  await stringifyInTurns((await parseInTurns(schema, body(3_000))).data ?? {});
  expect(turns).toBeGreaterThanOrEqual(6);
  isOver = true;
});
