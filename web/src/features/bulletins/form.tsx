import { bulletinLabels } from "@clanhall/contract/fields/labels";
import { type Bulletin, pinnedMax } from "@clanhall/contract/bulletins";
import { pages } from "@clanhall/contract/pages";
import { listWebhooks } from "@clanhall/contract/webhooks";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { type ComponentType, lazy, Suspense, useState } from "react";
import { call } from "../../lib/api-client.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Button, ButtonLink } from "../../ui/core/button.tsx";
import { Checkbox } from "../../ui/core/checkbox.tsx";
import { FieldConflict, Form, TextField } from "../../ui/core/field.tsx";
import { Notice } from "../../ui/core/notice.tsx";
import { Select } from "../../ui/core/select.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { focusOnMount } from "../../ui/focus.ts";
import { FormErrors, FormFooter } from "../../ui/forms/form-dialog.tsx";
import { showToast } from "../../ui/toasts.ts";
import { useVersionedForm, type VersionedForm } from "../../ui/forms/use-versioned-form.ts";
import { deviceTimeZone, formatDateTime } from "../../lib/format.ts";
import { audienceNames } from "./format.ts";
import { cleanBulletin } from "./content.tsx";
import { addBulletin, earlierMoment, saveBulletin, useRefreshBulletins, useTakeBulletin } from "./api.ts";
import {
  type BulletinFields,
  bulletinSchema,
  newFields,
  toBody,
  toChange,
  toCreation,
  toFields,
  toInstant,
  toLocal,
  type When,
} from "./fields.ts";
import styles from "./bulletins.module.css";
import { BulletinPreview } from "./reader.tsx";
import { loadWhenReachable } from "../../lib/load-chunk.ts";
import type { BulletinEditorProps } from "./editor/editor.tsx";
import { MomentField } from "../../ui/day-field.tsx";
import { FieldGrid } from "../../ui/fields.tsx";
import { useNow } from "../../ui/relative-time.tsx";

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
  const form = useBulletinForm({ clanId, userId, bulletin, onSaved, onClose });
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
              <Button variant="plain" onClick={() => setOpen("discard")}>
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

function useBulletinForm({ clanId, userId, bulletin, onSaved, onClose }: BulletinFormProps) {
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
    onClose,
  });
}

/** The beginning of a message, without its formatting. */
function messageText(html: string): string {
  const text = cleanBulletin(html).textContent.trim();
  const characters = Array.from(text);
  return characters.length > 200 ? `${characters.slice(0, 200).join("")}…` : text;
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
      <Checkbox label="Pin it above the others" note={`At most ${pinnedMax} at a time.`} {...form.check("pinned")} />
      <Checkbox
        label="Post it to Discord"
        note={
          hasWebhook === false ? "No webhook posts bulletins yet." : "It goes to every channel that gets bulletins."
        }
        {...form.check("post_to_discord")}
      />
      {hasWebhook === false && (
        <ButtonLink variant="plain" to={pages.clanAdmin.path} params={{ id: clanId }} search={{ tab: "integrations" }}>
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

interface FormProps {
  form: VersionedForm<BulletinFields>;
}

const whenHints: Record<When, string | undefined> = {
  kept: undefined,
  now: "It can be read as soon as you save it.",
  at: undefined,
  draft: "Only owners and maintainers see it until it is published.",
};

function PublishField({ form, bulletin }: FormProps & { bulletin: Bulletin | null }) {
  const { when } = form.values;
  const wasPublished = bulletin?.state === "live" || bulletin?.state === "expired";
  const first = wasPublished
    ? ({ value: "kept", label: `As it was: ${formatDateTime(bulletin.publish_at ?? "")}` } as const)
    : ({ value: "now", label: "Now" } as const);
  return (
    <FieldGrid>
      <Select
        label="Publish"
        hint={whenHints[when]}
        options={[
          first,
          { value: "at", label: "At a date and time" },
          { value: "draft", label: wasPublished ? "Withdraw to draft" : "Keep as a draft" },
        ]}
        {...form.select("when")}
      />
      {when === "at" && (
        <BulletinMoment
          form={form}
          name="publish_at"
          label="Publish at"
          pastHint="This time has passed: it is published at once."
        />
      )}
    </FieldGrid>
  );
}

const endings = [
  { value: "never", label: "Never" },
  { value: "at", label: "At a date and time" },
] as const;

function ExpiryField({ form }: FormProps) {
  return (
    <FieldGrid>
      <Select label="Expires" options={endings} {...form.select("ends")} />
      {form.values.ends === "at" && (
        <BulletinMoment form={form} name="expires_at" label="Expires at" pastHint="This time has passed." />
      )}
    </FieldGrid>
  );
}

interface MomentFieldProps extends FormProps {
  name: "publish_at" | "expires_at";
  label: string;
  pastHint: string;
}

/** A moment on the clock of whoever writes. */
function BulletinMoment({ form, name, label, pastHint }: MomentFieldProps) {
  const now = useNow();
  const at = toInstant(form.values[name]);
  const isPast = at !== "" && Date.parse(at) <= now;
  return (
    <MomentField
      label={label}
      min={toLocal(new Date(now).toISOString())}
      hint={`${isPast ? `${pastHint} ` : ""}In your time zone, ${deviceTimeZone().replaceAll("_", " ")}.`}
      {...form.date(name)}
    />
  );
}
