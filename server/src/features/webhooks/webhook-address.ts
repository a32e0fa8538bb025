import { discordWebhookPattern } from "@clanhall/contract/webhooks";
import type { Secrets } from "../../access/secrets.ts";

const purpose = "webhook address";

/** Discord's own name for a webhook, and the word that lets somebody post to it. */
export interface DiscordWebhook {
  id: string;
  token: string;
}

export function sealAddress(secrets: Secrets, url: string) {
  return { url_sealed: secrets.seal(url, purpose), url_hint: url.slice(-4) };
}

export function openAddress(secrets: Secrets, sealed: Buffer): string {
  return secrets.open(sealed, purpose);
}

export function toMaskedUrl(hint: string): string {
  return `https://discord.com/api/webhooks/…${hint}`;
}

/** Only these two words are taken from an address: where a message goes is never what somebody typed. */
export function readAddress(url: string): DiscordWebhook {
  const [, id, token] = discordWebhookPattern.exec(url) ?? [];
  if (!id || !token) throw new Error("this is not the address of a Discord webhook");
  return { id, token };
}
