import Fastify from "fastify";
import { openDatabase } from "../server/src/db/database.ts";
import { readSettings } from "../server/src/settings.ts";

/** Fills the installation with people, and answers the bare list of them: one query each, no counts and no checks. */
const { pool } = await openDatabase(readSettings(process.env), { info() {}, warn() {}, error() {} }, "visitor");
const { USER_ID: userId } = process.env;
const [people, atOnce] = [100_000, 10_000];
await pool.query("insert into app_admins (user_id, note) values ($1, 'bench')", [userId]);
for (let first = 1; first <= people; first += atOnce) {
  await pool.query(
    `insert into users (email, display_name, email_confirmed_at, created_at, last_sign_in_at)
     select 'player' || n || '@' || md5(n::text) || '.test', 'Player ' || md5((n * 7)::text), now(),
       now() - n * interval '1 minute', case when n % 3 > 0 then now() - (n % 5000) * interval '1 minute' end
     from generate_series($1::int, $2::int) as n`,
    [first, first + atOnce - 1],
  );
}
await pool.query("analyze users");

const columns = "id, display_name, email, created_at, last_sign_in_at";
const app = Fastify();
app.get("/newest", async () => {
  const { rows } = await pool.query(`select ${columns} from users order by created_at desc, id desc limit 50`);
  return { items: rows };
});
app.get<{ Querystring: { q: string } }>("/found", async ({ query }) => {
  const text = `select ${columns} from users where search_words like $1 order by created_at desc, id desc limit 50`;
  return { items: (await pool.query(text, [`%${query.q}%`])).rows };
});
process.stdout.write(`${await app.listen({ port: 0, host: "127.0.0.1" })}\n`);
process.on("SIGTERM", () => void pool.end().then(() => process.exit(0)));
