import { type Profile, profileChange } from "@clanhall/contract/account";
import { toDisplayName } from "../../lib/auth-fields.ts";
import buttons from "../../ui/button.module.css";
import { Card } from "../../ui/card.tsx";
import { SavedNote } from "../../ui/feedback.tsx";
import { FormErrors, FormFooter, UnsavedGuard } from "../../ui/form-dialog.tsx";
import { SearchSelect } from "../../ui/search-select.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { deviceTimeZone, timeZoneChoices } from "../../ui/time-zones.ts";
import { useVersionedForm, type VersionedForm } from "../../ui/use-versioned-form.ts";
import { saveProfile, useKeepProfile } from "./account.api.ts";
import styles from "./account.module.css";

interface ProfileFields {
  display_name: string;
  /** Empty where none is chosen yet. */
  time_zone: string;
}

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
    schema: profileChange,
    labels,
    save: saveProfile,
    onSaved: useKeepProfile(),
  });
  return (
    <Card title="About you" line="Your clan mates see this name. Times are shown in your zone.">
      <form className={styles.form} {...form.formProps}>
        <FormErrors form={form} />
        <TextField label="Display name" autoComplete="name" {...form.text("display_name")} />
        <ZoneField form={form} />
        <FormFooter form={form} action="Save profile">
          <SavedNote text={form.isSaved && "Saved"} />
        </FormFooter>
      </form>
      <UnsavedGuard form={form} />
    </Card>
  );
}

function ZoneField({ form }: { form: VersionedForm<ProfileFields> }) {
  const { onChange, ...zone } = form.select("time_zone");
  return (
    <div>
      <SearchSelect
        label="Time zone"
        hint={zone.value === "" ? "Not set yet. Type a city or a region." : "Type a city or a region to change it."}
        choices={timeZoneChoices}
        onChoose={onChange}
        {...zone}
      />
      {zone.value !== deviceTimeZone() && (
        <button type="button" className={buttons.plain} onClick={() => onChange(deviceTimeZone())}>
          Use this device’s: {deviceTimeZone().replaceAll("_", " ")}
        </button>
      )}
    </div>
  );
}
