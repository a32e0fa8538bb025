import { msOf } from "./bench-clan.ts";
import { compareThroughput, compareTimes, type Row } from "./measure.ts";

const players = 2_000;
const rounds = 5;

/** A roster as large as they get: reading it, and adding it at once. */
export async function compareRosters(ours: string, bare: string, token: string): Promise<Row[]> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const post = async (url: string, body: unknown) => {
    const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${url} failed: ${await answer.text()}`);
    return answer.json() as Promise<{ id: string; added: number }>;
  };
  const newClan = async () => {
    const draft = { name: `Bench ${crypto.randomUUID().slice(0, 8)}`, time_zone: "UTC", player_name: "Kara" };
    return (await post(`${ours}/api/clans`, draft)).id;
  };
  const times: { ours: number[]; bare: number[] } = { ours: [], bare: [] };
  let clanId = "";
  for (let round = 0; round < rounds; round++) {
    clanId = await newClan();
    const otherId = await newClan();
    const rows = namesOf("Ours").map((name) => ({ name }));
    times.ours.push(await msOf(() => post(`${ours}/api/clans/${clanId}/members/import`, { rows, dry_run: false })));
    times.bare.push(await msOf(() => post(`${bare}/insert`, { clan_id: otherId, names: namesOf("Bare") })));
  }
  const read = await compareThroughput(
    "a roster of 2,000 players against the bare query",
    { url: `${ours}/api/clans/${clanId}/members`, headers },
    { url: `${bare}/members/${clanId}` },
  );
  const write = compareTimes("importing 2,000 players against the bare insert", times);
  return [read, write];
}

function namesOf(kind: string): string[] {
  return Array.from({ length: players }, (_, index) => `${kind} ${crypto.randomUUID().slice(0, 8)} ${index}`);
}
