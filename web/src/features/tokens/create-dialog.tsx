import { Inset } from "../../ui/card.tsx";
import { type TokenScope, tokenScopes } from "@clanhall/contract/permissions";
import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { ErrorMessage, FormSummary, Notice } from "../../ui/core/notice.tsx";
import { Select } from "../../ui/core/select.tsx";
import { FieldGroup, Form, TextField } from "../../ui/core/field.tsx";
import { Checkbox } from "../../ui/core/checkbox.tsx";
import { Button } from "../../ui/core/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog, DialogActions, SubmitActions } from "../../ui/dialog.tsx";
import { lifetimes, scopeTexts, useCreateToken } from "./api.ts";
import { type TokenDraft, tokenDraft } from "@clanhall/contract/tokens";
import { useChanges, useLeave } from "../../ui/forms/form-dialog.tsx";
import { serverFieldErrors } from "../../lib/api-errors.ts";
import styles from "./tokens.module.css";

/** Asks what the token is for, then hands it over, once. */
export function CreateTokenDialog({ clanId, onClose }: { clanId: string; onClose: () => void }) {
  const form = useTokenDraft(clanId);
  const { draft, set, problems } = form;
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(problems).length > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problems]);
  const { leave, question } = useLeave(useChanges(draft, false), onClose);
  // A token that is on its way is shown only here, and only once.
  const leaveIfShown = () => form.isPending || leave();
  if (form.made) return <NewToken {...form.made} onClose={onClose} />;
  return (
    <Dialog title="Create a token" onClose={leaveIfShown}>
      {question}
      <Form ref={element} onSubmit={form.onSubmit}>
        <FormSummary error={null} wrongFields={Object.keys(problems).length} />
        <TextField
          label="Name"
          hint="What will use it, such as “Discord bot”."
          autoComplete="off"
          value={draft.name}
          error={problems.name}
          onChange={({ currentTarget }) => set({ name: currentTarget.value })}
        />
        <ScopesField scopes={draft.scopes} error={problems.scopes} onChange={(scopes) => set({ scopes })} />
        <Select
          label="Works for"
          value={draft.lifetime}
          error={problems.expires_in_days}
          onChange={(value) => set({ lifetime: value })}
          options={Object.entries(lifetimes).map(([days, label]) => ({ value: days, label }))}
        />
        <ErrorMessage error={form.problem} />
        <SubmitActions action="Create token" busy={form.isPending} onCancel={leaveIfShown} />
      </Form>
    </Dialog>
  );
}

interface ScopesFieldProps {
  scopes: TokenScope[];
  error: string | undefined;
  onChange: (scopes: TokenScope[]) => void;
}

function ScopesField({ scopes, error, onChange }: ScopesFieldProps) {
  return (
    <FieldGroup label="What it may do" error={error}>
      {tokenScopes.map((scope) => (
        <Checkbox
          key={scope}
          label={scopeTexts[scope][0]}
          note={scopeTexts[scope][1]}
          checked={scopes.includes(scope)}
          aria-invalid={error ? true : undefined}
          onChange={(isChecked) =>
            onChange(tokenScopes.filter((one) => (one === scope ? isChecked : scopes.includes(one))))
          }
        />
      ))}
    </FieldGroup>
  );
}

/** It cannot be shown again, so it stays until the person says that they have it. */
function NewToken({ name, token, onClose }: { name: string; token: string; onClose: () => void }) {
  return (
    <Dialog title={`The token for ${name}`}>
      <Notice tone="warning">
        <p>
          Copy it now: we show it this once and keep no copy. Whoever has it may do what you ticked, so keep it like a
          password.
        </p>
      </Notice>
      <Inset>
        <code className={styles.code}>{token}</code>
      </Inset>
      <DialogActions>
        <CopyButton label="Copy" text={token} />
        <Button variant="primary" onClick={onClose}>
          I have copied it
        </Button>
      </DialogActions>
    </Dialog>
  );
}

type Problems = Partial<Record<keyof TokenDraft, string>>;

interface Draft {
  name: string;
  scopes: TokenScope[];
  /** Days, or "never". */
  lifetime: string;
}

function useTokenDraft(clanId: string) {
  const [draft, setDraft] = useState<Draft>({ name: "", scopes: [], lifetime: "90" });
  const [problems, setProblems] = useState<Problems>({});
  const { data, error, isPending, mutate } = useCreateToken(clanId);
  const body = toBody(draft);
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = check(body);
    setProblems(found);
    if (Object.keys(found).length > 0 || isPending) return;
    mutate(body, { onError: (refusal) => setProblems(serverFieldErrors(refusal, body) ?? {}) });
  };
  return {
    draft,
    set: (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change })),
    problems,
    /** What went wrong with the form as a whole. */
    problem: serverFieldErrors(error, body) ? null : error,
    isPending,
    onSubmit,
    /** The token, once it is made. */
    made: data,
  };
}

function toBody({ name, scopes, lifetime }: Draft) {
  return { name, scopes, expires_in_days: lifetime === "never" ? null : Number(lifetime) };
}

function check(body: TokenDraft): Problems {
  const issues = tokenDraft.safeParse(body).error?.issues ?? [];
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [String(path[0]), message]));
}
