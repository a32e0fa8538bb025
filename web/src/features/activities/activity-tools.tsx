import { activeActivitiesMax } from "@clanhall/contract/activities";
import type { ClanCard } from "@clanhall/contract/clans";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { Button } from "../../ui/core/button.tsx";
import { Menu } from "../../ui/menu.tsx";
import list from "../../ui/list.module.css";
import type { OpenDialog } from "./activity-dialogs.tsx";
import { useExportSet } from "./activity-sets.api.ts";

interface ActivityToolsProps {
  clan: ClanCard;
  activeCount: number;
  onOpen: (dialog: OpenDialog) => void;
}

export function ActivityTools({ clan, activeCount, onOpen }: ActivityToolsProps) {
  const isFull = activeCount >= activeActivitiesMax;
  const file = useExportSet(clan.id);
  const save = () => file.isPending || file.mutate(fileName(clan.name));
  return (
    <>
      <div className={list.tools}>
        <Button variant="primary" disabled={isFull} onClick={() => onOpen({ kind: "add" })}>
          Add activity
        </Button>
        <Menu
          label="More for activities"
          trigger={<Button>More ▾</Button>}
          items={[
            { label: "Apply a game’s template", onSelect: () => onOpen({ kind: "template" }) },
            { label: "Copy from another clan", onSelect: () => onOpen({ kind: "copy" }) },
            { label: "Import file", onSelect: () => onOpen({ kind: "import" }) },
            { label: "Export file", onSelect: save },
            { label: "Bin", onSelect: () => onOpen({ kind: "bin" }) },
          ]}
        />
        <p role="status" className={list.count}>
          {activeCount} of {activeActivitiesMax} active
          {isFull && ". To add another, archive one first."}
        </p>
      </div>
      <ErrorMessage error={file.error} />
    </>
  );
}

/** Letters and digits of any script; everything else may be trouble in a file's name. */
function fileName(clan: string): string {
  const plain = clan.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
  return `${plain.toLowerCase() || "clan"}-activities-${new Date().toISOString().slice(0, 10)}.json`;
}
