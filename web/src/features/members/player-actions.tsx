import type { ClanCard } from "@clanhall/contract/clans";
import type { Member } from "@clanhall/contract/members";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { membersQuery } from "../../domain/members.ts";
import { Button } from "../../ui/core/button.tsx";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { Form, TextField } from "../../ui/core/field.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { DayField } from "../../ui/day-field.tsx";
import { FieldGrid } from "../../ui/fields.tsx";
import { Menu, type MenuItem } from "../../ui/menu.tsx";
import { showToast } from "../../ui/toasts.ts";
import { formatRange } from "../../lib/format.ts";
import { addDays } from "@clanhall/contract/rules/clan-day";
import { saveMember, useRefreshMembers } from "./api.ts";
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
  const dialog: OpenDialog | null = opened === "edit" ? { kind: "edit", row } : chosen;
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
      {opened === "away" && (
        <AwayDialog clanId={clan.id} row={row} today={clan.today.clan_date} onClose={() => onOpen(null)} />
      )}
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
            onOpen(null);
            void queries.invalidateQueries({ queryKey: ["members", clan.id] });
          }}
        />
      )}
    </>
  );
}

interface AwayDialogProps {
  clanId: string;
  row: Member;
  today: string;
  onClose: () => void;
}

/** What officers know of somebody's time away. It can be taken back at once. */
function AwayDialog({ clanId, row, today, onClose }: AwayDialogProps) {
  const [period, setPeriod] = useState({ from: today, to: addDays(today, 6), reason: "" });
  const [problem, setProblem] = useState<string | null>(null);
  const refresh = useRefreshMembers(clanId);
  const { from, to, reason } = period;
  const before = row.away.map(({ id: _id, ...kept }) => kept);
  const undo = useMutation({
    mutationFn: (version: number) => saveMember(clanId, row.id, { away: before, version }),
    onSettled: refresh,
  });
  const save = useMutation({
    mutationFn: () => saveMember(clanId, row.id, { away: [...before, period], version: row.version }),
    onSuccess: ({ version }) => {
      const message = `${row.name} is away, ${formatRange(from, to)}`;
      showToast({ kind: "success", message, onUndo: () => undo.mutate(version) });
      onClose();
    },
    onSettled: refresh,
  });
  const send = () => {
    const wrong =
      from === "" || to === "" ? "Choose both days." : to < from ? "The last day is before the first." : null;
    setProblem(wrong);
    if (!wrong && !save.isPending) save.mutate();
  };
  const set = (change: Partial<typeof period>) => setPeriod({ ...period, ...change });
  return (
    <Dialog title={`${row.name} is away`} onClose={onClose}>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <FieldGrid small>
          <DayField
            label="From"
            value={from}
            onChange={(value) => set({ from: value, ...(value > to && { to: value }) })}
          />
          <DayField label="To" value={to} min={from} error={problem} onChange={(value) => set({ to: value })} />
        </FieldGrid>
        <TextField
          label="Reason (optional)"
          hint={`Only officers and ${row.name} read it.`}
          maxLength={200}
          value={reason}
          onChange={({ currentTarget }) => set({ reason: currentTarget.value })}
        />
        <ErrorMessage error={save.error} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={save.isPending}>
            Save
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
