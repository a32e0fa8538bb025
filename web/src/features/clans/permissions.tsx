import type { Clan } from "@clanhall/contract/clans";
import type { ClanToggle } from "@clanhall/contract/permissions";
import { mayInClan } from "../../domain/permissions.ts";
import { Checkbox } from "../../ui/core/checkbox.tsx";
import { Muted } from "../../ui/core/layout.tsx";
import { ErrorMessage, SavedNote } from "../../ui/core/notice.tsx";
import { Card } from "../../ui/card.tsx";
import { useSaveToggle } from "./api.ts";
import styles from "./clans.module.css";

const toggleTexts: Record<ClanToggle, [title: string, meaning: string]> = {
  members_see_values: [
    "Members see each other’s values",
    "If off, members see only their own values, and on scoreboards rank, name and score.",
  ],
  members_enter_own: ["Members enter their own values", "While a day and its late window are open."],
  maintainers_edit_locked: [
    "Maintainers edit locked days",
    "After the late window, with a reason. The owner always can.",
  ],
  maintainers_invite: [
    "Maintainers invite people",
    "They then create and cancel invites, see their codes and change the join link.",
  ],
  maintainers_approve_joins: ["Maintainers let people in", "They decide who asked to join by the clan’s link."],
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
      <div>
        {(Object.keys(toggleTexts) as ClanToggle[]).map((toggle) => {
          const [title, meaning] = toggleTexts[toggle];
          return (
            <div key={toggle} className={styles.toggle}>
              <Checkbox
                label={
                  <>
                    <strong>{title}</strong>
                    <Muted>{meaning}</Muted>
                  </>
                }
                checked={clan.toggles[toggle]}
                disabled={!mayChange}
                onChange={(isChecked) => save.mutate({ toggles: { [toggle]: isChecked } })}
              />
            </div>
          );
        })}
        <div className={styles.toggle}>
          <Checkbox
            label={
              <>
                <strong>Officers approve time away</strong>
                <Muted>If off, it counts as soon as a member says so. Days that are over always need approval.</Muted>
              </>
            }
            checked={clan.members_away === "approval"}
            disabled={!mayChange}
            onChange={(isChecked) => save.mutate({ members_away: isChecked ? "approval" : "at_once" })}
          />
        </div>
      </div>
      <ErrorMessage error={save.error} />
      <SavedNote text={save.isSuccess && "Saved"} />
    </Card>
  );
}
