import { pages } from "@clanhall/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { ButtonLink } from "../../ui/core/button.tsx";
import { Checkbox } from "../../ui/core/checkbox.tsx";
import styles from "./form.module.css";
import { isToldQuery } from "./is-told.api.ts";
import type { BulletinForm } from "./use-bulletin-draft.ts";

/** Whether the bulletin is posted; where no channel would get it, that is said with the way to change it. */
export function DiscordField({ form: { fields, problems, set }, clanId }: { form: BulletinForm; clanId: string }) {
  const { data: isTold } = useQuery(isToldQuery(clanId));
  return (
    <div>
      <Checkbox
        label={
          <>
            Post it to Discord{" "}
            <small className={styles.small}>
              {isTold === false
                ? "No Discord webhook of this clan is told of bulletins yet."
                : "It goes to the channels that are told of bulletins."}
            </small>
          </>
        }
        checked={fields.post_to_discord}
        error={problems.post_to_discord}
        onChange={(isChecked) => set({ post_to_discord: isChecked })}
      />
      {isTold === false && (
        <ButtonLink
          variant="plain"
          className={styles.integrations}
          to={pages.clanAdmin.path}
          params={{ id: clanId }}
          search={{ tab: "integrations" }}
        >
          Open Integrations
        </ButtonLink>
      )}
    </div>
  );
}
