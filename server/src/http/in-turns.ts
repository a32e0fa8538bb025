import { setImmediate as nextTurn } from "node:timers/promises";
import { z } from "zod";

/** Rows that are checked, counted or written in one turn of the event loop; others come in between. */
const rowsPerTurn = 1_000;

/** An object's schema without its rows, and what each row of its lists is held to. */
interface Lists {
  frame: z.ZodObject;
  rowsOf: Map<string, z.ZodArray>;
}

const known = new WeakMap<z.ZodType, Lists | null>();

/** Goes through a long list in turns of the event loop. */
export async function eachInTurns<Row>(
  rows: Iterable<Row>,
  use: (row: Row) => void,
  perTurn = rowsPerTurn,
): Promise<void> {
  let left = perTurn;
  for (const row of rows) {
    if (left-- === 0) {
      await nextTurn();
      left = perTurn - 1;
    }
    use(row);
  }
}

/** As `safeParse` does, except that long lists at the top of an object are checked in turns of the event loop. */
export async function parseInTurns<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): Promise<z.ZodSafeParseResult<z.output<Schema>>> {
  const lists = hasLongList(value) ? findLists(schema) : null;
  if (!lists) return schema.safeParse(value);
  const framed = lists.frame.safeParse(value);
  const issues: z.core.$ZodIssue[] = framed.error ? [...framed.error.issues] : [];
  const data: Record<string, unknown> = { ...framed.data };
  for (const [key, list] of lists.rowsOf) {
    const rows: unknown = (value as Record<string, unknown>)[key];
    if (!Array.isArray(rows) || issues.some(({ path }) => path[0] === key)) continue;
    const checked: unknown[] = [];
    for (let start = 0; start < rows.length; start += rowsPerTurn) {
      await nextTurn();
      const parsed = list.safeParse(rows.slice(start, start + rowsPerTurn));
      for (const row of parsed.data ?? []) checked.push(row);
      for (const {
        path: [index, ...inside],
        ...issue
      } of parsed.error?.issues ?? []) {
        issues.push({ ...issue, path: [key, start + Number(index), ...inside] });
      }
    }
    data[key] = checked;
  }
  if (issues.length > 0) return { success: false, error: new z.ZodError(issues) as z.ZodError<z.output<Schema>> };
  return { success: true, data: data as z.output<Schema> };
}

const fitting = new WeakSet<object>();

/**
 * For a long answer that was made field by field, so that it has nothing its schema would take out: to check thousands of
 * such rows takes longer than to make them. A test holds it to its schema instead.
 */
export function fitsSchema<Answer extends object>(answer: Answer): Answer {
  fitting.add(answer);
  return answer;
}

/** The answer as its schema lets it out; throws where it does not fit. */
export async function toFitting(schema: z.ZodType, answer: unknown): Promise<object> {
  if (typeof answer === "object" && answer !== null && fitting.has(answer)) return answer;
  const checked = await parseInTurns(schema, answer);
  if (!checked.success) throw checked.error;
  return checked.data as object;
}

/** As `JSON.stringify` does, except that long lists at the top of an object are written in turns of the event loop. */
export async function stringifyInTurns(value: object): Promise<string> {
  if (!hasLongList(value)) return JSON.stringify(value);
  const fields: string[] = [];
  for (const [key, field] of Object.entries(value)) {
    const text = Array.isArray(field) ? await stringifyList(field) : JSON.stringify(field);
    if (text !== undefined) fields.push(`${JSON.stringify(key)}:${text}`);
  }
  return `{${fields.join(",")}}`;
}

async function stringifyList(rows: unknown[]): Promise<string> {
  const parts: string[] = [];
  for (let start = 0; start < rows.length; start += rowsPerTurn) {
    await nextTurn();
    parts.push(JSON.stringify(rows.slice(start, start + rowsPerTurn)).slice(1, -1));
  }
  return `[${parts.join(",")}]`;
}

export function hasLongList(value: unknown): value is object {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.values(value).some((field) => Array.isArray(field) && field.length > rowsPerTurn);
}

/** Null where a rule of the whole object wants to see its rows. */
function findLists(schema: z.ZodType): Lists | null {
  const found = known.get(schema);
  if (found !== undefined) return found;
  const lists = schema instanceof z.ZodObject && !schema.def.checks?.length ? toLists(schema) : null;
  known.set(schema, lists);
  return lists;
}

function toLists(schema: z.ZodObject): Lists {
  const rowsOf = new Map<string, z.ZodArray>();
  const frames: Record<string, z.ZodType> = {};
  for (const [key, field] of Object.entries(schema.shape)) {
    if (!(field instanceof z.ZodArray)) continue;
    rowsOf.set(key, z.array(field.element));
    // How many rows there may be is still a rule of the list.
    frames[key] = field.clone({ ...field.def, element: z.unknown() });
  }
  return { frame: schema.extend(frames), rowsOf };
}
