import type { ManagedGame } from "@clanhall/contract/admin-games";
import { type ReactNode, useEffect, useRef } from "react";
import { weekdays } from "../../lib/format.ts";
import { Button } from "../../ui/core/button.tsx";
import { ErrorMessage, FormSummary } from "../../ui/core/notice.tsx";
import { ConflictNotice } from "../../ui/conflict-notice.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { showToast } from "../../ui/toasts.ts";
import { BasicFields } from "./basic-fields.tsx";
import styles from "./game-form.module.css";
import { serversText, templatesText } from "./format.ts";
import { ServersFields } from "./servers-fields.tsx";
import { TemplatesFields } from "./templates-fields.tsx";
import { type GameForm, useGameDraft, useNewGame } from "./use-game-draft.ts";

export function AddGameDialog({ onClose }: { onClose: () => void }) {
  const form = useNewGame(({ name }) => {
    showToast({ kind: "success", message: `${name} added` });
    onClose();
  });
  return (
    <Dialog title="Add a game" onClose={onClose} size="lg">
      <FormFrame form={form} label="Add game" onClose={onClose}>
        <BasicFields form={form} isNew />
        <ServersFields form={form} />
        <TemplatesFields form={form} />
      </FormFrame>
    </Dialog>
  );
}

export function EditGameDialog({ game, onClose }: { game: ManagedGame; onClose: () => void }) {
  const form = useGameDraft(game, () => {
    showToast({ kind: "success", message: "Game saved" });
    onClose();
  });
  return (
    <Dialog title={`Edit ${game.name}`} onClose={onClose} size="lg">
      <FormFrame form={form} label="Save game" onClose={onClose}>
        <BasicFields form={form} />
        <ServersFields form={form} />
        <TemplatesFields form={form} />
        {form.theirs && (
          <ConflictNotice theirs={wordsOf(form.theirs)} onTakeTheirs={form.takeTheirs} onKeepMine={form.keepMine} />
        )}
      </FormFrame>
    </Dialog>
  );
}

function wordsOf(game: ManagedGame): string {
  const state = game.is_active ? "active" : "switched off";
  const start = weekdays[game.week_start - 1] ?? "";
  return `it is called “${game.name}”, is ${state}, its week starts on ${start}, its servers are ${serversText(game)}, its templates ${templatesText(game)}`;
}

interface FormFrameProps {
  form: GameForm & { problem: unknown; isPending: boolean; submit: () => void };
  label: string;
  onClose: () => void;
  children: ReactNode;
}

function FormFrame({ form, label, onClose, children }: FormFrameProps) {
  const { problems } = form;
  const wrong = Object.keys(problems).length;
  const element = useRef<HTMLFormElement>(null);
  // The form is long: whoever sent it is put at the first field that is wrong.
  useEffect(() => {
    const isWrong = Object.keys(problems).length > 0;
    if (isWrong) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problems]);
  return (
    <form
      ref={element}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      <FormSummary error={null} wrongFields={wrong} />
      {children}
      <ErrorMessage error={form.problem} />
      {wrong > 0 && <p className={styles.wrong}>Some fields above need another look.</p>}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={form.isPending}>
          {label}
        </Button>
      </DialogActions>
    </form>
  );
}
