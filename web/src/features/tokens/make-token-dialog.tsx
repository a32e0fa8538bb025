import { type TokenScope, tokenScopes } from "@clanhall/contract/permissions";
import { useEffect, useId, useRef } from "react";
import buttons from "../../ui/button.module.css";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Problem } from "../../ui/feedback.tsx";
import { FormSummary } from "../../ui/form-summary.tsx";
import forms from "../../ui/form.module.css";
import { SelectField } from "../../ui/select-field.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { TickField } from "../../ui/tick-field.tsx";
import { lifetimes, scopeTexts } from "./format.ts";
import styles from "./tokens.module.css";
import { useTokenDraft } from "./use-token-draft.ts";

/** Asks what the token is for, then hands it over, once. */
export function MakeTokenDialog({ clanId, onClose }: { clanId: string; onClose: () => void }) {
  const form = useTokenDraft(clanId);
  const { draft, set, problems } = form;
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(problems).length > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problems]);
  if (form.made) return <NewToken {...form.made} onClose={onClose} />;
  return (
    <Dialog title="Make a token" onClose={onClose}>
      <form ref={element} className={forms.form} noValidate onSubmit={form.onSubmit}>
        <FormSummary problem={null} wrongFields={Object.keys(problems).length} />
        <TextField
          label="Name"
          hint="What will use it, such as “Discord bot”."
          autoComplete="off"
          value={draft.name}
          error={problems.name}
          onChange={({ currentTarget }) => set({ name: currentTarget.value })}
        />
        <ScopesField scopes={draft.scopes} error={problems.scopes} onChange={(scopes) => set({ scopes })} />
        <SelectField
          label="Works for"
          value={draft.lifetime}
          error={problems.expires_in_days}
          onChange={({ currentTarget }) => set({ lifetime: currentTarget.value })}
        >
          {Object.entries(lifetimes).map(([days, words]) => (
            <option key={days} value={days}>
              {words}
            </option>
          ))}
        </SelectField>
        <Problem error={form.problem} />
        <DialogActions>
          <button type="button" className={buttons.secondary} onClick={onClose}>
            Cancel
          </button>
          <SubmitButton label="Make token" isPending={form.isPending} />
        </DialogActions>
      </form>
    </Dialog>
  );
}

interface ScopesFieldProps {
  scopes: TokenScope[];
  error: string | undefined;
  onChange: (scopes: TokenScope[]) => void;
}

function ScopesField({ scopes, error, onChange }: ScopesFieldProps) {
  const id = useId();
  return (
    <fieldset className={styles.scopes} aria-describedby={error ? id : undefined}>
      <legend className={forms.label}>What it may do</legend>
      {tokenScopes.map((scope) => (
        <TickField
          key={scope}
          label={
            <>
              <strong>{scopeTexts[scope][0]}</strong>
              <span className={styles.note}>{scopeTexts[scope][1]}</span>
            </>
          }
          checked={scopes.includes(scope)}
          aria-invalid={error ? true : undefined}
          onChange={({ currentTarget: { checked } }) =>
            onChange(tokenScopes.filter((one) => (one === scope ? checked : scopes.includes(one))))
          }
        />
      ))}
      {error && (
        <p id={id} className={forms.problem}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** It cannot be shown again, so it stays until the person says that they have it. */
function NewToken({ name, token, onClose }: { name: string; token: string; onClose: () => void }) {
  return (
    <Dialog title={`The token for ${name}`}>
      <div className={styles.warning} data-kind="warning">
        <p>
          Copy it now: we show it this once and keep no copy. Whoever has it may do what you ticked, so keep it like a
          password.
        </p>
      </div>
      <code className={styles.code}>{token}</code>
      <DialogActions>
        <CopyButton label="Copy" text={token} />
        <button type="button" className={buttons.primary} onClick={onClose}>
          I have copied it
        </button>
      </DialogActions>
    </Dialog>
  );
}
