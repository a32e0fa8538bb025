import { type ClanCard, findBoardClan, findMemberClan } from "@clanhall/contract/clans";
import { findClanPage } from "@clanhall/contract/pages";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { call } from "../lib/api-client.ts";
import { hasStatus } from "../lib/api-errors.ts";
import { readClanId } from "./clan-screens.ts";
import { findLastUsed, myClansQuery } from "./clans.ts";

/** By what an address names its clan where it does not name the clan itself. */
type NamedBy = "player" | "board";

/** Which of the caller's clans a player or a board belongs to; null for none of them. That never changes. */
const clanOfQuery = (by: NamedBy, id: string) =>
  queryOptions({
    queryKey: ["clan of", by, id],
    queryFn: async ({ signal }) => {
      try {
        const { clan_id } =
          by === "player"
            ? await call(findMemberClan, { params: { memberId: id } }, { signal })
            : await call(findBoardClan, { params: { scoreboardId: id } }, { signal });
        return clan_id;
      } catch (error) {
        if (hasStatus(error, 400, 404)) return null;
        throw error;
      }
    },
    staleTime: Infinity,
  });

/** The clan an address names: by itself, or by a player or board of it, for which it has to be asked first. */
export function useNamedClan() {
  const { pathname, searchStr } = useLocation();
  const clanId = readClanId(pathname, searchStr);
  const page = findClanPage(pathname);
  const memberId = page === "player" ? (pathname.split("/")[2] ?? "") : null;
  const boardId = page === "scoreboards" && clanId === null ? new URLSearchParams(searchStr).get("board") : null;
  const namedBy: NamedBy | null = memberId !== null ? "player" : boardId !== null ? "board" : null;
  const lookup = useQuery({
    ...clanOfQuery(namedBy ?? "player", memberId ?? boardId ?? ""),
    enabled: namedBy !== null,
  });
  return { clanId: namedBy === null ? clanId : (lookup.data ?? null), namedBy, lookup };
}

/** The clan of the page; elsewhere the one somebody chose last, or their only one. */
export function useCurrentClan(): ClanCard | null {
  const { data: clans = [] } = useQuery(myClansQuery);
  const { clanId } = useNamedClan();
  const only = clans.length === 1 ? clans[0] : undefined;
  return clans.find(({ id }) => id === clanId) ?? findLastUsed(clans) ?? only ?? null;
}
