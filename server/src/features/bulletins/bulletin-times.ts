import { invalidField } from "../../errors.ts";

export interface Times {
  publish_at: Date | null;
  expires_at: Date | null;
}

/** As wished for in a request; what is not named stays. */
export interface WantedTimes {
  publish_at?: string | null | undefined;
  expires_at?: string | null | undefined;
}

const draft: Times = { publish_at: null, expires_at: null };
const latest = Date.UTC(9999, 11, 31);

/** The times of a new bulletin; without a word about when, it is published at once. */
export function planTimes({ publish_at, expires_at }: WantedTimes, now: Date): Times {
  return changeTimes(draft, { publish_at: publish_at === undefined ? now.toISOString() : publish_at, expires_at }, now);
}

/** A moment that has passed publishes now, but never again what is published already. */
export function changeTimes(before: Times, wanted: WantedTimes, now: Date): Times {
  const after = {
    publish_at: toPublishAt(before.publish_at, readMoment("publish_at", wanted.publish_at), now),
    expires_at: readMoment("expires_at", wanted.expires_at) ?? before.expires_at,
  };
  if (wanted.expires_at === null) after.expires_at = null;
  if (!isSame(before.publish_at, after.publish_at) || !isSame(before.expires_at, after.expires_at)) check(after, now);
  return after;
}

function toPublishAt(before: Date | null, wanted: Date | null | undefined, now: Date): Date | null {
  if (wanted === undefined) return before;
  if (wanted === null || wanted > now) return wanted;
  return before !== null && before <= now ? before : now;
}

function check({ publish_at, expires_at }: Times, now: Date): void {
  if (expires_at === null) return;
  if (publish_at !== null && publish_at > now && expires_at <= publish_at) {
    throw invalidField("expires_at", "A bulletin cannot expire before it is published.");
  }
  if (expires_at <= now) throw invalidField("expires_at", "This moment has passed.");
}

function readMoment(path: string, text: string | null | undefined): Date | null | undefined {
  if (text === null || text === undefined) return text;
  const moment = new Date(text);
  if (moment.getTime() > latest) throw invalidField(path, "Choose an earlier date.");
  return moment;
}

function isSame(a: Date | null, b: Date | null): boolean {
  return a?.getTime() === b?.getTime();
}
