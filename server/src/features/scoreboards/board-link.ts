import { createHash, randomBytes } from "node:crypto";
import type { Secrets } from "../../access/secrets.ts";
import { invalidField } from "../../errors.ts";

const purpose = { link: "scoreboard link", preview: "scoreboard preview" };
const years = 5;
const previewSeconds = 600;

/** Found by its hash, and sealed so that the clan can be shown it again. */
export function createLink(secrets: Secrets) {
  const token = randomBytes(32).toString("base64url");
  return {
    share_hash: createHash("sha256").update(token).digest(),
    share_sealed: secrets.seal(token, purpose.link),
  };
}

export function openLink(secrets: Secrets, sealed: Buffer): string {
  return secrets.open(sealed, purpose.link);
}

export function toExpiry(text: string, now: Date): Date {
  const expiry = new Date(text);
  if (expiry <= now) throw invalidField("expires_at", "Choose a moment that is still to come.");
  const latest = new Date(now);
  latest.setUTCFullYear(now.getUTCFullYear() + years);
  if (expiry > latest) throw invalidField("expires_at", "A link lives at most five years, unless it has no end.");
  return expiry;
}

/** Carries its own rights, so that nothing has to be kept of it. */
export function createPreview(secrets: Secrets, { clan, board }: { clan: string; board: string }, now: Date) {
  const until = now.getTime() + previewSeconds * 1000;
  const sealed = secrets.seal(JSON.stringify({ board, clan, until }), purpose.preview);
  return { path: `/scoreboard/preview.${sealed.toString("base64url")}?embed=1`, expires_in: previewSeconds };
}
