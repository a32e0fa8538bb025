import { ask } from "./ask.ts";
import { atMost, type Drill, exactly } from "./drill.ts";
import { type Ground, openGround } from "./ground.ts";
import { manyAtOnce } from "./many-at-once.ts";
import { oneTimeCode, wrongCode } from "./one-time-code.ts";
import { call, createClan, password, signUp } from "./people.ts";

const env = { AUTH_RATE_LIMITS: "on", TRUST_PROXY: "1" };
const addressesOfGuessers = 50;
/** Codes judged until an invite is cancelled; until a challenge ends; and in a day at one factor. */
const allowed = { invite: 15, challenge: 5, factorOfDay: 50 };
/** Codes of an authenticator app that are right at one moment. */
const rightAtOnce = 3;

export const guessedCodes: Drill = {
  id: "F11",
  what: "codes of an invite and of an authenticator app are guessed through two instances",
  rounds: { few: 1_200, many: 20_000 },
  async run(tries) {
    const ground = await openGround();
    try {
      const servers = await Promise.all([ground.startInstance(env), ground.startInstance(env)]);
      const addresses = servers.map(({ line }) => line);
      const invite = await guessInvite(ground, addresses, tries / 2);
      const factor = await guessFactor(ground, addresses, tries / 2);
      return [
        atMost("codes judged at one invite, all in all", invite.judged, allowed.invite),
        exactly("invites that open with the right code after that", invite.opened, 0),
        atMost("chance to guess an invite's code, in a million", invite.judged, allowed.invite),
        atMost("codes judged at one challenge", factor.perChallenge, allowed.challenge),
        atMost("codes judged at one factor in a day", factor.judged, allowed.factorOfDay),
        atMost("chance to guess a factor's code in a day, in a million", factor.judged * rightAtOnce, 150),
      ];
    } finally {
      await ground.close();
    }
  },
};

const randomCode = () => String(Math.floor(Math.random() * 1_000_000)).padStart(6, "0");
const from = (index: number) => ({ "x-forwarded-for": `198.51.100.${index % addressesOfGuessers}` });

/** Four waves: after each the lock's time is over. */
async function guessInvite(ground: Ground, addresses: string[], tries: number) {
  const [address = ""] = addresses;
  const owner = await signUp(address);
  const clanId = await createClan(address, owner);
  const member = await call<{ id: string }>(address, owner, "POST", `/api/clans/${clanId}/members`, { name: "Robin" });
  const input = { clanMemberId: member.id };
  const sent = await call<{ invite_token: string; verification_code: string }>(
    address,
    owner,
    "POST",
    "/api/invites",
    input,
  );
  const show = (code: string, index: number) =>
    ask(
      addresses[index % 2] ?? "",
      "POST",
      `/api/invites/${sent.invite_token}/${index % 4 < 2 ? "validate" : "process"}`,
      { body: { verificationCode: code }, headers: from(index) },
    );
  for (let wave = 0; wave < 4; wave++) {
    await manyAtOnce(tries / 4, 40, async (index) => {
      const code = randomCode();
      if (code !== sent.verification_code) await show(code, index);
    });
    await ground.query("update invite_guesses set locked_until = now() where locked_until is not null");
  }
  const [row] = await ground.query<{ judged: number }>("select sum(wrong)::int as judged from invite_guesses");
  const { status } = await show(sent.verification_code, 2);
  return { judged: row?.judged ?? 0, opened: status === 200 ? 1 : 0 };
}

/** Twelve waves, a quarter of an hour between them, by somebody who knows the password; every few tries they ask for a new challenge. */
async function guessFactor(ground: Ground, addresses: string[], tries: number) {
  const { factorId, secret, token } = await prepareFactor(addresses[0] ?? "");
  let challenge = "";
  const factor = `/auth/v1/factors/${factorId}`;
  for (let wave = 0; wave < 12; wave++) {
    await manyAtOnce(tries / 12, 20, async (index) => {
      const asked = { token, headers: from(index) };
      const address = addresses[index % 2] ?? "";
      if (index % 4 === 0) {
        const opened = await ask<{ id: string }>(address, "POST", `${factor}/challenge`, { ...asked, body: {} });
        if (opened.status === 200) challenge = opened.answer.id;
      }
      const body = { challenge_id: challenge, code: wrongCode(secret) };
      await ask(address, "POST", `${factor}/verify`, { ...asked, body });
    });
    await ground.query("update auth_rate_limits set expire = 1 where key like 'guess:%' or key like 'factor:%'");
  }
  const [most] = await ground.query<{ most: number }>("select max(attempts)::int as most from auth_challenges");
  const [all] = await ground.query<{ judged: number }>(
    "select count(*)::int as judged from auth_audit where traits ->> 'reason' = 'mfa_verification_failed'",
  );
  return { perChallenge: most?.most ?? 0, judged: all?.judged ?? 0 };
}

/** Somebody with an authenticator app, and the session of a stranger who got hold of their password. */
async function prepareFactor(address: string) {
  const owner = await signUp(address);
  const input = { factor_type: "totp", friendly_name: "Pocket phone" };
  const made = await call<{ id: string; totp: { secret: string } }>(address, owner, "POST", "/auth/v1/factors", input);
  const factor = `/auth/v1/factors/${made.id}`;
  const challenge = await call<{ id: string }>(address, owner, "POST", `${factor}/challenge`, {});
  const proof = { challenge_id: challenge.id, code: oneTimeCode(made.totp.secret) };
  await call(address, owner, "POST", `${factor}/verify`, proof);
  const body = { email: owner.email, password };
  const path = "/auth/v1/token?grant_type=password";
  const { answer } = await ask<{ access_token: string }>(address, "POST", path, { body });
  return { factorId: made.id, secret: made.totp.secret, token: answer.access_token };
}
