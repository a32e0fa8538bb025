import type { Scoreboard } from "@clanhall/contract/scoreboards";
import { formatFullDate, formatNumber } from "../../lib/format.ts";

type LinkState = "off" | "on" | "paused" | "expired";
type LinkedBoard = Pick<Scoreboard, "share" | "public_activities">;

/** Whether strangers get to see a board. */
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
  if (expiresAt === null) return "On, without end";
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
