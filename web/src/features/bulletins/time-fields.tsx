import type { Bulletin } from "@clanhall/contract/bulletins";
import { Select } from "../../ui/core/select.tsx";
import { MomentField } from "../../ui/day-field.tsx";
import { FieldGrid } from "../../ui/fields.tsx";
import { deviceTimeZone, formatDateTime } from "../../lib/format.ts";
import { useNow } from "../../ui/relative-time.tsx";
import type { VersionedForm } from "../../ui/forms/use-versioned-form.ts";
import { type BulletinFields, toInstant, toLocal, type When } from "./fields.ts";

interface FormProps {
  form: VersionedForm<BulletinFields>;
}

const whenHints: Record<When, string | undefined> = {
  kept: undefined,
  now: "It can be read as soon as you save it.",
  at: undefined,
  draft: "Only owners and maintainers see it until it is published.",
};

export function PublishField({ form, bulletin }: FormProps & { bulletin: Bulletin | null }) {
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
          { value: "draft", label: wasPublished ? "Take back to a draft" : "Keep as a draft" },
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

export function ExpiryField({ form }: FormProps) {
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
