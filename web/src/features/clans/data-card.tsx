import { type Clan, exportClan } from "@clanhall/contract/clans";
import { useMutation } from "@tanstack/react-query";
import { ErrorMessage, SavedNote } from "../../ui/core/notice.tsx";
import { Button } from "../../ui/core/button.tsx";
import { download } from "../../lib/files.ts";
import { Card } from "../../ui/card.tsx";
import styles from "./clans.module.css";

export function DataCard({ clan }: { clan: Clan }) {
  const getFile = useMutation({
    mutationFn: () => {
      const day = new Date().toISOString().slice(0, 10);
      return download(exportClan, { params: { clanId: clan.id } }, `${toFileName(clan.name)}-${day}.zip`);
    },
  });
  return (
    <Card title="Export" line="Everything the clan has here, as one ZIP of CSV and JSON files.">
      <div className={styles.actions}>
        <Button busy={getFile.isPending} onClick={() => getFile.isPending || getFile.mutate()}>
          {getFile.isPending ? "Gathering…" : "Download everything"}
        </Button>
        <SavedNote text={getFile.isSuccess && "Downloaded"} />
      </div>
      <ErrorMessage error={getFile.error} />
    </Card>
  );
}

/** Only what every file system takes. */
function toFileName(name: string): string {
  const plain = name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-");
  return plain.replace(/^-|-$/g, "") || "clan";
}
