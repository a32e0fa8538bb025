import { type NotificationKind, notificationKinds } from "@clanhall/contract/notifications";
import { z } from "zod";
import type { Secrets } from "../../access/secrets.ts";

/** Whose mails of which kind from which clan a link switches off. It can do nothing else, and does so for ever. */
export interface Subscription {
  userId: string;
  clanId: string;
  kind: NotificationKind;
}

const purpose = "unsubscribe";
const content = z.tuple([z.uuid(), z.uuid(), z.enum(notificationKinds)]);

export function toUnsubscribeToken(secrets: Secrets, { userId, clanId, kind }: Subscription): string {
  return secrets.seal(JSON.stringify([userId, clanId, kind]), purpose).toString("base64url");
}

/** Null for whatever we did not write ourselves. */
export function readUnsubscribeToken(secrets: Secrets, token: string): Subscription | null {
  if (!/^[\w-]{80,400}$/.test(token)) return null;
  try {
    const [userId, clanId, kind] = content.parse(JSON.parse(secrets.open(Buffer.from(token, "base64url"), purpose)));
    return { userId, clanId, kind };
  } catch {
    return null;
  }
}
