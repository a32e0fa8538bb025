import { msOf } from "./bench-clan.ts";
import { compareTimes, type Row } from "./measure.ts";
import { startScript } from "./processes.ts";

const rounds = 40;
/** Until both servers and the database have their plans and their code warm. */
const warmUps = 10;

/** Ours against bare: the newest, the same list by name, and somebody found by a part of the address. */
const lists = [
  { what: "the newest 50 of 100,000 users", ours: "sort=newest", bare: "/newest" },
  { what: "the first 50 of 100,000 users by name", ours: "sort=name", bare: "/newest" },
  {
    what: "one of 100,000 users found by a part of the address",
    ours: "q=player77777%40",
    bare: "/found?q=player77777@",
  },
];

/** What app admins wait for on a large installation, against the bare query of a list that has an index. */
export async function compareUsers(
  ours: string,
  env: Record<string, string>,
  { access_token: token, user }: { access_token: string; user: { id: string } },
): Promise<Row[]> {
  const bare = await startScript("bench/bare-users-server.ts", { ...env, USER_ID: user.id });
  const rows: Row[] = [];
  try {
    for (const { what, ...paths } of lists) {
      const mine = `${ours}/api/admin/users?${paths.ours}`;
      const theirs = bare.line + paths.bare;
      const [found, wanted] = [await countItems(mine, token), await countItems(theirs, token)];
      if (found !== wanted) throw new Error(`${mine} has ${found} rows, and ${wanted} bare`);
      const times: { ours: number[]; bare: number[] } = { ours: [], bare: [] };
      for (let round = -warmUps; round < rounds; round++) {
        const [a, b] = [await msOf(() => countItems(mine, token)), await msOf(() => countItems(theirs, token))];
        if (round < 0) continue;
        times.ours.push(a);
        times.bare.push(b);
      }
      rows.push(compareTimes(`${what}, against the bare query`, times));
    }
  } finally {
    await bare.stop();
  }
  return rows;
}

/** Uncompressed, as the bare server answers. */
async function countItems(url: string, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, "accept-encoding": "identity" };
  const answer = await fetch(url, { headers });
  if (!answer.ok) throw new Error(`${url} failed: ${(await answer.text()).slice(0, 500)}`);
  const { items } = (await answer.json()) as { items: unknown[] };
  return items.length;
}
