import type { HistorySum } from "@clanhall/contract/entry-history";
import { formatAmount } from "../../domain/formats.ts";
import { formatPercent, plural } from "../../lib/format.ts";
import { Button } from "../../ui/core/button.tsx";
import { metText, rangeText } from "./format.ts";
import { type Look, onlyActivity } from "./context.tsx";
import styles from "./table.module.css";

/** What all that the filter finds comes to, however much of it is in sight. */
export function Totals({ look, totals }: { look: Look; totals: HistorySum }) {
  const { entered, excused, missing, points, rate, value } = totals;
  const only = onlyActivity(look);
  const parts = [
    ...(only && value !== null ? [formatAmount(only, value)] : []),
    plural(points, "point"),
    ...(totals.due > 0 ? [`${formatPercent(rate)} (${metText(totals)})`] : []),
    ...(missing > 0 ? [`${plural(missing, "cell")} missing`] : []),
  ];
  return (
    <div className={styles.totals}>
      <p>
        <strong>Totals of {plural(entered + excused, "entry", "entries")}:</strong> {parts.join(" · ")}
      </p>
      <Button
        variant="plain"
        onClick={() => look.onExplain({ title: `Totals of ${rangeText(look.range)}`, sum: totals, change: {} })}
      >
        How this comes about
      </Button>
    </div>
  );
}
