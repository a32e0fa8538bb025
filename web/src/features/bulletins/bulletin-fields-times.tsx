import type { Bulletin } from "@clanhall/contract/bulletins";
import { deviceTimeZone, formatDateTime } from "../../lib/format.ts";
import { Select } from "../../ui/core/select.tsx";
import { DateField } from "../../ui/date-field.tsx";
import { useNow } from "../../ui/use-now.ts";
import { toInstant, toLocal, type When } from "./bulletin-fields.ts";
import styles from "./bulletin-form.module.css";
import type { BulletinForm } from "./use-bulletin-draft.ts";

const whenHints: Record<When, string | undefined> = {
  kept: undefined,
  now: "It can be read as soon as you save it.",
  at: undefined,
  draft: "Only owners and maintainers see it until it is published.",
};

export function PublishField({ form, bulletin }: { form: BulletinForm; bulletin: Bulletin | null }) {
  const { fields, problems, set } = form;
  const wasPublished = bulletin?.state === "live" || bulletin?.state === "expired";
  return (
    <div className={styles.pair}>
      <Select
        label="Publish"
        hint={whenHints[fields.when]}
        value={fields.when}
        error={problems.when}
        onChange={(value) => set({ when: value as When })}
        options={[
          ...(wasPublished
            ? [{ value: "kept", label: `As it was: ${formatDateTime(bulletin.publish_at ?? "")}` }]
            : []),
          ...(!wasPublished ? [{ value: "now", label: "Now" }] : []),
          { value: "at", label: "At a date and time" },
          { value: "draft", label: wasPublished ? "Take back to a draft" : "Keep as a draft" },
        ]}
      />
      {fields.when === "at" && (
        <MomentField
          form={form}
          name="publish_at"
          label="Publish at"
          pastHint="This moment has passed: it is published at once."
        />
      )}
    </div>
  );
}

export function ExpiryField({ form }: { form: BulletinForm }) {
  const { fields, problems, set } = form;
  return (
    <div className={styles.pair}>
      <Select
        label="Expires"
        value={fields.ends}
        error={fields.ends === "never" ? problems.expires_at : problems.ends}
        onChange={(value) => set({ ends: value })}
        options={[
          { value: "never", label: "Never" },
          { value: "at", label: "At a date and time" },
        ]}
      />
      {fields.ends === "at" && (
        <MomentField form={form} name="expires_at" label="Expires at" pastHint="This moment has passed." />
      )}
    </div>
  );
}

interface MomentFieldProps {
  form: BulletinForm;
  name: "publish_at" | "expires_at";
  label: string;
  pastHint: string;
}

/** A moment on the clock of whoever writes. */
function MomentField({ form: { fields, problems, set }, name, label, pastHint }: MomentFieldProps) {
  const now = useNow();
  const at = toInstant(fields[name]);
  const isPast = at !== "" && Date.parse(at) <= now;
  return (
    <DateField
      label={label}
      withTime
      min={toLocal(new Date(now).toISOString())}
      hint={`${isPast ? `${pastHint} ` : ""}In your time zone, ${deviceTimeZone().replaceAll("_", " ")}.`}
      value={fields[name]}
      error={problems[name]}
      onChange={(date) => set({ [name]: date })}
    />
  );
}
