import type { Profile } from "@clanhall/contract/account";
import { displayNameProblem, toDisplayName } from "../../lib/auth-fields.ts";
import buttons from "../../ui/button.module.css";
import { FormSummary } from "../../ui/form-summary.tsx";
import { SearchSelect } from "../../ui/search-select.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useCheckedForm } from "../../ui/use-checked-form.ts";
import styles from "./account.module.css";
import { Card } from "../../ui/card.tsx";
import { ConflictNotice } from "../../ui/conflict-notice.tsx";
import { SavedNote } from "../../ui/feedback.tsx";
import { problemText } from "../../lib/problem-text.ts";
import { deviceTimeZone } from "../../lib/format.ts";
import { timeZoneChoices } from "../../ui/time-zones.ts";
import { useProfileDraft } from "./use-profile-draft.ts";

const rules = { displayName: displayNameProblem, zone: () => null };

export function ProfileCard({ profile }: { profile: Profile }) {
  const draft = useProfileDraft(profile);
  const { theirs } = draft;
  return (
    <Card title="About you" line="Your clan mates see this name. Times are shown in your zone.">
      {theirs && (
        <ConflictNotice
          theirs={`the name is “${theirs.display_name}” and the zone ${theirs.time_zone ?? "not set"}`}
          onTakeTheirs={draft.takeTheirs}
          onKeepMine={() => void draft.keepMine()}
        />
      )}
      <ProfileForm key={draft.takenTheirs} draft={draft} />
    </Card>
  );
}

function ProfileForm({ draft }: { draft: ReturnType<typeof useProfileDraft> }) {
  const form = useCheckedForm({
    rules,
    initial: { displayName: draft.base.display_name, zone: draft.base.time_zone ?? "" },
    send: async ({ displayName, zone }) => {
      await draft.send({ display_name: toDisplayName(displayName), time_zone: zone || null });
      return undefined;
    },
  });
  const zone = form.textField("zone");
  const chooseZone = (value: string) => {
    draft.forget();
    form.change("zone", value);
  };
  return (
    <form
      className={styles.form}
      onSubmit={form.onSubmit}
      onChange={draft.isSaved ? draft.forget : undefined}
      noValidate
    >
      <FormSummary problem={draft.problem && problemText(draft.problem)} wrongFields={form.wrongFields} />
      <TextField label="Display name" autoComplete="name" {...form.textField("displayName")} />
      <div>
        <SearchSelect
          name="zone"
          label="Time zone"
          hint={zone.value === "" ? "Not set yet. Type a city or a region." : "Type a city or a region to change it."}
          error={zone.error}
          value={zone.value}
          choices={timeZoneChoices}
          onChoose={chooseZone}
        />
        {zone.value !== deviceTimeZone() && (
          <button type="button" className={buttons.plain} onClick={() => chooseZone(deviceTimeZone())}>
            Use this device’s: {deviceTimeZone().replaceAll("_", " ")}
          </button>
        )}
      </div>
      <div className={styles.actions}>
        <SubmitButton label="Save profile" isPending={form.isPending || draft.isPending} />
        <SavedNote text={draft.isSaved && "Saved"} />
      </div>
    </form>
  );
}
