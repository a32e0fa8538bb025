import type { Activity } from "@clanhall/contract/activities";
import type { MenuItem } from "../../ui/menu.tsx";
import { showToast } from "../../ui/toasts.ts";
import { useActivityAction, useOrder } from "./api.ts";

type ActivityActions = ReturnType<typeof useActivityActions>;

/** What is done to activities at once, each with a message and a way back. */
export function useActivityActions(clanId: string) {
  const action = useActivityAction(clanId);
  const order = useOrder(clanId);
  const say = (message: string, onUndo?: () => void) =>
    showToast({ kind: "success", message, ...(onUndo && { onUndo }) });
  const act = (kind: Parameters<typeof action.mutate>[0]["kind"], row: Activity, onDone: (saved: Activity) => void) => {
    order.reset();
    action.mutate({ kind, row }, { onSuccess: onDone });
  };
  const reactivate = (row: Activity) => act("reactivate", row, () => say(`${row.name} is active again`));
  const restore = (row: Activity) => act("restore", row, () => say(`${row.name} is back`));
  return {
    error: action.error ?? order.error,
    reactivate,
    restore,
    archive: (row: Activity) => act("archive", row, (saved) => say(`${row.name} archived`, () => reactivate(saved))),
    remove: (row: Activity) => act("delete", row, () => say(`${row.name} deleted`, () => restore(row))),
    /** Settles once the order is kept, or is not. */
    putInOrder: async (ids: string[]) => {
      action.reset();
      await order.mutateAsync(ids).catch(() => undefined);
    },
  };
}

/** What is open above the activities. */
export type OpenDialog =
  | { kind: "add"; like?: Activity }
  | { kind: "edit" | "rescore"; row: Activity }
  | { kind: "template" | "copy" | "import" | "bin" };

/** Everything a manager can do to an activity; the moves come from the list. */
export function menuItems(
  row: Activity,
  moves: MenuItem[],
  actions: ActivityActions,
  onOpen: (dialog: OpenDialog) => void,
): MenuItem[] {
  const hasEntries = row.entry_count > 0;
  const items: (MenuItem | false)[] = [
    { label: "Edit", onSelect: () => onOpen({ kind: "edit", row }) },
    ...moves,
    { label: "Duplicate", onSelect: () => onOpen({ kind: "add", like: row }) },
    hasEntries && { label: "Re-score", group: "decide", onSelect: () => onOpen({ kind: "rescore", row }) },
    { label: "Archive", group: "decide", onSelect: () => actions.archive(row) },
    !hasEntries && { label: "Delete", onSelect: () => actions.remove(row), danger: true },
  ];
  return items.filter((item) => item !== false);
}
