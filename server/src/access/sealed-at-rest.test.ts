import type { Scoreboard } from "@clanhall/contract/scoreboards";
import { generateKeyPair, importJWK, type JWK, SignJWT } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createServiceToken } from "../testing/admin-client.ts";
import { signUpWithTotp } from "../testing/authenticator.ts";
import { openBoards } from "../testing/boards.ts";
import { startFakeDiscordWebhooks } from "../testing/fake-discord-webhooks.ts";
import { openInviteOf } from "../testing/invited.ts";
import { openMailbox } from "../testing/mailbox.ts";
import { testSecret, testSecrets } from "../testing/secrets.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import { openWebhook } from "../testing/webhooks.ts";
import { toSealingKey } from "./secrets.ts";
import { openJwk } from "./signing-key.ts";

let discord: Awaited<ReturnType<typeof startFakeDiscordWebhooks>>;
let world: TestApp;
beforeAll(async () => {
  discord = await startFakeDiscordWebhooks();
  world = await createTestApp({ env: { DISCORD_API: discord.api, AUTH_MAIL_GAP_SECONDS: "0" } });
});
afterAll(async () => {
  await world.close();
  await discord.close();
});

/** Every row of every table in every schema, the queue of jobs among them, as somebody with a copy reads it. */
async function dump(): Promise<string> {
  const { pool } = world.database;
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
  );
  const lines: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query<{ line: string }>(`select t::text as line from ${name} t`);
    lines.push(...rows.map(({ line }) => line));
  }
  return lines.join("\n");
}

/** A secret as it could stand in a column: as text, as bytes of that text, or as the bytes the text stands for. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret, "base64url");
  const hex = Buffer.from(secret).toString("hex");
  return bytes.length >= 16 ? [secret, hex, bytes.toString("hex")] : [secret, hex];
}

/** What somebody holds who could come in, be it a person, a bot or a program. */
async function handOutSecrets(): Promise<Record<string, string>> {
  const person = await signUpWithTotp(world);
  const { access_token = "", refresh_token = "" } = (await person.client.getSession()).data.session ?? {};
  const mailbox = openMailbox(world.db, person.email);
  while ((await mailbox.unread()) > 0) await mailbox.next();
  await person.client.resetPasswordForEmail(person.email);
  const recovery = await mailbox.next();
  expect(recovery.linkToken).toMatch(/^[\w-]{43}$/);

  const { owner, url, make, act } = await openBoards(world);
  const board: Scoreboard = (await act(await make(), "share")).json();
  const bot = await owner.send("POST", `${url}/tokens`, { name: "Bot", scopes: ["entries:read"] });
  const clan = await world.clan();
  const invite = await openInviteOf(world, await world.memberOf(clan, "owner"), clan.id);
  const { channel } = await openWebhook(world, discord);
  return {
    access_token,
    refresh_token,
    "authenticator's key": person.secret,
    "recovery link": recovery.linkToken,
    "recovery code": recovery.code,
    "board link": board.share_token ?? "",
    "API token": bot.json().token,
    "invite link": invite.invite_token,
    "invite code": invite.verification_code,
    "webhook address": channel.url,
    "service token": await createServiceToken(world),
  };
}

async function listPrivateKeys(): Promise<JWK[]> {
  const rows = await world.db.selectFrom("auth_signing_keys").select("sealed_jwk").execute();
  return rows.flatMap(({ sealed_jwk }) => (sealed_jwk ? [openJwk(testSecrets, sealed_jwk)] : []));
}

test("H2: a copy of the database shows no live key, link, code or token", async () => {
  const secrets = await handOutSecrets();
  const [key] = await listPrivateKeys();
  const everything: Record<string, string> = {
    ...secrets,
    "signing key": String(key?.d),
    CLANHALL_SECRET: testSecret,
    "sealing key": toSealingKey(testSecret).key.toString("base64url"),
  };
  const copy = await dump();
  for (const [what, secret] of Object.entries(everything)) {
    expect(secret.length, what).toBeGreaterThanOrEqual(6);
    // Six digits also turn up inside other numbers, such as the fraction of a second.
    const isThere = (form: string) =>
      /^\d{6}$/.test(form) ? new RegExp(`(?<![\\d.a-f-])${form}(?![\\da-f-])`).test(copy) : copy.includes(form);
    expect(formsOf(secret).filter(isThere), what).toEqual([]);
  }
});

test("H2: a token minted from what the tables hold is refused", async () => {
  const { userId, access_token } = await world.signedUp();
  const rows = await world.db.selectFrom("auth_signing_keys").selectAll().execute();
  const stolen = rows.flatMap(({ kid, private_jwk }) => (private_jwk ? [{ kid, jwk: private_jwk }] : []));
  const made = await generateKeyPair("ES256");
  const { session_id } = JSON.parse(Buffer.from(access_token.split(".")[1] ?? "", "base64url").toString());
  const tokens = await world.db.selectFrom("service_tokens").select("id").execute();
  const now = Math.floor(Date.now() / 1000);
  const bodies = [
    { role: "service_role" },
    ...tokens.map(({ id }) => ({ role: "service_role", jti: id })),
    { role: "authenticated", sub: userId, session_id },
  ];
  const keys = [
    ...(await Promise.all(stolen.map(async ({ kid, jwk }) => ({ kid, signer: await importJWK(jwk, "ES256") })))),
    ...rows.map(({ kid }) => ({ kid, signer: made.privateKey })),
  ];
  expect(keys.length).toBeGreaterThan(0);
  for (const { kid, signer } of keys) {
    for (const body of bodies) {
      const token = await new SignJWT({ iss: "http://localhost:3000/auth/v1", aud: "authenticated", ...body })
        .setProtectedHeader({ alg: "ES256", kid, typ: "JWT" })
        .setIssuedAt(now)
        .setExpirationTime(now + 600)
        .sign(signer);
      const headers = { authorization: `Bearer ${token}` };
      const ask = (method: "GET" | "POST", url: string, payload?: object) =>
        world.app.server.inject({ method, url, headers, ...(payload && { payload }) });
      const link = { type: "recovery", email: "ann@clan.test" };
      expect((await ask("GET", "/auth/v1/admin/users")).statusCode).toBe(403);
      expect((await ask("POST", "/auth/v1/admin/generate_link", link)).statusCode).toBe(403);
      expect((await ask("GET", "/api/me/admin")).statusCode).toBe(401);
    }
  }
});
