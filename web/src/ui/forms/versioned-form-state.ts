import type { z } from "zod";
import { ApiError } from "../../lib/api-errors.ts";
import { asRecord } from "../../lib/compat/read-answer.ts";
import { readStored } from "../../lib/shared/storage.ts";

/** Messages by the path of what they are about, such as "servers.0.label". */
type ErrorsByPath = Record<string, string>;

export interface Versioned {
  version: number;
}

export interface FormState<Fields> {
  /** What was last read: null as its version while there is no row yet. */
  base: { version: number | null; fields: Fields };
  values: Fields;
  /** What is on its way. */
  sent: Fields;
  /** Keys that were changed on both sides, with who changed them there. */
  open: Record<string, string | null>;
  serverErrors: ErrorsByPath;
  /** Why it could not be sent, where no field is to blame. */
  error: unknown;
  /** How often it could not be sent or was refused. */
  failures: number;
  /** Nobody hears what is wrong before the first try. */
  isChecked: boolean;
  isPending: boolean;
  isSaved: boolean;
  isRestored: boolean;
  isUnshown: boolean;
}

export function startState<Fields>(row: Versioned | null, fields: Fields): FormState<Fields> {
  return {
    base: { version: row?.version ?? null, fields },
    values: fields,
    sent: fields,
    open: {},
    serverErrors: {},
    error: null,
    failures: 0,
    isChecked: false,
    isPending: false,
    isSaved: false,
    isRestored: false,
    isUnshown: false,
  };
}

/** How fields, the keys of what is sent and the paths of messages belong together. */
export interface FieldMap<Row, Fields> {
  toFields: (row: Row) => Fields;
  toBody: (fields: Fields) => Record<string, unknown>;
  fieldsOf: (key: string) => (keyof Fields)[];
  fieldOf: (path: string, fields: Fields) => keyof Fields | null;
}

interface FieldMapInput<Row, Fields, Body> {
  toFields: (row: Row) => Fields;
  toBody: (fields: Fields) => Body;
  parts?: { [Key in keyof Body]?: (keyof Fields)[] };
  pathToField?: (path: string[], fields: Fields) => string;
}

export function createFieldMap<Row, Fields extends object, Body extends object>(
  input: FieldMapInput<Row, Fields, Body>,
): FieldMap<Row, Fields> {
  const { toFields, toBody, parts = {}, pathToField } = input;
  const fieldsOf = (key: string) => (parts as Record<string, (keyof Fields)[]>)[key] ?? [key as keyof Fields];
  return {
    toFields,
    toBody: (fields) => toBody(fields) as Record<string, unknown>,
    fieldsOf,
    fieldOf: (path, fields) => {
      const segments = path.split(".");
      const name = pathToField?.(segments, fields) ?? segments[0] ?? "";
      if (Object.hasOwn(fields, name)) return name as keyof Fields;
      return Object.hasOwn(parts, name) ? (fieldsOf(name)[0] ?? null) : null;
    },
  };
}

/** Those keys that mean something else now. */
export function listChanges<Row, Fields>(map: FieldMap<Row, Fields>, before: Fields, after: Fields): string[] {
  const [old, fresh] = [map.toBody(before), map.toBody(after)];
  return [...new Set([...Object.keys(old), ...Object.keys(fresh)])].filter((key) => !isSame(old[key], fresh[key]));
}

/** The keys that have to be decided. */
export function listConflicts<Row, Fields>(
  map: FieldMap<Row, Fields>,
  { base, values, open }: FormState<Fields>,
): string[] {
  return listChanges(map, base.fields, values).filter((key) => key in open);
}

function isSame(one: unknown, other: unknown): boolean {
  return write(one) === write(other);
}

/** Not a number reads as nothing in JSON. */
function write(value: unknown): string | undefined {
  return JSON.stringify(value, (_name, part: unknown) => (Number.isNaN(part) ? "not a number" : part));
}

/** The values, with those of a key as they are in other fields. */
function take<Row, Fields extends object>(
  map: FieldMap<Row, Fields>,
  values: Fields,
  from: Fields,
  key: string,
): Fields {
  return { ...values, ...Object.fromEntries(map.fieldsOf(key).map((name) => [name, from[name]])) };
}

/** What was typed over what they made of it: theirs where only they changed it, and a conflict where both did. */
export function rebase<Row extends Versioned, Fields extends object>(
  map: FieldMap<Row, Fields>,
  state: FormState<Fields>,
  row: Row,
  changedBy: string | null,
): FormState<Fields> {
  const theirs = map.toFields(row);
  const [mine, now] = [map.toBody(state.values), map.toBody(theirs)];
  const changedHere = listChanges(map, state.base.fields, state.values);
  const changedThere = listChanges(map, state.base.fields, theirs);
  const values = changedThere
    .filter((key) => !changedHere.includes(key))
    .reduce((taken, key) => take(map, taken, theirs, key), state.values);
  const open: FormState<Fields>["open"] = {};
  for (const key of changedHere) {
    if (isSame(mine[key], now[key])) continue;
    if (changedThere.includes(key)) open[key] = changedBy;
    else if (key in state.open) open[key] = state.open[key] ?? null;
  }
  return { ...state, base: { version: row.version, fields: theirs }, values, open };
}

/** Mine goes out with the next save, over theirs. */
export function keepMine<Fields>(state: FormState<Fields>, key: string): FormState<Fields> {
  const { [key]: _decided, ...open } = state.open;
  return { ...state, open };
}

export function takeTheirs<Row, Fields extends object>(
  map: FieldMap<Row, Fields>,
  state: FormState<Fields>,
  key: string,
): FormState<Fields> {
  return { ...keepMine(state, key), values: take(map, state.values, state.base.fields, key) };
}

export function edit<Row, Fields extends object>(
  map: FieldMap<Row, Fields>,
  state: FormState<Fields>,
  change: Partial<Fields>,
): FormState<Fields> {
  const values = { ...state.values, ...change };
  const isElsewhere = ([path]: [string, string]) => !((map.fieldOf(path, values) ?? "") in change);
  const serverErrors = Object.fromEntries(Object.entries(state.serverErrors).filter(isElsewhere));
  return { ...state, values, serverErrors, isSaved: false };
}

/** What the server made of what was sent; what was typed since stays. */
export function settle<Row extends Versioned, Fields extends object>(
  map: FieldMap<Row, Fields>,
  state: FormState<Fields>,
  saved: Row,
): FormState<Fields> {
  const stored = map.toFields(saved);
  const since = listChanges(map, state.sent, state.values);
  const values = since.reduce((kept, key) => take(map, kept, state.values, key), stored);
  return { ...startState(saved, stored), values, isSaved: since.length === 0, failures: state.failures };
}

/** What is wrong by the schema. What was so before and was not touched is not held against a change. */
export function findErrors<Row, Fields>(
  map: FieldMap<Row, Fields>,
  { base, values }: FormState<Fields>,
  schema: z.ZodType,
): ErrorsByPath {
  const found = check(schema, map.toBody(values));
  if (base.version === null) return found;
  const before = check(schema, map.toBody(base.fields));
  const changed = listChanges(map, base.fields, values);
  const isNew = ([path, message]: [string, string]) =>
    changed.includes(path.split(".")[0] ?? "") || before[path] !== message;
  return Object.fromEntries(Object.entries(found).filter(isNew));
}

function check(schema: z.ZodType, body: Record<string, unknown>): ErrorsByPath {
  const found: ErrorsByPath = {};
  for (const issue of schema.safeParse(body).error?.issues ?? []) {
    found[issue.path.join(".")] ??= isNoNumber(issue) ? "Enter a number." : issue.message;
  }
  return found;
}

/** Where the contract has no words of its own for it. */
function isNoNumber(issue: z.core.$ZodIssue): boolean {
  const isNumeric = issue.code === "invalid_type" && (issue.expected === "number" || issue.expected === "int");
  return isNumeric && issue.message.startsWith("Invalid input");
}

/** What the server found wrong with single fields; null where it said something else. */
export function toServerErrors(error: unknown): ErrorsByPath | null {
  if (!(error instanceof ApiError) || error.details.length === 0) return null;
  const found: ErrorsByPath = {};
  for (const { path, message } of error.details) found[path] ??= message;
  return found;
}

/** As in "Changed by Kara: 12". */
export function toConflictText(changedBy: string | null, value: unknown, show: (value: never) => string = toText) {
  return `Changed ${changedBy ? `by ${changedBy}` : "elsewhere"}: ${show(value as never) || "empty"}`;
}

function toText(value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number" || typeof value === "string") return String(value);
  return Array.isArray(value) ? value.map(toText).join(", ") : "";
}

/** What an earlier visit left behind; null where that is nothing, or nothing that can still be read. */
export function readDraft<Fields extends object>(
  draftKey: string,
  isEdit: boolean,
  like: Fields,
): Pick<FormState<Fields>, "base" | "values"> | null {
  const { version, base, fields } = asRecord(parse(readStored(draftKey)));
  const isFields = (value: unknown): value is Fields =>
    Object.entries(like).every(([name, usual]) => typeof asRecord(value)[name] === typeof usual);
  const isKnown = isEdit ? typeof version === "number" : version === null;
  if (!isKnown || !isFields(base) || !isFields(fields)) return null;
  return { base: { version: version as number | null, fields: base }, values: fields };
}

/** What `readDraft` reads; null where there is nothing to lose. */
export function writeDraft<Row, Fields>(
  map: FieldMap<Row, Fields>,
  { base, values }: FormState<Fields>,
): string | null {
  if (listChanges(map, base.fields, values).length === 0) return null;
  return JSON.stringify({ version: base.version, base: base.fields, fields: values });
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}
