import { addDays } from "@clanhall/contract/rules/clan-day";
import type { ClanCard } from "@clanhall/contract/clans";
import type { Day } from "@clanhall/contract/days";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toFileName } from "../../lib/files.ts";
import { plural } from "../../lib/format.ts";
import { Button, IconButton } from "../../ui/core/button.tsx";
import { Row } from "../../ui/core/layout.tsx";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Menu } from "../../ui/menu.tsx";
import { showToast } from "../../ui/toasts.ts";
import { dayQuery, useExportDay } from "./api.ts";
import { DayFilterBar, type DayFilters } from "./day-filters.tsx";
import { MissingDayList, useMissingDays } from "./day-nav.tsx";
import type { RowOrder } from "./row-order.ts";
import { saveStateOf } from "./day-state.tsx";
import { contentOf, keyOf } from "./sheet/cell-store.ts";
import type { CellEdit, DaySheet, Sheet } from "./sheet/day-sheet.ts";
import { useWholeSheet } from "./use-day-sheet.ts";

interface DayActionProps {
  clan: ClanCard;
  sheet: DaySheet;
  canManage: boolean;
  canReopen: boolean;
  onImport: () => void;
  onScreenshots: () => void;
  onReopen: () => void;
}

/** What can be done to the day as a whole: what is used every day, and the rest. */
function useDayActions(props: DayActionProps) {
  const { clan, sheet, canManage, canReopen, onImport, onScreenshots, onReopen } = props;
  useWholeSheet(sheet);
  const { day, can_write } = sheet.day.window;
  const csv = useExportDay(clan.id, day);
  const copy = useCopyDay(clan.id, sheet);
  const canEdit = can_write && !sheet.needsReason() && canManage;
  const copyDay = () => copy.isPending || copy.mutate();
  const exportDay = () => csv.isPending || csv.mutate(`${toFileName(clan.name, "clan")}-${day}.csv`);
  return {
    first: canEdit
      ? [{ label: "Copy previous day", icon: "copy" as const, isBusy: copy.isPending, onSelect: copyDay }]
      : [],
    imports: canManage
      ? [
          { label: "Import values", onSelect: onImport },
          { label: "Import screenshots", onSelect: onScreenshots },
        ]
      : [],
    more: [
      ...(canManage ? [{ label: "Export this day as CSV", onSelect: exportDay }] : []),
      ...(canReopen ? [{ label: "Reopen this day for 24 h", onSelect: onReopen }] : []),
    ],
    error: csv.error ?? copy.error,
  };
}

/** The right half of the tool row above the grid. */
export function DayTools(props: DayActionProps) {
  const { sheet } = props;
  const { first, imports, more, error } = useDayActions(props);
  return (
    <>
      <Row gap={2}>
        {sheet.day.window.can_write && (
          <Row gap={1}>
            <StepButton label="Undo" isOn={sheet.canUndo()} onPress={sheet.undo} />
            <StepButton label="Redo" isOn={sheet.canRedo()} onPress={sheet.redo} />
          </Row>
        )}
        {first.map(({ label, icon, isBusy, onSelect }) => (
          <Button key={label} icon={icon} busy={isBusy} onClick={onSelect}>
            {label}
          </Button>
        ))}
        {imports.length > 0 && <Menu label="Import" items={imports} trigger={<Button icon="import">Import</Button>} />}
        {more.length > 0 && <Menu label="More for this day" items={more} />}
      </Row>
      <ErrorMessage error={error} />
    </>
  );
}

interface DayMenuProps extends DayActionProps {
  order: RowOrder;
  filters: DayFilters;
  onFilter: (filters: DayFilters) => void;
}

/** All of it behind one button, where the list needs the room. */
export function DayMenu(props: DayMenuProps) {
  const { clan, sheet, order, filters, onFilter } = props;
  const [open, setOpen] = useState<"filters" | "days" | null>(null);
  const { first, imports, more, error } = useDayActions(props);
  const { missing, label } = useMissingDays(clan.id);
  const close = () => setOpen(null);
  const hasUnsaved = saveStateOf(sheet).failed > 0;
  return (
    <>
      <Menu
        label="More for this day"
        items={[
          { label: "Find or filter…", group: "open", onSelect: () => setOpen("filters") },
          {
            group: "open",
            label: filters.isMissing ? "Show all players" : "Only missing",
            onSelect: () => onFilter({ ...filters, isMissing: !filters.isMissing }),
          },
          ...(missing.length > 0 ? [{ label, group: "open" as const, onSelect: () => setOpen("days") }] : []),
          ...first.map((action) => ({ label: action.label, onSelect: action.onSelect })),
          ...imports,
          ...more,
          ...(hasUnsaved ? [{ label: "Discard what is not saved", danger: true, onSelect: sheet.discard }] : []),
        ]}
      />
      {open === "filters" && (
        <Dialog title="Find or filter" size="sheet" onClose={close}>
          <DayFilterBar sheet={sheet} clanId={clan.id} order={order} filters={filters} onFilter={onFilter} />
          <DialogActions>
            <Button variant="primary" onClick={close}>
              Done
            </Button>
          </DialogActions>
        </Dialog>
      )}
      {open === "days" && (
        <Dialog title={label} size="sheet" onClose={close}>
          <MissingDayList missing={missing} day={sheet.day.window.day} />
        </Dialog>
      )}
      <ErrorMessage error={error} />
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
      const step = sheet.edit(edits);
      if (!step) {
        showToast({ message: "Nothing to copy: what is empty today was empty the day before." });
        return;
      }
      showToast({
        kind: "success",
        message: `${plural(edits.length, "value")} filled from the day before`,
        ...step,
      });
    },
  });
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
