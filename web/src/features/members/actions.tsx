import type { ClanCard } from "@clanhall/contract/clans";
import type { Member } from "@clanhall/contract/members";
import { canManageRow } from "@clanhall/contract/permissions";
import { toNameKey } from "@clanhall/contract/text";
import { restoredText } from "../../domain/members.ts";
import { mayInClan } from "../../domain/permissions.ts";
import { useCallback, useState } from "react";
import { plural } from "../../lib/format.ts";
import { Button } from "../../ui/core/button.tsx";
import { Row } from "../../ui/core/layout.tsx";
import { restoreLostFocus } from "../../ui/focus.ts";
import type { MenuItem } from "../../ui/menu.tsx";
import { showToast } from "../../ui/toasts.ts";
import { type BulkInput, useBulkAction, useUndoMerge } from "./api.ts";
import styles from "./members.module.css";

export interface Viewer {
  /** May work on rows at all; everybody else only reads. */
  canManage: boolean;
  canChangeRoles: boolean;
  canInvite: boolean;
  /** May say when their own player is away. */
  canBeAway: boolean;
  /** May warn players and write notes about them. */
  canDecide: boolean;
  /** May see what others did. */
  seesValues: boolean;
  role: ClanCard["role"];
}

export function toViewer(clan: ClanCard): Viewer {
  return {
    canManage: mayInClan(clan, "member.manage"),
    canChangeRoles: mayInClan(clan, "member.change_role"),
    canInvite: mayInClan(clan, "invite.manage"),
    canBeAway: mayInClan(clan, "request.make"),
    canDecide: mayInClan(clan, "decision.make"),
    seesValues: mayInClan(clan, "values.view"),
    role: clan.role,
  };
}

/** Managers keep their own row's texts themselves. */
export function canEdit({ canManage, role }: Viewer, row: Member): boolean {
  return canManage && (row.is_me || canManageRow(role, row.role));
}

/** Nobody takes themselves off the roster here. */
export function canMove({ canManage, role }: Viewer, row: Member): boolean {
  return canManage && !row.is_me && canManageRow(role, row.role);
}

/** Why a manager may not do everything to this row; null when they may. */
export function lockedReason(viewer: Viewer, row: Member): string | null {
  if (!viewer.canManage || canMove(viewer, row)) return null;
  if (row.is_me) return "To leave a clan, go to My Clans.";
  return row.role === "owner"
    ? "The owner’s row changes only when the clan is transferred."
    : "Only the owner can change a maintainer’s row.";
}

/** What is decided about a player without leaving the roster. */
export type RosterDecision = "warn" | "note";

export type MemberAction = BulkInput["action"];
type ActionExtras = Pick<BulkInput, "group" | "reason">;

export type RosterActions = ReturnType<typeof useRosterActions>;

/** What takes an action back. */
const opposites: Partial<Record<MemberAction, MemberAction>> = {
  inactivate: "reactivate",
  reactivate: "inactivate",
  "mark-removed": "restore",
  "add-group": "remove-group",
  "remove-group": "add-group",
};

const doneText: Record<MemberAction, (who: string, group: string) => string> = {
  inactivate: (who) => `${who} inactivated`,
  reactivate: (who) => `${who} reactivated`,
  "mark-removed": (who) => `${who} marked as removed`,
  restore: (who) => `${who} restored`,
  "add-group": (who, group) => `${who} added to ${group}`,
  "remove-group": (who, group) => `${who} removed from ${group}`,
};

/** One player by name, several by number. */
export function whoText(rows: Member[]): string {
  const [only] = rows;
  return rows.length === 1 && only ? only.name : plural(rows.length, "player");
}

/** Whether the action would change anything about the row. */
function isActionFor(action: MemberAction, row: Member, group?: string): boolean {
  const isIn = row.groups.some((name) => group && toNameKey(name) === toNameKey(group));
  if (action === "add-group") return row.status !== "removed" && !isIn;
  if (action === "remove-group") return group ? isIn : row.groups.length > 0;
  if (action === "inactivate") return row.status === "active";
  if (action === "reactivate") return row.status === "inactive";
  if (action === "restore") return row.status === "removed" && row.merged_into_id === null;
  return row.status !== "removed";
}

/** What can be done to players at once, each with a message and a way back where there is one. */
export function useRosterActions(clanId: string) {
  const [error, setError] = useState<unknown>(null);
  const { mutateAsync } = useBulkAction(clanId);
  const undoMerge = useUndoMerge(clanId);
  const act = useCallback(
    async (action: MemberAction, rows: Member[], { group, reason }: ActionExtras = {}) => {
      setError(null);
      const changed = rows.filter((row) => isActionFor(action, row, group));
      const member_ids = changed.map(({ id }) => id);
      if (member_ids.length === 0) return;
      await mutateAsync({ member_ids, action, ...(group && { group }), ...(reason && { reason }) });
      const opposite = opposites[action];
      const undo = async () => {
        await mutateAsync({ member_ids, action: opposite ?? action, ...(group && { group }) });
        if (opposite === "restore") showToast({ message: restoredText(whoText(changed)) });
      };
      showToast({
        kind: "success",
        message: doneText[action](whoText(changed), group ?? ""),
        ...(opposite && { onUndo: undo }),
      });
    },
    [mutateAsync],
  );
  const actNow = useCallback(
    (action: MemberAction, row: Member) =>
      // The list may no longer have the row.
      void act(action, [row])
        .catch(setError)
        .then(() => restoreLostFocus()),
    [act],
  );
  return {
    error,
    act,
    /** For what is done without asking: there is no dialog to say that it failed. */
    actNow,
    sayAdded: (count: number) => showToast({ kind: "success", message: `${plural(count, "player")} added` }),
    sayMerged: (name: string, mergeId: string | null) =>
      showToast({
        kind: "success",
        message: `Merged into ${name}`,
        ...(mergeId && { onUndo: () => undoMerge.mutateAsync(mergeId) }),
      }),
  };
}

interface RowHandlers {
  onEdit: (row: Member) => void;
  onTimeline: (row: Member) => void;
  onAct: (action: MemberAction, row: Member) => void;
  onUnlink: (row: Member) => void;
  onInvite: (row: Member) => void;
  onMerge: (row: Member) => void;
  onAway: () => void;
}

export function menuItems(row: Member, viewer: Viewer, handlers: RowHandlers): MenuItem[] {
  return [
    ...(row.is_me && viewer.canBeAway ? [{ label: "I am away", onSelect: handlers.onAway }] : []),
    ...(canEdit(viewer, row) ? [{ label: "Edit", onSelect: () => handlers.onEdit(row) }] : []),
    ...(canMove(viewer, row) ? managerItems(row, viewer, handlers) : []),
    { label: "Timeline", group: "open", onSelect: () => handlers.onTimeline(row) },
  ];
}

interface RosterHandlers extends RowHandlers {
  onPage: (row: Member) => void;
  onHistory: (row: Member) => void;
  onDecide: (decision: RosterDecision, row: Member) => void;
  onAwayOf: (row: Member) => void;
}

/** In the roster also what the player's own page has beside its menu. */
export function rosterItems(row: Member, viewer: Viewer, handlers: RosterHandlers): MenuItem[] {
  const { onPage, onHistory, onDecide, onAwayOf } = handlers;
  const isBelow = canMove(viewer, row);
  const mayDecide = isBelow && viewer.canDecide && row.status !== "removed";
  const items: (MenuItem | false)[] = [
    { label: "Player page", group: "open", onSelect: () => onPage(row) },
    (viewer.seesValues || row.is_me) && { label: "History", group: "open", onSelect: () => onHistory(row) },
    mayDecide && { label: "Warn…", group: "decide", onSelect: () => onDecide("warn", row) },
    mayDecide && { label: "Note…", group: "decide", onSelect: () => onDecide("note", row) },
    isBelow && { label: "Away…", group: "decide", onSelect: () => onAwayOf(row) },
  ];
  return [...items.filter((item) => item !== false), ...menuItems(row, viewer, handlers)];
}

function managerItems(row: Member, { canInvite }: Viewer, handlers: RowHandlers): MenuItem[] {
  const act = (action: MemberAction) => () => handlers.onAct(action, row);
  const isHere = row.status !== "removed";
  const items: (MenuItem | false)[] = [
    canInvite && isHere && row.user_id === null && { label: "Invite", onSelect: () => handlers.onInvite(row) },
    row.status === "active" && { label: "Inactivate", group: "danger", onSelect: act("inactivate") },
    row.status === "inactive" && { label: "Reactivate", group: "decide", onSelect: act("reactivate") },
    !isHere && row.merged_into_id === null && { label: "Restore", group: "decide", onSelect: act("restore") },
    isHere && { label: "Merge with another row", onSelect: () => handlers.onMerge(row) },
    row.user_id !== null && { label: "Unlink account", onSelect: () => handlers.onUnlink(row), danger: true },
    isHere && { label: "Mark as removed", onSelect: act("mark-removed"), danger: true },
  ];
  return items.filter((item) => item !== false);
}

interface BulkBarProps {
  selected: Member[];
  viewer: Viewer;
  onAct: (action: MemberAction, rows: Member[]) => void;
  onMerge: (rows: Member[]) => void;
  onClear: () => void;
}

const bulkLabels: Record<MemberAction, string> = {
  inactivate: "Inactivate",
  reactivate: "Reactivate",
  "add-group": "Add to group",
  "remove-group": "Remove from group",
  restore: "Restore",
  "mark-removed": "Mark as removed",
};

/** Two rows that can become one, the one to keep first: nobody's own player is the one that goes. */
function findMergePair(selected: Member[], viewer: Viewer): Member[] | null {
  const pair = selected.toSorted((a, b) => Number(b.is_me) - Number(a.is_me));
  const [keep, drop] = pair;
  if (!keep || !drop || pair.length > 2 || pair.some(({ status }) => status === "removed")) return null;
  return canEdit(viewer, keep) && canMove(viewer, drop) ? pair : null;
}

/** What can be done to all chosen players together. Rows that the viewer may not change are left alone, and that is said. */
export function BulkBar({ selected, viewer, onAct, onMerge, onClear }: BulkBarProps) {
  const rows = selected.filter((row) => canMove(viewer, row));
  const others = selected.length - rows.length;
  const possible = (Object.keys(bulkLabels) as MemberAction[]).filter((action) =>
    rows.some((row) => isActionFor(action, row)),
  );
  const mergePair = findMergePair(selected, viewer);
  const rowsFor = (action: MemberAction) => rows.filter((row) => isActionFor(action, row));
  return (
    <Row as="section" justify="between" className={styles.bulk} aria-label="Chosen players">
      <p role="status">
        <strong>{plural(selected.length, "player")} chosen</strong>
        {others > 0 && <span> {others === 1 ? "One" : others} of them cannot be changed by you.</span>}
      </p>
      <Row gap={2} className={styles.bulkActions}>
        {possible.map((action) => (
          <Button key={action} onClick={() => onAct(action, rowsFor(action))}>
            {bulkLabels[action]}
          </Button>
        ))}
        {mergePair && <Button onClick={() => onMerge(mergePair)}>Merge</Button>}
        <Button variant="plain" onClick={onClear}>
          Clear selection
        </Button>
      </Row>
    </Row>
  );
}
