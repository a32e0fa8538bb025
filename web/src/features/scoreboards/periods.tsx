import type { Scoreboard } from "@clanhall/contract/scoreboards";
import type { Standings } from "@clanhall/contract/standings";
import { useQuery } from "@tanstack/react-query";
import { plural } from "../../lib/format.ts";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Muted, Row, Stack } from "../../ui/core/layout.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Button } from "../../ui/core/button.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { scoreText } from "./format.ts";
import { type FrozenPeriod, periodsQuery, standingsQuery, useRecount } from "./standings-api.ts";
import styles from "./standings.module.css";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { showToast } from "../../ui/toasts.ts";

interface PeriodsViewProps {
  board: Scoreboard;
  /** The one that is open; null for what counts now. */
  shown: string | null;
  onShow: (period: string) => void;
  /** Null for those who may not. */
  onRecount: ((period: FrozenPeriod) => void) | null;
}

/** The frozen results of earlier weeks or months. */
export function PeriodsView({ board, shown, onShow, onRecount }: PeriodsViewProps) {
  const periods = useQuery(periodsQuery(board));
  // Read by the view beside this one; here only for the activity's unit.
  const { data: standings } = useQuery({ ...standingsQuery(board, shown), enabled: false });
  const turn = board.period.kind === "monthly" ? "month" : "week";
  return (
    <AsyncSection query={periods} what="The earlier results" lines={4}>
      {(items) => (
        <>
          {items.length === 0 && (
            <EmptyState title="No earlier results yet">
              {`When the ${turn} ends, its result is frozen and kept here.`}
            </EmptyState>
          )}
          <Stack as="ul" gap={3} className={styles.periods}>
            {items.map((item) => (
              <PeriodItem
                key={item.from}
                item={item}
                board={board}
                activity={standings?.activities[0]}
                onShow={() => onShow(item.from)}
                onRecount={onRecount && (() => onRecount(item))}
              />
            ))}
          </Stack>
        </>
      )}
    </AsyncSection>
  );
}

interface PeriodItemProps {
  item: FrozenPeriod;
  board: Scoreboard;
  activity: Standings["activities"][number] | undefined;
  onShow: () => void;
  onRecount: (() => void) | null;
}

function PeriodItem({ item, board, activity, onShow, onRecount }: PeriodItemProps) {
  const { label, frozen_at, players, top } = item;
  return (
    <li>
      <div>
        <strong>{label}</strong>
        <Muted as="p">
          {plural(players, "player")} · frozen <RelativeTime iso={frozen_at} />
        </Muted>
        {top.length > 0 && (
          <Row as="ol" align="stretch" className={styles.top} aria-label={`The best of ${label}`}>
            {top.map(({ rank, name, score }) => (
              <li key={`${rank} ${name}`}>
                {rank}. <bdi>{name}</bdi> <Muted>{scoreText(score, board.measure, activity)}</Muted>
              </li>
            ))}
          </Row>
        )}
      </div>
      <Row gap={2}>
        <Button onClick={onShow}>
          Show<span className="visually-hidden"> {label}</span>
        </Button>
        {onRecount && (
          <Button variant="plain" onClick={onRecount}>
            Recalculate<span className="visually-hidden"> {label}</span>
          </Button>
        )}
      </Row>
    </li>
  );
}

interface RecountDialogProps {
  board: Scoreboard;
  period: FrozenPeriod;
  onClose: () => void;
}

export function RecountDialog({ board, period: { from, label }, onClose }: RecountDialogProps) {
  const recount = useRecount(board);
  const recalculate = async () => {
    await recount.mutateAsync(from);
    showToast({ kind: "success", message: `${label} recalculated` });
  };
  return (
    <ConfirmDialog title={`Recalculate ${label}?`} action="Recalculate" onConfirm={recalculate} onClose={onClose}>
      <p>
        Values entered or corrected since the result was frozen will count, and ranks may change. The result as it is
        now is not kept.
      </p>
    </ConfirmDialog>
  );
}
