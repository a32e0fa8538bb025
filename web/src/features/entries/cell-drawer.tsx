import type { AnswerOf } from "@clanhall/contract/endpoint";
import type { EntryVersion, getCellHistory } from "@clanhall/contract/entries";
import { useQuery } from "@tanstack/react-query";
import { toDateWords } from "../../lib/clan-day-words.ts";
import buttons from "../../ui/button.module.css";
import { Dialog } from "../../ui/dialog.tsx";
import { Problem } from "../../ui/feedback.tsx";
import { LoadedPart } from "../../ui/loaded-part.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import styles from "./cell-drawer.module.css";
import { contentWords, notDueWords, sourceWords, workingWords } from "./cell-drawer-words.ts";
import { type CellAddress, cellHistoryQuery, useRevertCell } from "./entries.api.ts";

type History = AnswerOf<typeof getCellHistory>;

interface CellDrawerProps {
  cell: CellAddress;
  /** Whether an older version may be written again here. */
  canRevert: boolean;
  /** Why a locked day is changed, where that was asked. */
  reason?: string | null;
  onClose: () => void;
}

/** Everything about one cell: what stands in it, how its points come about, and who wrote what before. */
export function CellDrawer({ cell, canRevert, reason = null, onClose }: CellDrawerProps) {
  const query = useQuery(cellHistoryQuery(cell));
  const title = query.data ? `${query.data.member.name}: ${query.data.activity.name}` : "Cell";
  return (
    <Dialog title={title} onClose={onClose}>
      <LoadedPart query={query} what="This cell" lines={4}>
        {(history) => (
          <>
            <Now history={history} />
            <Versions cell={cell} history={history} canRevert={canRevert} reason={reason} />
          </>
        )}
      </LoadedPart>
    </Dialog>
  );
}

function Now({ history }: { history: History }) {
  const { entry, state, working, activity, day } = history;
  return (
    <dl className={styles.facts}>
      <dt>Day</dt>
      <dd>{toDateWords(day)}</dd>
      <dt>Value</dt>
      <dd className={styles.value}>
        {state === "value" && entry
          ? contentWords(activity, entry)
          : state === "not_due"
            ? notDueWords(history)
            : state}
        {entry?.late && state !== "missing" && <span className={styles.flag}>late</span>}
      </dd>
      {working && (
        <>
          <dt>Points</dt>
          <dd>{workingWords(working)}</dd>
        </>
      )}
      {entry && (
        <>
          <dt>Entered</dt>
          <dd>
            by {entry.entered_by_name}, <RelativeTime iso={entry.entered_at} /> {sourceWords[entry.source]}
          </dd>
        </>
      )}
    </dl>
  );
}

interface VersionsProps {
  cell: CellAddress;
  history: History;
  canRevert: boolean;
  reason: string | null;
}

function Versions({ cell, history: { versions, activity, entry }, canRevert, reason }: VersionsProps) {
  const revert = useRevertCell(cell);
  if (versions.length === 0) return <p className={styles.none}>Nothing was entered here yet.</p>;
  const base_version = entry?.version ?? versions[0]?.version ?? 0;
  const putBack = ({ version }: EntryVersion) =>
    revert.isPending || revert.mutate({ version, base_version, ...(reason !== null && { reason }) });
  return (
    <section aria-label="Versions">
      <h3 className={styles.heading}>Versions</h3>
      <ol className={styles.versions}>
        {versions.map((version, index) => (
          <li key={version.version} className={styles.version}>
            <span className={styles.what}>{contentWords(activity, version)}</span>
            <span className={styles.who}>
              {version.entered_by_name}, <RelativeTime iso={version.entered_at} /> {sourceWords[version.source]}
              {version.late && " · late"}
              {version.reason && ` · “${version.reason}”`}
            </span>
            {index === 0 ? (
              <span className={styles.flag}>now</span>
            ) : (
              canRevert && (
                <button type="button" className={buttons.plain} onClick={() => putBack(version)}>
                  Put back<span className="unseen"> {contentWords(activity, version)}</span>
                </button>
              )
            )}
          </li>
        ))}
      </ol>
      <Problem error={revert.error} />
    </section>
  );
}
