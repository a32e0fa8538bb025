import { type HistoryAddress, stateNames } from "./address.ts";
import type { Range } from "./history-range.ts";
import { rangeText, sourceNames } from "./format.ts";

interface Named {
  id: string;
  name: string;
}

/** What is filtered, in one short line. */
export function filterSummary(
  address: HistoryAddress,
  range: Range,
  { players, activities }: { players: Named[]; activities: Named[] },
): string {
  const { members, groups, states, enteredBy, sources, withFormer } = address;
  const parts = [
    rangeText(range),
    few(members, players, "players"),
    few(address.activities, activities, "activities"),
    groups.length > 0 && `in ${groups.join(", ")}`,
    states.map((state) => stateNames[state].toLowerCase()).join(" or "),
    enteredBy.length > 0 && `entered by ${few(enteredBy, players, "players")}`,
    sources.map((source) => sourceNames[source]).join(" or "),
    withFormer && "former members too",
  ];
  return parts.filter(Boolean).join(" · ");
}

/** Up to three by name, more by number. */
function few(ids: string[], all: Named[], many: string): string {
  const names = ids.flatMap((id) => all.find((one) => one.id === id)?.name ?? []);
  return ids.length > 3 || names.length < ids.length ? `${ids.length} ${many}` : names.join(", ");
}
