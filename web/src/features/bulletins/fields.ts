import {
  type BulletinAudience,
  type BulletinChange,
  type BulletinDraft,
  bulletinDraft,
} from "@clanhall/contract/bulletin-drafts";
import type { Bulletin } from "@clanhall/contract/bulletins";
import { z } from "zod";

/** A bulletin that could be read once keeps the moment it was published, until somebody chooses another. */
export type When = "kept" | "now" | "at" | "draft";

/** What the form of a bulletin holds: moments as they are typed, and what a choice hides until it is chosen again. */
export interface BulletinFields {
  title: string;
  content: string;
  when: When;
  publish_at: string;
  ends: "never" | "at";
  expires_at: string;
  pinned: boolean;
  audience: BulletinAudience;
  post_to_discord: boolean;
}

export const newFields: BulletinFields = {
  title: "",
  content: "",
  when: "now",
  publish_at: "",
  ends: "never",
  expires_at: "",
  pinned: false,
  audience: "everyone",
  post_to_discord: false,
};

export function toFields(bulletin: Bulletin): BulletinFields {
  const { title, content, state, publish_at, expires_at, pinned, audience, post_to_discord } = bulletin;
  return {
    title,
    content,
    when: whenOf(state),
    publish_at: state === "scheduled" ? toLocal(publish_at) : "",
    ends: expires_at === null ? "never" : "at",
    expires_at: toLocal(expires_at),
    pinned,
    audience,
    post_to_discord,
  };
}

function whenOf(state: Bulletin["state"]): When {
  if (state === "draft") return "draft";
  return state === "scheduled" ? "at" : "kept";
}

/** A moment on this device's clock, as its date and time field spells it. */
export function toLocal(iso: string | null): string {
  if (iso === null) return "";
  const at = new Date(iso);
  const two = (part: number) => String(part).padStart(2, "0");
  const date = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${date}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** Nothing where no moment can be read. */
export function toInstant(local: string): string {
  const at = new Date(local);
  return local === "" || Number.isNaN(at.getTime()) ? "" : at.toISOString();
}

/** What the fields mean. */
interface BulletinBody extends Pick<BulletinFields, "title" | "content" | "pinned" | "audience" | "post_to_discord"> {
  /** A moment, null for a draft, or the word for what needs no moment. */
  publish_at: string | null;
  expires_at: string | null;
}

export function toBody({ when, ends, publish_at, expires_at, ...same }: BulletinFields): BulletinBody {
  return {
    ...same,
    publish_at: toPublishAt(when, publish_at),
    expires_at: ends === "at" ? toInstant(expires_at) : null,
  };
}

function toPublishAt(when: When, local: string): string | null {
  if (when === "draft") return null;
  return when === "at" ? toInstant(local) : when;
}

/** A new one; without a word about when, it is published at once. */
export function toCreation({ publish_at, ...body }: BulletinBody): BulletinDraft {
  return needsNoMoment(publish_at) ? body : { ...body, publish_at };
}

/** Any moment before now publishes at once. */
export function toChange({ publish_at, ...changed }: Partial<BulletinBody>, earlier: string): BulletinChange {
  if (publish_at === undefined) return changed;
  return { ...changed, publish_at: needsNoMoment(publish_at) ? earlier : publish_at };
}

function needsNoMoment(publish_at: string | null): boolean {
  return publish_at === "now" || publish_at === "kept";
}

export const bulletinSchema = z.preprocess((body) => toCreation(body as BulletinBody), bulletinDraft);
