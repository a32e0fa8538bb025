import fc from "fast-check";

/** As the API describes itself; only what names and types its parts. */
export interface Schema {
  type?: string;
  format?: string;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
}

export interface Call {
  method: string;
  path: string;
  query: string[];
  body?: Schema;
}

export interface OddRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
  /** Past a limit of size, at which a server may hang up while it is still being written to. */
  isTooLarge: boolean;
}

const nasty: unknown[] = [
  null, true, 0, -1, 0.1, 1e308, -1e308, 2 ** 53, 2 ** 31, "", " ", "\u0000", "a\u0000b", "\ud800", "\u202e", "0", "-1",
  "__proto__", "constructor", "'; drop table users; --", "%00", "../../etc/passwd", "x".repeat(10_000),
  "<img src=x onerror=alert(1)>", "' or '1'='1", "1; select pg_sleep(9)--", "{{7*7}}${7*7}", "=cmd|' /C calc'!A0",
  "\r\nSet-Cookie: a=b", "javascript:alert(1)", "http://169.254.169.254/", "file:///etc/passwd", "NaN", "-0", "1e999",
  "0000-00-00", "9999-99-99", "2026-02-30", "+275760-09-13", "2026-11-16T99:99:99Z", "99:99", "Europe/Nowhere",
  "00000000-0000-0000-0000-000000000000", [], [null], [[]], {}, { length: -1 }, Array(2_000).fill(0),
]; // prettier-ignore

const rawBodies = [
  "", "null", "0", '""', "[]", "{", "{}}", "{'a':1}", "\u0000", '{"a":1,"a":2}', '{"__proto__":{"a":1}}',
  '{"constructor":{"prototype":{"a":1}}}', '{"a":1e999}', '"\\ud800"',
]; // prettier-ignore

const anything = fc.oneof(fc.constantFrom(...nasty), fc.anything({ maxDepth: 2, withNullPrototype: false }));

/** What the schema asks for, more or less: one field in a few is something else. */
function toValue(schema: Schema, ids: string[], depth = 0): fc.Arbitrary<unknown> {
  const fitting = toFitting(schema, ids, depth);
  return fc.oneof({ weight: 3, arbitrary: fitting }, { weight: 1, arbitrary: anything });
}

function toFitting(
  { type, format, enum: choices, properties, items, anyOf }: Schema,
  ids: string[],
  depth: number,
): fc.Arbitrary<unknown> {
  if (choices) return fc.constantFrom(...choices);
  if (anyOf && depth < 4) return fc.oneof(...anyOf.map((one) => toFitting(one, ids, depth + 1)));
  if (type === "integer") return fc.integer();
  if (type === "number") return fc.double();
  if (type === "boolean") return fc.boolean();
  if (type === "array" && depth < 4) return fc.array(toValue(items ?? {}, ids, depth + 1), { maxLength: 5 });
  if (type === "object" && depth < 4) {
    const fields = Object.entries(properties ?? {}).map(([name, field]) => [name, toValue(field, ids, depth + 1)]);
    return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, { requiredKeys: [] });
  }
  if (format === "uuid") return ids.length > 0 ? fc.oneof(fc.constantFrom(...ids), fc.uuid()) : fc.uuid();
  if (format === "date-time") return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  if (type === "null") return fc.constant(null);
  return fc.string({ unit: "binary", maxLength: 80 });
}

const plain = { isTooLarge: false };
const depths = 50_000;

function toBody(schema: Schema | undefined, ids: string[]): fc.Arbitrary<Pick<OddRequest, "body" | "isTooLarge">> {
  const fitted = toValue(schema ?? { type: "object" }, ids).map((value) => ({ ...plain, body: toJson(value) }));
  return fc.oneof(
    { weight: 12, arbitrary: fitted },
    { weight: 4, arbitrary: fc.constantFrom(...rawBodies).map((body) => ({ ...plain, body })) },
    {
      weight: 2,
      arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => ({ ...plain, body: new Uint8Array(bytes) })),
    },
    { weight: 1, arbitrary: fc.constant({ ...plain, body: "[".repeat(depths) + "]".repeat(depths) }) },
    { weight: 1, arbitrary: fc.constant({ isTooLarge: true, body: `{"a":"${"x".repeat(2 * 1024 * 1024)}"}` }) },
  );
}

function toJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === "bigint" ? part.toString() : part)) ?? "null";
}

const manyParameters = Array.from({ length: 1_000 }, (_, index) => `p${index}=${index}`).join("&");

/** Requests that nobody in their right mind sends, at one of the calls; `known` fills a path by its names, `ids` a body. */
export function oddRequest(calls: Call[], known: Record<string, string>, ids: string[] = []): fc.Arbitrary<OddRequest> {
  const word = fc.oneof(fc.constantFrom(...nasty.map(String)), fc.string({ unit: "binary", maxLength: 30 }));
  return fc.constantFrom(...calls).chain(({ method, path, query, body }) => {
    const named = fc.tuple(...query.map((name) => fc.tuple(fc.constant(name), word)));
    const search = fc.oneof(
      {
        weight: 8,
        arbitrary: named.map((pairs) => pairs.map(([name, value]) => `${name}=${encode(value)}`).join("&")),
      },
      { weight: 1, arbitrary: fc.constant(manyParameters) },
      { weight: 1, arbitrary: word.map((name) => `${encode(name)}=1&a=1&a=2&${encode(name)}[x]=1`) },
    );
    const position = fc.infiniteStream(
      fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: word }),
    );
    const address = fc.tuple(position, search).map(([texts, text]) => `${fillIn(path, known, texts)}?${text}`);
    const header = fc.oneof(
      { weight: 40, arbitrary: fc.constant({}) },
      { weight: 1, arbitrary: fc.constant({ "x-long": "h".repeat(64 * 1024) }) },
    );
    const content = method === "GET" ? fc.constant(plain) : toBody(body, ids);
    return fc.tuple(address, header, content).map(([url, headers, sent]) => ({
      method,
      url,
      headers,
      ...sent,
      isTooLarge: sent.isTooLarge || "x-long" in headers,
    }));
  });
}

function fillIn(path: string, known: Record<string, string>, texts: Iterator<string | null>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const odd = (texts.next().value as string | null) ?? null;
    return encode(odd ?? known[name] ?? crypto.randomUUID());
  });
}

/** Half a character has no code of its own. */
function encode(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : "%ED%A0%80";
}
