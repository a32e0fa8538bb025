import { type Profile, type PublicName, publicNames } from "@clanhall/contract/account";
import { useQuery } from "@tanstack/react-query";
import { Checkbox } from "../../ui/core/checkbox.tsx";
import { ErrorMessage, SavedNote } from "../../ui/core/notice.tsx";
import { keepTrackingChoice } from "../../lib/analytics.ts";
import { productConfigQuery } from "../../domain/profile.ts";
import { useSavePrivacy } from "./api.ts";
import styles from "./account.module.css";
import { Card } from "../../ui/card.tsx";

const publicNameWords: Record<PublicName, string> = {
  name: "My player’s name",
  alias: "My player’s alias, where there is one",
  hidden: "No name: strangers see “Hidden player”",
};

export function PublicNameCard({ profile }: { profile: Profile }) {
  const save = useSavePrivacy();
  return (
    <Card
      title="My name on public boards"
      line="Anybody with the link can read a public board. Your clan always sees your name."
    >
      <fieldset className={styles.group}>
        <legend className="unseen">My name on public boards</legend>
        {publicNames.map((name) => (
          <label key={name} className={styles.radio}>
            <input
              type="radio"
              name="public-name"
              checked={profile.privacy.public_name === name}
              onChange={() => save.mutate({ public_name: name })}
            />
            {publicNameWords[name]}
          </label>
        ))}
      </fieldset>
      <ErrorMessage error={save.error} />
      <SavedNote text={save.isSuccess && "Saved"} />
    </Card>
  );
}

/** Counts in this browser from the first moment, also when saving it for the others takes a while. */
export function AnalyticsCard({ profile }: { profile: Profile }) {
  const save = useSavePrivacy();
  const { data: config } = useQuery(productConfigQuery);
  const choose = (optOut: boolean) => {
    keepTrackingChoice(optOut);
    save.mutate(
      { analytics_opt_out: optOut },
      // An objection that could not be saved still holds here; only a consent is taken back.
      { onError: () => optOut || keepTrackingChoice(true) },
    );
  };
  return (
    <Card
      title="Usage statistics"
      line={
        config?.analytics
          ? "We count which pages are used, so that we know what to make better. You can say no."
          : "This installation collects none. Your choice is kept in case that ever changes."
      }
    >
      <Checkbox
        label="Do not count what I do"
        checked={profile.privacy.analytics_opt_out}
        onChange={(isChecked) => choose(isChecked)}
      />
      <ErrorMessage error={save.error} />
      <SavedNote text={save.isSuccess && "Saved"} />
    </Card>
  );
}
