import { useQuery } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { FormSummary } from "../../ui/core/notice.tsx";
import { Form } from "../../ui/core/field.tsx";
import { Button } from "../../ui/core/button.tsx";
import { hasStatus } from "../../lib/api-errors.ts";
import { profileQuery } from "../../domain/profile.ts";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { proveOwner } from "./account.api.ts";
import { problemText } from "../../lib/error-text.ts";
import { ProofInput, useProofInput } from "./proof-input.tsx";

interface ProofDialogProps {
  onProved: () => void;
  onClose: () => void;
}

export function ProofDialog(props: ProofDialogProps) {
  const { data: profile } = useQuery(profileQuery);
  return (
    <Dialog title="Confirm it is you" onClose={props.onClose}>
      <p>This changes how people get into your account, so we ask once more. Nothing you typed is lost.</p>
      <ProofForm {...props} hasPassword={profile?.has_password ?? true} />
    </Dialog>
  );
}

function ProofForm({ hasPassword, onProved, onClose }: ProofDialogProps & { hasPassword: boolean }) {
  const input = useProofInput(hasPassword);
  const [problem, setProblem] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const proof = isPending ? null : input.read();
    if (!proof) return;
    setPending(true);
    setProblem(null);
    try {
      await proveOwner(proof);
      onProved();
    } catch (error) {
      if (hasStatus(error, 400, 403)) input.setError(problemText(error));
      else setProblem(problemText(error));
      setPending(false);
    }
  };
  return (
    <Form onSubmit={(event) => void submit(event)}>
      <FormSummary error={problem} wrongFields={input.error ? 1 : 0} />
      <ProofInput input={input} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={isPending}>
          Confirm
        </Button>
      </DialogActions>
    </Form>
  );
}
