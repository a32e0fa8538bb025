import { hash } from "@node-rs/argon2";
import { compareDashboards } from "./dashboards.ts";
import { compareEntries } from "./entries.ts";
import { compareThroughput, type Row } from "./measure.ts";
import { startScript } from "./processes.ts";
import { comparePublicBoards } from "./public-boards.ts";
import { compareRosters } from "./rosters.ts";
import { compareUsers } from "./users.ts";

/** As the product hashes; see server/src/features/auth/passwords.ts. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const credentials = { email: "kara@bench.example", password: "otter lantern gravel 42" };
const json = { "content-type": "application/json" };

/** What everybody waits for: the check on every call, and signing in. */
export async function compareAccounts(ours: string, env: Record<string, string>): Promise<Row[]> {
  const { access_token, user } = await signUp(ours, credentials.email);
  const bare = await startScript("bench/bare-account-server.ts", {
    ...env,
    USER_ID: user.id,
    PASSWORD_HASH: await hash(credentials.password, cost),
  });
  const body = JSON.stringify(credentials);
  const rows = [
    await compareThroughput(
      "a signed-in call against a bare Fastify with one query",
      { url: `${ours}/api/me/admin`, headers: { authorization: `Bearer ${access_token}` } },
      { url: `${bare.line}/query` },
    ),
    await compareThroughput(
      "sign-ins against bare argon2id of the same cost",
      { url: `${ours}/auth/v1/token?grant_type=password`, method: "POST", headers: json, body },
      { url: `${bare.line}/hash`, method: "POST", headers: json, body },
    ),
  ];
  // Nobody can own more than ten clans, so those who need ten are other people.
  const [ann, tom] = [await signUp(ours, "ann@bench.example"), await signUp(ours, "tom@bench.example")];
  rows.push(...(await compareRosters(ours, bare.line, ann.access_token)));
  await bare.stop();
  rows.push(...(await compareDashboards(ours, env, tom)));
  rows.push(...(await comparePublicBoards(ours, env, access_token)));
  rows.push(...(await compareEntries(ours, env, credentials, access_token)));
  // Last, because the crowd it brings would be in everybody else's way.
  rows.push(...(await compareUsers(ours, env, { access_token, user })));
  return rows;
}

async function signUp(ours: string, email: string): Promise<{ access_token: string; user: { id: string } }> {
  const body = JSON.stringify({ ...credentials, email });
  const answer = await fetch(`${ours}/auth/v1/signup`, { method: "POST", headers: json, body });
  if (!answer.ok) throw new Error(`signing up failed: ${await answer.text()}`);
  return answer.json();
}
