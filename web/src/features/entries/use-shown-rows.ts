import { useMemo } from "react";
import type { DayFilters } from "./day-address.ts";
import type { Sheet } from "./sheet.ts";

/**
 * The rows that the filters leave. Looked for when a filter changes, not with every cell: a row must not go away under
 * the hands of somebody who is filling it.
 */
export function useShownRows(sheet: Sheet, { q, group, isMissing }: DayFilters): number[] {
  const { members } = sheet;
  const count = members.length;
  return useMemo(() => {
    const words = toPlain(q);
    return [...Array(count).keys()].filter((row) => {
      const member = sheet.members[row];
      if (!member || !toPlain(member.name).includes(words)) return false;
      return (group === "" || member.groups.includes(group)) && (!isMissing || hasMissing(sheet, row));
    });
  }, [sheet, count, q, group, isMissing]);
}

function hasMissing(sheet: Sheet, row: number): boolean {
  return sheet.activities.some((_, column) => sheet.cellAt({ row, column }).state === "missing");
}

function toPlain(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
