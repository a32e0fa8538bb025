import { type Decimals, inOneLine, toAmountText, toNumberText, toScoreText } from "@clanhall/contract/rules/score-text";
import type { Measure } from "@clanhall/contract/scoreboard-drafts";
import type { Scoreboard } from "@clanhall/contract/scoreboards";
import { plural, formatFullDate, formatNumber } from "../../lib/format.ts";

/** What a measure is, for somebody who has to choose one. */
export const measureSentences: Record<Measure, string> = {
  points: "Everything a player’s values are worth, added up.",
  activity: "The values of a single activity, such as troops donated.",
  consistency: "How much of what was due was met, in percent.",
  streak: "How many days in a row everything due was met.",
  improvement: "Points compared with the same part of the previous period.",
};

/** Whether a measure is made of points, which weights may change. */
export function hasPoints(measure: Measure): boolean {
  return measure === "points" || measure === "improvement";
}

/** Which days a board counts: "Last 30 days", "Weekly", "1 – 30 Nov 2026". */
export function periodText({ period, range }: Pick<Scoreboard, "period" | "range">): string {
  if (period.kind === "rolling") return `Last ${period.days} days`;
  if (period.kind === "fixed") return range.label;
  return period.kind === "weekly" ? "Weekly" : "Monthly";
}

/** Whether a board of this period starts anew, week by week or month by month. */
export function isRepeating(kind: string): boolean {
  return kind === "weekly" || kind === "monthly";
}

type Kind = Parameters<typeof toAmountText>[1];

/** A score in the words of its measure; the activity is that of a board of one. */
export function scoreText(score: number, measure: Measure, activity?: Kind, decimals?: Decimals): string {
  return inOneLine(toScoreText(score, measure, activity, decimals));
}

/** What several days of an activity come to: "120 troops", "1:30 h". */
export function amountText(kind: Kind, amount: number, decimals?: Decimals): string {
  return inOneLine(toAmountText(amount, kind, decimals));
}

/** What was entered on one day. */
export function valueText(kind: Kind | undefined, value: number): string {
  if (kind?.value_type === "yes_no") return value > 0 ? "yes" : "no";
  return kind ? amountText(kind, value) : toNumberText(value);
}

/** Why some players are not on the board. */
export function leftOutText(count: number, { measure, min_due_days }: Pick<Scoreboard, "measure" | "min_due_days">) {
  const players = plural(count, "player");
  const needsValue = measure === "activity" || measure === "consistency";
  if (min_due_days > 0 && needsValue) return `${players} left out: too few due days, or nothing to measure.`;
  if (min_due_days > 0) return `${players} ${count === 1 ? "has" : "have"} too few due days.`;
  if (measure === "activity") return `${players} ${count === 1 ? "has" : "have"} no value yet.`;
  return `${players} left out: nothing was due for them.`;
}

type LinkState = "off" | "on" | "paused" | "expired";
type LinkedBoard = Pick<Scoreboard, "share" | "public_activities">;

/** Whether visitors get to see a board. */
export function linkStateOf({ share, public_activities }: LinkedBoard, now: number): LinkState {
  if (share === null) return "off";
  if (share.expires_at !== null && Date.parse(share.expires_at) <= now) return "expired";
  return public_activities === 0 ? "paused" : "on";
}

export function linkText(board: LinkedBoard, now: number): string {
  const state = linkStateOf(board, now);
  if (state === "off") return "Off";
  if (state === "paused") return "Paused: no public activity";
  const expiresAt = board.share?.expires_at ?? null;
  if (expiresAt === null) return "On, no end";
  return state === "on" ? `On until ${formatFullDate(expiresAt)}` : `Expired on ${formatFullDate(expiresAt)}`;
}

export function toBoardLink(token: string): string {
  return `${location.origin}/scoreboard/${token}`;
}

export function toEmbedPath(token: string): string {
  return `/scoreboard/${encodeURIComponent(token)}?embed=1`;
}

/** What to paste into another site to show the board there. */
export function toEmbedCode(token: string, title: string): string {
  const name = title.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  return `<iframe src="${toBoardLink(token)}?embed=1" title="${name}" width="100%" height="640" style="border:0" loading="lazy"></iframe>`;
}

export function viewsText(views: number): string {
  const times = views === 1 ? "Opened once." : `Opened ${formatNumber(views)} times.`;
  return views === 0 ? "Not opened yet. We keep no data about visitors." : `${times} We keep no data about visitors.`;
}
