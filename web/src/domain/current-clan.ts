import type { ClanCard } from "@clanhall/contract/clans";
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { readClanId } from "./clan-screens.ts";
import { findLastUsed, myClansQuery } from "./clans.ts";

/** The clan of the page; elsewhere the one somebody chose last, or their only one. */
export function useCurrentClan(): ClanCard | null {
  const { data: clans = [] } = useQuery(myClansQuery);
  const named = useLocation({ select: ({ pathname, searchStr }) => readClanId(pathname, searchStr) });
  const only = clans.length === 1 ? clans[0] : undefined;
  return clans.find(({ id }) => id === named) ?? findLastUsed(clans) ?? only ?? null;
}
