import type { AnswerOf } from "@clanhall/contract/endpoint";
import type { EntryVersion, getCellHistory } from "@clanhall/contract/entries";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatClanDate as toDateWords } from "../../lib/format.ts";
import buttons from "../../ui/button.module.css";
import { Dialog } from "../../ui/dialog.tsx";
import { Problem } from "../../ui/feedback.tsx";
import { LoadedPart } from "../../ui/loaded-part.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { CellEdit } from "./cell-edit.tsx";
import styles from "./cell-drawer.module.css";
import { contentWords, notDueWords, sourceWords, workingWords } from "./cell-drawer-words.ts";
import { type CellAddress, cellHistoryQuery, useRevertCell } from "./entries.api.ts";

type History = AnswerOf<typeof getCellHistory>;

interface CellDrawerProps {
  cell: CellAddress;
  /** Whether it may be changed here, and whether the day is locked, so that a reason has to be given. */
  rights: "read" | "write" | "write with a reason";
  /** Why a locked day is changed, where that was asked before. */
  reason?: string | null;
  onClose: () => void;
}

/** Everything about one cell: what stands in it, how its points come about, and who wrote what before. */
export function CellDrawer({ cell, rights, reason: given = null, onClose }: CellDrawerProps) {
  const query = useQuery(cellHistoryQuery(cell));
  const why = useReason(rights === "write with a reason" && given === null, given);
  const title = query.data ? `${query.data.member.name}: ${query.data.activity.name}` : "Cell";
  const canWrite = rights !== "read";
  return (
    <Dialog title={title} onClose={onClose}>
      <LoadedPart query={query} what="This cell" lines={4}>
        {(history) => (
          <>
            <Now history={history} />
            {canWrite && why.field}
            {canWrite && <CellEdit cell={cell} history={history} askReason={why.ask} />}
            <Versions cell={cell} history={history} canRevert={canWrite} askReason={why.ask} />
          </>
        )}
      </LoadedPart>
    </Dialog>
  );
}

/** The reason for changing a locked day: a field where it is still to be given, and what it says. */
function useReason(isNeeded: boolean, given: string | null) {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const reason = given ?? text.trim();
  const field = isNeeded && (
    <TextField
      label="Reason"
      hint="This day is locked: say why you change it."
      maxLength={200}
      value={text}
      error={problem}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        setProblem(null);
      }}
    />
  );
  const ask = (): { reason?: string } | null => {
    if (isNeeded && reason === "") setProblem("Say why you change it.");
    if (isNeeded && reason === "") return null;
    return reason === "" ? {} : { reason };
  };
  return { field, ask };
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
  askReason: () => { reason?: string } | null;
}

function Versions({ cell, history: { versions, activity, entry }, canRevert, askReason }: VersionsProps) {
  const revert = useRevertCell(cell);
  if (versions.length === 0) return <p className={styles.none}>Nothing was entered here yet.</p>;
  const base_version = entry?.version ?? versions[0]?.version ?? 0;
  const putBack = ({ version }: EntryVersion) => {
    const why = askReason();
    if (why !== null && !revert.isPending) revert.mutate({ version, base_version, ...why });
  };
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
