import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { PoolClient } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { queueMail } from "../../mail/queue-mail.ts";
import { openBulletins } from "../../testing/bulletins.ts";
import { untilWaitingForLock } from "../../testing/locks.ts";
import { daysAgo, openEntries } from "../../testing/entries.ts";
import { openDatabaseBefore } from "../../testing/postgres.ts";
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
  const officer = await world.memberOf(clan, "maintainer");
  const members = `/api/clans/${clan.id}/members`;
  const drop = (await officer.send("POST", members, { name: `${name} III`, officer_note: `${name} too` })).json();
  const merged = await officer.send("POST", `${members}/merge`, { keep: id, drop: drop.id, dry_run: false });
  expect(merged.statusCode).toBe(200);
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
  return { ...kara, clan, playerId: id };
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
  await eraseDueAccounts(world.db, recordedLog(), afterGrace());
  const former = (await membersOf(kara.clan)).filter(({ status }) => status === "removed");
  const erased = { name: "Former member", aliases: [], officer_note: "", user_id: null };
  expect(former).toHaveLength(2);
  expect(former.find(({ id }) => id === kara.playerId)).toMatchObject({ ...erased, merged_into_id: null });
  expect(former.find(({ id }) => id !== kara.playerId)).toMatchObject({ ...erased, merged_into_id: kara.playerId });
});

/** A clan with a player whose account ended yesterday, as far as the job knows. */
async function endingMember() {
  const clan = await openEntries(world);
  const { owner, member, url } = clan;
  const yesterday = new Date(Date.now() - day);
  const end = async () => {
    await world.db.updateTable("users").set({ deletes_at: yesterday }).where("id", "=", member.userId).execute();
    await eraseDueAccounts(world.db, recordedLog(), yesterday);
  };
  const getToday = async () => (await owner.get(`${url}/days/${daysAgo(0)}`)).json();
  return { ...clan, end, getToday };
}

test("a former member is off the roster: nothing is due from them, and nothing of others hangs on them", async () => {
  const { clan, owner, member, url, end, getToday } = await endingMember();
  const alt = await world.memberOf(clan, "member");
  const { memberId, userId } = member;
  const rowOf = (id: string) =>
    world.db.selectFrom("clan_members").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  await world.db.updateTable("clan_members").set({ main_member_id: memberId }).where("id", "=", alt.memberId).execute();
  await world.db.updateTable("clan_members").set({ role: "maintainer" }).where("id", "=", memberId).execute();
  await owner.send("POST", `${url}/transfer`, { member_id: memberId });
  const before = await getToday();
  await end();

  const { ends_on } = await world.db
    .selectFrom("clan_member_spans")
    .select("ends_on")
    .where("member_id", "=", memberId)
    .executeTakeFirstOrThrow();
  expect(ends_on).toBe(daysAgo(1));
  expect(await rowOf(memberId)).toMatchObject({ status: "removed", role: "member", user_id: null });
  expect(await rowOf(alt.memberId)).toMatchObject({ status: "active", main_member_id: null });
  const offers = await world.db.selectFrom("clan_transfers").where("to_user_id", "=", userId).selectAll().execute();
  expect(offers).toEqual([]);
  const after = await getToday();
  expect(after.due).toBe(before.due - 1);
  expect(after.members.map(({ name }: { name: string }) => name)).not.toContain("Former member");
});

test("S64: players who were merged into one of an account that ends lose what was said about them, too", async () => {
  const { clan, owner, member, url, cell, put, end } = await endingMember();
  const name = "Saradoc of Buckland";
  const send = async (path: string, body: object) => {
    const answer = await owner.send("POST", `${url}/${path}`, body);
    expect(answer.statusCode).toBe(200);
    return answer.json();
  };
  const merge = (keep: string, drop: string) => send("members/merge", { keep, drop, dry_run: false });
  const away = [{ from: daysAgo(0), to: daysAgo(-1), reason: `${name} is ill` }];
  const first = await send("members", { name, aliases: [`${name} II`], joined_on: daysAgo(9) });
  const second = await send("members", { name: `${name} III` });
  await owner.send("PATCH", `${url}/members/${second.id}`, { version: second.version, away });
  const other = await send("members", { name: "Merry" });
  await send(`members/${first.id}/warnings`, { message: `${name} was late` });
  await send(`members/${second.id}/notes`, { note: `${name} is nice` });
  const entered = await put(owner, [cell({ member_id: first.id })], `${name} said so`);
  expect(entered.json()).toMatchObject({ saved: 1 });
  for (const [keep, drop] of [
    [other.id, second.id],
    [second.id, other.id],
  ]) {
    const { merge_id } = await merge(keep, drop);
    await send(`members/merges/${merge_id}/undo`, {});
  }
  await merge(second.id, first.id);
  await merge(member.memberId, second.id);
  const added = [first, second, other].map(({ id, name: player }) => ({ member_id: id, name: `Alias of ${player}` }));
  const file = { file_hash: Buffer.from(name), format: "long", policy: "skip", counts: "{}" } as const;
  await world.db
    .insertInto("entry_imports")
    .values({ clan_id: clan.id, imported_by: owner.memberId, added_aliases: JSON.stringify(added), ...file })
    .execute();

  await end();
  expect(await findTablesWith(name)).toEqual([]);
  const { items } = (await owner.get(`${url}/members/${other.id}/timeline`)).json();
  expect(items.map(({ text }: { text: string }) => text)).toEqual(
    expect.arrayContaining(["Merged with Former member.", "Merged into Former member."]),
  );
  const imports = await world.db
    .selectFrom("entry_imports")
    .select("added_aliases")
    .where("clan_id", "=", clan.id)
    .execute();
  expect(imports).toEqual([{ added_aliases: added.slice(2) }]);
});

test("S64: how somebody came to a clan, and what they asked for there, no longer names them", async () => {
  const { clan, owner, member, url, activityId, end } = await endingMember();
  const name = "Meriadoc of Buckland";
  const named = (await owner.send("POST", `${url}/members`, { name })).json();
  const invited = await owner.send("POST", "/api/invites", { clanMemberId: named.id, expiresInHours: 24 });
  expect(invited.statusCode).toBe(200);
  const merge = { keep: member.memberId, drop: named.id, dry_run: false };
  expect((await owner.send("POST", `${url}/members/merge`, merge)).statusCode).toBe(200);
  await world.db.updateTable("clan_members").set({ name }).where("id", "=", member.memberId).execute();
  const value = {
    kind: "value",
    activity_id: activityId,
    day: daysAgo(20),
    value: 9,
    reason: "Donated before the war",
  };
  const asked = (await member.send("POST", `${url}/requests`, value)).json();
  expect((await owner.send("POST", `${url}/requests/${asked.id}/accept`)).statusCode).toBe(200);
  // The request itself is deleted sooner than its event.
  const join = { clan_id: clan.id, target_type: "join_request", target_id: randomUUID(), target_name: name };
  await world.db
    .insertInto("clan_audit")
    .values([
      { ...join, action: "join_request.create", actor_user_id: member.userId, actor_name: name },
      { ...join, action: "join_request.decline", actor_user_id: owner.userId, actor_name: "Kara" },
    ])
    .execute();
  const listReasons = async () => {
    const events = world.db.selectFrom("clan_audit").select("reason").where("action", "=", "entry.write_locked");
    return (await events.where("clan_id", "=", clan.id).execute()).map(({ reason }) => reason);
  };
  expect(await listReasons()).toEqual([`${name} asked: Donated before the war`]);

  await end();
  expect(await findTablesWith(name)).toEqual([]);
  expect(await listReasons()).toEqual([null]);
});

test("a form that was open when an account ended does not bring back what was erased", async () => {
  const { owner, member, url, end } = await endingMember();
  const { version, name } = await world.db
    .selectFrom("clan_members")
    .select(["version", "name"])
    .where("id", "=", member.memberId)
    .executeTakeFirstOrThrow();
  await end();
  const change = { version, name, officer_note: "He lives in Bree." };
  expect((await owner.send("PATCH", `${url}/members/${member.memberId}`, change)).statusCode).toBe(409);
  const [row] = await world.db
    .selectFrom("clan_members")
    .select(["name", "officer_note"])
    .where("id", "=", member.memberId)
    .execute();
  expect(row).toEqual({ name: "Former member", officer_note: "" });
});

test("an account ends while an officer changes the roster: one waits for the other", async () => {
  const { clan, owner, member, url } = await endingMember();
  const other = await world.memberOf(clan, "member");
  const group = { action: "add-group", group: "Raid", member_ids: [member.memberId, other.memberId] };
  await world.db
    .updateTable("clan_members")
    .set({ main_member_id: member.memberId })
    .where("id", "=", other.memberId)
    .execute();
  await world.db.updateTable("users").set({ deletes_at: new Date() }).where("id", "=", member.userId).execute();
  const [first] = group.member_ids.toSorted();
  const holder = await world.database.pool.connect();
  await holder.query("begin");
  await holder.query("select 1 from clan_members where id = $1 for update", [first]);
  const changing = owner.send("POST", `${url}/members/bulk`, group);
  await untilWaitingForLock(world.db, 1);
  const run = eraseDueAccounts(world.db, recordedLog(), new Date(Date.now() + 1));
  await untilWaitingForLock(world.db, 2);
  await holder.query("commit");
  holder.release();
  expect((await changing).json()).toEqual({ changed: 2 });
  await run;
  expect((await member.get("/api/me/profile")).statusCode).toBe(401);
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

test("an account that cannot be ended keeps none of the others", async () => {
  const [first, second] = [await leavingPlayer({ name: "First" }), await leavingPlayer({ name: "Second" })];
  await world.db.updateTable("users").set({ deletes_at: new Date() }).where("id", "=", first.userId).execute();
  await sql`
    create function refuse() returns trigger language plpgsql as $$ begin
      if old.user_id = ${sql.lit(first.userId)} then raise 'not now'; end if;
      return new;
    end $$
  `.execute(world.db);
  await sql`create trigger refuse before update on clan_members for each row execute function refuse()`.execute(
    world.db,
  );
  const log = recordedLog();
  await eraseDueAccounts(world.db, log, afterGrace());
  await sql`drop trigger refuse on clan_members`.execute(world.db);
  expect(log.messages("warn")).toEqual(["account not deleted yet, it is tried again"]);
  expect((await first.get("/api/me/profile")).json()).toMatchObject({ display_name: "First" });
  expect((await second.get("/api/me/profile")).statusCode).toBe(401);
  await eraseDueAccounts(world.db, log, afterGrace());
  expect((await first.get("/api/me/profile")).statusCode).toBe(401);
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

test("players of accounts that earlier releases deleted get a last day, and are nobody's main", async () => {
  const { client, upgrade } = await openDatabaseBefore("0039_former_members");
  const { rows: members } = await client.query<{ clan_id: string; id: string }>(
    `with clan as (insert into clans (name) values ('Night Owls') returning id)
     insert into clan_members (clan_id, name, name_key, status, updated_at)
     select id, status, status, status, '2026-02-03 12:00Z' from clan, unnest(array['removed', 'active']) as status
     returning clan_id, id`,
  );
  const [former, alt] = members;
  await client.query("update clan_members set main_member_id = $1 where id = $2", [former?.id, alt?.id]);
  await client.query(
    `insert into clan_member_spans (clan_id, member_id, starts_on)
     select clan_id, id, '2026-01-01' from clan_members`,
  );
  await upgrade();
  const { rows } = await client.query(
    `select status, main_member_id, ends_on from clan_members as member
     join clan_member_spans as span on span.member_id = member.id order by status desc`,
  );
  expect(rows).toEqual([
    { status: "removed", main_member_id: null, ends_on: "2026-02-03" },
    { status: "active", main_member_id: null, ends_on: null },
  ]);
});

test("players of accounts that earlier releases deleted are plain members and nobody's alts", async () => {
  const { client, upgrade } = await openDatabaseBefore("0042_removed_links");
  const { rows: members } = await client.query<{ id: string }>(
    `with clan as (insert into clans (name) values ('Night Owls') returning id)
     insert into clan_members (clan_id, name, name_key, status, role)
     select id, player.name, player.name, player.status, player.role
     from clan, (values ('gone', 'removed', 'maintainer'), ('here', 'active', 'maintainer'), ('main', 'active', 'owner'))
       as player (name, status, role)
     returning id`,
  );
  await client.query("update clan_members set main_member_id = $1 where name <> 'main'", [members[2]?.id]);
  await upgrade();
  const { rows } = await client.query("select name, role, main_member_id from clan_members order by name");
  expect(rows).toEqual([
    { name: "gone", role: "member", main_member_id: null },
    { name: "here", role: "maintainer", main_member_id: members[2]?.id },
    { name: "main", role: "owner", main_member_id: null },
  ]);
});

test("players who were merged into one of an account that an earlier release deleted lose what was said about them", async () => {
  const { client, upgrade } = await openDatabaseBefore("0045_erased_merges");
  const insert = (table: string, row: Record<string, unknown>) =>
    client.query(
      `insert into ${table} (${Object.keys(row).join()}) values (${Object.keys(row)
        .map((_, n) => `$${n + 1}`)
        .join()})`,
      Object.values(row),
    );
  const name = "Saradoc of Buckland";
  const [clan_id, gone, first, second, merry] = [randomUUID(), randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  await insert("clans", { id: clan_id, name: "Night Owls" });
  const players = [
    { id: gone, name: "Former member", status: "removed" },
    { id: second, name, status: "removed", merged_into_id: gone, public_note: name, officer_note: name },
    { id: first, name: `${name} II`, status: "removed", merged_into_id: second, aliases: JSON.stringify([name]) },
    { id: merry, name: "Merry", status: "active" },
  ];
  for (const player of players)
    await insert("clan_members", { clan_id, ...player, name_key: player.name.toLowerCase() });
  const cell = { activity_id: randomUUID(), day: "2026-01-01" };
  const excused = { ...cell, version: 1, state: "excused", entered_by: merry, source: "ui" };
  const said = (text: string) => ({
    member_warnings: { message: text, given_by: merry },
    member_notes: { note: text, written_by: merry },
    member_requests: { kind: "away", starts_on: "2026-01-01", reason: text },
    attention_hidden: { until: "2026-01-01", hidden_by: merry },
    clan_member_away: { starts_on: "2026-01-01", ends_on: "2026-01-02", reason: text },
    entry_versions: { ...excused, reason: text },
  });
  for (const [member_id, text] of [
    [first, name],
    [second, name],
    [merry, "Merry was late"],
  ] as const)
    for (const [table, row] of Object.entries(said(text))) await insert(table, { clan_id, member_id, ...row });
  const added = [first, second, merry].map((member_id) => ({
    member_id,
    name: member_id === merry ? "Meriadoc" : name,
  }));
  const file = { file_hash: "h", format: "long", policy: "skip", counts: "{}", imported_by: merry };
  await insert("entry_imports", { clan_id, ...file, added_aliases: JSON.stringify(added) });
  for (const [keep_id, drop_id] of [
    [merry, second],
    [second, first],
  ])
    await insert("clan_member_merges", { clan_id, keep_id, drop_id, before: JSON.stringify({ drop: { name } }) });
  const event = { clan_id, target_type: "member", reason: null, before: null };
  const after = (change: object) => JSON.stringify({ merge_id: randomUUID(), ...change });
  const dropped = after({ dropped: name, dropped_id: second });
  const kept = after({ kept: name, kept_id: second });
  for (const row of [
    { action: "member.update", target_id: first, target_name: name, before: `{"name":"${name}"}`, reason: name },
    { action: "member.merge", target_id: merry, target_name: "Merry", after: dropped },
    { action: "member.merged_into", target_id: merry, target_name: "Merry", after: kept },
  ])
    await insert("clan_audit", { ...event, ...row });
  const found = await findTablesWith(name, client);
  for (const table of ["members", "audit", "member_away", "member_merges"])
    expect(found).toContain(`public.clan_${table}`);
  for (const table of ["versions", "imports"]) expect(found).toContain(`public.entry_${table}`);
  for (const table of ["requests", "warnings", "notes"]) expect(found).toContain(`public.member_${table}`);

  await upgrade();
  expect(await findTablesWith(name, client)).toEqual([]);
  for (const table of ["member_warnings", "member_notes", "member_requests", "attention_hidden"]) {
    const { rows } = await client.query(`select member_id from ${table}`);
    expect(rows, table).toEqual([{ member_id: merry }]);
  }
  for (const table of ["entry_versions", "clan_member_away"]) {
    const { rows } = await client.query(`select reason from ${table} where member_id = $1`, [merry]);
    expect(rows, table).toEqual([{ reason: "Merry was late" }]);
  }
  const { rows } = await client.query("select name, version from clan_members order by name, version");
  expect(rows).toEqual([
    { name: "Former member", version: 1 },
    { name: "Former member", version: 2 },
    { name: "Former member", version: 2 },
    { name: "Merry", version: 1 },
  ]);
  const { rows: imports } = await client.query("select added_aliases from entry_imports");
  expect(imports).toEqual([{ added_aliases: added.slice(2) }]);
  const { rows: events } = await client.query(
    "select after from clan_audit where target_name = 'Merry' order by action",
  );
  expect(events).toMatchObject([
    { after: { dropped: "Former member", dropped_id: second } },
    { after: { kept: "Former member", kept_id: second } },
  ]);
});

function membersOf(clan: { id: string }) {
  return world.db.selectFrom("clan_members").selectAll().where("clan_id", "=", clan.id).execute();
}

/** Every table of the database, read as text. */
async function findTablesWith(
  text: string,
  database: Pick<PoolClient, "query"> = world.database.pool,
): Promise<string[]> {
  const { rows: tables } = await database.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await database.query(
      `select 1 from ${name} as row where strpos(lower(row::text), lower($1)) > 0 limit 1`,
      [text],
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}
