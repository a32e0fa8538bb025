import type { Ground } from "./ground.ts";

type Hashes = Map<string, string>;

/** Of every table of the product: how many rows it has, and a sum over all of them that does not mind their order. */
export async function hashTables(database: Pick<Ground, "query">): Promise<Hashes> {
  const tables = await database.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and relname <> 'clanhall_migrations'`,
  );
  const hashes: Hashes = new Map();
  for (const { name } of tables) {
    const [row] = await database.query<{ hash: string }>(
      `select count(*) || ' rows ' || coalesce(sum(('x' || substr(md5(t::text), 1, 16))::bit(64)::bigint::numeric), 0) as hash
       from "${name}" t`,
    );
    hashes.set(name, row?.hash ?? "");
  }
  return hashes;
}

export function countDifferences(here: Hashes, there: Hashes): number {
  const names = new Set([...here.keys(), ...there.keys()]);
  return [...names].filter((name) => here.get(name) !== there.get(name)).length;
}
