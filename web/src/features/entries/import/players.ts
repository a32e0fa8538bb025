import { createMember, type Member, patchMember } from "@clanhall/contract/members";
import { rosterKey } from "../../../domain/members.ts";
import type { QueryClient } from "@tanstack/react-query";
import { call } from "../../../lib/api-client.ts";

/** What somebody decided about names that are nobody's. */
export interface NameDecisions {
  /** New players, by the name they get. */
  add: string[];
  /** Names that a player is known by from now on. */
  remember: { name: string; memberId: string }[];
}

const aliasesMax = 10;

/** Puts new players on the roster from this day on, and returns who they are; other names become aliases. */
export async function settleNames(
  queries: QueryClient,
  { clanId, day, roster }: { clanId: string; day: string; roster: Member[] },
  { add, remember }: NameDecisions,
): Promise<Map<string, string>> {
  const added = new Map<string, string>();
  for (const name of add) {
    const { id } = await call(createMember, { params: { clanId }, body: { name, joined_on: day } });
    added.set(name, id);
  }
  for (const [memberId, names] of Map.groupBy(remember, (one) => one.memberId)) {
    const member = roster.find(({ id }) => id === memberId);
    if (!member) continue;
    const aliases = [...new Set([...member.aliases, ...names.map(({ name }) => name)])].slice(0, aliasesMax);
    await call(patchMember, { params: { clanId, memberId }, body: { version: member.version, aliases } });
  }
  if (add.length + remember.length > 0) await queries.invalidateQueries({ queryKey: rosterKey(clanId) });
  return added;
}
