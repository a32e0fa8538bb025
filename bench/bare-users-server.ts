import Fastify from "fastify";
import { openDatabase } from "../server/src/db/database.ts";
import { readSettings } from "../server/src/settings.ts";

/** The plainest Fastify with the bare list of an installation's users: one query each, no counts and no checks. */
const { pool } = await openDatabase(readSettings(process.env), { info() {}, warn() {}, error() {} }, "visitor");
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
