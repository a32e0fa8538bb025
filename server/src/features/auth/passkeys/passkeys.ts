import type { z } from "zod";
import { currentTime } from "../../../db/clock.ts";
import { type Caller, isBanned } from "../../../access/actor.ts";
import type { Secrets } from "../../../access/secrets.ts";
import type { RelyingParty } from "../../../settings.ts";
import { lockAccount, type LockedAccount, requireProvenFactor } from "../factors/enroll.ts";
import { mailCounterStale, mailPasskeyAdded, mailPasskeyRemoved, type Tx } from "../factors/mails.ts";
import { AuthError, type Client } from "../http.ts";
import type { assertedCredential, createdCredential } from "../inputs.ts";
import { listIdentities, lockUser, recordAuthAudit, type SessionRow, type UserRow } from "../queries.ts";
import type { AuthService } from "../service.ts";
import { openSession, requireRecentConfirmation, toSessionAnswer } from "../sessions.ts";
import {
  createChallenge,
  createCreationOptions,
  createRequestOptions,
  getDecoyKey,
  isCounterStale,
  readCreation,
  readUse,
  toHandle,
  type UsedKey,
} from "./ceremony.ts";
import {
  type ChallengeOwner,
  type CredentialRow,
  deleteCredentials,
  findPasskey,
  insertCredential,
  insertWebauthnChallenge,
  listPasskeys,
  lockCredential,
  takeWebauthnChallenge,
  updateCredential,
} from "./queries.ts";

/** What people call the programs and keys that keep passkeys, by the id that these send along when they make one. */
const names: Record<string, string> = {
  "fbfc3007-154e-4ecc-8c0b-6e020557d7bd": "iCloud Keychain",
  "dd4ec289-e01d-41c9-bb89-70fa845d4bf2": "iCloud Keychain",
  "ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4": "Google Password Manager",
  "08987058-cadc-4b81-b6e1-30de50dcbe96": "Windows Hello",
  "9ddd1817-af5a-4672-a2b9-3e3dd95000a9": "Windows Hello",
  "6028b017-b1d4-4c02-b4b3-afcdafc96bb2": "Windows Hello",
  "adce0002-35bc-c60a-648b-0b25f1f05503": "Chrome on Mac",
  "771b48fd-d3d4-4f74-9232-fc157ab0507a": "Edge on Mac",
  "b5397666-4885-aa6b-cebf-e52262a439a2": "Chromium",
  "bada5566-a7aa-401f-bd96-45619a55120d": "1Password",
  "d548826e-79b4-db40-a3d8-11116f7e8349": "Bitwarden",
  "531126d6-e717-415c-9320-3d9aa6981239": "Dashlane",
  "f3809540-7f14-49c1-a8b3-8f813b225541": "Enpass",
  "0ea242b4-43c4-4a1b-8b17-dd6d0b6baec6": "Keeper",
  "fdb141b2-5d84-443e-8a35-4698c205a502": "KeePassXC",
  "b84e4048-15dc-4dd0-8640-f4f60813c8af": "NordPass",
  "50726f74-6f6e-5061-7373-50726f746f6e": "Proton Pass",
  "53414d53-554e-4700-0000-000000000000": "Samsung Pass",
  "cb69481e-8ff7-4039-93ec-0a2729a154a8": "YubiKey 5",
  "ee882879-721c-4913-9775-3dfcce97072a": "YubiKey 5",
  "2fc0579f-8113-47ea-b116-bb5a8db9202a": "YubiKey 5 NFC",
  "fa2b99dc-9e39-4257-8f92-4a30d23c4118": "YubiKey 5 NFC",
  "d8522d9f-575b-4866-88a9-ba99fa02f35b": "YubiKey Bio",
};

function nameAuthenticator(aaguid: string): string {
  return names[aaguid] ?? "Passkey";
}

const mostPasskeys = 10;

export function getRelyingParty({ settings: { relyingParty } }: AuthService): RelyingParty {
  if (!relyingParty) throw new AuthError(404, "passkey_disabled", "Passkeys are disabled");
  return relyingParty;
}

export async function startRegistration(auth: AuthService, caller: Caller, client: Client) {
  const rp = getRelyingParty(auth);
  await auth.limits.takeFrom("passkey_options", client.network);
  requireRecentConfirmation(caller);
  return auth.db.transaction().execute(async (tx) => {
    const { user, known } = await lockRoom(tx, caller);
    const challenge = createChallenge();
    const owner = { kind: "registration", userId: user.id, sessionId: caller.sessionId } as const;
    const { id, expires_at } = await insertWebauthnChallenge(tx, owner, challenge);
    const named = { id: user.id, name: user.email ?? user.display_name };
    const options = await createCreationOptions(rp, "passkey", { user: named, known, challenge });
    return { challenge_id: id, options, expires_at: toSeconds(expires_at) };
  });
}

/** Whoever has a second factor proves it before there can be another way in around it. */
async function lockRoom(tx: Tx, caller: Caller): Promise<LockedAccount & { known: CredentialRow[] }> {
  const account = await lockAccount(tx, caller);
  if (account.user.is_anonymous) {
    throw new AuthError(403, "no_authorization", "Anonymous user not allowed to perform these actions");
  }
  requireProvenFactor(account.factors, account.session.aal);
  const known = await listPasskeys(tx, account.user.id);
  if (known.length >= mostPasskeys) {
    throw new AuthError(422, "too_many_passkeys", `An account can have at most ${mostPasskeys} passkeys`);
  }
  return { ...account, known };
}

function toSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}

interface Answered<Credential> {
  challenge_id: string;
  credential: Credential;
}

export async function finishRegistration(
  auth: AuthService,
  caller: Caller,
  { challenge_id, credential }: Answered<z.output<typeof createdCredential>>,
  client: Client,
) {
  const rp = getRelyingParty(auth);
  const { userId, sessionId } = caller;
  await auth.limits.takeFrom("passkey_verify", client.network);
  const challenge = await takeChallenge(auth, challenge_id, { kind: "registration", userId, sessionId });
  const key = await readCreation(rp, "passkey", credential, challenge);
  if (!key) throw verificationFailed();
  return auth.db.transaction().execute(async (tx) => {
    const { user } = await lockRoom(tx, caller);
    const friendly_name = nameAuthenticator(key.aaguid);
    const passkey = await insertCredential(tx, { ...key, user_id: userId, rp_id: rp.id, friendly_name });
    if (!passkey) throw new AuthError(422, "webauthn_credential_exists", "This passkey is already registered");
    await recordAuthAudit(tx, client, { action: "passkey_created", userId, traits: { passkey_id: passkey.id } });
    await mailPasskeyAdded(tx, auth.secrets, user, passkey);
    return toPasskeyAnswer(passkey);
  });
}

async function takeChallenge({ db }: AuthService, id: string, owner: ChallengeOwner): Promise<Buffer> {
  const taken = await takeWebauthnChallenge(db, id, owner);
  if (!taken) throw new AuthError(400, "webauthn_challenge_not_found", "Passkey challenge not found");
  if (taken.is_over) throw new AuthError(400, "webauthn_challenge_expired", "Passkey challenge has expired");
  return taken.challenge;
}

/** One answer for a key nobody has, somebody else's and a wrong signature. */
function verificationFailed(): AuthError {
  return new AuthError(400, "webauthn_verification_failed", "Passkey verification failed");
}

/** Names no account: the authenticator shows whose passkeys it has. */
export async function startSignIn(auth: AuthService, client: Client) {
  const rp = getRelyingParty(auth);
  await auth.limits.takeFrom("passkey_options", client.network);
  const challenge = createChallenge();
  const { id, expires_at } = await insertWebauthnChallenge(auth.db, { kind: "authentication" }, challenge);
  const options = await createRequestOptions(rp, "passkey", { allowed: [], challenge });
  return { challenge_id: id, options, expires_at: toSeconds(expires_at) };
}

/** A passkey proves two factors at once: that somebody has it, and by PIN or fingerprint that they are its owner. */
export async function finishSignIn(
  auth: AuthService,
  { challenge_id, credential }: Answered<z.output<typeof assertedCredential>>,
  client: Client,
) {
  const { db } = auth;
  const rp = getRelyingParty(auth);
  await auth.limits.takeFrom("passkey_verify", client.network);
  const challenge = await takeChallenge(auth, challenge_id, { kind: "authentication" });
  const credential_id = Buffer.from(credential.id, "base64url");
  const passkey = await findPasskey(db, credential_id, rp.id);
  const key = passkey ?? { credential_id, public_key: getDecoyKey() };
  const used = await readUse(rp, "passkey", credential, { challenge, key });
  if (!passkey || !used || credential.response.userHandle !== toHandle(passkey.user_id).toString("base64url")) {
    await recordFailure(auth, passkey?.user_id ?? null, client, "webauthn_verification_failed");
    throw verificationFailed();
  }
  // A refusal is recorded, which has to be committed: so it is returned here and thrown below.
  const outcome = await db.transaction().execute((tx) => openWithPasskey(tx, auth, { passkey, used }, client));
  if (outcome instanceof AuthError) {
    await recordFailure(auth, passkey.user_id, client, outcome.code);
    throw outcome;
  }
  return toSessionAnswer(auth, outcome);
}

async function openWithPasskey(
  tx: Tx,
  auth: AuthService,
  { passkey, used }: { passkey: CredentialRow; used: UsedKey },
  client: Client,
): Promise<SessionRow | AuthError> {
  const user = await lockUser(tx, passkey.user_id);
  const current = user && (await lockCredential(tx, passkey.id));
  if (!user || !current) return verificationFailed();
  if (isBanned(user, currentTime())) return new AuthError(403, "user_banned", "User is banned");
  if (user.email && !user.email_confirmed_at) return new AuthError(403, "email_not_confirmed", "Email not confirmed");
  if (!(await noteUse(tx, auth.secrets, { user, key: current, used }, client))) return verificationFailed();
  return openSession(
    tx,
    auth,
    {
      userId: user.id,
      provider: "passkey",
      method: "passkey",
      aal: "aal2",
      traits: { passkey_id: passkey.id },
    },
    client,
  );
}

/** False when the key's counter did not go up: then somebody may have a copy, and its owner gets a mail. */
export async function noteUse(
  tx: Tx,
  secrets: Secrets,
  { user, key, used }: { user: UserRow; key: CredentialRow; used: UsedKey },
  client: Client,
): Promise<boolean> {
  if (isCounterStale(key.sign_count, used.sign_count)) {
    const traits = { passkey_id: key.id, ...(key.factor_id && { factor_id: key.factor_id }) };
    await recordAuthAudit(tx, client, { action: "passkey_counter", outcome: "failure", userId: user.id, traits });
    await mailCounterStale(tx, secrets, user, key);
    return false;
  }
  await updateCredential(tx, key.id, { ...used, last_used_at: currentTime() });
  return true;
}

function recordFailure({ db }: AuthService, userId: string | null, client: Client, reason: string): Promise<void> {
  const traits = { method: "passkey", reason };
  return recordAuthAudit(db, client, { action: "login", outcome: "failure", userId, traits });
}

export function toPasskeyAnswer(passkey: CredentialRow) {
  return {
    id: passkey.id,
    friendly_name: passkey.friendly_name,
    created_at: passkey.created_at.toISOString(),
    ...(passkey.last_used_at && { last_used_at: passkey.last_used_at.toISOString() }),
    backed_up: passkey.backed_up,
  };
}

function getPasskey(passkeys: CredentialRow[], id: string): CredentialRow {
  const passkey = passkeys.find((one) => one.id === id);
  if (!passkey) throw new AuthError(404, "webauthn_credential_not_found", "Passkey not found");
  return passkey;
}

export function renamePasskey(auth: AuthService, caller: Caller, id: string, name: string, client: Client) {
  const { userId } = caller;
  return auth.db.transaction().execute(async (tx) => {
    await lockAccount(tx, caller);
    getPasskey(await listPasskeys(tx, userId), id);
    const renamed = await updateCredential(tx, id, { friendly_name: name });
    await recordAuthAudit(tx, client, { action: "passkey_updated", userId, traits: { passkey_id: id } });
    return toPasskeyAnswer(renamed);
  });
}

export async function deletePasskey(auth: AuthService, caller: Caller, id: string, client: Client): Promise<void> {
  await auth.limits.takeFrom("factor", `${caller.userId}:${client.network}`);
  requireRecentConfirmation(caller);
  await auth.db.transaction().execute(async (tx) => {
    const { user, factors, session } = await lockAccount(tx, caller);
    requireProvenFactor(factors, session.aal);
    const passkeys = await listPasskeys(tx, user.id);
    const passkey = getPasskey(passkeys, id);
    if (
      !(await hasOtherWay(
        tx,
        auth,
        user,
        passkeys.filter((one) => one.id !== id),
      ))
    ) {
      const message = "User must have at least 1 way to sign in after deleting";
      throw new AuthError(422, "single_identity_not_deletable", message);
    }
    await removePasskeys(tx, auth.secrets, user, [passkey], client);
  });
}

/** A passkey of another host opens nothing here, nor does an address without a password. */
async function hasOtherWay(
  tx: Tx,
  { settings: { relyingParty } }: AuthService,
  user: UserRow,
  others: CredentialRow[],
) {
  if (user.password_hash !== null || others.some(({ rp_id }) => rp_id === relyingParty?.id)) return true;
  const identities = await listIdentities(tx, user.id);
  return identities.some(({ provider }) => provider !== "email");
}

/** Their owner gets a mail for each. */
export async function removePasskeys(
  tx: Tx,
  secrets: Secrets,
  user: UserRow,
  passkeys: CredentialRow[],
  client: Client,
) {
  await deleteCredentials(
    tx,
    passkeys.map(({ id }) => id),
  );
  for (const passkey of passkeys) {
    const traits = { passkey_id: passkey.id };
    await recordAuthAudit(tx, client, { action: "passkey_deleted", userId: user.id, traits });
    await mailPasskeyRemoved(tx, secrets, user, passkey);
  }
}

/** For somebody who has lost their device. */
export function removePasskeyOf({ db, secrets }: AuthService, userId: string, passkeyId: string, client: Client) {
  return db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user) throw new AuthError(404, "user_not_found", "User not found");
    const passkey = getPasskey(await listPasskeys(tx, userId), passkeyId);
    await removePasskeys(tx, secrets, user, [passkey], client);
  });
}
