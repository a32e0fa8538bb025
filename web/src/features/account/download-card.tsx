import { productName } from "@clanhall/contract/pages";
import { useMutation } from "@tanstack/react-query";
import { saveFile } from "../../lib/save-file.ts";
import buttons from "../../ui/button.module.css";
import { fetchMyData } from "./account.api.ts";
import styles from "./account.module.css";
import { Card } from "../../ui/card.tsx";
import { Problem, SavedNote } from "../../ui/feedback.tsx";

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
      <div className={styles.actions}>
        <button
          type="button"
          className={buttons.secondary}
          aria-busy={download.isPending}
          onClick={() => download.isPending || download.mutate()}
        >
          {download.isPending ? "Gathering…" : "Download my data"}
        </button>
        <SavedNote text={download.isSuccess && "Downloaded"} />
      </div>
      <Problem error={download.error} />
    </Card>
  );
}
