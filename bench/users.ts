import { compareTimes, type Measured, toUnits } from "./measure.ts";
import { startScript } from "./processes.ts";
import { call, fillDatabase, getProduct, signUp } from "./product.ts";
import { fixture } from "./runner/fixture.ts";

const [people, atOnce] = [100_000, 10_000];

const getServers = fixture("an app admin among 100,000 users, and a bare Fastify with their list", async () => {
  const { ours, env } = await getProduct();
  const { token, userId } = await signUp("kara");
  await fillDatabase(async (run) => {
    await run("insert into app_admins (user_id, note) values ($1, 'bench')", [userId]);
    for (let first = 1; first <= people; first += atOnce) await run(fillUsers, [first, first + atOnce - 1]);
    await run("analyze users");
  });
  const { line } = await startScript("bench/bare-users-server.ts", env);
  return { ours, bare: line, token };
});

const fillUsers = `
  insert into users (email, display_name, email_confirmed_at, created_at, last_sign_in_at)
  select 'player' || n || '@' || md5(n::text) || '.test', 'Player ' || md5((n * 7)::text), now(),
    now() - n * interval '1 minute', case when n % 3 > 0 then now() - (n % 5000) * interval '1 minute' end
  from generate_series($1::int, $2::int) as n`;

async function compareLists(query: string, path: string): Promise<Measured> {
  const { ours, bare, token } = await getServers();
  const [mine, theirs] = [`${ours}/api/admin/users?${query}`, bare + path];
  const count = async (url: string) => (await call<{ items: unknown[] }>(url, { token })).items.length;
  const [found, wanted] = [await count(mine), await count(theirs)];
  if (found !== wanted) throw new Error(`${mine} has ${found} rows, and ${wanted} bare`);
  // Until both servers and the database have their plans and their code warm.
  return compareTimes(
    { rounds: 40, warmUps: 10 },
    () => count(mine),
    () => count(theirs),
  );
}

/** What app admins wait for on a large installation, against the bare query of a list that has an index. */
export const userUnits = toUnits("users", [
  {
    id: "users-newest",
    what: "the newest 50 of 100,000 users, against the bare query",
    limit: { kind: "at most", value: 6 },
    measure: () => compareLists("sort=newest", "/newest"),
  },
  {
    id: "users-name",
    what: "the first 50 of 100,000 users by name, against the bare query",
    limit: { kind: "at most", value: 6 },
    measure: () => compareLists("sort=name", "/newest"),
  },
  {
    id: "users-found",
    what: "one of 100,000 users found by a part of the address, against the bare query",
    limit: { kind: "at most", value: 3 },
    measure: () => compareLists("q=player77777%40", "/found?q=player77777@"),
  },
]);
