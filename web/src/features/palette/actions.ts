import type { ClanCard } from "@clanhall/contract/clans";
import type { FoundScoreboard } from "@clanhall/contract/find";
import { pages } from "@clanhall/contract/pages";
import type { ClanAction } from "@clanhall/contract/permissions";
import { appearances, themeChangeEvent, type ThemeName, themes } from "@clanhall/contract/themes";
import { useNavigate, useRouter } from "@tanstack/react-router";
import { mayInClan } from "../../domain/permissions.ts";
import { loadWhenReachable } from "../../lib/load-chunk.ts";
import { signOut } from "../../lib/session.ts";
import { activeTheme, appearanceNames, chooseAppearance, chosenAppearance } from "../../ui/core/theme.ts";
import type { Item } from "./matches.ts";

const drawings = {
  enter: "M4.5 6.5h15v13h-15zM4.5 10.5h15M8.5 4v4M15.5 4v4M9 15l2 2 4-4",
  add: "M12 5v14M5 12h14",
  share: "M12 15V4M8 8l4-4 4 4M5 12v8h14v-8",
  post: "M4 10v4l11 4V6L4 10zM15 8.5a3.5 3.5 0 010 7M7 15l1 4.5h2.5l-1-3.6",
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
export function useToHref(): (target: Target) => string {
  const router = useRouter();
  // The router knows which path needs what; those who call have it from the functions that make links.
  return (target) => router.buildLocation(target as never).href;
}

/** The palette is to be there at once; these few do it later. */
const loadBoardActions = () => loadWhenReachable(() => import("./board-actions.ts"));

/** What can be done at once: in the clan one works in, to the boards that were found, and to the page itself. */
export function useActions(clan: ClanCard | null, clans: ClanCard[], boards: FoundScoreboard[]): Item[] {
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
    ...pageActions(),
    { id: "do log out", label: "Log out", mark: draw("logout"), run: logOut },
  ];
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
