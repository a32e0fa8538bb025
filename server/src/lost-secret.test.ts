import type { Invite } from "@clanhall/contract/invites";
import type { JoinLink } from "@clanhall/contract/join-links";
import type { Scoreboard } from "@clanhall/contract/scoreboards";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mail } from "./cli/mail.ts";
import { currentTime } from "./db/clock.ts";
import { createImageRenderer } from "./features/scoreboards/images/render.ts";
import { createStandingsReader } from "./features/scoreboards/results/public-standings.ts";
import { deliverMail } from "./mail/deliver-mail.ts";
import { queueMail } from "./mail/queue-mail.ts";
import { readSettings } from "./settings.ts";
import { enrollTotp, letNextCodeCome, signInElsewhere, signUpWithTotp } from "./testing/authenticator.ts";
import { openBoards } from "./testing/boards.ts";
import { openInviteOf } from "./testing/invited.ts";
import { recordedLog } from "./testing/recorded-log.ts";
import { testSecrets } from "./testing/secrets.ts";
import { createTestApp, sharedWorkers, type TestApp } from "./testing/test-app.ts";
import { createSecrets, toSealingKey } from "./access/secrets.ts";
import { revokeKey } from "./access/signing-keys.ts";

const otherSecret = "what these installations seal with after their loss";

/** The same request each time. */
function addMember({ app }: TestApp, { owner, url }: Pick<Awaited<ReturnType<typeof openBoards>>, "owner" | "url">) {
  const headers = { ...owner.headers, "idempotency-key": "sent-again-after-the-loss" };
  return app.server.inject({ method: "POST", url: `${url}/members`, headers, payload: { name: "Kara" } });
}

/** What was made before the secret was lost. */
async function openBefore() {
  const context = await openBoards(world);
  const { owner, url, clan, make, act } = context;
  const board: Scoreboard = (await act(await make(), "share")).json();
  const invite = await openInviteOf(world, owner, clan.id);
  const link: JoinLink = (await owner.send("PUT", `${url}/join-link`, { is_on: true, version: null })).json();
  const person = await signUpWithTotp(world);
  const answered = (await addMember(world, { owner, url })).statusCode;
  const { data } = await person.client.mfa.recoveryCodes.generate();
  const message = { to: "ann@clan.test", subject: "Reset", text: "https://clan.test/reset", html: "" };
  const mailId = await world.db.transaction().execute((tx) => queueMail(tx, testSecrets, message));
  await deliverMail({ db: world.db, log: recordedLog(), secrets: testSecrets, transport: null }, mailId);
  return { ...context, answered, board, invite, link, person: { ...person, codes: data?.codes ?? [] } };
}

let world: TestApp;
/** The same database under another secret, after `auth revoke-key`. */
let after: TestApp;
let before: Awaited<ReturnType<typeof openBefore>>;
beforeAll(async () => {
  world = await createTestApp();
  before = await openBefore();
  const keys = await world.db.selectFrom("auth_signing_keys").select("kid").where("retired_at", "is", null).execute();
  for (const { kid } of keys) await revokeKey(world.db, kid);
  after = await createTestApp({ beside: world, env: { CLANHALL_SECRET: otherSecret } });
});
afterAll(async () => {
  await after.close();
  await world.close();
});

async function ask<T>(method: "GET" | "POST" | "PUT" | "PATCH", url: string, payload?: object): Promise<T> {
  const { headers } = before.owner;
  const answer = await after.app.server.inject({ method, url, headers, ...(payload && { payload }) });
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
  return answer.json<T>();
}

const statusOf = async (url: string) => (await after.visitor.get(url)).statusCode;

test("a board whose link cannot be opened counts as not shared, and sharing it replaces the link", async () => {
  const { board, clan, url } = before;
  const path = `/api/scoreboards/${board.id}`;
  const { items } = await ask<{ items: Scoreboard[] }>("GET", `${url}/scoreboards`);
  expect(items).toMatchObject([{ id: board.id, share: null, share_token: null }]);
  const { version } = await ask<Scoreboard>("GET", path);
  expect(await ask("PATCH", path, { version, title: "Winter" })).toMatchObject({ title: "Winter", share: null });

  const secrets = createSecrets([toSealingKey(otherSecret)]);
  const pictures = createImageRenderer(sharedWorkers());
  const read = createStandingsReader({ db: after.db, log: recordedLog(), secrets, pictures });
  expect(await read(clan.id, board.id, null, currentTime())).toMatchObject({ shareToken: null });

  const publicPath = (token: string | null) => `/api/public/scoreboards/${token}`;
  expect(await statusOf(publicPath(board.share_token))).toBe(200);
  const shared = await ask<Scoreboard>("POST", `${path}/share`, {});
  expect(shared.share_token).toMatch(/^[\w-]{43}$/);
  expect(await statusOf(publicPath(shared.share_token))).toBe(200);
  expect(await statusOf(publicPath(board.share_token))).toBe(404);
  expect((await ask<Scoreboard>("GET", path)).share_token).toBe(shared.share_token);
});

test("an invite that cannot be opened is listed without link and code, takes no code, and can be replaced", async () => {
  const { invite, url } = before;
  const list = async () => (await ask<{ invites: Invite[] }>("GET", `${url}/invites`)).invites;
  expect(await list()).toMatchObject([{ id: invite.id, invite_token: null, verification_code: null }]);
  const verificationCode = invite.verification_code;
  const check = await after.visitor.send("POST", `/api/invites/${invite.invite_token}/validate`, { verificationCode });
  expect([check.statusCode, check.json()]).toEqual([200, { valid: false }]);

  const made = await ask<Invite>("POST", "/api/invites", { clanMemberId: invite.clan_member_id, replace: true });
  const again = { verificationCode: made.verification_code };
  const right = await after.visitor.send("POST", `/api/invites/${made.invite_token}/validate`, again);
  expect(right.json()).toEqual({ valid: true });
});

test("a join link that cannot be opened counts as none, and making one replaces it", async () => {
  const { link, url } = before;
  const path = `${url}/join-link`;
  const pageOf = ({ url: address }: JoinLink) => `/api/join/${new URL(address).pathname.split("/").at(-1)}`;
  expect(await ask("GET", path)).toBeNull();
  const { headers } = before.owner;
  const rotate = { method: "POST", url: `${path}/rotate`, headers, payload: { version: link.version } } as const;
  expect((await after.app.server.inject(rotate)).statusCode).toBe(404);
  expect(await statusOf(pageOf(link))).toBe(200);

  const made = await ask<JoinLink>("PUT", path, { is_on: true, version: null });
  expect(made).toMatchObject({ uses: 0, version: link.version + 1 });
  expect(await statusOf(pageOf(made))).toBe(200);
  expect(await statusOf(pageOf(link))).toBe(404);
  expect(await ask("GET", path)).toEqual(made);
});

test("an authenticator whose secret cannot be opened says so, and a recovery code leads to a new one", async () => {
  const { person } = before;
  const client = await signInElsewhere(after, person);
  const refused = await client.mfa.challengeAndVerify({ factorId: person.factorId, code: person.code() });
  expect(refused.error).toMatchObject({ status: 422, code: "mfa_factor_secret_lost" });

  expect((await client.mfa.recoveryCodes.verify({ code: person.codes[0] ?? "" })).error).toBeNull();
  expect((await client.mfa.unenroll({ factorId: person.factorId })).error).toBeNull();
  await client.refreshSession();
  const { factorId, code } = await enrollTotp(client, "New phone");
  expect((await client.mfa.challengeAndVerify({ factorId, code: code() })).error).toBeNull();
  await letNextCodeCome(after.db, factorId);
  const next = await signInElsewhere(after, person);
  expect((await next.mfa.challengeAndVerify({ factorId, code: code() })).error).toBeNull();
});

test("a request that is sent again, and whose answer cannot be opened, is told to look and is not done twice", async () => {
  expect(before.answered).toBe(200);
  const refused = await addMember(after, before);
  expect([refused.statusCode, refused.json()]).toMatchObject([409, { error: "conflict" }]);
  expect(refused.json().message).toContain("its answer is no longer kept: look whether it is done, then use a new key");
  expect(refused.headers["retry-after"]).toBeUndefined();
  const named = world.db.selectFrom("clan_members").select("id").where("clan_id", "=", before.clan.id);
  expect(await named.where("name", "=", "Kara").execute()).toHaveLength(1);
});

test("mails that cannot be opened are listed without their text", async () => {
  const env = { DATABASE_URL: world.database.url, CLANHALL_SECRET: otherSecret };
  const said: string[] = [];
  const signal = new AbortController().signal;
  const say = (line: string) => void said.push(line);
  await mail.run(["list", "ann@clan.test"], { settings: readSettings(env), env, log: recordedLog(), say, signal });
  expect(said.join("\n")).toMatch(/Reset\n {2}Its text cannot be shown: .+ or the secret that sealed it is lost\.$/);
});
