import { toCsvLine } from "@clanhall/contract/csv";
import type { Member } from "@clanhall/contract/members";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { plural } from "../../../lib/format.ts";
import { useIsMounted } from "../../../lib/hooks.ts";
import { useLateError } from "../../../ui/late-error.ts";
import { showToast } from "../../../ui/toasts.ts";
import { dayQuery } from "../api.ts";
import type { DaySheet } from "../sheet/day-sheet.ts";
import { type ImportAnswer, useImport, useUndoImport } from "./api.ts";
import { editsOf, type NamedPaste, type PastedCell, type PastedRow, type RowDecision } from "./paste-plan.ts";

/** A row with what was decided about it, and what it would write. */
export interface CheckedRow {
  row: PastedRow;
  decision: RowDecision;
  player: Member | "new" | null;
  cells: PastedCell[];
  memberRow: number | null;
}

interface WriteProps {
  sheet: DaySheet;
  clanId: string;
  paste: NamedPaste;
  /** Why a locked day is changed. */
  reason: string | null;
  onClose: () => void;
}

/** One step that one Undo takes back: an edit like any other, or an import where players or aliases come along. */
export function useWritePaste(props: WriteProps, rows: CheckedRow[], keeps: boolean) {
  const { sheet, clanId, paste, reason, onClose } = props;
  const queries = useQueryClient();
  const write = useImport(clanId);
  const undo = useUndoImport(clanId);
  const isOpen = useIsMounted();
  const { day } = sheet.day.window;
  return useMutation({
    mutationFn: async () => {
      const input = toPasteInput(sheet, paste, rows, keeps);
      if (input.add_players.length + input.remember.length === 0) {
        const edits = rows.flatMap(({ cells, memberRow }) =>
          memberRow === null ? [] : editsOf(cells, memberRow, keeps),
        );
        const step = sheet.edit(edits);
        return { message: pastedText(step ? edits.length : 0), step, problems: [] };
      }
      const given = reason === null ? {} : { reason };
      const { counts, players_added, problems, import: done } = await write.mutateAsync({ ...input, ...given });
      // What was written stands all the same where the day cannot be read again at once.
      const reload = () => queries.fetchQuery(dayQuery(clanId, day)).then(sheet.mergeDay, () => undefined);
      await reload();
      const step = done && { onUndo: () => undo.mutateAsync({ importId: done.id, ...given }).then(reload) };
      const message = pastedText(counts.new + counts.changed, players_added);
      return { message, step, problems: [...new Set(problems.map((one) => toProblemText(one, rows)))] };
    },
    onSuccess: ({ message, step, problems }) => {
      showToast({ kind: "success", message, ...step });
      if (!isOpen.current && problems.length > 0) {
        showToast({ kind: "error", message: missedText(problems) });
      } else if (isOpen.current && problems.length === 0) onClose();
    },
    onError: useLateError("Paste the values"),
  });
}

/** The first line is the head. */
function toProblemText({ line, column, problem }: ImportAnswer["problems"][number], rows: CheckedRow[]): string {
  const name = listKept(rows)[line - 2]?.row.name;
  return `${[name, column].filter(Boolean).join(", ")}: ${problem}`;
}

function listKept(rows: CheckedRow[]): CheckedRow[] {
  return rows.filter(({ player }) => player !== null);
}

/** The values as a file of one line a player. */
function toPasteInput(sheet: DaySheet, { columns }: NamedPaste, rows: CheckedRow[], keeps: boolean) {
  const used = columns.filter((column): column is number => column !== null);
  const kept = listKept(rows);
  const lines = kept.map(({ row, cells }) => [
    row.name,
    ...used.map((column) => cells.find((cell) => cell.column === column && cell.input !== null)?.text ?? ""),
  ]);
  const known = kept.flatMap(({ row, player, decision }) =>
    player === null || player === "new" ? [] : [{ name: row.name, member_id: player.id, row, decision }],
  );
  const header = ["Player", ...used.map((column) => sheet.activities[column]?.short_label ?? "")];
  return {
    format: "wide" as const,
    content: [header, ...lines].map(toCsvLine).join(""),
    file_name: "Pasted by name",
    mapping: {
      date: null,
      player: 0,
      activity: null,
      value: null,
      day: sheet.day.window.day,
      activities: used.map((column, index) => ({
        column: index + 1,
        activity_id: sheet.activities[column]?.id ?? "",
      })),
    },
    policy: keeps ? ("skip" as const) : ("overwrite" as const),
    dry_run: false,
    // The same may be pasted twice.
    again: true,
    players: known.map(({ name, member_id }) => ({ name, member_id })),
    add_players: [...new Set(kept.filter(({ player }) => player === "new").map(({ row }) => row.name))],
    remember: known
      .filter(({ row, decision }) => !row.isExact && decision.remember)
      .map(({ name, member_id }) => ({ name, member_id })),
  };
}

function pastedText(count: number, added = 0): string {
  if (count > 0) return `${plural(count, "value")} pasted`;
  return added > 0 ? `${plural(added, "player")} added` : "No values changed";
}

/** For a message: what the server did not take, and why the first of it. */
function missedText(problems: string[]): string {
  return `${plural(problems.length, "value")} could not be pasted. ${problems[0]}`;
}
