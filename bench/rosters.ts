import { compareThroughput, compareTimes, toUnits } from "./measure.ts";
import { startScript } from "./processes.ts";
import { call, getProduct, signUp } from "./product.ts";
import { fixture } from "./runner/fixture.ts";

const players = 2_000;
const rounds = 5;

const getBare = fixture("a bare Fastify with the roster's queries", async () => {
  const { env } = await getProduct();
  return (await startScript("bench/bare-account-server.ts", env)).line;
});

const getRoster = fixture("a roster of 2,000 players", async () => {
  const { ours } = await getProduct();
  const { token } = await signUp("kara");
  const clanId = await createClan(ours, token);
  await importPlayers(ours, token, clanId);
  return { ours, token, clanId };
});

async function compareReads() {
  const { ours, token, clanId } = await getRoster();
  const headers = { authorization: `Bearer ${token}` };
  const bare = { url: `${await getBare()}/members/${clanId}` };
  // A second has only a few of these answers, and the bare server as many connections to its database as there are readers.
  const load = { rounds: 3, seconds: 4, connections: 10 };
  return compareThroughput({ url: `${ours}/api/clans/${clanId}/members`, headers }, bare, load);
}

async function compareImports() {
  const [{ ours }, bare, { token }] = [await getProduct(), await getBare(), await signUp("ann")];
  const clans: string[] = [];
  for (let n = 0; n < 2 * rounds; n++) clans.push(await createClan(ours, token));
  return compareTimes(
    { rounds },
    (round) => importPlayers(ours, token, clans[2 * round] ?? ""),
    (round) =>
      call(`${bare}/insert`, { method: "POST", body: { clan_id: clans[2 * round + 1], names: names("Bare") } }),
  );
}

async function createClan(ours: string, token: string): Promise<string> {
  const body = { name: `Bench ${crypto.randomUUID().slice(0, 8)}`, time_zone: "UTC", player_name: "Kara" };
  return (await call<{ id: string }>(`${ours}/api/clans`, { token, method: "POST", body })).id;
}

function importPlayers(ours: string, token: string, clanId: string): Promise<unknown> {
  const body = { rows: names("Ours").map((name) => ({ name })), dry_run: false };
  return call(`${ours}/api/clans/${clanId}/members/import`, { token, method: "POST", body });
}

function names(kind: string): string[] {
  return Array.from({ length: players }, (_, index) => `${kind} ${crypto.randomUUID().slice(0, 8)} ${index}`);
}

/** A roster as large as they get: reading it, and adding it at once. */
export const rosterUnits = toUnits("roster", [
  {
    id: "roster-read",
    what: "a roster of 2,000 players against the bare query",
    limit: { kind: "at least", value: 0.7 },
    measure: compareReads,
  },
  {
    id: "roster-import",
    what: "importing 2,000 players against the bare insert",
    limit: { kind: "at most", value: 3 },
    measure: compareImports,
  },
]);
