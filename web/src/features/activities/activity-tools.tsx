import { activeActivitiesMax } from "@clanhall/contract/activities";
import type { ClanCard } from "@clanhall/contract/clans";
import buttons from "../../ui/button.module.css";
import { Problem } from "../../ui/feedback.tsx";
import { MenuButton } from "../../ui/menu-button.tsx";
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
        <button type="button" className={buttons.primary} disabled={isFull} onClick={() => onOpen({ kind: "add" })}>
          Add activity
        </button>
        <MenuButton
          label="More for activities"
          face="More ▾"
          className={buttons.secondary}
          items={[
            { label: "Apply a game’s template", onChoose: () => onOpen({ kind: "template" }) },
            { label: "Copy from another clan", onChoose: () => onOpen({ kind: "copy" }) },
            { label: "Import file", onChoose: () => onOpen({ kind: "import" }) },
            { label: "Export file", onChoose: save },
            { label: "Bin", onChoose: () => onOpen({ kind: "bin" }) },
          ]}
        />
        <p role="status" className={list.count}>
          {activeCount} of {activeActivitiesMax} active
          {isFull && ". To add another, archive one first."}
        </p>
      </div>
      <Problem error={file.error} />
    </>
  );
}

/** Letters and digits of any script; everything else may be trouble in a file's name. */
function fileName(clan: string): string {
  const plain = clan.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
  return `${plain.toLowerCase() || "clan"}-activities-${new Date().toISOString().slice(0, 10)}.json`;
}
