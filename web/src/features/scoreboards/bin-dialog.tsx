import { type Scoreboard, scoreboardBinDays } from "@clanhall/contract/scoreboards";
import { useQuery } from "@tanstack/react-query";
import buttons from "../../ui/button.module.css";
import { Dialog } from "../../ui/dialog.tsx";
import { LoadedPart } from "../../ui/loaded-part.tsx";
import list from "../../ui/list.module.css";
import { measureName, periodText } from "./format.ts";
import { boardBinQuery } from "./scoreboards.api.ts";

interface BinDialogProps {
  clanId: string;
  onRestore: (board: Scoreboard) => void;
  onClose: () => void;
}

export function BinDialog({ clanId, onRestore, onClose }: BinDialogProps) {
  const bin = useQuery(boardBinQuery(clanId));
  return (
    <Dialog title="Bin" onClose={onClose}>
      <p className={list.note}>
        Deleted boards wait here for {scoreboardBinDays} days. A link that was on works again with its board.
      </p>
      <LoadedPart query={bin} what="The bin">
        {(boards) =>
          boards.length === 0 ? (
            <p>The bin is empty.</p>
          ) : (
            <ul className={list.plainList}>
              {boards.map((board) => (
                <li key={board.id} className={list.line}>
                  <span className={list.titleCell}>
                    <strong>{board.title}</strong>
                    <span className={list.note}>
                      {measureName(board.measure)} · {periodText(board)} · {leftText(board)}
                    </span>
                  </span>
                  <button
                    type="button"
                    className={buttons.secondary}
                    onClick={() => {
                      onRestore(board);
                      onClose();
                    }}
                  >
                    Restore<span className="unseen"> {board.title}</span>
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
function leftText({ deleted_at }: Scoreboard, now = Date.now()): string {
  const left = Date.parse(deleted_at ?? "") + scoreboardBinDays * 86_400_000 - now;
  const days = Math.max(1, Math.ceil(left / 86_400_000));
  return days === 1 ? "1 day left" : `${days} days left`;
}
