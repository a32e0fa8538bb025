import type { ClanCard } from "@clanhall/contract/clans";
import type { Member } from "@clanhall/contract/members";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { membersQuery } from "../../domain/members.ts";
import { Button } from "../../ui/core/button.tsx";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { Menu } from "../../ui/menu.tsx";
import { lockedReason, menuItems, toViewer, useRosterActions } from "./actions.tsx";
import type { ToDay } from "./columns.tsx";
import { type OpenDialog, RosterDialogs } from "./dialogs.tsx";

interface PlayerActionsProps {
  clan: ClanCard;
  row: Member;
  toDay: ToDay;
  onInvite: (memberId: string) => void;
}

/** What managers do to one player, as in the roster. */
export function PlayerActions({ clan, row, toDay, onInvite }: PlayerActionsProps) {
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const viewer = useMemo(() => toViewer(clan), [clan]);
  const actions = useRosterActions(clan.id);
  const queries = useQueryClient();
  const { data: roster } = useQuery({ ...membersQuery(clan.id), enabled: dialog?.kind === "edit" });
  const groups = Object.keys(roster?.counts ?? {}).flatMap((key) => (key.startsWith("group:") ? [key.slice(6)] : []));
  if (!viewer.canManage) return null;
  const items = menuItems(row, viewer, {
    onEdit: () => setDialog({ kind: "edit", row }),
    onTimeline: () => undefined,
    onUnlink: () => setDialog({ kind: "unlink", row }),
    onMerge: () => setDialog({ kind: "merge", rows: [row] }),
    onInvite: () => onInvite(row.id),
    onAway: () => undefined,
    onAct: (action) => setDialog({ kind: "act", action, rows: [row] }),
    // The page has the timeline itself, and buttons to edit and to be away.
  }).filter(({ label }) => !["Timeline", "Edit", "I am away"].includes(label));
  const note = lockedReason(viewer, row);
  const canEdit = row.is_me || note === null;
  return (
    <>
      {canEdit && <Button onClick={() => setDialog({ kind: "edit", row })}>Edit</Button>}
      {(items.length > 0 || note) && (
        <Menu label={`More for ${row.name}`} trigger={<Button>More ▾</Button>} items={items} note={note} />
      )}
      <ErrorMessage error={actions.error} />
      {dialog && (
        <RosterDialogs
          dialog={dialog}
          clanId={clan.id}
          viewer={viewer}
          groups={groups}
          toDay={toDay}
          actions={actions}
          onClose={() => {
            setDialog(null);
            void queries.invalidateQueries({ queryKey: ["members", clan.id] });
          }}
        />
      )}
    </>
  );
}
