import { type SubmitEvent, useState } from "react";
import { FormSummary } from "../../ui/core/notice.tsx";
import { Form, TextField } from "../../ui/core/field.tsx";
import { Button } from "../../ui/core/button.tsx";
import { hasStatus } from "../../lib/api-errors.ts";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { useDeleteAccount } from "./account.api.ts";
import styles from "./delete-dialog.module.css";
import { problemText } from "../../lib/error-text.ts";
import { ProofInput, useProofInput } from "./proof-input.tsx";

const word = "DELETE";

export function DeleteDialog({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const input = useProofInput(hasPassword);
  const [typed, setTyped] = useState("");
  const [typedProblem, setTypedProblem] = useState<string | null>(null);
  const deletion = useDeleteAccount();
  const problem = isProofWrong(deletion.error) ? null : deletion.error;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const isTyped = typed.trim() === word;
    setTypedProblem(isTyped ? null : `Type ${word} in capitals.`);
    const proof = input.read();
    if (!proof || !isTyped || deletion.isPending) return;
    deletion.mutate(proof, {
      onSuccess: onClose,
      onError: (error) => isProofWrong(error) && input.setError(problemText(error)),
    });
  };
  return (
    <Dialog title="Delete your account?" onClose={onClose}>
      <WhatHappens />
      <Form onSubmit={submit}>
        <FormSummary
          error={problem && problemText(problem)}
          wrongFields={[input.error, typedProblem].filter(Boolean).length}
        />
        <ProofInput input={input} />
        <TextField
          label={`Type ${word} to confirm`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={typed}
          error={typedProblem}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="danger" busy={deletion.isPending}>
            Delete my account
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

function isProofWrong(error: unknown): boolean {
  return hasStatus(error, 400, 403);
}

function WhatHappens() {
  return (
    <ul className={styles.list}>
      <li>Your other devices are signed out now.</li>
      <li>For 14 days you can log in and choose “Keep my account”.</li>
      <li>Then your name, e-mail and sign-ins are gone for good.</li>
      <li>Your clans keep their totals; your entries belong to “Former member”.</li>
    </ul>
  );
}
