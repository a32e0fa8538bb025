import { pinnedMax } from "@clanhall/contract/bulletins";
import { SelectField } from "../../ui/select-field.tsx";
import { DiscordField } from "./discord-field.tsx";
import { TickField } from "../../ui/tick-field.tsx";
import type { BulletinFields } from "./bulletin-fields.ts";
import styles from "./bulletin-form.module.css";
import { audienceNames } from "./format.ts";
import type { BulletinForm } from "./use-bulletin-draft.ts";

export function AudienceField({ form: { fields, problems, set } }: { form: BulletinForm }) {
  return (
    <SelectField
      label="Who may read it"
      value={fields.audience}
      error={problems.audience}
      onChange={({ currentTarget }) => set({ audience: currentTarget.value as BulletinFields["audience"] })}
    >
      <option value="everyone">{audienceNames.everyone} in the clan</option>
      <option value="maintainers">{audienceNames.maintainers}</option>
    </SelectField>
  );
}

export function ExtraFields({ form, clanId }: { form: BulletinForm; clanId: string }) {
  const { fields, problems, set } = form;
  return (
    <div>
      <TickField
        label={
          <>
            Pin it above the others <small className={styles.small}>At most {pinnedMax} at a time.</small>
          </>
        }
        checked={fields.pinned}
        error={problems.pinned}
        onChange={({ currentTarget }) => set({ pinned: currentTarget.checked })}
      />
      <DiscordField form={form} clanId={clanId} />
    </div>
  );
}
