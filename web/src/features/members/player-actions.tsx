import type { ClanCard } from "@clanhall/contract/clans";
import type { Member } from "@clanhall/contract/members";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { membersQuery } from "../../domain/members.ts";
import { Button } from "../../ui/core/button.tsx";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { Menu, type MenuItem } from "../../ui/menu.tsx";
import { lockedReason, menuItems, toViewer, useRosterActions } from "./actions.tsx";
import type { ToDay } from "./columns.tsx";
import { type OpenDialog, RosterDialogs } from "./dialogs.tsx";

interface PlayerActionsProps {
  clan: ClanCard;
  row: Member;
  /** What beside this can be decided about the player. */
  decisions: MenuItem[];
  /** The dialog that is open, which other parts of the page open too. */
  opened: "away" | "edit" | null;
  onOpen: (dialog: "away" | "edit" | null) => void;
  toDay: ToDay;
  onInvite: (memberId: string) => void;
}

/** What managers do to one player, as in the roster. */
export function PlayerActions(props: PlayerActionsProps) {
  const { clan, row, decisions, opened, onOpen, toDay, onInvite } = props;
  const [chosen, setDialog] = useState<OpenDialog | null>(null);
  const dialog: OpenDialog | null = opened ? { kind: opened, row } : chosen;
  const viewer = useMemo(() => toViewer(clan), [clan]);
  const actions = useRosterActions(clan.id);
  const queries = useQueryClient();
  const { data: roster } = useQuery({ ...membersQuery(clan.id), enabled: dialog?.kind === "edit" });
  const groups = Object.keys(roster?.counts ?? {}).flatMap((key) => (key.startsWith("group:") ? [key.slice(6)] : []));
  if (!viewer.canManage) return null;
  const note = lockedReason(viewer, row);
  const canEdit = row.is_me || note === null;
  const own = menuItems(row, viewer, {
    onEdit: () => onOpen("edit"),
    onTimeline: () => undefined,
    onUnlink: () => setDialog({ kind: "unlink", row }),
    onMerge: () => setDialog({ kind: "merge", rows: [row] }),
    onInvite: () => onInvite(row.id),
    onAway: () => undefined,
    onAct: (action) => setDialog({ kind: "act", action, rows: [row] }),
    // The page has the timeline itself, and a button for one's own time away.
  }).filter(({ label }) => !["Timeline", "I am away"].includes(label));
  const away: MenuItem = { label: "Away", group: "decide", onSelect: () => onOpen("away") };
  const items = [...decisions, ...(canEdit && !row.is_me ? [away] : []), ...own];
  return (
    <>
      {(items.length > 0 || note) && (
        <Menu label={`More for ${row.name}`} trigger={<Button>More ▾</Button>} items={items} note={note} />
      )}
      <ErrorMessage error={actions.error} />
      {dialog && (
        <RosterDialogs
          dialog={dialog}
          clanId={clan.id}
          today={clan.today.clan_date}
          viewer={viewer}
          groups={groups}
          toDay={toDay}
          actions={actions}
          onClose={() => {
            setDialog(null);
            onOpen(null);
            void queries.invalidateQueries({ queryKey: ["members", clan.id] });
          }}
        />
      )}
    </>
  );
}
