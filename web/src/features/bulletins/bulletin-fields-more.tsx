import { pinnedMax } from "@clanhall/contract/bulletins";
import { Select } from "../../ui/core/select.tsx";
import { Checkbox } from "../../ui/core/checkbox.tsx";
import { DiscordField } from "./discord-field.tsx";
import styles from "./bulletin-form.module.css";
import { audienceNames } from "./format.ts";
import type { BulletinForm } from "./use-bulletin-draft.ts";

export function AudienceField({ form: { fields, problems, set } }: { form: BulletinForm }) {
  return (
    <Select
      label="Who may read it"
      value={fields.audience}
      error={problems.audience}
      onChange={(value) => set({ audience: value })}
      options={[
        { value: "everyone", label: `${audienceNames.everyone} in the clan` },
        { value: "maintainers", label: audienceNames.maintainers },
      ]}
    />
  );
}

export function ExtraFields({ form, clanId }: { form: BulletinForm; clanId: string }) {
  const { fields, problems, set } = form;
  return (
    <div>
      <Checkbox
        label={
          <>
            Pin it above the others <small className={styles.small}>At most {pinnedMax} at a time.</small>
          </>
        }
        checked={fields.pinned}
        error={problems.pinned}
        onChange={(isChecked) => set({ pinned: isChecked })}
      />
      <DiscordField form={form} clanId={clanId} />
    </div>
  );
}
