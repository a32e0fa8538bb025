import type { Activity } from "@clanhall/contract/activities";
import { Menu, type MenuItem } from "../../ui/menu.tsx";
import type { OpenDialog } from "./activity-dialogs.tsx";
import type { ActivityActions } from "./use-activity-actions.ts";

interface ActivityMenuProps {
  row: Activity;
  /** All of the list, in its order. */
  rows: Activity[];
  actions: ActivityActions;
  onStep: (id: string, by: -1 | 1) => void;
  onOpen: (dialog: OpenDialog) => void;
}

export function ActivityMenu({ row, rows, actions, onStep, onOpen }: ActivityMenuProps) {
  const index = rows.indexOf(row);
  const hasEntries = row.entry_count > 0;
  const items: (MenuItem | false)[] = [
    { label: "Edit", onSelect: () => onOpen({ kind: "edit", row }) },
    index > 0 && { label: "Move up", onSelect: () => onStep(row.id, -1) },
    index < rows.length - 1 && { label: "Move down", onSelect: () => onStep(row.id, 1) },
    { label: "Duplicate", onSelect: () => onOpen({ kind: "add", like: row }) },
    hasEntries && { label: "Re-score", onSelect: () => onOpen({ kind: "rescore", row }) },
    { label: "Archive", onSelect: () => actions.archive(row) },
    !hasEntries && { label: "Delete", onSelect: () => actions.remove(row), danger: true },
  ];
  return <Menu label={`Actions for ${row.name}`} items={items.filter((item) => item !== false)} />;
}
