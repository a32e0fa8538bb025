import type { Member } from "@clanhall/contract/members";
import { addDays } from "@clanhall/contract/rules/clan-day";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { formatRange } from "../../lib/format.ts";
import { Button } from "../../ui/core/button.tsx";
import { Form, TextField } from "../../ui/core/field.tsx";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { DayField } from "../../ui/day-field.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { FieldGrid } from "../../ui/fields.tsx";
import { showToast } from "../../ui/toasts.ts";
import { saveMember, useRefreshMembers } from "./api.ts";

interface AwayDialogProps {
  clanId: string;
  row: Member;
  today: string;
  onClose: () => void;
}

/** What officers know of somebody's time away. It can be taken back at once. */
export function AwayDialog({ clanId, row, today, onClose }: AwayDialogProps) {
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
