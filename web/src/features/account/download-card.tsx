import { productName } from "@clanhall/contract/pages";
import { useMutation } from "@tanstack/react-query";
import { ErrorMessage, SavedNote } from "../../ui/core/notice.tsx";
import { Button } from "../../ui/core/button.tsx";
import { saveFile } from "../../lib/files.ts";
import { fetchMyData } from "./account.api.ts";
import styles from "./account.module.css";
import { Card } from "../../ui/card.tsx";

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
        <Button busy={download.isPending} onClick={() => download.isPending || download.mutate()}>
          {download.isPending ? "Gathering…" : "Download my data"}
        </Button>
        <SavedNote text={download.isSuccess && "Downloaded"} />
      </div>
      <ErrorMessage error={download.error} />
    </Card>
  );
}
