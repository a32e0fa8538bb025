import { addDays } from "@clanhall/contract/rules/clan-day";
import type { ClanCard } from "@clanhall/contract/clans";
import type { Day } from "@clanhall/contract/days";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { plural } from "../../lib/format.ts";
import { Button, IconButton } from "../../ui/core/button.tsx";
import { Row } from "../../ui/core/layout.tsx";
import styles from "./day.module.css";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { Menu } from "../../ui/menu.tsx";
import { showToast } from "../../ui/toasts.ts";
import { dayQuery, useExportDay } from "./api.ts";
import { MissingDays } from "./day-nav.tsx";
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
    ...(canEdit ? [{ label: "Copy previous day", isBusy: copy.isPending, onSelect: copyDay }] : []),
    ...(canManage ? [{ label: "Import", isBusy: false, onSelect: onImport }] : []),
  ];
  const more = [
    ...(isPhone ? first.map(({ label, onSelect }) => ({ label, onSelect })) : []),
    { label: "Export this day as CSV", onSelect: () => csv.isPending || csv.mutate(fileName(clan.name, day)) },
    ...(canReopen ? [{ label: "Re-open this day for 24 h", onSelect: onReopen }] : []),
  ];
  return (
    <>
      <Row gap={2} className={styles.tools}>
        {can_write && (
          <Row gap={2} className={styles.tools}>
            <StepButton label="Undo" isOn={sheet.canUndo()} onPress={sheet.undo} />
            <StepButton label="Redo" isOn={sheet.canRedo()} onPress={sheet.redo} />
          </Row>
        )}
        {!isPhone &&
          first.map(({ label, isBusy, onSelect }) => (
            <Button key={label} busy={isBusy} onClick={onSelect}>
              {label}
            </Button>
          ))}
        {canManage && <Menu label="More for this day" trigger={<Button>More ▾</Button>} items={more} />}
        <MissingDays clanId={clan.id} day={day} />
      </Row>
      <ErrorMessage error={csv.error ?? copy.error} />
    </>
  );
}

function StepButton({ label, isOn, onPress }: { label: "Undo" | "Redo"; isOn: boolean; onPress: () => unknown }) {
  return <IconButton icon={label === "Undo" ? "undo" : "redo"} label={label} disabled={!isOn} onClick={onPress} />;
}

function useCopyDay(clanId: string, sheet: DaySheet) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => queries.fetchQuery(dayQuery(clanId, addDays(sheet.day.window.day, -1))),
    onSuccess: (previous) => {
      const edits = planCopy(sheet, previous);
      sheet.edit(edits);
      if (edits.length === 0) {
        showToast({ message: "Nothing to copy. No empty cell had a value the day before." });
        return;
      }
      showToast({
        kind: "success",
        message: `${plural(edits.length, "cell")} filled from the day before`,
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
