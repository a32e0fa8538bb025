import { type Bulletin, bulletinBinDays } from "@clanhall/contract/bulletins";
import { useQuery } from "@tanstack/react-query";
import buttons from "../../ui/button.module.css";
import { Dialog } from "../../ui/dialog.tsx";
import { LoadedPart } from "../../ui/loaded-part.tsx";
import list from "../../ui/list.module.css";
import { stateText } from "./format.ts";
import { bulletinBinQuery } from "./manage-bulletins.api.ts";

interface BinDialogProps {
  clanId: string;
  onRestore: (bulletin: Bulletin) => void;
  onClose: () => void;
}

export function BinDialog({ clanId, onRestore, onClose }: BinDialogProps) {
  const bin = useQuery(bulletinBinQuery(clanId));
  return (
    <Dialog title="Bin" onClose={onClose}>
      <p className={list.note}>
        Deleted bulletins wait here for {bulletinBinDays} days. One that was live can be read again once it is back.
      </p>
      <LoadedPart query={bin} what="The bin">
        {(bulletins) =>
          bulletins.length === 0 ? (
            <p>The bin is empty.</p>
          ) : (
            <ul className={list.plainList}>
              {bulletins.map((bulletin) => (
                <li key={bulletin.id} className={list.line}>
                  <span className={list.titleCell}>
                    <strong>{bulletin.title}</strong>
                    <span className={list.note}>
                      {stateText(bulletin)} · {leftText(bulletin)}
                    </span>
                  </span>
                  <button
                    type="button"
                    className={buttons.secondary}
                    onClick={() => {
                      onRestore(bulletin);
                      onClose();
                    }}
                  >
                    Restore<span className="unseen"> {bulletin.title}</span>
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

/** Full days until the bin is emptied of it; the last one counts as one. */
function leftText({ deleted_at }: Bulletin, now = Date.now()): string {
  const left = Date.parse(deleted_at ?? "") + bulletinBinDays * 86_400_000 - now;
  const days = Math.max(1, Math.ceil(left / 86_400_000));
  return days === 1 ? "1 day left" : `${days} days left`;
}
