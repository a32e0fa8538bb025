import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../server/src/db/database.ts";
import { readSettings } from "../server/src/settings.ts";
import { findFreePort, npmStart } from "./processes.ts";
import { fixture } from "./runner/fixture.ts";

const json = { "content-type": "application/json" };
export const password = "otter lantern gravel 42";
const quiet = { info() {}, warn() {}, error() {} };
/** Longer than any filling; without a number the pool's own limit would hold. */
const longestQueryMs = 3_600_000;

export const dataFolder = join(tmpdir(), "data");

export async function makeEnv(): Promise<Record<string, string>> {
  return {
    CLANHALL_DATA: dataFolder,
    DATABASE_URL: "",
    PORT: String(await findFreePort()),
    LOG_LEVEL: "fatal",
    NODE_ENV: "production",
    AUTH_RATE_LIMITS: "1000",
  };
}

/** The product on a database of its own. */
export const getProduct = fixture("the product on an empty database", async () => {
  const env = await makeEnv();
  const { pid } = await npmStart(env);
  return { ours: `http://localhost:${env.PORT}`, env, pid };
});

export interface Account {
  email: string;
  token: string;
  userId: string;
}

/** Nobody can own more than ten clans, so whoever needs many signs up for them. */
export async function signUp(name: string): Promise<Account> {
  const { ours } = await getProduct();
  const email = `${name}@bench.example`;
  const body = JSON.stringify({ email, password });
  const answer = await fetch(`${ours}/auth/v1/signup`, { method: "POST", headers: json, body });
  if (!answer.ok) throw new Error(`signing up failed: ${await answer.text()}`);
  const { access_token: token, user } = (await answer.json()) as { access_token: string; user: { id: string } };
  return { email, token, userId: user.id };
}

/** One call of the product, uncompressed as the bare servers answer; throws unless it succeeds. */
export async function call<Answer>(
  url: string,
  { token = "", method = "GET", body }: { token?: string; method?: string; body?: unknown } = {},
): Promise<Answer> {
  const headers = { ...json, authorization: `Bearer ${token}`, "accept-encoding": "identity" };
  const answer = await fetch(url, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
  if (!answer.ok) throw new Error(`${method} ${url} was answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

export type RunSql = (text: string, values?: unknown[]) => Promise<{ rows: { id: string }[] }>;

/** Fills the product's database by statements that may take as long as they need. */
export async function fillDatabase<Value>(fill: (run: RunSql) => Promise<Value>): Promise<Value> {
  const { env } = await getProduct();
  const database = await openDatabase(readSettings(env), quiet, "visitor");
  const client = await database.pool.connect();
  const run: RunSql = (text, values = []) =>
    client.query(Object.assign({ text, values }, { query_timeout: longestQueryMs }));
  try {
    await run("set statement_timeout = 0");
    return await fill(run);
  } finally {
    client.release(true);
    await database.close();
  }
}
