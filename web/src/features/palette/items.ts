import type { ClanCard } from "@clanhall/contract/clans";
import { findFrom, findMine, type FoundPlayer, type FoundScoreboard } from "@clanhall/contract/find";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { clanScreens, screensFor, toClanScreen, toScoreboard, toPlayerPage } from "../../domain/clan-screens.ts";
import { myClansQuery } from "../../domain/clans.ts";
import { roleNames } from "../../domain/formats.ts";
import { useIsAppAdmin } from "../../domain/profile.ts";
import { call } from "../../lib/api-client.ts";
import { formatNumber } from "../../lib/format.ts";
import { navGroupsFor } from "../../lib/shared/nav-entries.ts";
import { useActions, useToHref } from "./actions.ts";
import { findItems, type Group, type Item, matchOf, orderGroups, toKey } from "./matches.ts";
import { readRecent } from "./recent.ts";

const typingMs = 120;

/** What was typed once the typing pauses. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), typingMs);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

const nothing = { players: [], scoreboards: [] };

/** Players and boards, which only the server knows all of. */
function useFound(key: string, clanId: string | undefined) {
  // "share wolves" looks for the board.
  const q = usePaused(key.replace(/^(share|post) /, ""));
  const isLong = q.length >= findFrom;
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    queryKey: ["find", q, clanId],
    queryFn: ({ signal }) => call(findMine, { query: { q, ...(clanId && { clan: clanId }) } }, { signal }),
    enabled: isLong,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  const found = (isLong && data) || nothing;
  // Until the answer comes, what was found for fewer letters, as far as it still fits.
  const fits = (text: string) => !isPlaceholderData || matchOf(text, q) !== null;
  return {
    players: found.players.filter(({ name, alias }) => fits(alias ?? name)),
    boards: found.scoreboards.filter(({ title }) => fits(title)),
    error: isLong ? error : null,
    isFetching: isLong && isFetching,
  };
}

type ToHref = ReturnType<typeof useToHref>;

/** The rows for what is typed, or for nothing yet. */
export function useGroups(typed: string, clan: ClanCard | null, userId: string) {
  const key = toKey(typed);
  const { data: clans = [] } = useQuery(myClansQuery);
  const { players, boards, error, isFetching } = useFound(key, clan?.id);
  const toHref = useToHref();
  const screens = useScreens(clans, clan);
  const actions = useActions(clan, clans, boards);
  if (key === "") return { groups: emptyGroups({ userId, clans, clan, screens }), error: null, isFetching: false };
  const groups: Group[] = [
    { label: "Scoreboards", items: boards.map((board) => toBoardItem(board, toHref)) },
    { label: "Actions", items: findItems(actions, key, clan?.id) },
    { label: "Players", items: players.map((player) => toPlayerItem(player, toHref)) },
    {
      label: "Clans",
      items: findItems(
        clans.map((one) => toClanItem(one, toHref)),
        key,
        clan?.id,
      ),
    },
    {
      label: "Screens",
      items: findItems(
        screens.filter((item) => isMeant(item, key)),
        key,
        clan?.id,
      ),
    },
  ];
  return { groups: orderGroups(groups, key), error, isFetching };
}

interface EmptyInput {
  userId: string;
  clans: ClanCard[];
  clan: ClanCard | null;
  screens: Item[];
}

/** Before anything is typed: what was opened last, then the tabs of the clan. */
function emptyGroups({ userId, clans, clan, screens }: EmptyInput): Group[] {
  const recent = readRecent(userId).filter(({ clanId }) => !clanId || clans.some(({ id }) => id === clanId));
  const tabs = screens.filter(({ clanId }) => clanId === clan?.id);
  const groups = [
    { label: "Last opened", items: recent.map((item) => ({ ...item, id: `recent ${item.id}` })) },
    {
      label: clan?.name ?? "Screens",
      items: clan ? tabs.map((item) => ({ ...item, label: shortLabel(item), fullLabel: item.label })) : tabs,
    },
  ];
  return groups.filter(({ items }) => items.length > 0);
}

/** Its clan's name stands above. */
function shortLabel({ label }: Item): string {
  return label.replace(/ in .*$/u, "");
}

/** The name of a clan alone means its day, not all of its screens. */
function isMeant(item: Item, key: string): boolean {
  return !item.clanId || item.id.startsWith("dailyActivity") || matchesScreen(shortLabel(item), key);
}

function matchesScreen(label: string, key: string): boolean {
  return key.split(" ").some((word) => matchOf(label, word) !== null);
}

const pageDrawing = "M6 4h8l4 4v12H6zM14 4v4h4";

function useScreens(clans: ClanCard[], current: ClanCard | null): Item[] {
  const toHref = useToHref();
  const isAppAdmin = useIsAppAdmin();
  const general = navGroupsFor(isAppAdmin ? "app-admin" : "user").flatMap(({ entries }) => entries);
  return [
    ...clans.flatMap((clan) =>
      screensFor(clan).map(({ page, label, key, drawing }): Item => ({
        id: `${page} ${clan.id}`,
        label: `${label} in ${clan.name}`,
        ...(page === "dailyActivity" && { note: todayText(clan) }),
        mark: { kind: "drawing", path: drawing },
        clanId: clan.id,
        ...(clan.id === current?.id && { keys: ["G", key] }),
        href: toHref(toClanScreen(page, clan.id)),
      })),
    ),
    ...general.flatMap(({ label, target }): Item[] => {
      if (typeof target === "string" || !("page" in target)) return [];
      const href = toHref({ to: target.page, search: target.search ?? {} });
      return [{ id: `page ${label}`, label, mark: { kind: "drawing", path: pageDrawing }, href }];
    }),
  ];
}

/** "162 of 225 values", to those who enter them. */
function todayText({ role, today: { due, entered } }: ClanCard): string {
  return role === "member" || due === 0 ? "" : `${formatNumber(entered)} of ${formatNumber(due)} values`;
}

function toClanItem(clan: ClanCard, toHref: ToHref): Item {
  return {
    id: `clan ${clan.id}`,
    label: clan.name,
    note: [clan.game?.name, roleNames[clan.role]].filter(Boolean).join(" · "),
    mark: { kind: "clan", id: clan.id },
    clanId: clan.id,
    href: toHref(toClanScreen("clanHome", clan.id)),
  };
}

function toPlayerItem(player: FoundPlayer, toHref: ToHref): Item {
  const { member_id, clan_id, clan_name, name, tint, alias } = player;
  return {
    id: `player ${member_id}`,
    label: alias ?? name,
    note: alias ? `${clan_name} · alias of ${name}` : clan_name,
    mark: { kind: "player", name: alias ?? name, tint },
    clanId: clan_id,
    href: toHref(toPlayerPage(member_id)),
  };
}

const measureNames: Record<FoundScoreboard["measure"], string> = {
  points: "Points",
  activity: "One activity",
  consistency: "Consistency",
  streak: "Streak",
  improvement: "Improvement",
};
const boardDrawing = clanScreens.find(({ page }) => page === "scoreboards")?.drawing ?? "";

function toBoardItem(board: FoundScoreboard, toHref: ToHref): Item {
  const { scoreboard_id, clan_id, clan_name, title, measure, state, period } = board;
  const periods = { weekly: "this week", monthly: "this month", rolling: `last ${period.days} days`, fixed: "" };
  const counted = [measureNames[measure], state === "active" ? periods[period.kind] : state].filter(Boolean).join(", ");
  return {
    id: `board ${scoreboard_id}`,
    label: title,
    note: `${clan_name} · ${counted}`,
    mark: { kind: "drawing", path: boardDrawing },
    clanId: clan_id,
    href: toHref(toScoreboard({ clan_id, scoreboard_id })),
  };
}
