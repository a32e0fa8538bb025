import { z } from "zod";
import { createAccessTokens, toIssuer } from "../access/access-tokens.ts";
import { listServiceTokens, revokeServiceToken } from "../access/queries.ts";
import { openSecrets, requireSealingSecrets } from "../access/sealing.ts";
import { listAllSigningKeys } from "../access/signing-keys.queries.ts";
import { longestServiceMinutes, openKeyRing, revokeKey, rotateKeys } from "../access/signing-keys.ts";
import { openDatabase } from "../db/database.ts";
import type { Log } from "../db/log.ts";
import { StartError } from "../db/start-error.ts";
import type { Db } from "../db/tables.ts";
import { recordAdminAudit } from "../features/audit/index.ts";
import type { Settings } from "../settings.ts";
import { type Command, UsageError } from "./command.ts";

interface Context {
  db: Db;
  settings: Settings;
  log: Log;
  say: (line: string) => void;
  /** What follows the action on the command line. */
  given: string | undefined;
}

interface Action {
  /** Whether it works on keys that are kept in the database. */
  isOnStoredKeys: boolean;
  takes: (given: string | undefined) => boolean;
  run: (context: Context) => Promise<void>;
}

const nothing = (given: string | undefined) => given === undefined;

const actions: Record<string, Action> = {
  "service-token": { isOnStoredKeys: false, takes: (given) => toMinutes(given) !== null, run: printToken },
  "service-tokens": { isOnStoredKeys: false, takes: nothing, run: listTokens },
  "revoke-token": { isOnStoredKeys: false, takes: (given) => z.uuid().safeParse(given).success, run: revokeToken },
  "rotate-keys": { isOnStoredKeys: true, takes: nothing, run: rotate },
  "revoke-key": { isOnStoredKeys: true, takes: (given) => given !== undefined, run: revoke },
  keys: { isOnStoredKeys: true, takes: nothing, run: listKeys },
};

const usage = `auth needs service-token with at most ${longestServiceMinutes} minutes, service-tokens, revoke-token with its id, keys, rotate-keys, or revoke-key with its id`;

export const auth: Command = {
  usage: "auth service-token [minutes], service-tokens, revoke-token <id>, keys, rotate-keys, revoke-key <kid>",
  summary: "makes and revokes tokens for the admin API, and replaces the keys that sign, also while it is running",
  async run([name = "", given, ...more], { settings, log, say }) {
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (!action?.takes(given) || more.length > 0) throw new UsageError(usage);
    if (action.isOnStoredKeys && settings.auth.signingKeysFile) {
      throw new StartError("AUTH_SIGNING_KEYS is set: the keys are those of its file, and they are replaced there.");
    }
    const database = await openDatabase(settings, log, "visitor");
    try {
      await action.run({ db: database.db, settings, log, say, given });
    } finally {
      await database.close();
    }
  },
};

function toMinutes(given = "60"): number | null {
  const minutes = /^\d{1,4}$/.test(given) ? Number(given) : 0;
  return minutes >= 1 && minutes <= longestServiceMinutes ? minutes : null;
}

async function openKeys({ db, settings, log }: Context) {
  const secrets = await openSecrets(db, await requireSealingSecrets(settings), log);
  return { secrets, keys: await openKeyRing(db, secrets, settings.auth.signingKeysFile) };
}

const operator = { userId: null, requestId: null };

/** The token and nothing else, so that a script can take it as it is. That it was made is written down, it itself is not. */
async function printToken(context: Context): Promise<void> {
  const { db, settings, say, given } = context;
  const minutes = toMinutes(given) ?? 0;
  const { keys } = await openKeys(context);
  const rules = { issuer: toIssuer(settings.publicUrl), seconds: settings.auth.tokenSeconds };
  const { id, token } = await createAccessTokens(db, keys, rules).signService(minutes * 60);
  const target = { type: "service_token" as const, id };
  await recordAdminAudit(db, operator, { action: "service_token.create", target, after: { minutes } });
  say(token);
}

async function listTokens({ db, say }: Context): Promise<void> {
  const tokens = await listServiceTokens(db);
  if (tokens.length === 0) say("There is no service token in use.");
  for (const { id, created_at, expires_at, revoked_at } of tokens) {
    const revoked = revoked_at ? `  revoked ${toMinute(revoked_at)}` : "";
    say(`${id}  created ${toMinute(created_at)}  ends ${toMinute(expires_at)}${revoked}`);
  }
}

async function revokeToken({ db, say, given: id = "" }: Context): Promise<void> {
  if (!(await revokeServiceToken(db, id))) throw new StartError(`There is no service token ${id} in use.`);
  await recordAdminAudit(db, operator, { action: "service_token.revoke", target: { type: "service_token", id } });
  say("The token is refused from now on.");
}

async function rotate(context: Context): Promise<void> {
  // An installation that has not started yet gets its first key here, or nothing could sign until the new one does.
  const { secrets } = await openKeys(context);
  const { isNew, signsFrom } = await rotateKeys(context.db, secrets);
  const when = toMinute(signsFrom);
  context.say(
    isNew
      ? `A new key is published and signs from ${when}. The old one still verifies until its last token has expired.`
      : `A new key is already waiting and signs from ${when}; nothing was changed.`,
  );
}

async function revoke({ db, say, given: kid = "" }: Context): Promise<void> {
  if (!(await revokeKey(db, kid))) throw new StartError(`There is no key ${kid} in use; auth keys lists them.`);
  await recordAdminAudit(db, operator, { action: "signing_key.revoke", target: { type: "signing_key", name: kid } });
  say("What this key signed is refused from now on; people's browsers get new tokens by themselves.");
}

async function listKeys({ db, say }: Context): Promise<void> {
  const keys = await listAllSigningKeys(db);
  if (keys.length === 0) say("There is no key yet; the first start makes one.");
  for (const { kid, created_at, signs_from, retired_at } of keys) {
    const retired = retired_at ? `  retired ${toMinute(retired_at)}` : "";
    say(`${kid}  created ${toMinute(created_at)}  signs from ${toMinute(signs_from)}${retired}`);
  }
}

function toMinute(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
