import type { UseQueryResult } from "@tanstack/react-query";
import { hasStatus } from "../lib/call-error.ts";
import { problemText } from "../lib/problem-text.ts";
import buttons from "./button.module.css";
import feedback from "./feedback.module.css";
import { Problem } from "./feedback.tsx";
import styles from "./list-states.module.css";
import list from "./list.module.css";
import { LoadedPart } from "./loaded-part.tsx";

interface ListLoadingProps {
  query: Pick<UseQueryResult, "data" | "isError" | "isFetching" | "refetch">;
  /** What is listed, as in "The games". */
  what: string;
  /** How many rows it will roughly have. */
  rows: number;
  /** Titles end in a chip; what people put in order and people themselves begin with a mark. */
  shape: "titles" | "ordered" | "people";
}

/** The shape of a list while it is on the way, or why it does not come. */
export function ListLoading({ query, what, rows, shape }: ListLoadingProps) {
  if (query.isError) {
    return (
      <LoadedPart query={query} what={what}>
        {() => null}
      </LoadedPart>
    );
  }
  return (
    <div className={styles.skeleton} data-shape={shape} aria-busy="true">
      <span className="unseen">{what}: loading</span>
      <div className={styles.tools} />
      <div className={list.frame}>
        {Array.from({ length: rows }, (_, index) => (
          <div key={index} className={styles.row}>
            {shape !== "titles" && <span className={styles.mark} />}
            <span className={styles.text} />
            {shape === "titles" && <span className={styles.chip} />}
          </div>
        ))}
      </div>
    </div>
  );
}

interface NothingMatchesProps {
  title?: string;
  /** As in "No board fits these filters." */
  sentence: string;
  onClear: () => void;
}

export function NothingMatches({ title = "Nothing matches", sentence, onClear }: NothingMatchesProps) {
  return (
    <div className={styles.empty}>
      <h2>{title}</h2>
      <p>{sentence}</p>
      <button type="button" className={buttons.secondary} onClick={onClear}>
        Clear filters
      </button>
    </div>
  );
}

/** What could not be done. After a conflict the list was asked for again. */
export function ListProblem({ error }: { error: unknown }) {
  if (!hasStatus(error, 409)) return <Problem error={error} />;
  return (
    <div role="alert" className={feedback.problem}>
      <p>{problemText(error)}</p>
      <p>The list shows how it is now.</p>
    </div>
  );
}
