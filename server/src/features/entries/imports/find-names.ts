import { createNameBudget, createNameFinder } from "@clanhall/contract/similar-names";
import { toNameKey } from "@clanhall/contract/text";
import type { ActivityRow } from "../../../clan/activities.ts";
import type { MemberName } from "../../../clan/roster.ts";

/** What of a clan's players and activities an import has to know. */
export type ImportPlayer = Pick<MemberName, "id" | "name" | "aliases" | "status" | "merged_into_id">;
export type ImportActivity = Pick<ActivityRow, "id" | "name" | "short_label" | "value_type">;

interface Player {
  id: string;
  name: string;
}

/** Names and those who are called so. */
type Called = Map<string, Player[]>;

/** Finds players by exactly their name or alias, and names that are nobody's those they may mean. */
export function createMemberMatcher(roster: ImportPlayer[], decided: { name: string; member_id: string }[]) {
  const players = roster.filter(({ merged_into_id }) => merged_into_id === null);
  const present = players.filter(({ status }) => status !== "removed");
  const former = players.filter(({ status }) => status === "removed");
  const tiers = [
    callBy(present, ({ name }) => [name]),
    callBy(present, ({ aliases }) => aliases),
    callBy(former, ({ name, aliases }) => [name, ...aliases]),
  ];
  const settled = new Map(decided.map(({ name, member_id }) => [toNameKey(name), member_id.toLowerCase()]));

  /** Made for the first name that is nobody's: most files have none. */
  let finders: ReturnType<typeof createFinders> | null = null;
  function createFinders() {
    const budget = createNameBudget();
    return tiers.map((called) => createNameFinder(toEntries(called), budget));
  }

  /** Whoever goes by this name now comes before somebody who did. A name that two go by is nobody's. */
  function callersOf(key: string): Player[] {
    return tiers.map((called) => called.get(key)).find((callers) => callers !== undefined) ?? [];
  }

  return {
    find(name: string): string | null {
      const key = toNameKey(name);
      const callers = callersOf(key);
      return settled.get(key) ?? (callers.length === 1 ? (callers[0]?.id ?? null) : null);
    },
    listSimilar(name: string): Player[] {
      finders ??= createFinders();
      const near = finders.flatMap((findSimilar) => findSimilar(name)?.player ?? []);
      const all = [...callersOf(toNameKey(name)), ...near];
      return [...new Map(all.map((player) => [player.id, player])).values()].slice(0, 3);
    },
  };
}

function callBy(players: ImportPlayer[], namesOf: (player: ImportPlayer) => string[]): Called {
  const called: Called = new Map();
  for (const player of players) {
    for (const key of new Set(namesOf(player).map(toNameKey))) {
      const callers = called.get(key);
      if (callers) callers.push({ id: player.id, name: player.name });
      else called.set(key, [{ id: player.id, name: player.name }]);
    }
  }
  return called;
}

function toEntries(called: Called) {
  return [...called].flatMap(([name, players]) => players.map((player) => ({ name, player })));
}

/** Finds activities by name, or by a short label that only one of them has. */
export function createActivityFinder(activities: ImportActivity[]) {
  const byName = new Map(activities.map(({ name, id }) => [toNameKey(name), id]));
  const byLabel = Map.groupBy(activities, ({ short_label }) => toNameKey(short_label));
  return (name: string): string | null => {
    const key = toNameKey(name);
    const labelled = byLabel.get(key) ?? [];
    return byName.get(key) ?? (labelled.length === 1 ? (labelled[0]?.id ?? null) : null);
  };
}
