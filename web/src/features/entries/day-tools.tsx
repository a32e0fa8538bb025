import { addDays } from "@clanhall/contract/clan-day";
import type { ClanCard } from "@clanhall/contract/clans";
import type { Day } from "@clanhall/contract/days";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import buttons from "../../ui/button.module.css";
import { Problem } from "../../ui/feedback.tsx";
import { MenuButton } from "../../ui/menu-button.tsx";
import { showToast } from "../../ui/toasts.ts";
import { dayQuery, useExportDay } from "./api.ts";
import { MissingDays } from "./day-nav.tsx";
import styles from "./day.module.css";
import { formatCellCount } from "./format.ts";
import { contentOf, keyOf, nothing, valueOf } from "./sheet/cell-store.ts";
import type { CellEdit, DaySheet, Sheet } from "./sheet/day-sheet.ts";
import { useWholeSheet } from "./use-day-sheet.ts";

interface DayToolsProps {
  clan: ClanCard;
  sheet: DaySheet;
  canManage: boolean;
  canReopen: boolean;
  /** Where room is short, more of it is behind the menu. */
  isPhone: boolean;
  onImport: () => void;
  onReopen: () => void;
}

/** What can be done to the day as a whole. */
export function DayTools({ clan, sheet, canManage, canReopen, isPhone, onImport, onReopen }: DayToolsProps) {
  useWholeSheet(sheet);
  const { day, can_write } = sheet.day.window;
  const csv = useExportDay(clan.id, day);
  const copy = useCopyDay(clan.id, sheet);
  const canEdit = can_write && !sheet.needsReason() && canManage;
  const copyDay = () => copy.isPending || copy.mutate();
  const first = [
    ...(canEdit ? [{ label: "Copy previous day", isBusy: copy.isPending, onChoose: copyDay }] : []),
    ...(canManage ? [{ label: "Import", isBusy: false, onChoose: onImport }] : []),
  ];
  const more = [
    ...(isPhone ? first.map(({ label, onChoose }) => ({ label, onChoose })) : []),
    { label: "Export this day as CSV", onChoose: () => csv.isPending || csv.mutate(fileName(clan.name, day)) },
    ...(canReopen ? [{ label: "Re-open this day for 24 h", onChoose: onReopen }] : []),
  ];
  return (
    <>
      <div className={styles.tools}>
        {can_write && (
          <div className={styles.steps}>
            <StepButton label="Undo" isOn={sheet.canUndo()} onPress={sheet.undo} />
            <StepButton label="Redo" isOn={sheet.canRedo()} onPress={sheet.redo} />
          </div>
        )}
        {!isPhone &&
          first.map(({ label, isBusy, onChoose }) => (
            <button key={label} type="button" className={buttons.secondary} aria-busy={isBusy} onClick={onChoose}>
              {label}
            </button>
          ))}
        {canManage && <MenuButton label="More" face="More ▾" className={buttons.secondary} items={more} />}
        <MissingDays clanId={clan.id} day={day} />
      </div>
      <Problem error={csv.error ?? copy.error} />
    </>
  );
}

function StepButton({ label, isOn, onPress }: { label: "Undo" | "Redo"; isOn: boolean; onPress: () => unknown }) {
  return (
    <button type="button" className={styles.step} aria-label={label} title={label} disabled={!isOn} onClick={onPress}>
      <svg width="20" height="20" viewBox="0 0 20 20" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden>
        <path
          d={
            label === "Undo"
              ? "M7 4 3 8l4 4M3 8h8.5a4.5 4.5 0 0 1 0 9H8"
              : "m13 4 4 4-4 4M17 8H8.5a4.5 4.5 0 0 0 0 9H12"
          }
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
    </button>
  );
}

function useCopyDay(clanId: string, sheet: DaySheet) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => queries.fetchQuery(dayQuery(clanId, addDays(sheet.day.window.day, -1))),
    onSuccess: (previous) => {
      const edits = planCopy(sheet, previous);
      sheet.edit(edits);
      if (edits.length === 0) {
        void showToast({ message: "Nothing to copy. No empty cell had a value the day before." });
        return;
      }
      void showToast({
        kind: "success",
        message: `${formatCellCount(edits.length)} filled from the day before`,
        onUndo: () => sheet.edit(planClearing(sheet, edits)),
      });
    },
  });
}

/** Letters and digits of any script; nothing else is safe in a file's name. */
function fileName(clan: string, day: string): string {
  const plain = clan.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
  return `${plain.toLowerCase() || "clan"}-${day}.csv`;
}

/** The values of another day for the due cells that are still empty. */
function planCopy(sheet: Sheet, { cells }: Day): CellEdit[] {
  const entries = new Map(cells.map((entry) => [keyOf(entry), entry]));
  return sheet.members.flatMap(({ id: member_id }, row) =>
    sheet.activities.flatMap(({ id: activity_id }, column): CellEdit[] => {
      const input = contentOf(entries.get(keyOf({ member_id, activity_id })));
      const at = { row, column };
      const isWanted = input.kind === "value" && sheet.cellAt(at).state === "missing" && sheet.canEdit(at);
      return isWanted ? [{ ...at, input }] : [];
    }),
  );
}

/** Empties the cells that still are as they were copied. */
function planClearing(sheet: Sheet, copied: CellEdit[]): CellEdit[] {
  return copied
    .filter(({ row, column, input }) => sheet.cellAt({ row, column }).value === valueOf(input))
    .map((edit) => ({ ...edit, input: nothing }));
}
