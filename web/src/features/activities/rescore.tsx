import { decimalsOf } from "@clanhall/contract/rules/score-text";
import type { Activity } from "@clanhall/contract/activities";
import { addDays } from "@clanhall/contract/rules/clan-day";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatFixed, formatNumber, plural } from "../../lib/format.ts";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Button } from "../../ui/core/button.tsx";
import { Inset } from "../../ui/card.tsx";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { DayField } from "../../ui/day-field.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { showToast } from "../../ui/toasts.ts";
import { rescorePreviewQuery, useRescore, type Rescoring } from "./api.ts";
import styles from "./sets.module.css";

interface RescoreDialogProps {
  clanId: string;
  row: Activity;
  /** The clan date. */
  today: string;
  onClose: () => void;
}

/** Counts older values by the rule of today. What that does is shown first. */
export function RescoreDialog({ clanId, row, today, onClose }: RescoreDialogProps) {
  const [from, setFrom] = useState(() => addDays(today, -7));
  const preview = useQuery({ ...rescorePreviewQuery(clanId, row.id, from), enabled: from !== "" });
  const rescore = useRescore(clanId, row.id);
  const apply = () => {
    if (rescore.isPending) return;
    rescore.mutate(from, {
      onSuccess: ({ changed }) => {
        showToast({ kind: "success", message: `${plural(changed, "entry", "entries")} re-scored` });
        onClose();
      },
    });
  };
  const isReady = from !== "" && preview.data !== undefined && preview.data.changed > 0;
  return (
    <Dialog title={`Re-score ${row.name}`} onClose={onClose}>
      <p>Values entered since this day are scored by today’s rules. Ended scoreboards do not change.</p>
      <DayField
        label="From"
        max={today}
        value={from}
        error={from === "" ? "Choose a day." : undefined}
        onChange={setFrom}
      />
      {preview.isError ? (
        <ErrorMessage error={preview.error} />
      ) : (
        from !== "" && (
          <AsyncSection query={preview} what="The preview" lines={2}>
            {(answer) => <RescorePreview answer={answer} />}
          </AsyncSection>
        )
      )}
      <ErrorMessage error={rescore.error} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" disabled={!isReady} busy={rescore.isPending} onClick={apply}>
          Apply
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** What new points would change: the entries, the sum, and who moves most. */
function RescorePreview({ answer }: { answer: Rescoring }) {
  const { changed, points_before, points_after, ranks } = answer;
  if (changed === 0) return <p role="status">Nothing changes: every value since this day has its points already.</p>;
  return (
    <Inset as="section" aria-label="What changes">
      <p role="status">
        <strong>{plural(changed, "entry", "entries")}</strong> change. Total: {formatNumber(points_before)} →{" "}
        <strong>{formatNumber(points_after)} points</strong>
      </p>
      {ranks.length > 0 && <Ranks ranks={ranks} />}
    </Inset>
  );
}

function Ranks({ ranks }: Pick<Rescoring, "ranks">) {
  const decimals = decimalsOf(ranks.flatMap(({ points_before, points_after }) => [points_before, points_after]));
  return (
    <table className={styles.ranks}>
      <caption>Who moves most, by all points since this day</caption>
      <thead>
        <tr>
          <th scope="col">Player</th>
          <th scope="col" data-number>
            Rank
          </th>
          <th scope="col" data-number>
            Points
          </th>
        </tr>
      </thead>
      <tbody>
        {ranks.map(({ member_id, name, rank_before, rank_after, points_before, points_after }) => (
          <tr key={member_id}>
            <th scope="row">{name}</th>
            <td data-number>
              <Move from={rank_before} to={rank_after} />
            </td>
            <td data-number>
              {formatFixed(points_before, decimals)} → {formatFixed(points_after, decimals)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Move({ from, to }: { from: number; to: number }) {
  if (from === to) return <>stays {to}</>;
  const isUp = to < from;
  return (
    <span className={styles.move} data-up={isUp || undefined}>
      <span aria-hidden>{isUp ? "▲" : "▼"}</span>
      <span className="visually-hidden">{isUp ? "up" : "down"} from </span> {from} → {to}
    </span>
  );
}
