import { type ClanToday, getMyToday, toWidgetOrder } from "@clanhall/contract/dashboard";
import { getMyStanding, type MyStanding } from "@clanhall/contract/my-standing";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "../../lib/api-client.ts";
import { myClansQuery } from "../../domain/clans.ts";
import { todayKey } from "../../domain/first-steps.ts";
import { fetchWithEtag } from "../../lib/etag-cache.ts";
import { useWarnOnError } from "../../lib/hooks.ts";
import { showToast } from "../../ui/toasts.ts";
import { pages } from "@clanhall/contract/pages";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { readText } from "../../lib/compat/read-answer.ts";
import { getProfile, type Profile, putProfile, type WidgetKey, widgetKeys } from "@clanhall/contract/account";
import { hasStatus } from "../../lib/api-errors.ts";
import { profileQuery } from "../../domain/profile.ts";

/** The caller's clans; that they cannot be loaded is said once. */
export function useClans() {
  const query = useQuery(myClansQuery);
  const { error } = query;
  useEffect(() => {
    if (error) showToast({ kind: "error", message: "Failed to load clans" });
  }, [error]);
  return query;
}

const todayQuery = queryOptions({
  queryKey: todayKey,
  queryFn: async () => (await call(getMyToday, {})).items,
});

const nothing: ClanToday[] = [];

/** Today in the clans one manages; the dashboard does without it when it does not come. */
export function useToday(isWanted: boolean) {
  const {
    data = nothing,
    error,
    isPending,
  } = useQuery({
    ...todayQuery,
    enabled: isWanted,
    refetchInterval: ({ state }) => untilFirstEnds(state.data),
  });
  useWarnOnError(error, "Today could not be loaded");
  return { today: data, isPending: isWanted && isPending };
}

const standingQuery = queryOptions({
  queryKey: ["me", "standing"],
  queryFn: async ({ signal }) => (await call(getMyStanding, {}, { signal, fetch: fetchWithEtag })).items,
});

const noStandings: MyStanding[] = [];

/** How one is doing in one's clans; the dashboard does without it when it does not come. */
export function useStandings(isWanted: boolean) {
  const {
    data = noStandings,
    error,
    isPending,
  } = useQuery({
    ...standingQuery,
    enabled: isWanted,
    refetchInterval: ({ state }) => untilFirstEnds(state.data?.map(({ today }) => today)),
  });
  useWarnOnError(error, "Your standings could not be loaded");
  return { standings: data, isPending: isWanted && isPending };
}

/** Milliseconds until the first of the days ends; false when there is nothing to wait for. */
function untilFirstEnds(items: { ends_at: string }[] = nothing): number | false {
  const ends = Math.min(...items.map(({ ends_at }) => Date.parse(ends_at)));
  return Number.isFinite(ends) && Math.max(5_000, ends - Date.now() + 1_000);
}

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

interface Layout {
  order: WidgetKey[];
  hidden: WidgetKey[];
}

/** Which widgets the profile asks for, in its order; as one sees them first when it cannot be read. */
export function useLayout() {
  const profile = useQuery(profileQuery);
  useWarnOnError(profile.error, "The dashboard settings could not be loaded");
  const save = useSaveLayout();
  const saved = layoutOf(profile.data);
  const { order, hidden } = save.isPending ? { ...saved, ...save.variables } : saved;
  return {
    isPending: profile.isPending,
    name: profile.data?.display_name,
    order,
    hidden,
    save: save.mutateAsync,
    problem: save.error,
  };
}

function layoutOf(profile: Profile | undefined): Layout {
  const { order = [], hidden = [] } = profile?.ui_settings.dashboard ?? {};
  return { order: toWidgetOrder(order), hidden: widgetKeys.filter((key) => hidden.includes(key)) };
}

function useSaveLayout() {
  const queries = useQueryClient();
  return useMutation({
    scope: { id: "dashboard layout" },
    mutationFn: (change: Partial<Layout>) => saveLayout(change, queries.getQueryData(profileQuery.queryKey)),
    onSuccess: (profile) => {
      queries.setQueryData(profileQuery.queryKey, profile);
      showToast({ kind: "success", message: "Dashboard settings saved" });
    },
    onError: () => showToast({ kind: "error", message: "Failed to save dashboard settings" }),
  });
}

/** What was changed elsewhere meanwhile does not stand in the way: what one just did counts, all else stays as it is there. */
async function saveLayout(change: Partial<Layout>, known: Profile | undefined): Promise<Profile> {
  const send = (base: Profile) =>
    call(putProfile, {
      body: { ui_settings: { dashboard: { ...layoutOf(base), ...change } }, version: base.version },
    });
  try {
    return await send(known ?? (await call(getProfile, {})));
  } catch (error) {
    if (!hasStatus(error, 409)) throw error;
    return send(await call(getProfile, {}));
  }
}
