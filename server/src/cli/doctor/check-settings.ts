import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { hasForeignKeys } from "../../access/sealing.ts";
import { findSealingFile, howToMakeSecret, nameSealingSecret, readSealingSecrets } from "../../access/sealing.ts";
import { countUnsealed } from "../../access/sealing.queries.ts";
import { readKeyFile } from "../../access/signing-keys.ts";
import { errorCode, StartError } from "../../db/start-error.ts";
import type { Db } from "../../db/tables.ts";
import { greetMailServer } from "../../mail/mail-transport.ts";
import type { Settings } from "../../settings.ts";
import { type Finding, fine, problem, reasonOf, warning } from "./finding.ts";

/** Checks what no setting shows alone: how they fit together, and what they mean for visitors. */
export function checkSettings(settings: Settings): Finding[] {
  return [checkPublicUrl(settings), checkProxy(settings)];
}

function checkPublicUrl({ publicUrl, mode }: Settings): Finding {
  const url = new URL(publicUrl);
  const said = (text: string) => `PUBLIC_URL is ${publicUrl}: ${text}`;
  if (publicUrl !== url.origin) {
    return problem("address", said("set it to the origin alone, without a path, a query or a name in front."));
  }
  if (url.protocol === "https:" || mode !== "production") return fine("address", `PUBLIC_URL is ${publicUrl}.`);
  if (isLoopback(url.hostname)) {
    return warning("address", said("only this machine can follow it; set it to the https address people use."));
  }
  return problem("address", said("people's passwords would travel in the open; put TLS before it and set https."));
}

function checkProxy({ publicUrl, trustProxy }: Settings): Finding {
  if (publicUrl.startsWith("https:") && trustProxy === 0) {
    return warning(
      "proxy",
      "TRUST_PROXY is 0 though PUBLIC_URL is https: limits would take all visitors for the proxy; set it to 1 behind one proxy.",
    );
  }
  return fine("proxy", `TRUST_PROXY is ${trustProxy}.`);
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || host.startsWith("127.") || host === "[::1]";
}

/** Finds the key that seals, which must not be in the database. */
export async function checkSealingKey(settings: Settings): Promise<Finding> {
  const { secret, databaseUrl, dataFolder } = settings;
  if (databaseUrl && !secret) {
    return problem("secret", `CLANHALL_SECRET is not set, and DATABASE_URL needs it: ${howToMakeSecret} and set it.`);
  }
  try {
    const path = findSealingFile(dataFolder);
    if ((await readSealingSecrets(settings)).length === 0) {
      return fine("secret", `There is no key yet; the first start makes ${path}.`);
    }
    if (databaseUrl || !existsSync(path)) {
      return fine("secret", "CLANHALL_SECRET is set; keep a copy apart from the backups.");
    }
    const { mode } = await stat(path);
    if ((mode & 0o077) !== 0) return warning("secret", `Others can read ${path}: run chmod 600 on it.`);
    if (secret) {
      return fine("secret", `CLANHALL_SECRET and ${path} are both in use; keep a copy of each apart from the backups.`);
    }
    return fine("secret", `The key is in ${path}; keep a copy apart from the backups.`);
  } catch (error) {
    if (error instanceof StartError) return problem("secret", reasonOf(error));
    throw error;
  }
}

/** Opens the keys an operator brings, as a start does. */
export async function checkSigningKeys(file: string): Promise<Finding> {
  try {
    const keys = await readKeyFile(file);
    return fine("signing", `AUTH_SIGNING_KEYS has ${keys.length} ${keys.length === 1 ? "key" : "keys"}.`);
  } catch (error) {
    return problem("signing", `${reasonOf(error)}; correct ${file}, or leave AUTH_SIGNING_KEYS out.`);
  }
}

/** Checks whether a copy of the database would give something away, and whether we could still open it. */
export async function* checkSealed(db: Db, settings: Settings): AsyncGenerator<Finding> {
  const { keys, mails } = await countUnsealed(db);
  if (await hasForeignKeys(db, await readSealingSecrets(settings))) {
    yield problem("keys", `They were sealed with another secret: put ${nameSealingSecret(settings)} back as before.`);
  } else {
    yield reportUnsealed("keys", keys, "Every key is sealed.");
  }
  yield reportUnsealed("mails", mails, "Every mail that has a text is sealed.");
}

function reportUnsealed(subject: string, unsealed: number, good: string): Finding {
  if (unsealed === 0) return fine(subject, good);
  return warning(subject, `Not sealed: ${unsealed}. Start Clanhall once, which seals them.`);
}

/** Signs in to the mail server and sends nothing. */
export async function checkMail({ mail }: Settings): Promise<Finding> {
  const { smtpUrl, from } = mail;
  if (!smtpUrl) {
    return warning("mail", "SMTP_URL is not set: no mail leaves, so nobody can have a forgotten password replaced.");
  }
  try {
    await greetMailServer(smtpUrl);
  } catch (error) {
    const isRefused = errorCode(error) === "EAUTH";
    const advice = isRefused ? "correct the name and password in SMTP_URL" : "correct SMTP_URL or start the server";
    return problem("mail", `The mail server cannot be used (${reasonOf(error).trim()}); ${advice}.`);
  }
  if (/@localhost>?\s*$/.test(from)) {
    return warning("mail", "The mail server answers, but MAIL_FROM is no address that others can reply to; set it.");
  }
  return fine("mail", `The mail server answers; mails come from ${from}.`);
}
