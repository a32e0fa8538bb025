import { bulletinLabels } from "@clanhall/contract/fields/labels";
import { type Bulletin, pinnedMax } from "@clanhall/contract/bulletins";
import { pages } from "@clanhall/contract/pages";
import { listWebhooks } from "@clanhall/contract/webhooks";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState, type ComponentType, lazy, Suspense } from "react";
import { call } from "../../lib/api-client.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Button, ButtonLink } from "../../ui/core/button.tsx";
import { Checkbox } from "../../ui/core/checkbox.tsx";
import { Form, TextField, FieldConflict } from "../../ui/core/field.tsx";
import { Notice } from "../../ui/core/notice.tsx";
import { Select } from "../../ui/core/select.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { focusOnMount } from "../../ui/focus.ts";
import { FormErrors, FormFooter } from "../../ui/forms/form-dialog.tsx";
import { showToast } from "../../ui/toasts.ts";
import { useVersionedForm, type VersionedForm } from "../../ui/forms/use-versioned-form.ts";
import { formatDateTime } from "../../lib/format.ts";
import { audienceNames } from "./format.ts";
import { cleanBulletin } from "./content.tsx";
import { addBulletin, earlierMoment, saveBulletin, useRefreshBulletins, useTakeBulletin } from "./api.ts";
import { type BulletinFields, bulletinSchema, newFields, toBody, toChange, toCreation, toFields } from "./fields.ts";
import styles from "./bulletins.module.css";
import { BulletinPreview } from "./reader.tsx";
import { ExpiryField, PublishField } from "./time-fields.tsx";
import { loadWhenReachable } from "../../lib/load-chunk.ts";
import type { BulletinEditorProps } from "./editor/editor.tsx";

interface BulletinFormProps {
  clanId: string;
  userId: string;
  /** Null for a new one. */
  bulletin: Bulletin | null;
  onClose: () => void;
  onSaved: (bulletin: Bulletin) => void;
}

/** Writes a bulletin, or changes one. Closing it keeps what was typed on this device. */
export function BulletinForm({ clanId, userId, bulletin, onClose, onSaved }: BulletinFormProps) {
  const form = useBulletinForm({ clanId, userId, bulletin, onSaved });
  const [open, setOpen] = useState<"preview" | "discard" | null>(null);
  const close = () => setOpen(null);
  const leave = () => {
    if (form.hasChanges()) showToast({ message: "Draft kept on this device" });
    onClose();
  };
  const { title, content, when } = form.values;
  return (
    <>
      <Dialog title={bulletin ? `Edit ${bulletin.title}` : "New bulletin"} onClose={leave} size="lg">
        {form.isRestored && <Notice role="status">Unsaved draft restored from this device.</Notice>}
        <Form {...form.formProps}>
          <FormErrors form={form} />
          <TextField ref={focusOnMount} label="Title" autoComplete="off" {...form.text("title")} />
          <MessageField form={form} />
          <PublishField form={form} bulletin={bulletin} />
          <ExpiryField form={form} />
          <Select label="Who may read it" options={audiences} {...form.select("audience")} />
          <ExtraFields form={form} clanId={clanId} />
          <FormFooter form={form} action={bulletin ? "Save bulletin" : newLabels[when]} cancel="Close" onCancel={leave}>
            {form.isDirty && (
              <Button variant="plain" className={styles.discard} onClick={() => setOpen("discard")}>
                Discard changes
              </Button>
            )}
            <Button onClick={() => setOpen("preview")}>Preview</Button>
          </FormFooter>
        </Form>
      </Dialog>
      {open === "preview" && <BulletinPreview clanId={clanId} title={title} content={content} onClose={close} />}
      {open === "discard" && (
        <ConfirmDialog title="Discard changes?" action="Discard" onConfirm={async () => form.reset()} onClose={close}>
          <p>{bulletin ? "The bulletin stays as it was saved last." : "The form is empty again."}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

const show = {
  content: messageText,
  publish_at: (at: string | null) => (at === null ? "a draft" : at === "kept" ? "published" : formatDateTime(at)),
  expires_at: (at: string | null) => (at === null ? "never" : formatDateTime(at)),
  audience: (audience: BulletinFields["audience"]) => audienceNames[audience],
};

function useBulletinForm({ clanId, userId, bulletin, onSaved }: Omit<BulletinFormProps, "onClose">) {
  const take = useTakeBulletin(clanId);
  const refresh = useRefreshBulletins();
  return useVersionedForm({
    row: bulletin,
    toFields,
    initial: () => newFields,
    toBody,
    parts: { publish_at: ["when", "publish_at"], expires_at: ["ends", "expires_at"] },
    schema: bulletinSchema,
    labels: bulletinLabels,
    show,
    create: (body, key) => addBulletin(clanId, toCreation(body), key),
    save: ({ version, ...change }) =>
      saveBulletin(clanId, bulletin?.id ?? "", {
        ...toChange(change, bulletin ? earlierMoment(bulletin) : ""),
        version,
      }),
    // A moment that nobody sees has its message at the choice that hides it.
    pathToField: ([name = ""], { when, ends }) => {
      if (name === "publish_at" && when !== "at") return "when";
      return name === "expires_at" && ends !== "at" ? "ends" : name;
    },
    draftKey: `bulletin:${userId}:${clanId}:${bulletin?.id ?? "new"}`,
    onSaved: (saved) => {
      take(saved);
      void refresh();
      onSaved(saved);
    },
  });
}

/** The beginning of a message, without its formatting. */
function messageText(html: string): string {
  const text = cleanBulletin(html).textContent.trim();
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

const newLabels = { now: "Publish bulletin", kept: "Publish bulletin", at: "Schedule bulletin", draft: "Save draft" };

const audiences = [
  { value: "everyone", label: `${audienceNames.everyone} in the clan` },
  { value: "maintainers", label: audienceNames.maintainers },
] as const;

/** Whether a Discord channel gets the clan's bulletins. Who may write them may see the clan's webhooks too. */
const hasBulletinWebhookQuery = (clanId: string) =>
  queryOptions({
    queryKey: ["webhooks", clanId, "of bulletins"],
    queryFn: async () => {
      const { items } = await call(listWebhooks, { params: { clanId } });
      return items.some(({ is_active, events }) => is_active && events.includes("bulletin"));
    },
  });

/** Where no channel would get the bulletin, that is said with the way to change it. */
function ExtraFields({ form, clanId }: { form: VersionedForm<BulletinFields>; clanId: string }) {
  const { data: hasWebhook } = useQuery(hasBulletinWebhookQuery(clanId));
  return (
    <div>
      <Checkbox
        label={
          <>
            Pin it above the others <small className={styles.small}>At most {pinnedMax} at a time.</small>
          </>
        }
        {...form.check("pinned")}
      />
      <Checkbox
        label={
          <>
            Post it to Discord{" "}
            <small className={styles.small}>
              {hasWebhook === false
                ? "No webhook posts bulletins yet."
                : "It goes to every channel that gets bulletins."}
            </small>
          </>
        }
        {...form.check("post_to_discord")}
      />
      {hasWebhook === false && (
        <ButtonLink
          variant="plain"
          className={styles.integrations}
          to={pages.clanAdmin.path}
          params={{ id: clanId }}
          search={{ tab: "integrations" }}
        >
          Open Integrations
        </ButtonLink>
      )}
    </div>
  );
}

const Editor: ComponentType<BulletinEditorProps> = lazy(async () => ({
  default: await loadWhenReachable(async () => (await import("./editor/editor.tsx")).BulletinEditor),
}));

/** The editor is the heaviest part of all, so the rest of the form does not wait for it. */
function MessageField({ form }: { form: VersionedForm<BulletinFields> }) {
  const { value, error, conflict, onChange } = form.select("content");
  return (
    <div>
      <Suspense fallback={<EditorLoading />}>
        <Editor label="Message" value={value} error={error} onChange={onChange} />
      </Suspense>
      {conflict && <FieldConflict id="message-conflict" label="Message" {...conflict} />}
    </div>
  );
}

function EditorLoading() {
  return (
    <div className={`${styles.editorLoading} skeleton`} aria-busy="true">
      <span className="visually-hidden">The editor: loading</span>
    </div>
  );
}
