export type Fields = Record<string, unknown>;

export function asRecord(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** A field in either spelling: asked for as `clan_id`, found as `clan_id` or `clanId`. */
export function readField(fields: Fields, name: string): unknown {
  const camel = name.replace(/_(\w)/g, (_, initial: string) => initial.toUpperCase());
  return fields[name] ?? fields[camel] ?? undefined;
}

/** The first of the named fields that holds text; ids that travel as numbers count as text. */
export function readText(fields: Fields, ...names: string[]): string | undefined {
  for (const name of names) {
    const value = readField(fields, name);
    const text = typeof value === "number" ? String(value) : textOf(value);
    if (text !== undefined) return text;
  }
  return undefined;
}

export function readFlag(fields: Fields, name: string): boolean | undefined {
  const value = readField(fields, name);
  return typeof value === "boolean" ? value : undefined;
}

export function readRecord(fields: Fields, name: string): Fields {
  return asRecord(readField(fields, name));
}

/** A list, bare or under the first wrapper that holds one; a wrapper such as `data.scoreboards` reaches two deep. */
export function readList(answer: unknown, ...wrappers: string[]): Fields[] {
  const candidates = [answer, ...wrappers.map((wrapper) => readPath(answer, wrapper))];
  const list = candidates.find(Array.isArray) ?? [];
  return list.map(asRecord);
}

function readPath(answer: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((value, step) => readField(asRecord(value), step), answer);
}

/** One record, bare or under the wrapper or `data`. */
export function unwrap(answer: unknown, wrapper: string): Fields {
  const fields = asRecord(answer);
  const inner = readField(fields, wrapper) ?? readField(fields, "data");
  return inner === undefined ? fields : asRecord(inner);
}

/**
 * A record of the contract: every field that is sent, and the given one where a field is missing, in either spelling.
 * What the contract knows and this code does not yet passes through.
 */
export function withDefaults<Entity extends object>(defaults: Entity, fields: Fields): Entity {
  const known = Object.entries(defaults).map(([name, value]) => [name, readField(fields, name) ?? value]);
  return { ...fields, ...Object.fromEntries(known) } as Entity;
}
