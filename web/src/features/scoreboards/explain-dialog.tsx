import { pages } from "@clanhall/contract/pages";
import type { Scoreboard } from "@clanhall/contract/scoreboards";
import type { Explanation } from "@clanhall/contract/standings";
import { useQuery } from "@tanstack/react-query";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { AsyncSection } from "../../ui/async-section.tsx";
import { ButtonLink } from "../../ui/core/button.tsx";
import { hasStatus } from "../../lib/api-errors.ts";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { ExplainActivities } from "./explain-activities.tsx";
import { ExplainCells } from "./explain-cells.tsx";
import { historySearch, sumOf, workingText } from "./explain-words.ts";
import { explanationQuery } from "./standings.api.ts";
import styles from "./explain.module.css";

interface ExplainDialogProps {
  board: Scoreboard;
  memberId: string;
  period: string | null;
  onClose: () => void;
}

/** How one player's score came about, down to each cell. */
export function ExplainDialog({ board, memberId, period, onClose }: ExplainDialogProps) {
  const query = useQuery(explanationQuery(board, memberId, period));
  const { data, error } = query;
  return (
    <Dialog title={data ? `How ${data.name}’s score came about` : "How this came about"} onClose={onClose} size="lg">
      {data === undefined && hasStatus(error, 403, 404) ? (
        <ErrorMessage error={error} />
      ) : (
        <AsyncSection query={query} what="How this came about" lines={6}>
          {(explanation) => <Working board={board} explanation={explanation} />}
        </AsyncSection>
      )}
    </Dialog>
  );
}

function Working({ board, explanation }: { board: Scoreboard; explanation: Explanation }) {
  const { range, is_final: isFinal, before } = explanation;
  return (
    <>
      <p>
        <strong>{range.label}</strong> · {workingText(explanation)}
      </p>
      {isFinal && <p className={styles.note}>This result is frozen; the entries below are as they are today.</p>}
      <ExplainActivities explanation={explanation} total={sumOf(explanation)} />
      <ExplainCells board={board} explanation={explanation} />
      <DialogActions>
        {before && (
          <ButtonLink to={pages.activityHistory.path} search={historySearch(board, explanation, before)}>
            Entries of the period before
          </ButtonLink>
        )}
        <ButtonLink to={pages.activityHistory.path} search={historySearch(board, explanation, range)}>
          Show these entries in the history
        </ButtonLink>
      </DialogActions>
    </>
  );
}
