import type { HistorySum } from "@clanhall/contract/entry-history";
import type { BarPart } from "../../ui/charts/stacked-bar.tsx";
import type { SumRow } from "./api.ts";

export const complianceParts: Omit<BarPart, "count">[] = [
  { name: "met", tone: "good" },
  { name: "partly", tone: "part" },
  { name: "missed", tone: "bad" },
  { name: "no data", tone: "blank" },
  { name: "excused", tone: "out" },
];

/** How often each of the parts is in a sum. Its missed cells are those entered as nothing and those not entered. */
export function countParts({ met, partly, missed, missing, excused }: HistorySum): BarPart[] {
  const counts = [met, partly, missed - missing, missing, excused];
  return complianceParts.map((part, index) => ({ ...part, count: counts[index] ?? 0 }));
}

/** The lowest rate first, of equal ones whoever had more to do; last those without a rate. */
export function worstFirst(rows: SumRow[]): SumRow[] {
  const rank = ({ sum }: SumRow) => sum.rate ?? 101;
  return rows.toSorted((a, b) => rank(a) - rank(b) || b.sum.due - a.sum.due || a.label.localeCompare(b.label, "en"));
}
