import type { Member } from "@clanhall/contract/members";
import { DotsMenu, type MenuItem } from "../../ui/menu-button.tsx";
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
    <DotsMenu
      label={`Actions for ${row.name}`}
      items={[
        ...(canEdit(viewer, row) ? [{ label: "Edit", onChoose: () => handlers.onEdit(row) }] : []),
        ...(canMove(viewer, row) ? moving(row, viewer, handlers) : []),
        { label: "Timeline", onChoose: () => handlers.onTimeline(row) },
      ]}
      note={refusalOf(viewer, row)}
    />
  );
}

function moving(row: Member, { canInvite }: Viewer, handlers: RowHandlers): MenuItem[] {
  const act = (action: MemberAction) => () => handlers.onAct(action, row);
  const isHere = row.status !== "removed";
  const items: (MenuItem | false)[] = [
    canInvite && isHere && row.user_id === null && { label: "Invite", onChoose: () => handlers.onInvite(row) },
    row.status === "active" && { label: "Inactivate", onChoose: act("inactivate") },
    row.status === "inactive" && { label: "Reactivate", onChoose: act("reactivate") },
    !isHere && row.merged_into_id === null && { label: "Restore", onChoose: act("restore") },
    isHere && { label: "Merge with another row", onChoose: () => handlers.onMerge(row) },
    row.user_id !== null && { label: "Unlink account", onChoose: () => handlers.onUnlink(row), isDanger: true },
    isHere && { label: "Mark as removed", onChoose: act("mark-removed"), isDanger: true },
  ];
  return items.filter((item) => item !== false);
}
