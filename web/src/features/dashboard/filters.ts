import { pages } from "@clanhall/contract/pages";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { readText } from "../../lib/compat/read-answer.ts";

interface Change {
  board?: string | null;
  bulletin?: string | null;
  clans?: string[];
}

/** What the address says of the dashboard: the clans that are chosen and what is open. */
export function useDashboardAddress() {
  const navigate = useNavigate();
  const search = useLocation({ select: (location) => location.search });
  const clans = readText(search, "clans", "clan") ?? "";
  // Going back closes what was opened; closing it leaves no way forward to it.
  const go = ({ clans: chosen, ...opened }: Change) => {
    const change: Record<string, unknown> = { ...opened };
    if (chosen) Object.assign(change, { clans: chosen.join(","), clan: undefined });
    const given = Object.entries(change).map(([name, value]) => [name, value || undefined]);
    void navigate({
      to: pages.dashboard.path,
      search: (before: Record<string, unknown>) => ({ ...before, ...Object.fromEntries(given) }),
      replace: !opened.board && !opened.bulletin,
      resetScroll: false,
    });
  };
  return {
    boardId: readText(search, "board") ?? null,
    bulletinId: readText(search, "bulletin") ?? null,
    clanIds: [...new Set(clans.split(","))],
    go,
  };
}
