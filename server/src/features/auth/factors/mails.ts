import { productName } from "@clanhall/contract/pages";
import type { Secrets } from "../../../access/secrets.ts";
import { composeMail } from "../../../mail/layout.ts";
import { queueMail } from "../../../mail/queue-mail.ts";
import type { UserRow } from "../queries.ts";
import type { FactorRow } from "./queries.ts";

export type Tx = Parameters<typeof queueMail>[0];

const kinds = {
  totp: "an authenticator app",
  phone: "codes by phone",
  recovery_code: "recovery codes",
  webauthn: "a security key",
};

const wasItYou =
  "You get this mail because it concerns the safety of your account. If this was not you, sign in, change your password, and check your sign-in methods.";

export function mailFactorAdded(tx: Tx, secrets: Secrets, user: UserRow, factor: FactorRow): Promise<void> {
  return mailUser(tx, secrets, user, "A new way to sign in was added", [
    `You can now use ${nameOf(factor)} as a second step when you sign in to ${productName}.`,
  ]);
}

export function mailFactorRemoved(tx: Tx, secrets: Secrets, user: UserRow, factor: FactorRow): Promise<void> {
  return mailUser(tx, secrets, user, "A way to sign in was removed", [
    `You can no longer use ${nameOf(factor)} as a second step when you sign in to ${productName}.`,
  ]);
}

export function mailCodesReplaced(tx: Tx, secrets: Secrets, user: UserRow): Promise<void> {
  return mailUser(tx, secrets, user, "Your recovery codes were replaced", [
    `Your ${productName} account has new recovery codes. The old ones no longer work.`,
  ]);
}

export function mailCodeUsed(tx: Tx, secrets: Secrets, user: UserRow, remaining: number): Promise<void> {
  const left = remaining === 1 ? "1 code is left." : `${remaining} codes are left.`;
  return mailUser(tx, secrets, user, "A recovery code was used", [
    `Someone signed in to your ${productName} account with a recovery code. It cannot be used again.`,
    remaining === 0 ? "It was the last one. Create new ones while you are signed in." : left,
  ]);
}

export function mailPasskeyAdded(tx: Tx, secrets: Secrets, user: UserRow, { friendly_name }: Named): Promise<void> {
  return mailUser(tx, secrets, user, "A passkey was added", [
    `You can now sign in to ${productName} with a passkey (“${friendly_name}”).`,
  ]);
}

export function mailPasskeyRemoved(tx: Tx, secrets: Secrets, user: UserRow, { friendly_name }: Named): Promise<void> {
  return mailUser(tx, secrets, user, "A passkey was removed", [
    `You can no longer sign in to ${productName} with the passkey “${friendly_name}”.`,
  ]);
}

export function mailCounterStale(tx: Tx, secrets: Secrets, user: UserRow, { friendly_name }: Named): Promise<void> {
  return mailUser(tx, secrets, user, "A passkey or security key may have been copied", [
    `Someone tried to sign in to your ${productName} account with “${friendly_name}”, and it looks like a copy. We refused.`,
    "If you did not try to sign in, remove it in Account → Security and add a new one.",
  ]);
}

interface Named {
  friendly_name: string;
}

function nameOf({ type, friendly_name }: FactorRow): string {
  return friendly_name ? `${kinds[type]} (“${friendly_name}”)` : kinds[type];
}

async function mailUser(
  tx: Tx,
  secrets: Secrets,
  { email }: UserRow,
  title: string,
  paragraphs: string[],
): Promise<void> {
  if (!email) return;
  await queueMail(tx, secrets, { to: email, ...composeMail({ subject: title, title, paragraphs, reason: wasItYou }) });
}
