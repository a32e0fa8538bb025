import { randomUUID } from "node:crypto";
import { type Invite, mostInvitesPerDay } from "@clanhall/contract/invites";
import { expect, test } from "vitest";
import { lockClan } from "../../clan/lock.ts";
import { createTestApp, sharedApp } from "../../testing/test-app.ts";
import { addPlayer, letExpire, openInviteOf } from "../../testing/invited.ts";
import { untilWaitingForLock } from "../../testing/locks.ts";

const world = await sharedApp();

async function clanWithOwner() {
  const clan = await world.clan();
  return { clan, owner: await world.memberOf(clan, "owner") };
}

function setToggle(clanId: string, isOn: boolean) {
  const toggles = JSON.stringify({ maintainers_invite: isOn });
  return world.db.updateTable("clans").set({ toggles }).where("id", "=", clanId).execute();
}

test("S35: an invite carries a long random token and six digits, and lives a week by default", async () => {
  const { clan, owner } = await clanWithOwner();
  const player = await addPlayer(world.db, clan.id, "Kara");
  const answer = await owner.send("POST", "/api/invites", { clanMemberId: player });
  expect(answer.statusCode).toBe(200);
  const invite = answer.json<Invite>();
  expect(invite.invite_token).toMatch(/^[\w-]{43}$/);
  expect(invite.verification_code).toMatch(/^\d{6}$/);
  expect(invite).toMatchObject({
    clan_id: clan.id,
    clan_member_id: player,
    is_processed: false,
    created_by: owner.userId,
    clan_member: { id: player, name: "Kara", clan: { id: clan.id, name: "Night Owls" } },
  });
  expect(hoursOf(invite)).toBe(168);
  expect(await auditOf(invite.id)).toMatchObject([
    { action: "invite.create", is_security: true, actor_user_id: owner.userId, target_name: "Kara" },
  ]);
});

test.each([
  [0, 400],
  [1, 200],
  [720, 200],
  [721, 400],
  [1.5, 400],
  ["24", 400],
])("a life of %j hours is answered with %i", async (expiresInHours, status) => {
  const { clan, owner } = await clanWithOwner();
  const clanMemberId = await addPlayer(world.db, clan.id);
  const answer = await owner.send("POST", "/api/invites", { clanMemberId, expiresInHours });
  expect(answer.statusCode).toBe(status);
});

test("S35: neither token nor code nor the session token stands in the database, not even as a kept answer", async () => {
  const { clan, owner } = await clanWithOwner();
  const clanMemberId = await addPlayer(world.db, clan.id);
  const headers = { "x-dev-user-id": owner.userId, "idempotency-key": randomUUID() };
  const create = () =>
    world.app.server.inject({ method: "POST", url: "/api/invites", headers, payload: { clanMemberId } });
  const invite = (await create()).json<Invite>();
  expect((await create()).json()).toEqual(invite);
  const { invite_token: token, verification_code: verificationCode } = invite;
  const opened = await world.visitor.send("POST", `/api/invites/${token}/process`, { verificationCode });
  const { invite_session_token } = opened.json<{ invite_session_token: string }>();
  const dump = await dumpDatabase();
  expect(dump).toContain(invite.id);
  const spellings = (text: string) => [text, Buffer.from(text).toString("hex"), Buffer.from(text).toString("base64")];
  for (const secret of [token ?? "", invite_session_token].flatMap(spellings)) expect(dump).not.toContain(secret);
  expect(Buffer.from(token ?? "", "base64url")).toHaveLength(32);
  expect(dump).not.toContain(Buffer.from(token ?? "", "base64url").toString("hex"));
  expect(dump).not.toContain(Buffer.from(verificationCode ?? "").toString("hex"));
  expect(dump).not.toMatch(new RegExp(`(?<![\\da-f.])${verificationCode}(?![\\da-f])`));
});

test("who may not know the player learns nothing, and who may not invite is refused", async () => {
  const { clan, owner } = await clanWithOwner();
  const clanMemberId = await addPlayer(world.db, clan.id);
  const member = await world.memberOf(clan, "member");
  const outsider = await world.memberOf(await world.clan(), "owner");
  const invite = async (by: typeof owner, id = clanMemberId) =>
    (await by.send("POST", "/api/invites", { clanMemberId: id })).statusCode;
  expect((await world.visitor.send("POST", "/api/invites", { clanMemberId })).statusCode).toBe(401);
  expect(await invite(outsider)).toBe(404);
  expect(await invite(owner, randomUUID())).toBe(404);
  expect(await invite(member)).toBe(403);
  expect(await invite(owner)).toBe(200);
});

test("maintainers invite only where the owner allows it, and nobody to their own rank", async () => {
  const { clan } = await clanWithOwner();
  const maintainer = await world.memberOf(clan, "maintainer");
  const plain = await addPlayer(world.db, clan.id);
  const officer = await addPlayer(world.db, clan.id, undefined, { role: "maintainer" });
  const invite = async (clanMemberId: string) =>
    (await maintainer.send("POST", "/api/invites", { clanMemberId })).statusCode;
  expect(await invite(plain)).toBe(403);
  expect((await maintainer.get(`/api/clans/${clan.id}/invites`)).statusCode).toBe(403);
  await setToggle(clan.id, true);
  expect(await invite(plain)).toBe(200);
  expect(await invite(officer)).toBe(403);
  expect((await maintainer.get(`/api/clans/${clan.id}/invites`)).statusCode).toBe(200);
});

test("whoever may not invite a maintainer neither reads nor changes an invite for one", async () => {
  const { clan, owner } = await clanWithOwner();
  const maintainer = await world.memberOf(clan, "maintainer");
  await setToggle(clan.id, true);
  const clanMemberId = await addPlayer(world.db, clan.id, undefined, { role: "maintainer" });
  const { id } = (await owner.send("POST", "/api/invites", { clanMemberId })).json<Invite>();
  const open = await openInviteOf(world, owner, clan.id);
  const shownTo = async (caller: typeof owner) =>
    new Map(
      (await caller.get(`/api/clans/${clan.id}/invites-raw`))
        .json<Invite[]>()
        .map(({ id: shown, invite_token, verification_code }) => [shown, invite_token && verification_code]),
    );
  expect(await shownTo(owner)).toEqual(
    new Map([
      [id, expect.any(String)],
      [open.id, expect.any(String)],
    ]),
  );
  expect(await shownTo(maintainer)).toEqual(
    new Map([
      [id, null],
      [open.id, open.verification_code],
    ]),
  );
  const changes = (caller: typeof owner) => [
    () => caller.send("POST", `/api/invites/${id}/new-code`),
    () => caller.send("POST", `/api/invites/${id}/extend`, { expiresInHours: 24 }),
    () => caller.send("DELETE", `/api/invites/${id}`),
  ];
  for (const change of changes(maintainer)) {
    const answer = await change();
    expect([answer.statusCode, answer.json().message]).toEqual([
      403,
      "Only the owner may change an invite for a maintainer",
    ]);
  }
  for (const change of changes(owner)) expect((await change()).statusCode).toBe(200);
});

test("every call about an invite is refused to members, outsiders and visitors alike", async () => {
  const { clan, owner } = await clanWithOwner();
  const { id } = await openInviteOf(world, owner, clan.id);
  const callers = [
    [await world.memberOf(clan, "member"), 403],
    [await world.memberOf(clan, "maintainer"), 403],
    [await world.memberOf(await world.clan(), "owner"), 404],
    [world.visitor, 401],
  ] as const;
  for (const [caller, status] of callers) {
    const answers = [
      await caller.get(`/api/clans/${clan.id}/invites`),
      await caller.get(`/api/clans/${clan.id}/invites-raw`),
      await caller.get(`/api/invites/${id}/history`),
      await caller.send("DELETE", `/api/invites/${id}`),
      await caller.send("PUT", `/api/invites/${id}/cancel`),
      await caller.send("POST", `/api/invites/${id}/extend`, { expiresInHours: 24 }),
      await caller.send("POST", `/api/invites/${id}/new-code`),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => status));
  }
  const row = await world.db.selectFrom("invites").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  expect(row.cancelled_at).toBeNull();
});

test("a player with an account, or one who is not active, cannot be invited", async () => {
  const { clan, owner } = await clanWithOwner();
  const linked = await world.memberOf(clan, "member");
  const inactive = await addPlayer(world.db, clan.id, undefined, { status: "inactive" });
  const removed = await addPlayer(world.db, clan.id, undefined, { status: "removed" });
  for (const clanMemberId of [linked.memberId, inactive, removed, owner.memberId]) {
    const answer = await owner.send("POST", "/api/invites", { clanMemberId });
    expect(answer.statusCode).toBe(409);
  }
});

test("an archived clan invites nobody", async () => {
  const { clan, owner } = await clanWithOwner();
  const clanMemberId = await addPlayer(world.db, clan.id);
  await world.db.updateTable("clans").set({ archived_at: new Date() }).where("id", "=", clan.id).execute();
  expect((await owner.send("POST", "/api/invites", { clanMemberId })).statusCode).toBe(423);
});

test("S36: a second invite asks to replace the first, which then works no more", async () => {
  const { clan, owner } = await clanWithOwner();
  const first = await openInviteOf(world, owner, clan.id);
  const again = (replace?: boolean) =>
    owner.send("POST", "/api/invites", { clanMemberId: first.clan_member_id, replace });
  const refused = await again();
  expect(refused.statusCode).toBe(409);
  expect(refused.json()).toMatchObject({ error: "conflict", current: { id: first.id } });
  expect(refused.body).not.toContain(first.invite_token);
  const second = (await again(true)).json<Invite>();
  expect(second.invite_token).not.toBe(first.invite_token);
  const verificationCode = first.verification_code;
  const dead = await world.visitor.send("POST", `/api/invites/${first.invite_token}/process`, { verificationCode });
  expect(dead.json()).toMatchObject({ error: "gone", details: [{ path: "state", message: "cancelled" }] });
  expect(await auditOf(first.id)).toMatchObject([{ action: "invite.create" }, { action: "invite.cancel" }]);
});

test("an invite that ran out makes room for the next, and still reads as expired", async () => {
  const { clan, owner } = await clanWithOwner();
  const first = await openInviteOf(world, owner, clan.id);
  await letExpire(world.db, first.id);
  const answer = await owner.send("POST", "/api/invites", { clanMemberId: first.clan_member_id });
  expect(answer.statusCode).toBe(200);
  expect((await owner.get(`/api/invites/${first.invite_token}`)).json()).toMatchObject({ state: "expired" });
});

test("F10, S36: however many invite one player at once, through two instances, one invite is open", async () => {
  const { clan, owner } = await clanWithOwner();
  const second = await createTestApp({ beside: world });
  const clanMemberId = await addPlayer(world.db, clan.id);
  const headers = { "x-dev-user-id": owner.userId };
  const request = { method: "POST", url: "/api/invites", headers, payload: { clanMemberId } } as const;
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => (index % 2 ? second : world).app.server.inject(request)),
  );
  await second.close();
  const statuses = answers.map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 409)).toHaveLength(19);
  const rows = world.db.selectFrom("invites").selectAll().where("clan_member_id", "=", clanMemberId);
  expect(await rows.execute()).toHaveLength(1);
});

test("S40: a clan writes two hundred invites a day, however many are asked for at once", async () => {
  const { clan, owner } = await clanWithOwner();
  const first = await openInviteOf(world, owner, clan.id);
  const row = await world.db.selectFrom("invites").selectAll().where("id", "=", first.id).executeTakeFirstOrThrow();
  const earlier = Array.from({ length: mostInvitesPerDay - 6 }, () => ({
    ...row,
    id: randomUUID(),
    token_hash: Buffer.from(randomUUID()),
    cancelled_at: new Date(),
  }));
  await world.db.insertInto("invites").values(earlier).execute();
  const players = await Promise.all(Array.from({ length: 12 }, () => addPlayer(world.db, clan.id)));
  const answers = await Promise.all(
    players.map((clanMemberId) => owner.send("POST", "/api/invites", { clanMemberId })),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(5);
  expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(7);

  const yesterday = new Date(Date.now() - 25 * 3_600_000);
  await world.db.updateTable("invites").set({ created_at: yesterday }).where("clan_id", "=", clan.id).execute();
  const answer = await owner.send("POST", "/api/invites", { clanMemberId: players.at(-1), replace: true });
  expect(answer.statusCode).toBe(200);
});

test("S40: an invite waits for those that are being written, and is counted after them", async () => {
  const { clan, owner } = await clanWithOwner();
  const { id } = await openInviteOf(world, owner, clan.id);
  const row = await world.db.selectFrom("invites").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const others = Array.from({ length: mostInvitesPerDay - 1 }, () => ({
    ...row,
    id: randomUUID(),
    token_hash: Buffer.from(randomUUID()),
    cancelled_at: new Date(),
  }));
  const clanMemberId = await addPlayer(world.db, clan.id);
  const underWay = await world.db.transaction().execute(async (tx) => {
    await lockClan(tx, clan.id);
    await tx.insertInto("invites").values(others).execute();
    const answer = owner.send("POST", "/api/invites", { clanMemberId });
    await untilWaitingForLock(world.db);
    return { answer };
  });
  expect((await underWay.answer).statusCode).toBe(409);
});

test("the clan's list begins with the soonest to expire and shows link and code of open invites only", async () => {
  const { clan, owner } = await clanWithOwner();
  const late = await openInviteOf(world, owner, clan.id, 72);
  const soon = await openInviteOf(world, owner, clan.id, 24);
  const cancelled = await openInviteOf(world, owner, clan.id, 1);
  await owner.send("DELETE", `/api/invites/${cancelled.id}`);
  const expired = await openInviteOf(world, owner, clan.id, 1);
  await letExpire(world.db, expired.id);
  const { invites } = (await owner.get(`/api/clans/${clan.id}/invites`)).json<{ invites: Invite[] }>();
  expect(invites.map(({ id }) => id)).toEqual([soon.id, late.id, expired.id, cancelled.id]);
  const secrets = (given: Pick<Invite, "invite_token" | "verification_code">) => [
    given.invite_token,
    given.verification_code,
  ];
  expect(invites.map(secrets)).toEqual([secrets(soon), secrets(late), [null, null], [null, null]]);
  expect((await owner.get(`/api/clans/${clan.id}/invites-raw`)).json()).toEqual(invites);
});

test("my invites are those of the clans in which I may invite, without links and codes", async () => {
  const { clan, owner } = await clanWithOwner();
  const other = await clanWithOwner();
  const allowed = await clanWithOwner();
  const mine = await openInviteOf(world, owner, clan.id, 48);
  await openInviteOf(world, other.owner, other.clan.id, 1);
  const asMaintainer = await openInviteOf(world, allowed.owner, allowed.clan.id, 24);
  await setToggle(allowed.clan.id, true);
  for (const { id } of [other.clan, allowed.clan]) {
    const row = { clan_id: id, user_id: owner.userId, name: "Me", name_key: "me", role: "maintainer" } as const;
    await world.db.insertInto("clan_members").values(row).execute();
  }
  const answer = await owner.get("/api/invites");
  const { invites } = answer.json<{ invites: Invite[] }>();
  expect(invites.map(({ id }) => id)).toEqual([asMaintainer.id, mine.id]);
  expect(answer.body).not.toContain(mine.invite_token);
  expect(invites.map(({ verification_code }) => verification_code)).toEqual([null, null]);
  expect((await owner.get("/api/invites/my")).json()).toEqual({ invites });

  await world.db.updateTable("clans").set({ archived_at: new Date() }).where("id", "=", clan.id).execute();
  expect((await owner.get("/api/invites")).json()).toMatchObject({ invites: [{ id: asMaintainer.id }] });
  expect((await (await world.user()).get("/api/invites")).json()).toEqual({ invites: [] });
});

test.each([
  ["DELETE", ""],
  ["PUT", "/cancel"],
] as const)("%s cancels an invite once, and does not mind being asked again", async (method, suffix) => {
  const { clan, owner } = await clanWithOwner();
  const invite = await openInviteOf(world, owner, clan.id);
  for (let time = 0; time < 2; time++) {
    const answer = await owner.send(method, `/api/invites/${invite.id}${suffix}`);
    expect([answer.statusCode, answer.json()]).toEqual([200, {}]);
  }
  expect(await auditOf(invite.id)).toMatchObject([{ action: "invite.create" }, { action: "invite.cancel" }]);
  expect((await owner.get(`/api/invites/${invite.invite_token}`)).json()).toMatchObject({ state: "cancelled" });
  expect((await owner.send(method, `/api/invites/${randomUUID()}${suffix}`)).statusCode).toBe(404);
});

test("more time counts from now on, and only for an open invite", async () => {
  const { clan, owner } = await clanWithOwner();
  const invite = await openInviteOf(world, owner, clan.id, 24);
  const extend = (hours: number) => owner.send("POST", `/api/invites/${invite.id}/extend`, { expiresInHours: hours });
  const longer = (await extend(336)).json<Invite>();
  expect(Date.parse(longer.expires_at ?? "") - Date.parse(longer.updated_at)).toBe(336 * 3_600_000);
  expect(longer.invite_token).toBe(invite.invite_token);
  expect((await extend(721)).statusCode).toBe(400);
  await letExpire(world.db, invite.id);
  expect((await extend(24)).statusCode).toBe(409);
});

test("the history has what happened, the latest first", async () => {
  const { clan, owner } = await clanWithOwner();
  const invite = await openInviteOf(world, owner, clan.id);
  await owner.send("POST", `/api/invites/${invite.id}/extend`, { expiresInHours: 24 });
  await owner.send("POST", `/api/invites/${invite.id}/new-code`);
  await owner.send("DELETE", `/api/invites/${invite.id}`);
  const answer = await owner.get(`/api/invites/${invite.id}/history`);
  const { items } = answer.json<{ items: { action: string; actor: string }[] }>();
  expect(items.map(({ action }) => action)).toEqual([
    "invite.cancel",
    "invite.new_code",
    "invite.extend",
    "invite.create",
  ]);
  expect(new Set(items.map(({ actor }) => actor))).toEqual(new Set([`Player ${owner.userId.slice(0, 8)}`]));
  expect(answer.body).not.toContain(invite.invite_token);
});

test("the state of an invite is shown to anybody who is signed in and has its link, never the clan", async () => {
  const { clan, owner } = await clanWithOwner();
  const invite = await openInviteOf(world, owner, clan.id);
  const guest = await world.user();
  const answer = await guest.get(`/api/invites/${invite.invite_token}`);
  const { expires_at } = invite;
  const state = { state: "open", expires_at, is_processed: false, used_by_me: false, locked_for: null };
  expect(answer.json()).toEqual(state);
  expect((await guest.get("/api/invites/nobody-has-this")).statusCode).toBe(404);
  expect((await world.visitor.get(`/api/invites/${invite.invite_token}`)).statusCode).toBe(401);
});

function hoursOf({ created_at, expires_at }: Invite): number {
  return (Date.parse(expires_at ?? "") - Date.parse(created_at)) / 3_600_000;
}

function auditOf(id: string) {
  return world.db.selectFrom("clan_audit").selectAll().where("target_id", "=", id).orderBy("at").execute();
}

/** Every row of every table, as a copy of the database would show them. */
async function dumpDatabase(): Promise<string> {
  const { pool } = world.database;
  const names = await pool.query<{ name: string }>(
    "select tablename::text as name from pg_tables where schemaname = 'public'",
  );
  const tables = await Promise.all(names.rows.map(({ name }) => pool.query(`select t::text as row from "${name}" t`)));
  return tables.flatMap(({ rows }) => rows.map(({ row }: { row: string }) => row)).join("\n");
}
