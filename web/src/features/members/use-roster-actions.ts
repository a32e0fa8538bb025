import type { Member } from "@clanhall/contract/members";
import { useCallback, useState } from "react";
import { plural } from "../../lib/format.ts";
import { showToast } from "../../ui/toasts.ts";
import { type BulkInput, useBulkAction, useUndoMerge } from "./roster.api.ts";
import { whoText } from "./format.ts";

export type MemberAction = BulkInput["action"];
type ActionExtras = Pick<BulkInput, "group" | "reason">;

export type RosterActions = ReturnType<typeof useRosterActions>;

/** What takes an action back completely; being removed ends links and invites, so that is not on the list. */
const opposites: Partial<Record<MemberAction, MemberAction>> = {
  inactivate: "reactivate",
  reactivate: "inactivate",
  "add-group": "remove-group",
  "remove-group": "add-group",
};

const doneWords: Record<MemberAction, (who: string, group: string) => string> = {
  inactivate: (who) => `${who} inactivated`,
  reactivate: (who) => `${who} reactivated`,
  "mark-removed": (who) => `${who} marked as removed`,
  restore: (who) => `${who} restored`,
  "add-group": (who, group) => `${who} added to ${group}`,
  "remove-group": (who, group) => `${who} taken out of ${group}`,
};

/** Whether the action would change anything about the row. */
export function isActionFor(action: MemberAction, row: Member, group?: string): boolean {
  if (action === "add-group") return row.status !== "removed" && (!group || !row.groups.includes(group));
  if (action === "remove-group") return group ? row.groups.includes(group) : row.groups.length > 0;
  if (action === "inactivate") return row.status === "active";
  if (action === "reactivate") return row.status === "inactive";
  if (action === "restore") return row.status === "removed" && row.merged_into_id === null;
  return row.status !== "removed";
}

/** What can be done to players at once, each with a word of it and a way back where there is one. */
export function useRosterActions(clanId: string) {
  const [problem, setProblem] = useState<unknown>(null);
  const { mutate, mutateAsync } = useBulkAction(clanId);
  const takeBackMerge = useUndoMerge(clanId);
  const act = useCallback(
    async (action: MemberAction, rows: Member[], { group, reason }: ActionExtras = {}) => {
      setProblem(null);
      const changed = rows.filter((row) => isActionFor(action, row, group));
      const member_ids = changed.map(({ id }) => id);
      if (member_ids.length === 0) return;
      await mutateAsync({ member_ids, action, ...(group && { group }), ...(reason && { reason }) });
      const opposite = opposites[action];
      const undo = () =>
        mutate({ member_ids, action: opposite ?? action, ...(group && { group }) }, { onError: setProblem });
      void showToast({
        kind: "success",
        message: doneWords[action](whoText(changed), group ?? ""),
        ...(opposite && { onUndo: undo }),
      });
    },
    [mutate, mutateAsync],
  );
  const actNow = useCallback((action: MemberAction, row: Member) => void act(action, [row]).catch(setProblem), [act]);
  return {
    problem,
    act,
    /** For what is done without asking: there is no dialog to say that it failed. */
    actNow,
    tellAdded: (count: number) => void showToast({ kind: "success", message: `${plural(count, "player")} added` }),
    tellMerged: (name: string, mergeId: string | null) =>
      void showToast({
        kind: "success",
        message: `Merged into ${name}`,
        ...(mergeId && { onUndo: () => takeBackMerge.mutate(mergeId, { onError: setProblem }) }),
      }),
  };
}
