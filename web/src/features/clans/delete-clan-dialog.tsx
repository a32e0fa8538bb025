import { type Clan, clanGraceDays } from "@clanhall/contract/clans";
import { toNameKey } from "@clanhall/contract/text";
import { type SubmitEvent, useState } from "react";
import { FormSummary } from "../../ui/core/notice.tsx";
import { Form, TextField } from "../../ui/core/field.tsx";
import { Button } from "../../ui/core/button.tsx";
import { problemText } from "../../lib/error-text.ts";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { useDeleteClan } from "./clan-admin.api.ts";

export function DeleteClanDialog({ clan, onClose }: { clan: Clan; onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const [typedProblem, setTypedProblem] = useState<string | null>(null);
  const deletion = useDeleteClan(clan.id);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const isTyped = toNameKey(typed) === toNameKey(clan.name);
    setTypedProblem(isTyped ? null : `Type the clan’s name: ${clan.name}`);
    if (isTyped && !deletion.isPending) deletion.mutate(clan.name, { onSuccess: onClose });
  };
  return (
    <Dialog title={`Delete ${clan.name}?`} onClose={onClose}>
      <ul>
        <li>Members lose access now, and public links stop working.</li>
        <li>For {clanGraceDays} days you can restore it here or under My Clans.</li>
        <li>Then its players, entries and boards are gone for good.</li>
      </ul>
      <Form onSubmit={submit}>
        <FormSummary error={deletion.error && problemText(deletion.error)} wrongFields={typedProblem ? 1 : 0} />
        <TextField
          label={`Type “${clan.name}” to confirm`}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          error={typedProblem}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="danger" busy={deletion.isPending}>
            Delete the clan
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
