import { verify } from "@node-rs/argon2";
import Fastify from "fastify";
import { openDatabase } from "../server/src/db/database.ts";
import { readSettings } from "../server/src/settings.ts";

/** The plainest Fastify that asks the same database the bare questions, and that checks one password of the same cost. */
const { pool } = await openDatabase(readSettings(process.env), { info() {}, warn() {}, error() {} }, "visitor");
const { USER_ID: userId, PASSWORD_HASH: passwordHash = "" } = process.env;
const app = Fastify({ bodyLimit: 4_194_304 });
app.get("/query", async () => {
  const { rows } = await pool.query("select user_id from app_admins where user_id = $1", [userId]);
  return { success: true, data: { isAppAdmin: rows.length === 1 } };
});
app.post<{ Body: { password: string } }>("/hash", async ({ body }) => ({
  isRight: await verify(passwordHash, body.password),
}));
app.get<{ Params: { clanId: string } }>("/members/:clanId", async ({ params }) => {
  const { rows } = await pool.query("select * from clan_members where clan_id = $1 order by name_key", [params.clanId]);
  return rows;
});
app.post<{ Body: { clan_id: string; names: string[] } }>("/insert", async ({ body }) => {
  await pool.query(
    "insert into clan_members (clan_id, name, name_key) select $1, name, lower(name) from unnest($2::text[]) as name",
    [body.clan_id, body.names],
  );
  return { added: body.names.length };
});
process.stdout.write(`${await app.listen({ port: 0, host: "127.0.0.1" })}\n`);
process.on("SIGTERM", () => void pool.end().then(() => process.exit(0)));
