import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import buttons from "./button.module.css";
import styles from "./loaded-part.module.css";

interface LoadedPartProps<Data> {
  query: Pick<UseQueryResult<Data>, "data" | "isError" | "isFetching" | "refetch">;
  /** What is loaded, as in "Your sessions". */
  what: string;
  /** How many lines it will roughly have. */
  lines?: number;
  children: (data: Data) => ReactNode;
}

/** A part of a page that comes from the server: its shape while it is on the way, and a way to try again if it does not come. */
export function LoadedPart<Data>({ query, what, lines = 3, children }: LoadedPartProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) {
    return (
      <div role="alert" className={styles.problem}>
        <p>{what} could not be loaded. Nothing was changed.</p>
        <button
          type="button"
          className={buttons.secondary}
          aria-busy={query.isFetching}
          onClick={() => void query.refetch()}
        >
          Try again
        </button>
      </div>
    );
  }
  return (
    <div className={styles.skeleton} aria-busy="true">
      <span className="unseen">{what}: loading</span>
      {Array.from({ length: lines }, (_, index) => (
        <div key={index} className={styles.line} />
      ))}
    </div>
  );
}
