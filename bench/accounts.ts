import { hash } from "@node-rs/argon2";
import { compareThroughput, toUnits } from "./measure.ts";
import { startScript } from "./processes.ts";
import { getProduct, password, signUp } from "./product.ts";
import { fixture } from "./runner/fixture.ts";

/** As the product hashes; see server/src/features/auth/passwords.ts. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const json = { "content-type": "application/json" };

const getServers = fixture("an account, and a bare Fastify that knows it", async () => {
  const { ours, env } = await getProduct();
  const kara = await signUp("kara");
  const known = { USER_ID: kara.userId, PASSWORD_HASH: await hash(password, cost) };
  const { line } = await startScript("bench/bare-account-server.ts", { ...env, ...known });
  return { ours, bare: line, kara };
});

/** Of as many people as there are connections: calls of one session that arrive together share what they look up. */
async function compareCalls() {
  const { ours, bare } = await getServers();
  const tokens: string[] = [];
  for (let n = 0; n < 20; n++) tokens.push((await signUp(`caller-${n}`)).token);
  return compareThroughput({ url: `${ours}/api/me/admin`, tokens }, { url: `${bare}/query` });
}

async function compareSignIns() {
  const { ours, bare, kara } = await getServers();
  const attempt = { method: "POST", headers: json, body: JSON.stringify({ email: kara.email, password }) } as const;
  const url = `${ours}/auth/v1/token?grant_type=password`;
  return compareThroughput({ url, ...attempt }, { url: `${bare}/hash`, ...attempt });
}

/** What everybody waits for: the check on every call, and signing in. */
export const accountUnits = toUnits("account", [
  {
    id: "call",
    what: "a signed-in call against a bare Fastify with one query",
    limit: { kind: "at least", value: 0.5 },
    measure: compareCalls,
  },
  {
    id: "sign-in",
    what: "sign-ins against bare argon2id of the same cost",
    limit: { kind: "at least", value: 0.6 },
    measure: compareSignIns,
  },
]);
