import type { Scoreboard } from "@clanhall/contract/scoreboards";
import type { Standings } from "@clanhall/contract/standings";
import { Button } from "../../ui/core/button.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { useNow } from "../../ui/use-now.ts";
import { measureName } from "./format.ts";
import styles from "./standings.module.css";

interface StandingsHeadProps {
  board: Scoreboard;
  standings: Standings;
  isEarlier: boolean;
  onShow: (period: string | null) => void;
}

/** What is counted, over which days, and whether it can still move. */
export function StandingsHead({ board, standings, isEarlier, onShow }: StandingsHeadProps) {
  const { period, description, measure } = standings.board;
  return (
    <div className={styles.head}>
      {description && <p className={styles.description}>{description}</p>}
      <p className={styles.facts}>
        <strong>{period.label}</strong>
        <span className={styles.chip} data-state={standings.is_final ? "final" : board.state}>
          {stateText(board, standings)}
        </span>
        <span>{(measure === "activity" && standings.activities[0]?.name) || measureName(measure)}</span>
        <span className={styles.quiet}>
          <Updated iso={standings.updated_at} isFinal={standings.is_final} />
        </span>
      </p>
      {isEarlier && (
        <Button variant="plain" onClick={() => onShow(null)}>
          Back to the current {board.period.kind === "monthly" ? "month" : "week"}
        </Button>
      )}
    </div>
  );
}

function stateText({ state }: Scoreboard, { is_final: isFinal }: Standings): string {
  if (isFinal) return "Final result";
  return state === "archived" ? "Archived" : "Active";
}

function Updated({ iso, isFinal }: { iso: string; isFinal: boolean }) {
  useNow();
  return (
    <>
      {isFinal ? "Frozen" : "Updated"} <RelativeTime iso={iso} />
    </>
  );
}
