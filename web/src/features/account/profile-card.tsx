import type { Profile } from "@clanhall/contract/account";
import { Combobox } from "../../ui/combobox.tsx";
import { FormSummary, SavedNote } from "../../ui/core/notice.tsx";
import { TextField, Form } from "../../ui/core/field.tsx";
import { useForm } from "../../ui/core/use-form.ts";
import { Button } from "../../ui/core/button.tsx";
import { displayNameProblem, toDisplayName } from "../../lib/auth-fields.ts";
import styles from "./account.module.css";
import { Card } from "../../ui/card.tsx";
import { ConflictNotice } from "../../ui/conflict-notice.tsx";
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
  const form = useForm({
    rules,
    initial: { displayName: draft.base.display_name, zone: draft.base.time_zone ?? "" },
    send: async ({ displayName, zone }) => {
      await draft.send({ display_name: toDisplayName(displayName), time_zone: zone || null });
      return undefined;
    },
  });
  const zone = form.text("zone");
  const chooseZone = (value: string) => {
    draft.forget();
    form.change("zone", value);
  };
  return (
    <Form className={styles.form} onSubmit={form.onSubmit} onChange={draft.isSaved ? draft.forget : undefined}>
      <FormSummary error={draft.problem && problemText(draft.problem)} wrongFields={form.wrongFields} />
      <TextField label="Display name" autoComplete="name" {...form.text("displayName")} />
      <div>
        <Combobox
          name="zone"
          label="Time zone"
          hint={zone.value === "" ? "Not set yet. Type a city or a region." : "Type a city or a region to change it."}
          error={zone.error}
          value={zone.value}
          valueText={zone.value.replaceAll("_", " ")}
          options={timeZoneChoices}
          onChange={chooseZone}
        />
        {zone.value !== deviceTimeZone() && (
          <Button variant="plain" onClick={() => chooseZone(deviceTimeZone())}>
            Use this device’s: {deviceTimeZone().replaceAll("_", " ")}
          </Button>
        )}
      </div>
      <div className={styles.actions}>
        <Button type="submit" variant="primary" busy={form.isPending || draft.isPending}>
          Save profile
        </Button>
        <SavedNote text={draft.isSaved && "Saved"} />
      </div>
    </Form>
  );
}
