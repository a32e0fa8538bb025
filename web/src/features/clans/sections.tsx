import { type Clan, exportClan } from "@clanhall/contract/clans";
import { clanLabels } from "@clanhall/contract/fields/labels";
import { formatFullDate } from "../../lib/format.ts";
import { Row, Stack } from "../../ui/core/layout.tsx";
import { ErrorMessage, Notice, SavedNote } from "../../ui/core/notice.tsx";
import { OfferNotice, RestoreButton } from "./danger-zone.tsx";
import type { ReactNode } from "react";
import { Form } from "../../ui/core/field.tsx";
import { type AnyForm, FormErrors, FormFooter, UnsavedGuard } from "../../ui/forms/form-dialog.tsx";
import styles from "./clans.module.css";
import { useMutation } from "@tanstack/react-query";
import { Button } from "../../ui/core/button.tsx";
import { download, toFileName } from "../../lib/files.ts";
import { Card } from "../../ui/card.tsx";
import type { ClanToggle } from "@clanhall/contract/permissions";
import { mayInClan } from "../../domain/permissions.ts";
import { Checkbox } from "../../ui/core/checkbox.tsx";
import { useSaveToggle } from "./api.ts";

const tabs = {
  overview: "Overview",
  details: "Details",
  day: "Clan day",
  permissions: "Permissions",
  integrations: "Integrations",
  audit: "Audit log",
  data: "Data",
  danger: "Danger zone",
} as const;

export type ClanTab = keyof typeof tabs;

/** The tabs somebody sees; the last is for the owner. */
export function tabsFor(isOwner: boolean): Partial<Record<ClanTab, string>> {
  const { danger, ...others } = tabs;
  return isOwner ? { ...others, danger } : others;
}

/** The tab an address names; any other word means the first one. */
export function toClanTab(name: string, shown: Partial<Record<ClanTab, string>>): ClanTab {
  return Object.hasOwn(shown, name) ? (name as ClanTab) : "overview";
}

/** What concerns the whole clan, above every tab. */
export function ClanNotices({ clan }: { clan: Clan }) {
  return (
    <>
      {clan.deletes_at && (
        <Notice tone="warning" role="region" aria-label="The clan will be deleted">
          <p>
            This clan will be deleted on <strong>{formatFullDate(clan.deletes_at)}</strong>. Only you can see it now.
          </p>
          <RestoreButton clan={clan} />
        </Notice>
      )}
      {clan.archived_at && !clan.deletes_at && (
        <Notice role="region" aria-label="The clan is archived">
          <p>This clan is archived: it can be read, but nothing can be changed. The owner can reopen it.</p>
        </Notice>
      )}
      {clan.offered_by !== null && <OfferNotice clan={clan} offeredBy={clan.offered_by} />}
    </>
  );
}

interface SettingsFormProps {
  form: AnyForm & { isSaved: boolean };
  mayChange: boolean;
  /** What the button says. */
  action: string;
  children: ReactNode;
}

/** A form of a clan's settings. Whoever may only look sees the same fields, switched off. */
export function SettingsForm({ form, mayChange, action, children }: SettingsFormProps) {
  return (
    <>
      <Form className={styles.form} {...form.formProps}>
        <FormErrors form={form} />
        <fieldset disabled={!mayChange}>
          <Stack gap={5}>{children}</Stack>
        </fieldset>
        {mayChange && (
          <FormFooter form={form} action={action}>
            <SavedNote text={form.isSaved && "Saved"} />
          </FormFooter>
        )}
      </Form>
      <UnsavedGuard form={form} />
    </>
  );
}

export function DataCard({ clan }: { clan: Clan }) {
  const getFile = useMutation({
    mutationFn: () => {
      const day = new Date().toISOString().slice(0, 10);
      return download(exportClan, { params: { clanId: clan.id } }, `${toFileName(clan.name, "clan")}-${day}.zip`);
    },
  });
  return (
    <Card title="Export" line="Everything the clan has here, as one ZIP of CSV and JSON files.">
      <Row>
        <Button busy={getFile.isPending} onClick={() => getFile.isPending || getFile.mutate()}>
          {getFile.isPending ? "Gathering…" : "Download everything"}
        </Button>
        <SavedNote text={getFile.isSuccess && "Downloaded"} />
      </Row>
      <ErrorMessage error={getFile.error} />
    </Card>
  );
}

/** What each of them means. */
const toggleTexts: Record<ClanToggle, string> = {
  members_see_values: "If off, members see only their own values, and on scoreboards rank, name and score.",
  members_enter_own: "While a day and its late window are open.",
  maintainers_edit_locked: "After the late window, with a reason. The owner always can.",
  maintainers_invite: "They then create and cancel invites, see their codes and change the join link.",
  maintainers_approve_joins: "They approve or decline requests to join.",
};

export function PermissionsCard({ clan }: { clan: Clan }) {
  const save = useSaveToggle(clan.id);
  const mayChange = mayInClan(clan, "settings.manage");
  return (
    <Card
      isSplit
      title="Permissions"
      line={mayChange ? "Changes apply at once." : "The owner decides these; you can read them here."}
    >
      <div className="lined">
        {(Object.keys(toggleTexts) as ClanToggle[]).map((toggle) => (
          <Checkbox
            key={toggle}
            label={clanLabels[toggle]}
            note={toggleTexts[toggle]}
            checked={clan.toggles[toggle]}
            disabled={!mayChange}
            onChange={(isChecked) => save.mutate({ toggles: { [toggle]: isChecked } })}
          />
        ))}
        <Checkbox
          label={clanLabels.members_away}
          note="If off, it counts as soon as a member says so. Days that are over always need approval."
          checked={clan.members_away === "approval"}
          disabled={!mayChange}
          onChange={(isChecked) => save.mutate({ members_away: isChecked ? "approval" : "at_once" })}
        />
      </div>
      <ErrorMessage error={save.error} />
      <SavedNote text={save.isSuccess && "Saved"} />
    </Card>
  );
}
