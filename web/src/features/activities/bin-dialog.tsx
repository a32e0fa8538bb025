import { type Activity, activityBinDays } from "@clanhall/contract/activities";
import { useQuery } from "@tanstack/react-query";
import buttons from "../../ui/button.module.css";
import { Dialog } from "../../ui/dialog.tsx";
import { LoadedPart } from "../../ui/loaded-part.tsx";
import list from "../../ui/list.module.css";
import { binQuery } from "./activities.api.ts";
import { NameCell } from "./activity-cells.tsx";
import { binDaysLeft } from "./format.ts";

interface BinDialogProps {
  clanId: string;
  onRestore: (row: Activity) => void;
  onClose: () => void;
}

export function BinDialog({ clanId, onRestore, onClose }: BinDialogProps) {
  const bin = useQuery(binQuery(clanId));
  return (
    <Dialog title="Bin" onClose={onClose}>
      <p className={list.note}>Deleted activities wait here for {activityBinDays} days.</p>
      <LoadedPart query={bin} what="The bin">
        {(rows) =>
          rows.length === 0 ? (
            <p>The bin is empty.</p>
          ) : (
            <ul className={list.plainList}>
              {rows.map((row) => (
                <li key={row.id} className={list.line}>
                  <NameCell row={row} />
                  <span className={list.note}>{leftText(row)}</span>
                  <button
                    type="button"
                    className={buttons.secondary}
                    onClick={() => {
                      onRestore(row);
                      onClose();
                    }}
                  >
                    Restore<span className="unseen"> {row.name}</span>
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </LoadedPart>
    </Dialog>
  );
}

function leftText({ deleted_at }: Activity): string {
  const days = binDaysLeft(deleted_at ?? new Date().toISOString());
  return days === 1 ? "1 day left" : `${days} days left`;
}
