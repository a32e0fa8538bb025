import type { Bulletin } from "@clanhall/contract/bulletins";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { formatList } from "../../lib/format.ts";
import { Button } from "../../ui/core/button.tsx";
import { TextField } from "../../ui/core/field.tsx";
import { ErrorMessage, FormSummary } from "../../ui/core/notice.tsx";
import { focusOnMount } from "../../ui/focus.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { ConflictNotice } from "../../ui/conflict-notice.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { showToast } from "../../ui/toasts.ts";
import type { FullDraft } from "./bulletin-fields.ts";
import type { Changed } from "./bulletin-fields-check.ts";
import { MessageField } from "./bulletin-fields-message.tsx";
import { AudienceField, ExtraFields } from "./bulletin-fields-more.tsx";
import { ExpiryField, PublishField } from "./bulletin-fields-times.tsx";
import styles from "./bulletin-form.module.css";
import { PreviewDialog } from "./preview-dialog.tsx";
import { useBulletinDraft } from "./use-bulletin-draft.ts";

interface BulletinFormDialogProps {
  clanId: string;
  userId: string;
  /** Null for a new one. */
  bulletin: Bulletin | null;
  onClose: () => void;
  onSaved: (bulletin: Bulletin) => void;
}

/** Writes a bulletin, or changes one. Closing it keeps what was typed on this device. */
export function BulletinFormDialog({ clanId, userId, bulletin, onClose, onSaved }: BulletinFormDialogProps) {
  const place = { userId, clanId, bulletinId: bulletin?.id ?? null };
  const form = useBulletinDraft({ place, bulletin, onSaved });
  const [open, setOpen] = useState<"preview" | "question" | null>(null);
  const close = () => setOpen(null);
  const leave = () => {
    if (form.isChanged) showToast({ message: "What you typed is kept on this device" });
    onClose();
  };
  return (
    <>
      <Dialog title={bulletin ? `Edit ${bulletin.title}` : "New bulletin"} onClose={leave} size="lg">
        {form.theirs && (
          <ConflictNotice theirs={wordsOf(form.theirs)} onTakeTheirs={form.takeTheirs} onKeepMine={form.keepMine} />
        )}
        {form.isFromBefore && (
          <p role="status" className={styles.before}>
            Here is what you typed before and did not save. It was kept on this device.
          </p>
        )}
        <Fields form={form} clanId={clanId} bulletin={bulletin} onOpen={setOpen} onClose={leave} />
      </Dialog>
      {open === "preview" && (
        <PreviewDialog clanId={clanId} title={form.fields.title} content={form.fields.content} onClose={close} />
      )}
      {open === "question" && (
        <ConfirmDialog
          title="Throw away what you typed?"
          action="Throw away"
          onConfirm={async () => form.throwAway()}
          onClose={close}
        >
          <p>{bulletin ? "The bulletin stays as it was saved last." : "The form is empty again."}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

interface FieldsProps {
  clanId: string;
  form: ReturnType<typeof useBulletinDraft>;
  bulletin: Bulletin | null;
  onOpen: (what: "preview" | "question") => void;
  onClose: () => void;
}

function Fields({ form, clanId, bulletin, onOpen, onClose }: FieldsProps) {
  const element = useRef<HTMLFormElement>(null);
  const wrong = Object.keys(form.problems).length;
  useEffect(() => {
    if (form.failures > 0) firstWrong(element.current)?.focus();
  }, [form.failures]);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
  };
  return (
    <form ref={element} className={styles.form} noValidate onSubmit={onSubmit}>
      <FormSummary error={null} wrongFields={wrong} />
      <TextField
        ref={focusOnMount}
        label="Title"
        autoComplete="off"
        value={form.fields.title}
        error={form.problems.title}
        onChange={({ currentTarget }) => form.set({ title: currentTarget.value })}
      />
      <MessageField form={form} />
      <PublishField form={form} bulletin={bulletin} />
      <ExpiryField form={form} />
      <AudienceField form={form} />
      <ExtraFields form={form} clanId={clanId} />
      <ErrorMessage error={form.problem} />
      {wrong > 0 && <p className={styles.wrong}>Some fields above need another look.</p>}
      <DialogActions>
        {form.isChanged && (
          <Button variant="plain" className={styles.away} onClick={() => onOpen("question")}>
            Throw away
          </Button>
        )}
        <Button onClick={onClose}>Close</Button>
        <Button onClick={() => onOpen("preview")}>Preview</Button>
        <Button type="submit" variant="primary" busy={form.isPending}>
          {bulletin ? "Save bulletin" : newLabels[form.fields.when]}
        </Button>
      </DialogActions>
    </form>
  );
}

const newLabels = { now: "Publish bulletin", kept: "Publish bulletin", at: "Schedule bulletin", draft: "Save draft" };

function firstWrong(form: HTMLFormElement | null): HTMLElement | null | undefined {
  return form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong] :is(input, select, [contenteditable])');
}

const settingNames: Record<keyof FullDraft, string> = {
  title: "title",
  content: "message",
  publish_at: "time of publishing",
  expires_at: "expiry",
  pinned: "pin",
  audience: "audience",
  post_to_discord: "post to Discord",
};

function wordsOf({ bulletin, changed }: { bulletin: Bulletin; changed: Changed }): string {
  const names = (Object.keys(changed) as (keyof FullDraft)[]).map((name) => settingNames[name]);
  return `the bulletin is called “${bulletin.title}”, and what changed is its ${formatList(names)}`;
}
