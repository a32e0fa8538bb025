import type { ClanCard } from "@clanhall/contract/clans";
import { type ClanPageKey, findClanPage, pages } from "@clanhall/contract/pages";
import type { ClanAction } from "@clanhall/contract/permissions";
import { mayInClan } from "./permissions.ts";

/** The screens that have a tab; a player's page belongs to the tab of the players. */
export type ClanTab = Exclude<ClanPageKey, "player">;

export function tabOf(path: string): ClanTab {
  const page = findClanPage(path) ?? "clanHome";
  return page === "player" ? "managePlayers" : page;
}

interface ClanScreen {
  page: ClanTab;
  /** Short, for a tab; the page itself has its own heading. */
  label: string;
  action: ClanAction;
}

/** The screens of a clan in the order of their tabs, each with what one must be allowed to do there. */
export const clanScreens: readonly ClanScreen[] = [
  { page: "clanHome", label: "Home", action: "clan.view" },
  { page: "dailyActivity", label: "Today", action: "clan.view" },
  { page: "activityHistory", label: "History", action: "clan.view" },
  { page: "scoreboards", label: "Scoreboards", action: "clan.view" },
  { page: "bulletins", label: "Bulletins", action: "clan.view" },
  { page: "managePlayers", label: "Players", action: "clan.view" },
  { page: "customizeActivities", label: "Activities", action: "clan.manage" },
  { page: "invites", label: "Invites", action: "invite.manage" },
  { page: "clanAdmin", label: "Settings", action: "settings.view" },
];

export function screensFor(clan: ClanCard) {
  return clanScreens.filter(({ action }) => mayInClan(clan, action));
}

/** Screens with the clan in their path; all others have it in the search. */
function isNamedByPath(page: ClanPageKey | null): page is "clanHome" | "clanAdmin" {
  return page === "clanHome" || page === "clanAdmin";
}

/** The clan an address names. */
export function readClanId(path: string, search: string): string | null {
  return isNamedByPath(findClanPage(path)) ? (path.split("/")[2] ?? null) : new URLSearchParams(search).get("clan");
}

/** Where a link to a clan's screen leads. */
export function toClanScreen(page: ClanTab, clanId: string) {
  return isNamedByPath(page)
    ? { to: pages[page].path, params: { id: clanId }, search: {} }
    : { to: pages[page].path, params: {}, search: { clan: clanId } };
}

/** Where a player's name leads; the clan follows from the player. */
export function toPlayerPage(memberId: string) {
  return { to: pages.player.path, params: { memberId } };
}
