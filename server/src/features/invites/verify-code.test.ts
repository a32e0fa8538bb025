import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hashToken } from "../../access/tokens.ts";
import { letExpire, openInviteOf, wrongCodeFor } from "../../testing/invited.ts";
import { createTestApp, sharedApp, type TestApp } from "../../testing/test-app.ts";
import { cleanUpInvites } from "./verify-code.ts";

const world = await sharedApp();
let second: TestApp;
beforeAll(async () => {
  second = await createTestApp({ beside: world });
});
afterAll(() => second.close());

async function invited() {
  const clan = await world.clan();
  const owner = await world.memberOf(clan, "owner");
  const invite = await openInviteOf(world, owner, clan.id);
  return { clan, owner, invite, token: invite.invite_token, code: invite.verification_code };
}

const someToken = () => randomBytes(32).toString("base64url");
let lastAddress = 0;

/** Each from another network, so that only the count of the invite itself is met. */
function guess(step: "validate" | "process", token: string, verificationCode: string, through = world) {
  lastAddress += 1;
  return through.app.server.inject({
    method: "POST",
    url: `/api/invites/${token}/${step}`,
    payload: { verificationCode },
    remoteAddress: `10.0.${lastAddress >> 8}.${lastAddress & 255}`,
  });
}

const guessesOf = (token: string) =>
  world.db.selectFrom("invite_guesses").selectAll().where("token_hash", "=", hashToken(token)).executeTakeFirst();

/** As if the quarter of an hour were over. */
async function letLockPass(token: string): Promise<void> {
  const over = { locked_until: new Date(Date.now() - 1_000) };
  await world.db.updateTable("invite_guesses").set(over).where("token_hash", "=", hashToken(token)).execute();
}

test("the right code says whom the invite is for and opens half an hour to link in", async () => {
  const { clan, invite, token, code } = await invited();
  expect((await guess("validate", token, code)).json()).toEqual({ valid: true });
  const opened = await guess("process", token, code);
  expect(opened.statusCode).toBe(200);
  const answer = opened.json<{ invite_session_token: string; expires_at: string; clan_member: object }>();
  expect(answer.clan_member).toEqual({
    id: invite.clan_member_id,
    name: invite.clan_member.name,
    tint: 1,
    clan: { id: clan.id, name: "Night Owls" },
  });
  expect(answer.invite_session_token).toMatch(/^[\w-]{43}$/);
  const minutes = (Date.parse(answer.expires_at) - Date.now()) / 60_000;
  expect(Math.round(minutes)).toBe(30);
  expect((await guess("process", token, code)).json()).not.toMatchObject({
    invite_session_token: answer.invite_session_token,
  });
});

test("spaces in a code are the writer's, not the code's", async () => {
  const { token, code } = await invited();
  expect((await guess("validate", token, ` ${code.slice(0, 3)} ${code.slice(3)}\n`)).json()).toEqual({ valid: true });
});

test("a wrong code gets the tries that are left, and never the clan or the player", async () => {
  const { clan, invite, token } = await invited();
  const answer = await guess("process", token, wrongCodeFor(invite));
  expect([answer.statusCode, answer.json()]).toMatchObject([
    403,
    { error: "forbidden", message: "This code is wrong", details: [{ path: "tries_left", message: "4" }] },
  ]);
  for (const name of ["Night Owls", clan.id, invite.clan_member.name]) expect(answer.body).not.toContain(name);
});

test("S37: validate and process share one count; the fifth wrong code locks the invite, also for the right one", async () => {
  const { owner, invite, token, code } = await invited();
  const wrong = wrongCodeFor(invite);
  expect((await guess("validate", token, wrong)).json()).toEqual({ valid: false });
  expect((await guess("process", token, wrong)).json()).toMatchObject({ details: [{ message: "3" }] });
  expect((await guess("validate", token, wrong, second)).json()).toEqual({ valid: false });
  expect((await guess("process", token, wrong, second)).json()).toMatchObject({ details: [{ message: "1" }] });
  const locked = await guess("process", token, wrong);
  expect([locked.statusCode, locked.json()]).toMatchObject([423, { error: "locked", retry_after: 900 }]);
  expect(locked.headers["retry-after"]).toBe("900");
  for (const step of ["validate", "process"] as const) {
    const answer = await guess(step, token, code, second);
    expect(answer.statusCode).toBe(423);
    expect(answer.json<{ retry_after: number }>().retry_after).toBeLessThanOrEqual(900);
  }
  const { locked_for } = (await owner.get(`/api/invites/${token}`)).json<{ locked_for: number }>();
  expect(locked_for).toBeGreaterThan(890);
  await letLockPass(token);
  expect((await owner.get(`/api/invites/${token}`)).json()).toMatchObject({ locked_for: null });
  expect((await guess("process", token, code)).statusCode).toBe(200);
});

test("S37: the fifteenth wrong code ends the invite for good", async () => {
  const { owner, invite, token, code } = await invited();
  for (let wrong = 1; wrong < 15; wrong++) {
    if (wrong % 5 === 1) await letLockPass(token);
    expect((await guess("process", token, wrongCodeFor(invite))).statusCode).toBe(wrong % 5 === 0 ? 423 : 403);
  }
  const ended = { error: "gone", details: [{ path: "state", message: "cancelled" }] };
  expect((await guess("process", token, wrongCodeFor(invite))).json()).toMatchObject(ended);
  expect((await guess("process", token, code)).json()).toMatchObject(ended);
  expect((await guess("validate", token, code)).json()).toEqual({ valid: false });
  const { items } = (await owner.get(`/api/invites/${invite.id}/history`)).json<{ items: object[] }>();
  expect(items).toMatchObject([
    { action: "invite.cancel", actor: null },
    { action: "invite.lock", actor: null },
    { action: "invite.lock", actor: null },
    { action: "invite.create" },
  ]);
});

test("F11: of a crowd of guesses through two instances five are checked per lock, and fifteen in all", async () => {
  const { invite, token, code } = await invited();
  const wrong = wrongCodeFor(invite);
  const checked: number[] = [];
  for (let window = 0; window < 4; window++) {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        guess(index % 3 ? "process" : "validate", token, wrong, index % 2 ? world : second),
      ),
    );
    expect(answers.every(({ statusCode }) => [200, 403, 410, 423].includes(statusCode))).toBe(true);
    checked.push((await guessesOf(token))?.wrong ?? 0);
    expect((await guess("process", token, code)).statusCode).toBe(window < 2 ? 423 : 410);
    await letLockPass(token);
  }
  expect(checked).toEqual([5, 10, 15, 15]);
});

test("S38: a token that never was is answered like a wrong code, from the first try to the last", async () => {
  const { invite, token } = await invited();
  const unknown = someToken();
  const seen = async (step: "validate" | "process", at: string) => {
    const { statusCode, headers, json } = await guess(step, at, wrongCodeFor(invite));
    const { request_id, ...body } = json<{ request_id?: string }>();
    const { "x-request-id": _id, date: _date, ...rest } = headers;
    return { statusCode, body, headers: rest, hasId: request_id !== undefined };
  };
  for (let tries = 0; tries < 18; tries++) {
    const step = tries % 4 === 3 ? "validate" : "process";
    const [known, never] = [await seen(step, token), await seen(step, unknown)];
    expect(never).toEqual(known);
    if (known.statusCode === 423) for (const at of [token, unknown]) await letLockPass(at);
  }
  expect((await guessesOf(unknown))?.wrong).toBe(15);
});

test("S38: how an invite ended is shown to somebody with its token, and guesses at it do not count", async () => {
  const expired = await invited();
  await letExpire(world.db, expired.invite.id);
  const cancelled = await invited();
  await cancelled.owner.send("DELETE", `/api/invites/${cancelled.invite.id}`);
  for (const [state, { clan, invite, token, code }] of Object.entries({ expired, cancelled })) {
    for (const tried of [code, wrongCodeFor(invite)]) {
      const answer = await guess("process", token, tried);
      expect([answer.statusCode, answer.json()]).toMatchObject([410, { details: [{ path: "state", message: state }] }]);
      expect(answer.body).not.toContain(clan.id);
      expect((await guess("validate", token, tried)).json()).toEqual({ valid: false });
    }
    expect((await guessesOf(token))?.wrong).toBe(0);
  }
});

test("validate never answers 404, whatever stands in its path", async () => {
  for (const token of ["x", "my", "%00", "a".repeat(1_500), "..%2f..", someToken()]) {
    const answer = await guess("validate", token, "123456");
    expect([answer.statusCode, answer.json()], token).toEqual([200, { valid: false }]);
  }
});

test.each([{}, { verificationCode: 123_456 }, { verificationCode: "1".repeat(21) }, { verificationCode: "1", x: 1 }])(
  "%j is no code at all",
  async (payload) => {
    const { token } = await invited();
    for (const at of [token, someToken()]) {
      expect((await world.visitor.send("POST", `/api/invites/${at}/process`, payload)).statusCode).toBe(400);
    }
  },
);

test("a player who left, a clan that is archived and one that is being deleted are shown only after the right code", async () => {
  const gone = await invited();
  await world.db
    .updateTable("clan_members")
    .set({ status: "inactive" })
    .where("id", "=", gone.invite.clan_member_id)
    .execute();
  const archived = await invited();
  await world.db.updateTable("clans").set({ archived_at: new Date() }).where("id", "=", archived.clan.id).execute();
  const dying = await invited();
  await world.db.updateTable("clans").set({ deletes_at: new Date() }).where("id", "=", dying.clan.id).execute();
  const cases = [
    [gone, 410],
    [archived, 409],
    [dying, 410],
  ] as const;
  for (const [{ invite, token, code }, status] of cases) {
    expect((await guess("process", token, wrongCodeFor(invite))).statusCode).toBe(403);
    expect((await guess("process", token, code)).statusCode).toBe(status);
    expect((await guess("validate", token, code)).json()).toEqual({ valid: false });
  }
});

test("a new code replaces the old one, forgets wrong tries and what the old one opened", async () => {
  const { owner, invite, token, code } = await invited();
  const { invite_session_token } = (await guess("process", token, code)).json<{ invite_session_token: string }>();
  for (let wrong = 0; wrong < 5; wrong++) await guess("process", token, wrongCodeFor(invite));
  const renewed = (await owner.send("POST", `/api/invites/${invite.id}/new-code`)).json<typeof invite>();
  expect(renewed.invite_token).toBe(token);
  expect((await guessesOf(token))?.wrong).toBe(0);
  expect((await guess("validate", token, code)).json()).toEqual({ valid: renewed.verification_code === code });
  const link = { inviteSessionToken: invite_session_token };
  expect((await (await world.user()).send("POST", `/api/invites/${token}/link`, link)).statusCode).toBe(403);
  expect((await guess("process", token, renewed.verification_code)).statusCode).toBe(200);
  await owner.send("DELETE", `/api/invites/${invite.id}`);
  expect((await owner.send("POST", `/api/invites/${invite.id}/new-code`)).statusCode).toBe(409);
});

test("S54: one network may try sixty wrong codes in five minutes, at whatever invites; right ones are no tries", async () => {
  const { token, code } = await invited();
  const from = (remoteAddress: string, at: string, verificationCode: string) =>
    world.app.server.inject({
      method: "POST",
      url: `/api/invites/${at}/process`,
      payload: { verificationCode },
      remoteAddress,
    });
  expect((await from("203.0.113.7", token, code)).statusCode).toBe(200);
  expect((await from("203.0.113.7", someToken(), code)).statusCode).toBe(403);
  const counter = world.db.selectFrom("auth_rate_limits").select("points").where("key", "=", "invite_code:203.0.113.7");
  expect(await counter.execute()).toEqual([{ points: 1 }]);
  await world.db
    .updateTable("auth_rate_limits")
    .set({ points: 59 })
    .where("key", "=", "invite_code:203.0.113.7")
    .execute();
  expect((await from("203.0.113.7", someToken(), code)).statusCode).toBe(403);
  const refused = await from("203.0.113.7", token, code);
  expect([refused.statusCode, refused.json()]).toMatchObject([429, { error: "rate_limited" }]);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect((await from("203.0.113.8", token, code)).statusCode).toBe(200);
});

test("old tries at tokens that never were and dead sessions are cleaned up, those of invites stay", async () => {
  const { invite, token, code } = await invited();
  const [old, fresh] = [someToken(), someToken()];
  for (const at of [old, fresh, token]) await guess("process", at, wrongCodeFor(invite));
  for (const at of [old, token]) {
    await world.db
      .updateTable("invite_guesses")
      .set({ guessed_at: new Date(Date.now() - 31 * 86_400_000) })
      .where("token_hash", "=", hashToken(at))
      .execute();
  }
  for (let times = 0; times < 2; times++) await guess("process", token, code);
  const sessions = world.db.selectFrom("invite_sessions").selectAll().where("invite_id", "=", invite.id);
  const [first, other] = await sessions.execute();
  await world.db
    .updateTable("invite_sessions")
    .set({ expires_at: new Date(Date.now() - 25 * 3_600_000) })
    .where("id", "=", first?.id ?? "")
    .execute();
  await world.db
    .updateTable("invite_guesses")
    .set({ guessed_at: new Date(Date.now() - 31 * 86_400_000) })
    .where("token_hash", "=", hashToken(token))
    .execute();
  await cleanUpInvites(world.db);
  expect(await guessesOf(old)).toBeUndefined();
  expect(await guessesOf(fresh)).toBeDefined();
  expect((await guessesOf(token))?.wrong).toBe(1);
  expect((await sessions.execute()).map(({ id }) => id)).toEqual([other?.id]);
});
