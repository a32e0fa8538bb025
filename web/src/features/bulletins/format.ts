import type { BulletinAudience } from "@clanhall/contract/bulletin-drafts";
import type { Bulletin, BulletinState } from "@clanhall/contract/bulletins";
import { formatDateTime } from "../../lib/format.ts";

export const stateNames: Record<BulletinState, string> = {
  draft: "Draft",
  scheduled: "Scheduled",
  live: "Live",
  expired: "Expired",
};

export const audienceNames: Record<BulletinAudience, string> = {
  everyone: "Everyone",
  maintainers: "Owner and maintainers",
};

export function stateText({ state, publish_at }: Pick<Bulletin, "state" | "publish_at">): string {
  return state === "scheduled" && publish_at ? `Scheduled for ${formatDateTime(publish_at)}` : stateNames[state];
}

/** Such as "12 of 40"; nobody could have opened what was never published, or is for its author alone. */
export function seenText({ seen_by, posted_at }: Pick<Bulletin, "seen_by" | "posted_at">): string {
  return posted_at === null || !seen_by?.of ? "—" : `${seen_by.seen} of ${seen_by.of}`;
}

/** What became of a bulletin that was just saved. */
export function savedText({ title, state, publish_at }: Bulletin, isNew: boolean): string {
  if (!isNew) return `${title} saved`;
  if (state === "draft") return `${title} kept as a draft`;
  return state === "scheduled" && publish_at
    ? `${title} will be published on ${formatDateTime(publish_at)}`
    : `${title} published`;
}

/** When it could first be read, as far as the server says so. */
export function publishedAt({ posted_at, created_at }: Bulletin): string {
  return posted_at ?? created_at;
}
