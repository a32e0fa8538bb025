import { afterAll, beforeAll, expect, test } from "vitest";
import { queueMail } from "../../mail/queue-mail.ts";
import { openBulletins } from "../../testing/bulletins.ts";
import { untilWaitingForLock } from "../../testing/locks.ts";
import { recordedLog } from "../../testing/recorded-log.ts";
import { testSecrets } from "../../testing/secrets.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { eraseDueAccounts } from "./erase.ts";

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
  // Those who leave here are app admins too, and never the last ones.
  await world.appAdmin();
});
afterAll(() => world.close());

const day = 86_400_000;
const afterGrace = () => new Date(Date.now() + 15 * day);

/** Somebody who left traces everywhere and has asked to go. */
async function leavingPlayer(person: { name: string }) {
  const kara = await world.signedUp();
  const { userId: user_id, email } = kara;
  const clan = await world.clan();
  const { name } = person;
  const { id } = await world.db
    .insertInto("clan_members")
    .values({ clan_id: clan.id, user_id, name, name_key: name.toLowerCase(), aliases: JSON.stringify([`${name} II`]) })
    .returning("id")
    .executeTakeFirstOrThrow();
  const renamed = {
    clan_id: clan.id,
    action: "member.rename",
    target_type: "member",
    target_id: id,
    target_name: name,
  };
  await world.db
    .insertInto("clan_audit")
    .values([
      { ...renamed, before: JSON.stringify({ name }), after: JSON.stringify({ name: `${name} II` }) },
      { clan_id: clan.id, action: "clan.update", target_type: "clan", actor_user_id: user_id, actor_name: name },
    ])
    .execute();
  const merge = { clan_id: clan.id, keep_id: id, drop_id: crypto.randomUUID(), before: JSON.stringify({ name }) };
  await world.db.insertInto("clan_member_merges").values(merge).execute();
  await world.db.insertInto("app_admins").values({ user_id, note: person.name }).execute();
  await kara.send("PUT", "/api/me/profile", { display_name: person.name, time_zone: "Europe/Berlin", locale: "de" });
  await kara.send("PUT", "/api/me/login-activity", { adblock: true });
  await kara.send("PUT", `/api/me/clans/${clan.id}/settings`, { public_name: "alias" });
  await world.db
    .updateTable("users")
    .set({ new_email: `new-${email}` })
    .where("id", "=", user_id)
    .execute();
  await world.db.insertInto("auth_factors").values({ user_id, type: "totp", friendly_name: person.name }).execute();
  const flow = { provider: "discord", redirect_to: `/?for=${email}`, expires_at: afterGrace() };
  await world.db
    .insertInto("auth_flows")
    .values([
      { ...flow, user_id },
      { ...flow, linking_user_id: user_id },
    ])
    .execute();
  const token = { code_hash: Buffer.from("c"), code_expires_at: afterGrace(), link_expires_at: afterGrace() };
  await world.db
    .insertInto("auth_one_time_tokens")
    .values({ ...token, user_id, kind: "recovery", email, link_hash: Buffer.from(email) })
    .execute();
  await world.db.transaction().execute(async (tx) => {
    const mail = { subject: "Hello", text: `Hello ${person.name}`, html: `Hello ${person.name}` };
    await queueMail(tx, testSecrets, { ...mail, to: `new-${email}` });
    const text = `Your address is now ${email.toUpperCase()}`;
    await queueMail(tx, testSecrets, { ...mail, to: "earlier@example.test", text });
  });
  const asked = await kara.send("POST", "/api/me/delete", { password: kara.password });
  expect(asked.statusCode).toBe(200);
  return { ...kara, clan };
}

test("S64: when the grace is over no table has the address or the name any more", async () => {
  const name = "Karabast of Bree";
  const kara = await leavingPlayer({ name });
  const neighbour = await world.signedUp();
  await neighbour.send("PUT", "/api/me/profile", { display_name: "Tom" });
  expect(await findTablesWith(kara.email)).not.toEqual([]);
  expect(await findTablesWith(name)).toEqual(
    expect.arrayContaining(["public.clan_members", "public.clan_audit", "public.users"]),
  );

  await eraseDueAccounts(world.db, recordedLog(), afterGrace());
  expect(await findTablesWith(kara.email)).toEqual([]);
  expect(await findTablesWith(name)).toEqual([]);
  expect((await neighbour.get("/api/me/profile")).json()).toMatchObject({
    email: neighbour.email,
    display_name: "Tom",
  });
});

test("the player's row stays in its clan as a former member that nobody holds", async () => {
  const kara = await leavingPlayer({ name: "Leaving" });
  const before = await membersOf(kara.clan);
  await eraseDueAccounts(world.db, recordedLog(), afterGrace());
  const [row, ...others] = await membersOf(kara.clan);
  expect(others).toEqual([]);
  expect(row).toMatchObject({ id: before[0]?.id, name: "Former member", user_id: null, status: "removed" });
});

test("bulletins stay in their clan when their author's account ends, and nobody is named any more", async () => {
  const { maintainer, member, url, make, patch, get, owner } = await openBulletins(world);
  const { id } = await make({ title: "One" });
  await patch(id, { title: "Two" });
  for (const who of [maintainer, member]) await who.send("POST", `${url}/${id}/seen`);
  await world.db.updateTable("users").set({ deletes_at: new Date() }).where("id", "=", maintainer.userId).execute();
  await eraseDueAccounts(world.db, recordedLog(), new Date(Date.now() + 1));
  expect(await get(id)).toMatchObject({
    title: "Two",
    author: null,
    created_by_user_id: null,
    seen_by: { seen: 1, of: 2 },
  });
  const { items } = (await owner.get(`${url}/${id}/history`)).json();
  expect(items).toMatchObject([{ title: "One", written_by: null }]);
  const traces = await world.db
    .selectFrom("bulletin_readers")
    .select("user_id")
    .where("bulletin_id", "=", id)
    .execute();
  expect(traces).toEqual([{ user_id: member.userId }]);
});

test("the account is over: its session, its password and its links are worth nothing", async () => {
  const kara = await leavingPlayer({ name: "Gone" });
  await eraseDueAccounts(world.db, recordedLog(), afterGrace());
  expect((await kara.get("/api/me/profile")).statusCode).toBe(401);
  const byHeader = { "x-dev-user-id": kara.userId };
  const named = await world.app.server.inject({ method: "GET", url: "/api/me/profile", headers: byHeader });
  expect(named.statusCode).toBe(401);
  const { email, password, refresh_token } = kara;
  const login = await world.visitor.send("POST", "/auth/v1/token?grant_type=password", { email, password });
  expect(login.json()).toMatchObject({ error_code: "invalid_credentials" });
  const refresh = await world.visitor.send("POST", "/auth/v1/token?grant_type=refresh_token", { refresh_token });
  expect(refresh.json()).toMatchObject({ error_code: "refresh_token_not_found" });
});

test("what happened stays written, without where from", async () => {
  const kara = await leavingPlayer({ name: "Written" });
  await eraseDueAccounts(world.db, recordedLog(), afterGrace());
  const rows = await world.db.selectFrom("auth_audit").selectAll().where("user_id", "=", kara.userId).execute();
  expect(rows.map(({ action }) => action)).toEqual(
    expect.arrayContaining(["user_signedup", "login", "user_modified", "user_deleted"]),
  );
  for (const row of rows) expect(row).toMatchObject({ ip: null, network: null, traits: {} });
});

test("the address is free again and leads to a new, empty account", async () => {
  const { email, password, userId, clan } = await leavingPlayer({ name: "Again" });
  await eraseDueAccounts(world.db, recordedLog(), afterGrace());
  const answer = await world.visitor.send("POST", "/auth/v1/signup", { email, password });
  expect(answer.statusCode).toBe(200);
  expect(answer.json().user.id).not.toBe(userId);
  const headers = { authorization: `Bearer ${answer.json().access_token}` };
  const url = `/api/me/clans/${clan.id}/settings`;
  expect((await world.app.server.inject({ method: "GET", url, headers })).statusCode).toBe(404);
});

test("before the day comes, and after a cancellation, nothing is touched", async () => {
  const early = await leavingPlayer({ name: "Early" });
  await eraseDueAccounts(world.db, recordedLog(), new Date(Date.now() + 13 * day));
  expect((await early.get("/api/me/profile")).json()).toMatchObject({ display_name: "Early" });
  await early.send("POST", "/api/me/delete/cancel");
  await eraseDueAccounts(world.db, recordedLog(), afterGrace());
  expect((await early.get("/api/me/profile")).json()).toMatchObject({ display_name: "Early", deletes_at: null });
});

test("somebody who changes their mind while the work is under way keeps the account", async () => {
  const kara = await leavingPlayer({ name: "Undecided" });
  const holder = await world.database.pool.connect();
  await holder.query("begin");
  await holder.query("update users set deletes_at = null where id = $1", [kara.userId]);
  const log = recordedLog();
  const run = eraseDueAccounts(world.db, log, afterGrace());
  await untilWaitingForLock(world.db, 1);
  await holder.query("commit");
  holder.release();
  await run;
  expect((await kara.get("/api/me/profile")).json()).toMatchObject({ display_name: "Undecided" });
  expect(log.lines).toEqual([]);
});

test("whoever has become a clan's owner meanwhile stays until that is settled, and the log says so", async () => {
  const kara = await leavingPlayer({ name: "Owner" });
  await world.db.updateTable("clan_members").set({ role: "owner" }).where("user_id", "=", kara.userId).execute();
  const log = recordedLog();
  await eraseDueAccounts(world.db, log, afterGrace());
  expect((await kara.get("/api/me/profile")).json()).toMatchObject({ display_name: "Owner" });
  expect(log.lines).toEqual([expect.objectContaining({ level: "warn", details: { userId: kara.userId } })]);

  await world.db.updateTable("clan_members").set({ role: "member" }).where("user_id", "=", kara.userId).execute();
  await eraseDueAccounts(world.db, log, afterGrace());
  expect((await kara.get("/api/me/profile")).statusCode).toBe(401);
});

test("whoever is made an owner at the moment their time comes stays", async () => {
  const kara = await leavingPlayer({ name: "Heir" });
  const holder = await world.database.pool.connect();
  await holder.query("begin");
  await holder.query("update clan_members set role = 'owner' where user_id = $1", [kara.userId]);
  const run = eraseDueAccounts(world.db, recordedLog(), afterGrace());
  await untilWaitingForLock(world.db, 1);
  await holder.query("commit");
  holder.release();
  await run;
  expect((await kara.get("/api/me/profile")).json()).toMatchObject({ display_name: "Heir" });
});

function membersOf(clan: { id: string }) {
  return world.db.selectFrom("clan_members").selectAll().where("clan_id", "=", clan.id).execute();
}

/** Every table of the database, read as text. */
async function findTablesWith(text: string): Promise<string[]> {
  const { rows: tables } = await world.database.pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await world.database.pool.query(
      `select 1 from ${name} as row where strpos(lower(row::text), lower($1)) > 0 limit 1`,
      [text],
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}
