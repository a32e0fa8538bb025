import type { ClanCard } from "@clanhall/contract/clans";
import { findFrom, findMine, type FoundPlayer, type FoundScoreboard } from "@clanhall/contract/find";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { clanScreens, screensFor, toClanScreen, toPlayerPage, toScoreboard } from "../../domain/clan-screens.ts";
import { myClansQuery } from "../../domain/clans.ts";
import { roleNames } from "../../domain/formats.ts";
import { useIsAppAdmin } from "../../domain/profile.ts";
import { call } from "../../lib/api-client.ts";
import { formatNumber, formatOrdinal } from "../../lib/format.ts";
import { navGroupsFor } from "../../lib/shared/nav-entries.ts";
import { findItems, type Group, type Item, matchOf, orderGroups, readRecent } from "./matches.ts";
import { pages } from "@clanhall/contract/pages";
import type { ClanAction } from "@clanhall/contract/permissions";
import { foldText } from "@clanhall/contract/rules/fold-text";
import { toNameKey } from "@clanhall/contract/rules/names";
import { measureNames } from "@clanhall/contract/rules/score-text";
import { appearances, themeChangeEvent, type ThemeName } from "@clanhall/contract/theme-choice";
import { themes } from "@clanhall/contract/themes";
import { useNavigate, useRouter } from "@tanstack/react-router";
import { mayInClan } from "../../domain/permissions.ts";
import { loadWhenReachable } from "../../lib/load-chunk.ts";
import { signOut } from "../../lib/session.ts";
import { activeTheme, appearanceNames, chooseAppearance, chosenAppearance } from "../../ui/core/theme.ts";

const drawings = {
  enter: "M4.5 6.5h15v13h-15zM4.5 10.5h15M8.5 4v4M15.5 4v4M9 15l2 2 4-4",
  add: "M12 5v14M5 12h14",
  share: "M12 15V4M8 8l4-4 4 4M5 12v8h14v-8",
  post: "M4 10v4l11 4V6L4 10zM15 8.5a3.5 3.5 0 010 7M7 15l1 4.5h2.5l-1-3.6",
  away: "M19.5 14.5A8 8 0 019.5 4.5a8 8 0 1010 10z",
  theme:
    "M12 4a8 8 0 100 16c1.5 0 2-1 1.5-2.2-.6-1.5.2-2.8 1.8-2.8H18a2 2 0 002-2c0-5-3.6-9-8-9zM8 11h.01M11 8h.01M15 8.5h.01",
  appearance: "M12 4a8 8 0 100 16zM12 4a8 8 0 010 16",
  logout: "M10 4H5v16h5M14 8l4 4-4 4M18 12H9",
};

const draw = (name: keyof typeof drawings) => ({ kind: "drawing", path: drawings[name] }) as const;

interface ClanLink {
  label: string;
  action: ClanAction;
  drawing: keyof typeof drawings;
  to: string;
  search?: Record<string, unknown>;
}

const clanLinks: ClanLink[] = [
  { label: "Enter today", action: "entry.write", drawing: "enter", to: pages.dailyActivity.path },
  { label: "New bulletin", action: "clan.manage", drawing: "post", to: pages.bulletins.path, search: { new: 1 } },
  { label: "New scoreboard", action: "clan.manage", drawing: "add", to: pages.scoreboards.path, search: { new: 1 } },
  {
    label: "Add player",
    action: "member.manage",
    drawing: "add",
    to: pages.managePlayers.path,
    search: { show: "add" },
  },
  {
    label: "Import list",
    action: "member.manage",
    drawing: "add",
    to: pages.managePlayers.path,
    search: { show: "import" },
  },
];

interface Target {
  to: string;
  params?: object;
  search?: object;
}

/** The address that a link would have. */
function useToHref(): (target: Target) => string {
  const router = useRouter();
  // The router knows which path needs what; those who call have it from the functions that make links.
  return (target) => router.buildLocation(target as never).href;
}

/** The palette is to be there at once; these few do it later. */
const loadBoardActions = () => loadWhenReachable(() => import("./board-actions.ts"));

/** What can be done at once: in the clan one works in, to the boards that were found, and to the page itself. */
function useActions(clan: ClanCard | null, clans: ClanCard[], boards: FoundScoreboard[]): Item[] {
  const toHref = useToHref();
  const navigate = useNavigate();
  const logOut = useLogOut();
  const inClan = clan ? clanLinks.filter(({ action }) => mayInClan(clan, action)) : [];
  const managed = boards.filter(({ clan_id, state }) => {
    const own = clans.find(({ id }) => id === clan_id);
    return state !== "archived" && own !== undefined && mayInClan(own, "clan.manage");
  });
  return [
    ...managed.flatMap((board): Item[] => [
      {
        id: `share ${board.scoreboard_id}`,
        label: `Share “${board.title}”`,
        note: board.has_link ? "copies its link" : "its link is off",
        mark: draw("share"),
        clanId: board.clan_id,
        run: () => void loadBoardActions().then(({ shareBoard }) => shareBoard(board, navigate)),
      },
      {
        id: `post ${board.scoreboard_id}`,
        label: `Post “${board.title}” to Discord`,
        mark: draw("post"),
        clanId: board.clan_id,
        run: () => void loadBoardActions().then(({ postBoard }) => postBoard(board)),
      },
    ]),
    ...inClan.map(({ label, drawing, to, search }): Item => ({
      id: `do ${label}`,
      label,
      note: clan?.name ?? "",
      mark: draw(drawing),
      href: toHref({ to, search: { clan: clan?.id, ...search } }),
    })),
    ...(clan && mayInClan(clan, "request.make") ? [toAwayItem(clan, toHref)] : []),
    ...pageActions(),
    { id: "do log out", label: "Log out", mark: draw("logout"), run: logOut },
  ];
}

/** Said on the page of one's own player. */
function toAwayItem({ name, member_id }: ClanCard, toHref: ToHref): Item {
  const href = toHref({ ...toPlayerPage(member_id), search: { show: "away" } });
  return { id: "do away", label: "I am away", note: name, mark: draw("away"), href };
}

function pageActions(): Item[] {
  const names = Object.keys(themes) as ThemeName[];
  const next = names[(names.indexOf(activeTheme()) + 1) % names.length] ?? activeTheme();
  return [
    {
      id: "do theme",
      label: "Switch theme",
      note: `to ${themes[next].label}`,
      mark: draw("theme"),
      run: () => window.dispatchEvent(new CustomEvent(themeChangeEvent, { detail: next })),
    },
    ...appearances
      .filter((name) => name !== chosenAppearance())
      .map((name): Item => ({
        id: `do appearance ${name}`,
        label: `Appearance: ${appearanceNames[name]}`,
        mark: draw("appearance"),
        run: () => chooseAppearance(name),
      })),
  ];
}

function useLogOut() {
  const navigate = useNavigate();
  return () => void signOut(() => navigate({ to: pages.login.path }));
}

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
function useFound(typed: string, clanId: string | undefined) {
  // "share wolves" looks for the board.
  const q = usePaused(toNameKey(typed).replace(/^(share|post) /, ""));
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
  const fits = (text: string) => !isPlaceholderData || matchOf(text, foldText(q)) !== null;
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
  const key = foldText(typed);
  const { data: clans = [] } = useQuery(myClansQuery);
  const { players, boards, error, isFetching } = useFound(typed, clan?.id);
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
  const { member_id, clan_id, clan_name, name, tint, alias, rank, ranked } = player;
  const ranking = rank === null ? "" : ` · ${formatOrdinal(rank)} of ${formatNumber(ranked)}`;
  return {
    id: `player ${member_id}`,
    label: alias ?? name,
    note: alias ? `${clan_name} · alias of ${name}` : clan_name + ranking,
    mark: { kind: "player", name: alias ?? name, tint },
    clanId: clan_id,
    href: toHref(toPlayerPage(member_id)),
  };
}

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
