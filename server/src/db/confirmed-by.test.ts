import { expect, test } from "vitest";
import { openDatabaseBefore } from "../testing/postgres.ts";

/** A database as the release before wrote it. */
async function openEarlierRelease() {
  const { client, upgrade } = await openDatabaseBefore("0017_confirmed_by");
  const addUser = async (email: string, columns: Record<string, string> = {}, identity: string | null = "email") => {
    const names = Object.keys(columns).map((name) => `, ${name}`);
    const values = Object.values(columns).map((value) => `, now() - interval '${value}'`);
    const { rows } = await client.query<{ id: string }>(
      `insert into users (email, password_hash, display_name, user_metadata ${names.join("")})
       values ($1, 'hash of ' || $1, 'Kara', '{"a":1}' ${values.join("")}) returning id`,
      [email],
    );
    const id = rows[0]?.id ?? "";
    if (identity) {
      await client.query("insert into auth_identities (user_id, provider, subject) values ($1, $2, $3)", [
        id,
        identity,
        id,
      ]);
    }
    return id;
  };
  const addAudit = (userId: string, action: string, traits: object, minutesAgo = 0) =>
    client.query(
      `insert into auth_audit (user_id, action, outcome, traits, at)
       values ($1, $2, 'success', $3, now() - make_interval(mins => $4))`,
      [userId, action, traits, minutesAgo],
    );
  return { client, addUser, addAudit, upgrade };
}

test("H3: of earlier accounts it is known how their address was confirmed, and what is not known proves nothing", async () => {
  const { client, addUser, addAudit, upgrade } = await openEarlierRelease();
  const confirmed = { email_confirmed_at: "0" };
  await addUser("waits@clan.test");
  await addUser("auto@clan.test", confirmed);
  await addUser("mailed@clan.test", { ...confirmed, confirmation_sent_at: "2 hours" });
  await addUser("long-ago@clan.test", { ...confirmed, confirmation_sent_at: "2 days" });
  await addUser("invited@clan.test", { ...confirmed, invited_at: "2 hours" });
  await addUser("provider@clan.test", confirmed, "discord");
  await addUser("bare@clan.test", confirmed, null);
  await addAudit(await addUser("reset@clan.test", confirmed), "login", { method: "recovery" });
  await addAudit(await addUser("password@clan.test", confirmed), "login", { method: "password" });
  const moved = await addUser("moved@clan.test", confirmed);
  await addAudit(moved, "login", { method: "recovery" }, 10);
  await addAudit(moved, "user_modified", { change: "email" }, 5);
  await addAudit(await addUser("admin@clan.test", confirmed), "user_signedup", { by: "service_role" });
  await upgrade();
  const { rows } = await client.query("select email, email_confirmed_by as by from users order by email");
  expect(Object.fromEntries(rows.map(({ email, by }) => [email.split("@")[0], by]))).toEqual({
    admin: "admin",
    auto: "auto",
    bare: "auto",
    invited: "mail",
    "long-ago": "auto",
    mailed: "mail",
    moved: "auto",
    password: "auto",
    provider: "provider",
    reset: "mail",
    waits: null,
  });
});

test("H4: of earlier accounts that wait for a confirmation, password and data move to the mail that was sent", async () => {
  const { client, addUser, addAudit, upgrade } = await openEarlierRelease();
  const ids = {
    waiting: await addUser("waiting@clan.test"),
    confirmed: await addUser("confirmed@clan.test", { email_confirmed_at: "0" }),
    before: await addUser("before@clan.test", { last_sign_in_at: "0" }),
    added: await addUser("added@clan.test"),
  };
  await addAudit(ids.added, "user_signedup", { by: "service_role" });
  for (const kind of ["signup", "recovery"]) {
    await client.query(
      `insert into auth_one_time_tokens
         (user_id, kind, email, link_hash, code_hash, code_expires_at, link_expires_at)
       values ($1, $2, 'waiting@clan.test', $3, '', now(), now())`,
      [ids.waiting, kind, Buffer.from(kind)],
    );
  }
  await upgrade();
  const users = await client.query("select * from users order by email");
  const kept = { password_hash: expect.any(String), display_name: "Kara", user_metadata: { a: 1 } };
  expect(users.rows).toMatchObject([
    { id: ids.added, ...kept },
    { id: ids.before, ...kept },
    { id: ids.confirmed, ...kept },
    { id: ids.waiting, password_hash: null, display_name: "", user_metadata: {} },
  ]);
  const tokens = await client.query(
    "select kind, password_hash, user_metadata from auth_one_time_tokens order by kind",
  );
  expect(tokens.rows).toEqual([
    { kind: "recovery", password_hash: null, user_metadata: null },
    { kind: "signup", password_hash: "hash of waiting@clan.test", user_metadata: { a: 1 } },
  ]);
});
