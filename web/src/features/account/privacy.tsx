import { type Profile, type PublicName, publicNames } from "@clanhall/contract/account";
import { productName } from "@clanhall/contract/pages";
import { useMutation, useQuery } from "@tanstack/react-query";
import { productConfigQuery } from "../../domain/profile.ts";
import { keepTrackingChoice } from "../../lib/analytics.ts";
import { saveFile } from "../../lib/files.ts";
import { Card } from "../../ui/card.tsx";
import { Button } from "../../ui/core/button.tsx";
import { Checkbox } from "../../ui/core/checkbox.tsx";
import { Row } from "../../ui/core/layout.tsx";
import { ErrorMessage, SavedNote } from "../../ui/core/notice.tsx";
import styles from "./account.module.css";
import { fetchMyData, useSavePrivacy } from "./api.ts";

const publicNameLabels: Record<PublicName, string> = {
  name: "My player’s name",
  alias: "My player’s alias, where there is one",
  hidden: "No name: others see “Hidden player”",
};

export function PublicNameCard({ profile }: { profile: Profile }) {
  const save = useSavePrivacy();
  return (
    <Card
      title="My name on public boards"
      line="Anybody with the link can read a public board. Your clan always sees your name."
    >
      <fieldset>
        <legend className="visually-hidden">My name on public boards</legend>
        {publicNames.map((name) => (
          <label key={name} className={styles.radio}>
            <input
              type="radio"
              name="public-name"
              checked={profile.privacy.public_name === name}
              onChange={() => save.mutate({ public_name: name })}
            />
            {publicNameLabels[name]}
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
        label="Turn off usage statistics"
        checked={profile.privacy.analytics_opt_out}
        onChange={(isChecked) => choose(isChecked)}
      />
      <ErrorMessage error={save.error} />
      <SavedNote text={save.isSuccess && "Saved"} />
    </Card>
  );
}

export function DownloadCard() {
  const download = useMutation({
    mutationFn: fetchMyData,
    onSuccess: (data) => {
      const day = new Date().toISOString().slice(0, 10);
      saveFile(`${productName.toLowerCase()}-my-data-${day}.json`, data, "application/json");
    },
  });
  return (
    <Card title="My data" line="Everything we keep about you, in one JSON file.">
      <Row>
        <Button busy={download.isPending} onClick={() => download.isPending || download.mutate()}>
          {download.isPending ? "Gathering…" : "Download my data"}
        </Button>
        <SavedNote text={download.isSuccess && "Downloaded"} />
      </Row>
      <ErrorMessage error={download.error} />
    </Card>
  );
}
