import Fastify from "fastify";
import { openDatabase } from "../server/src/db/database.ts";
import { readSettings } from "../server/src/settings.ts";

interface Cell {
  member_id: string;
  activity_id: string;
  value: number;
}

/** The plainest Fastify that writes and reads the same rows of entries, without a check of any kind. */
const { pool } = await openDatabase(readSettings(process.env), { info() {}, warn() {}, error() {} }, "visitor");
const app = Fastify({ bodyLimit: 16_777_216 });

app.put<{ Body: { clan_id: string; day: string; by: string; version: number; cells: Cell[] } }>(
  "/cells",
  async ({ body: { clan_id, day, by, version, cells } }) => {
    const columns = [
      cells.map(({ member_id }) => member_id),
      cells.map(({ activity_id }) => activity_id),
      cells.map(({ value }) => value),
    ];
    const from = "from unnest($5::uuid[], $6::uuid[], $7::numeric[]) as cell (member_id, activity_id, value)";
    const client = await pool.connect();
    await client.query("begin");
    await client.query(
      `insert into entries (clan_id, day, entered_by, version, member_id, activity_id, state, value, points, revision, source)
       select $1, $2, $3, $4, member_id, activity_id, 'value', value, value, 1, 'ui' ${from}
       on conflict (clan_id, day, member_id, activity_id) do update set
         value = excluded.value, points = excluded.points, version = excluded.version, entered_at = now()`,
      [clan_id, day, by, version, ...columns],
    );
    await client.query(
      `insert into entry_versions (clan_id, day, entered_by, version, member_id, activity_id, state, value, points, source)
       select $1, $2, $3, $4, member_id, activity_id, 'value', value, value, 'ui' ${from}`,
      [clan_id, day, by, version, ...columns],
    );
    await client.query(
      `insert into entry_months (clan_id, month, days_entered, days_done, member_id, activity_id, value_sum, points)
       select $1, date_trunc('month', $2::date), $3, $4, member_id, activity_id, value, value ${from}
       on conflict (clan_id, month, member_id, activity_id) do update set
         value_sum = entry_months.value_sum + excluded.value_sum, points = entry_months.points + excluded.points`,
      [clan_id, day, 1, 1, ...columns],
    );
    await client.query("commit");
    client.release();
    return { saved: cells.length };
  },
);

app.get<{ Params: { clanId: string; day: string } }>("/cells/:clanId/:day", async ({ params }) => {
  const { rows } = await pool.query(
    "select member_id, activity_id, day, state, value, points, late, version, entered_by, entered_at, source from entries where clan_id = $1 and day = $2",
    [params.clanId, params.day],
  );
  return rows;
});

process.stdout.write(`${await app.listen({ port: 0, host: "127.0.0.1" })}\n`);
process.on("SIGTERM", () => void pool.end().then(() => process.exit(0)));
