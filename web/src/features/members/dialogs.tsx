import type { Member } from "@clanhall/contract/members";
import { Muted, Stack } from "../../ui/core/layout.tsx";
import { LazyConfirmDialog, lazyDialog } from "../../ui/lazy-dialog.tsx";
import type { Viewer, MemberAction, RosterActions } from "./actions.tsx";
import type { ToDay } from "./columns.tsx";
import { useUnlinkMember, timelineQuery } from "./api.ts";
import { useQuery } from "@tanstack/react-query";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { withDates } from "../../lib/format.ts";
import styles from "./members.module.css";

/** What is open above the roster. */
export type OpenDialog =
  | { kind: "add" | "import" }
  | { kind: "away" | "edit" | "timeline" | "unlink"; row: Member }
  | { kind: "merge"; rows: Member[] }
  | { kind: "act"; action: MemberAction; rows: Member[] };

const MemberForm = lazyDialog(async () => (await import("./form.tsx")).MemberForm);
const MemberImport = lazyDialog(async () => (await import("./import.tsx")).MemberImport);
const MergeDialog = lazyDialog(async () => (await import("./merge.tsx")).MergeDialog);
const AwayDialog = lazyDialog(async () => (await import("./action-dialogs.tsx")).AwayDialog);
const ActionDialog = lazyDialog(async () => (await import("./action-dialogs.tsx")).ActionDialog);

interface RosterDialogsProps {
  dialog: OpenDialog;
  clanId: string;
  /** The clan's day. */
  today: string;
  viewer: Viewer;
  groups: string[];
  toDay: ToDay;
  actions: RosterActions;
  onClose: () => void;
}

export function RosterDialogs({ dialog, actions, ...shared }: RosterDialogsProps) {
  const { clanId, today, viewer, groups, toDay, onClose } = shared;
  switch (dialog.kind) {
    case "add":
      return (
        <MemberForm clanId={clanId} row={null} groups={groups} canChangeRole={false} toDay={toDay} onClose={onClose} />
      );
    case "import":
      return <MemberImport clanId={clanId} onAdded={actions.sayAdded} onClose={onClose} />;
    case "edit":
      return (
        <MemberForm
          clanId={clanId}
          row={dialog.row}
          groups={groups}
          canChangeRole={viewer.canChangeRoles && dialog.row.role !== "owner" && !dialog.row.is_me}
          toDay={toDay}
          onClose={onClose}
        />
      );
    case "away":
      return <AwayDialog clanId={clanId} row={dialog.row} today={today} onClose={onClose} />;
    case "timeline":
      return <TimelineDialog clanId={clanId} row={dialog.row} onClose={onClose} />;
    case "unlink":
      return <UnlinkDialog clanId={clanId} row={dialog.row} onClose={onClose} />;
    case "merge":
      return (
        <MergeDialog
          clanId={clanId}
          rows={dialog.rows}
          viewer={viewer}
          onMerged={actions.sayMerged}
          onClose={onClose}
        />
      );
    default:
      return (
        <ActionDialog action={dialog.action} rows={dialog.rows} groups={groups} onAct={actions.act} onClose={onClose} />
      );
  }
}

function UnlinkDialog({ clanId, row, onClose }: { clanId: string; row: Member; onClose: () => void }) {
  const unlink = useUnlinkMember(clanId);
  return (
    <LazyConfirmDialog
      title={`Unlink ${row.name}’s account?`}
      action="Unlink account"
      onConfirm={() => unlink.mutateAsync(row.id)}
      onClose={onClose}
    >
      <p>
        The person behind {row.name} can no longer open this clan. The player and its history stay, and a new invite can
        link an account again.
      </p>
    </LazyConfirmDialog>
  );
}

interface TimelineDialogProps {
  clanId: string;
  row: Member;
  onClose: () => void;
}

/** What happened to one player, the latest first. */
function TimelineDialog({ clanId, row, onClose }: TimelineDialogProps) {
  const timeline = useQuery(timelineQuery(clanId, row.id));
  return (
    <Dialog title={`Timeline of ${row.name}`} onClose={onClose}>
      <AsyncSection query={timeline} what="The timeline" lines={4}>
        {(items) =>
          items.length === 0 ? (
            <p>Nothing has happened yet.</p>
          ) : (
            <Stack as="ol" className={styles.timeline}>
              {items.map(({ at, action, text, actor }) => (
                <li key={`${at} ${action} ${text}`}>
                  <p>{withDates(text)}</p>
                  <Muted as="p">
                    <RelativeTime iso={at} />
                    {actor && ` · ${actor}`}
                  </Muted>
                </li>
              ))}
            </Stack>
          )
        }
      </AsyncSection>
    </Dialog>
  );
}
