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
  /** After G. */
  key: string;
  /** What is drawn before the label where there is room. */
  drawing: string;
}

/** The screens of a clan in the order of their tabs, each with what one must be allowed to do there. */
export const clanScreens: readonly ClanScreen[] = [
  { page: "clanHome", label: "Home", action: "clan.view", key: "H", drawing: "M4 11l8-7 8 7M6 10v10h12V10" },
  {
    page: "dailyActivity",
    label: "Today",
    action: "clan.view",
    key: "T",
    drawing: "M4.5 6.5h15v13h-15zM4.5 10.5h15M8.5 4v4M15.5 4v4M9 15l2 2 4-4",
  },
  {
    page: "activityHistory",
    label: "History",
    action: "clan.view",
    key: "Y",
    drawing: "M5.5 8A8 8 0 114 12M5 4v4h4M12 8v4.2l3 1.8",
  },
  {
    page: "scoreboards",
    label: "Scoreboards",
    action: "clan.view",
    key: "S",
    drawing:
      "M8 4.5h8v6a4 4 0 01-8 0zM8 6H4.5c0 3 1.3 4.5 3.5 4.5M16 6h3.5c0 3-1.3 4.5-3.5 4.5M12 14.5v3M8.5 20h7M10 17.5h4",
  },
  {
    page: "bulletins",
    label: "Bulletins",
    action: "clan.view",
    key: "B",
    drawing: "M4 10v4l11 4V6L4 10zM15 8.5a3.5 3.5 0 010 7M7 15l1 4.5h2.5l-1-3.6",
  },
  {
    page: "managePlayers",
    label: "Players",
    action: "clan.view",
    key: "P",
    drawing:
      "M9 5.5a3 3 0 100 6 3 3 0 000-6zM3.5 19c.3-3 2.4-5 5.5-5s5.2 2 5.5 5M15.5 6a3 3 0 010 5.6M17 14.4c2 .6 3.3 2.3 3.5 4.6",
  },
  {
    page: "customizeActivities",
    label: "Activities",
    action: "clan.manage",
    key: "A",
    drawing: "M4 7h9M17 7h3M15 5v4M4 12h3M11 12h9M9 10v4M4 17h7M15 17h5M13 15v4",
  },
  {
    page: "invites",
    label: "Invites",
    action: "invite.manage",
    key: "I",
    drawing: "M4 6h16v12H4zM4.5 7l7.5 6 7.5-6",
  },
  {
    page: "clanAdmin",
    label: "Settings",
    action: "settings.view",
    key: "E",
    drawing:
      "M12 9a3 3 0 100 6 3 3 0 000-6zM12 3.5V6M12 18v2.5M3.5 12H6M18 12h2.5M6 6l1.8 1.8M16.2 16.2L18 18M18 6l-1.8 1.8M7.8 16.2L6 18",
  },
];

export function screensFor(clan: ClanCard) {
  return clanScreens.filter(({ action }) => mayInClan(clan, action));
}

/** Screens with the clan in their path; all others have it in the search. */
export function isNamedByPath(page: ClanPageKey | null): page is "clanHome" | "clanAdmin" {
  return page === "clanHome" || page === "clanAdmin";
}

/** The clan an address names. */
export function readClanId(path: string, search: string): string | null {
  return isNamedByPath(findClanPage(path)) ? path.split("/")[2] || null : new URLSearchParams(search).get("clan");
}

/** Where a link to a clan's screen leads; without a clan, the screen asks for one. */
export function toClanScreen(page: ClanTab, clanId: string | null) {
  if (clanId === null) {
    const to = page === "clanHome" ? "/clan" : page === "clanAdmin" ? "/clan-admin" : pages[page].path;
    return { to, params: {}, search: {} } as const;
  }
  return isNamedByPath(page)
    ? { to: pages[page].path, params: { id: clanId }, search: {} }
    : { to: pages[page].path, params: {}, search: { clan: clanId } };
}

/** The button that opens the list of clans. */
export const switcherId = "clan-switcher";

/** Where a player's name leads. */
export function toPlayerPage(memberId: string) {
  return { to: pages.player.path, params: { memberId } };
}

/** Where a link to a board leads. */
export function toScoreboard(
  { clan_id, scoreboard_id }: { clan_id: string; scoreboard_id: string },
  show = "standings",
) {
  return { to: pages.scoreboards.path, params: {}, search: { clan: clan_id, board: scoreboard_id, show } };
}

/** Where the standings of a board are. */
export function toStandings(clanId: string, board: string) {
  return toScoreboard({ clan_id: clanId, scoreboard_id: board });
}
