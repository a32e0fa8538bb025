import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { readReason } from "./locked-reason.ts";
import type { CellAt } from "./sheet.ts";
import type { LiveSheet } from "./sheet/live-sheet.ts";
import type { DraftPlace } from "./sheet/stored-drafts.ts";

/** What is open above the day. */
export type OpenDialog = { kind: "import" } | { kind: "reopen" } | { kind: "cell"; at: CellAt };

const ImportDialog = lazyDialog(async () => (await import("./import/import.tsx")).ImportDialog);
const ReopenDialog = lazyDialog(async () => (await import("./reopen-dialog.tsx")).ReopenDialog);
const CellDrawer = lazyDialog(async () => (await import("./cell-drawer.tsx")).CellDrawer);

interface DayDialogsProps {
  dialog: OpenDialog;
  sheet: LiveSheet;
  place: DraftPlace;
  onClose: () => void;
}

export function DayDialogs({ dialog, sheet, place, onClose }: DayDialogsProps) {
  const { clanId, day } = place;
  if (dialog.kind === "import") return <ImportDialog clanId={clanId} day={day} onClose={onClose} />;
  if (dialog.kind === "reopen") return <ReopenDialog clanId={clanId} day={day} onClose={onClose} />;
  const { row, column } = dialog.at;
  const [member, activity] = [sheet.members[row], sheet.activities[column]];
  if (!member || !activity) return null;
  return (
    <CellDrawer
      cell={{ clanId, memberId: member.id, activityId: activity.id, day }}
      rights={sheet.canEdit(dialog.at) ? "write" : "read"}
      reason={readReason(place)}
      onClose={onClose}
    />
  );
}
