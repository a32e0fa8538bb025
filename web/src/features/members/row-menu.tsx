import type { Member } from "@clanhall/contract/members";
import { Menu, type MenuItem } from "../../ui/menu.tsx";
import { canEdit, canMove, refusalOf, type Viewer } from "./member-rights.ts";
import type { MemberAction } from "./use-roster-actions.ts";

interface RowHandlers {
  onEdit: (row: Member) => void;
  onTimeline: (row: Member) => void;
  onAct: (action: MemberAction, row: Member) => void;
  onUnlink: (row: Member) => void;
  onInvite: (row: Member) => void;
  onMerge: (row: Member) => void;
}

interface RowMenuProps {
  row: Member;
  viewer: Viewer;
  handlers: RowHandlers;
}

export function RowMenu({ row, viewer, handlers }: RowMenuProps) {
  return (
    <Menu
      label={`Actions for ${row.name}`}
      items={[
        ...(canEdit(viewer, row) ? [{ label: "Edit", onSelect: () => handlers.onEdit(row) }] : []),
        ...(canMove(viewer, row) ? moving(row, viewer, handlers) : []),
        { label: "Timeline", onSelect: () => handlers.onTimeline(row) },
      ]}
      note={refusalOf(viewer, row)}
    />
  );
}

function moving(row: Member, { canInvite }: Viewer, handlers: RowHandlers): MenuItem[] {
  const act = (action: MemberAction) => () => handlers.onAct(action, row);
  const isHere = row.status !== "removed";
  const items: (MenuItem | false)[] = [
    canInvite && isHere && row.user_id === null && { label: "Invite", onSelect: () => handlers.onInvite(row) },
    row.status === "active" && { label: "Inactivate", onSelect: act("inactivate") },
    row.status === "inactive" && { label: "Reactivate", onSelect: act("reactivate") },
    !isHere && row.merged_into_id === null && { label: "Restore", onSelect: act("restore") },
    isHere && { label: "Merge with another row", onSelect: () => handlers.onMerge(row) },
    row.user_id !== null && { label: "Unlink account", onSelect: () => handlers.onUnlink(row), danger: true },
    isHere && { label: "Mark as removed", onSelect: act("mark-removed"), danger: true },
  ];
  return items.filter((item) => item !== false);
}
