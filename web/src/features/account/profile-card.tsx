import type { Profile } from "@clanhall/contract/account";
import { z } from "zod";
import { Combobox } from "../../ui/combobox.tsx";
import { SavedNote } from "../../ui/core/notice.tsx";
import { Form, TextField } from "../../ui/core/field.tsx";
import { Button } from "../../ui/core/button.tsx";
import { displayNameProblem, toDisplayName } from "../../lib/auth-rules.ts";
import { Card } from "../../ui/card.tsx";
import { FormErrors, FormFooter, UnsavedGuard } from "../../ui/form-dialog.tsx";
import { deviceTimeZone } from "../../lib/format.ts";
import { timeZoneChoices } from "../../ui/time-zones.ts";
import { useVersionedForm, type VersionedForm } from "../../ui/use-versioned-form.ts";
import { saveProfile, useKeepProfile } from "./account.api.ts";
import styles from "./account.module.css";

interface ProfileFields {
  display_name: string;
  /** Empty where none is chosen yet. */
  time_zone: string;
}

// The contract's own schema would bring its library into what every page loads.
const schema = z.object({
  display_name: z.string().superRefine((name, context) => {
    const message = displayNameProblem(name);
    if (message) context.addIssue(message);
  }),
});
const labels = { display_name: "Display name", time_zone: "Time zone" };
const toFields = ({ display_name, time_zone }: Profile): ProfileFields => ({
  display_name,
  time_zone: time_zone ?? "",
});

export function ProfileCard({ profile }: { profile: Profile }) {
  const form = useVersionedForm({
    row: profile,
    toFields,
    initial: () => toFields(profile),
    toBody: ({ display_name, time_zone }: ProfileFields) => ({
      display_name: toDisplayName(display_name),
      time_zone: time_zone || null,
    }),
    schema,
    labels,
    save: saveProfile,
    onSaved: useKeepProfile(),
  });
  return (
    <Card title="About you" line="Your clan mates see this name. Times are shown in your zone.">
      <Form className={styles.form} {...form.formProps}>
        <FormErrors form={form} />
        <TextField label="Display name" autoComplete="name" {...form.text("display_name")} />
        <ZoneField form={form} />
        <FormFooter form={form} action="Save profile">
          <SavedNote text={form.isSaved && "Saved"} />
        </FormFooter>
      </Form>
      <UnsavedGuard form={form} />
    </Card>
  );
}

function ZoneField({ form }: { form: VersionedForm<ProfileFields> }) {
  const zone = form.select("time_zone");
  return (
    <div>
      <Combobox
        label="Time zone"
        hint={zone.value === "" ? "Not set yet. Type a city or a region." : "Type a city or a region to change it."}
        options={timeZoneChoices}
        valueText={zone.value.replaceAll("_", " ")}
        {...zone}
      />
      {zone.value !== deviceTimeZone() && (
        <Button variant="plain" onClick={() => zone.onChange(deviceTimeZone())}>
          Use this device’s: {deviceTimeZone().replaceAll("_", " ")}
        </Button>
      )}
    </div>
  );
}
