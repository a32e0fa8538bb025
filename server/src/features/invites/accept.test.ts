import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addPlayer, letExpire, openInviteOf } from "../../testing/invited.ts";
import { untilWaitingForLock } from "../../testing/locks.ts";
import { createTestApp, sharedApp, type TestApp } from "../../testing/test-app.ts";

const world = await sharedApp();
let second: TestApp;
beforeAll(async () => {
  second = await createTestApp({ beside: world });
});
afterAll(() => second.close());

async function invited(clan?: { id: string }) {
  const home = clan ?? (await world.clan());
  const owner = clan ? await ownerOf(clan) : await world.memberOf(home, "owner");
  const invite = await openInviteOf(world, owner, home.id);
  return { clan: home, owner, invite, token: invite.invite_token, memberId: invite.clan_member_id };
}

async function ownerOf(clan: { id: string }) {
  const { user_id } = await world.db
    .selectFrom("clan_members")
    .select("user_id")
    .where("clan_id", "=", clan.id)
    .where("role", "=", "owner")
    .executeTakeFirstOrThrow();
  return callerAs(user_id ?? "");
}

function callerAs(userId: string, through = world) {
  const headers = { "x-dev-user-id": userId };
  return {
    userId,
    get: (url: string) => through.app.server.inject({ method: "GET", url, headers }),
    send: (method: "POST" | "PUT" | "PATCH" | "DELETE", url: string, payload: object = {}) =>
      through.app.server.inject({ method, url, headers, payload }),
  };
}

async function open({ invite_token, verification_code }: { invite_token: string; verification_code: string }) {
  const payload = { verificationCode: verification_code };
  const answer = await world.visitor.send("POST", `/api/invites/${invite_token}/process`, payload);
  return answer.json<{ invite_session_token: string }>().invite_session_token;
}

type Caller = Pick<ReturnType<typeof callerAs>, "send">;
const link = (by: Caller, token: string, inviteSessionToken: string) =>
  by.send("POST", `/api/invites/${token}/link`, { inviteSessionToken });

/** As a client does after a `retry-after`. */
async function linkPatiently(by: Caller, token: string, session: string): Promise<number> {
  const { statusCode } = await link(by, token, session);
  return statusCode === 503 ? linkPatiently(by, token, session) : statusCode;
}

async function memberRow(id: string) {
  return world.db.selectFrom("clan_members").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

test("somebody with the session token becomes the player, and the audit says so", async () => {
  const { clan, owner, invite, token, memberId } = await invited();
  const before = await memberRow(memberId);
  const guest = await world.user();
  const answer = await link(guest, token, await open(invite));
  expect([answer.statusCode, answer.json()]).toEqual([
    200,
    { clan_id: clan.id, clan_member_id: memberId, clan_name: "Night Owls", member_name: invite.clan_member.name },
  ]);
  expect(await memberRow(memberId)).toMatchObject({ user_id: guest.userId, version: before.version + 1 });
  const state = { state: "used", is_processed: true, used_by_me: true };
  expect((await guest.get(`/api/invites/${token}`)).json()).toMatchObject(state);
  expect((await owner.get(`/api/invites/${token}`)).json()).toMatchObject({ ...state, used_by_me: false });
  const audit = world.db.selectFrom("clan_audit").selectAll().where("actor_user_id", "=", guest.userId);
  expect(await audit.orderBy("action").execute()).toMatchObject([
    { action: "invite.accept", target_id: invite.id, source: "self", is_security: true },
    { action: "member.link", target_id: memberId, source: "self", is_security: true },
  ]);
  const { invites } = (await owner.get(`/api/clans/${clan.id}/invites`)).json<{ invites: object[] }>();
  expect(invites).toMatchObject([
    { id: invite.id, is_processed: true, processed_by_user_id: guest.userId, invite_token: null },
  ]);
  expect((await owner.send("DELETE", `/api/invites/${invite.id}`)).statusCode).toBe(409);
  const again = await world.visitor.send("POST", `/api/invites/${token}/process`, {
    verificationCode: invite.verification_code,
  });
  expect(again.json()).toMatchObject({ error: "gone", details: [{ path: "state", message: "used" }] });
});

test("S09: the code cannot be left out, and another invite's session token does not help", async () => {
  const { clan, invite, token, memberId } = await invited();
  const sibling = await invited(clan);
  const foreign = await invited();
  const guest = await world.user();
  const nobodys = randomBytes(32).toString("base64url");
  const wrong = ["", nobodys, token, invite.verification_code, await open(sibling.invite), await open(foreign.invite)];
  const refusals = [];
  for (const session of wrong) refusals.push(await link(guest, token, session));
  refusals.push(await link(guest, nobodys, await open(invite)));
  for (const answer of refusals) {
    expect([answer.statusCode, answer.json()]).toMatchObject([
      403,
      { error: "forbidden", message: "Please enter the invite's code again." },
    ]);
  }
  expect((await memberRow(memberId)).user_id).toBeNull();
  expect((await link({ send: world.visitor.send }, token, await open(invite))).statusCode).toBe(401);

  // What did not fit elsewhere is not used up.
  const own = await open(invite);
  expect((await link(guest, sibling.token, own)).statusCode).toBe(403);
  expect((await link(guest, token, own)).statusCode).toBe(200);
});

test("S09: a session token works once, and not after its half hour", async () => {
  const { invite, token, memberId } = await invited();
  const session = await open(invite);
  await world.db
    .updateTable("invite_sessions")
    .set({ expires_at: new Date(Date.now() - 1_000) })
    .where("invite_id", "=", invite.id)
    .execute();
  const guest = await world.user();
  expect((await link(guest, token, session)).statusCode).toBe(403);
  await world.db
    .updateTable("invite_sessions")
    .set({ expires_at: new Date(Date.now() + 60_000), used_at: new Date() })
    .where("invite_id", "=", invite.id)
    .execute();
  expect((await link(guest, token, session)).statusCode).toBe(403);
  expect((await memberRow(memberId)).user_id).toBeNull();
});

test("an earlier session token stays good beside a later one until the invite is used", async () => {
  const { invite, token } = await invited();
  const [first, later] = [await open(invite), await open(invite)];
  expect((await link(await world.user(), token, first)).statusCode).toBe(200);
  expect((await link(await world.user(), token, later)).json()).toMatchObject({ error: "conflict" });
});

test("between code and link an invite may be cancelled or run out", async () => {
  const [cancelled, expired] = [await invited(), await invited()];
  const guest = await world.user();
  const sessions = [await open(cancelled.invite), await open(expired.invite)] as const;
  await cancelled.owner.send("DELETE", `/api/invites/${cancelled.invite.id}`);
  await letExpire(world.db, expired.invite.id);
  const answers = [await link(guest, cancelled.token, sessions[0]), await link(guest, expired.token, sessions[1])];
  expect(answers.map((answer) => [answer.statusCode, answer.json<{ details: object[] }>().details])).toEqual([
    [410, [{ path: "state", message: "cancelled" }]],
    [410, [{ path: "state", message: "expired" }]],
  ]);
});

test("a player who left or has an account, an archived clan and one being deleted take nobody in", async () => {
  const changes = [
    [410, (row: Awaited<ReturnType<typeof invited>>) => setMember(row.memberId, { status: "removed" })],
    [410, (row) => setMember(row.memberId, { status: "inactive" })],
    [409, async (row) => setMember(row.memberId, { user_id: (await world.user()).userId })],
    [409, (row) => setClan(row.clan.id, { archived_at: new Date() })],
    [410, (row) => setClan(row.clan.id, { deletes_at: new Date() })],
  ] as [number, (row: Awaited<ReturnType<typeof invited>>) => Promise<unknown>][];
  for (const [status, change] of changes) {
    const row = await invited();
    const session = await open(row.invite);
    await change(row);
    const guest = await world.user();
    expect((await link(guest, row.token, randomBytes(32).toString("base64url"))).statusCode).toBe(403);
    expect((await link(guest, row.token, session)).statusCode).toBe(status);
    expect((await memberRow(row.memberId)).user_id).not.toBe(guest.userId);
  }
});

test("who has a player in the clan already gets no second one, also not by two invites at once", async () => {
  const { clan, invite, token } = await invited();
  const member = await world.memberOf(clan, "member");
  const refused = await link(member, token, await open(invite));
  expect([refused.statusCode, refused.json()]).toMatchObject([
    409,
    { message: "You already have a player in this clan." },
  ]);

  const guest = await world.user();
  const invites = [await invited(clan), await invited(clan), await invited(clan), await invited(clan)];
  const ready = [];
  for (const other of invites) ready.push([other.token, await open(other.invite)] as const);
  const answers = await Promise.all(
    ready.map(([other, session], index) => link(callerAs(guest.userId, index % 2 ? second : world), other, session)),
  );
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
});

test("F10, S36: of two hundred who link one invite at once, through two instances, one wins", async () => {
  const { invite, token, memberId } = await invited();
  const people = await Promise.all(Array.from({ length: 200 }, () => world.user()));
  const sessions = [await open(invite), await open(invite), await open(invite)];
  const statuses = await Promise.all(
    people.map(({ userId }, index) =>
      linkPatiently(callerAs(userId, index % 2 ? second : world), token, sessions[index % 3] ?? ""),
    ),
  );
  const winners = people.filter((_, index) => statuses[index] === 200);
  expect(winners).toHaveLength(1);
  expect(statuses.filter((status) => status === 409)).toHaveLength(199);
  expect((await memberRow(memberId)).user_id).toBe(winners[0]?.userId);
});

test("F10: the winner who lost the answer asks again and gets it, by whichever instance", async () => {
  const { clan, invite, token, memberId } = await invited();
  const guest = await world.user();
  const session = await open(invite);
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => link(callerAs(guest.userId, index % 2 ? second : world), token, session)),
  );
  expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
  expect(answers[0]?.statusCode).toBe(200);
  const accepted = world.db.selectFrom("clan_audit").selectAll().where("clan_id", "=", clan.id);
  expect(await accepted.where("action", "=", "invite.accept").execute()).toHaveLength(1);

  await setMember(memberId, { user_id: null });
  expect((await link(guest, token, session)).statusCode).toBe(409);
});

test("cancelling and linking at once end in one of the two, never both", async () => {
  for (let round = 0; round < 5; round++) {
    const { owner, invite, token, memberId } = await invited();
    const session = await open(invite);
    const guest = await world.user();
    const [linked, cancelled] = await Promise.all([
      link(callerAs(guest.userId, second), token, session),
      owner.send("DELETE", `/api/invites/${invite.id}`),
    ]);
    const isLinked = (await memberRow(memberId)).user_id === guest.userId;
    expect([linked.statusCode, cancelled.statusCode]).toEqual(isLinked ? [200, 409] : [410, 200]);
  }
});

test("replacing and linking at once end in one of the two, never both", async () => {
  for (let round = 0; round < 5; round++) {
    const { owner, invite, token, memberId } = await invited();
    const session = await open(invite);
    const guest = await world.user();
    const [linked, replaced] = await Promise.all([
      link(callerAs(guest.userId, second), token, session),
      owner.send("POST", "/api/invites", { clanMemberId: memberId, replace: true }),
    ]);
    const isLinked = (await memberRow(memberId)).user_id === guest.userId;
    expect([linked.statusCode, replaced.statusCode]).toEqual(isLinked ? [200, 409] : [410, 200]);
  }
});

test("an account that was deleted links nothing", async () => {
  const { invite, token, memberId } = await invited();
  const session = await open(invite);
  const person = await world.signedUp();
  await world.db.updateTable("users").set({ deleted_at: new Date() }).where("id", "=", person.userId).execute();
  expect((await link(person, token, session)).statusCode).toBe(401);
  expect((await memberRow(memberId)).user_id).toBeNull();
});

test("an account that is deleted while it links loses the race or is waited for", async () => {
  const { invite, token, memberId } = await invited();
  const session = await open(invite);
  const guest = await world.user();
  const deletion = world.db.transaction().execute(async (tx) => {
    await tx.selectFrom("users").select("id").where("id", "=", guest.userId).forUpdate().execute();
    const answer = link(callerAs(guest.userId, second), token, session);
    await untilWaitingForLock(world.db);
    await tx.updateTable("users").set({ deleted_at: new Date() }).where("id", "=", guest.userId).execute();
    return { answer };
  });
  expect((await (await deletion).answer).statusCode).toBe(401);
  expect((await memberRow(memberId)).user_id).toBeNull();
});

test("players without an account are not touched by the link of another", async () => {
  const { clan, invite, token } = await invited();
  const other = await addPlayer(world.db, clan.id);
  await link(await world.user(), token, await open(invite));
  expect((await memberRow(other)).user_id).toBeNull();
});

function setMember(id: string, values: { status?: "inactive" | "removed"; user_id?: string | null }) {
  return world.db.updateTable("clan_members").set(values).where("id", "=", id).execute();
}

function setClan(id: string, values: { archived_at?: Date; deletes_at?: Date }) {
  return world.db.updateTable("clans").set(values).where("id", "=", id).execute();
}
