import styles from "./skeleton.module.css";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "./core/button.tsx";
import { Stack, type StackProps } from "./core/layout.tsx";
import { Notice } from "./core/notice.tsx";
import { useWaiting } from "../lib/hooks.ts";

interface SkeletonProps {
  /** What is on the way, for who cannot see its shape. */
  label: string;
  shape: "lines" | "rows" | "grid";
  count: number;
}

/** The shape of what is on the way. It appears only when that takes a while. */
export function Skeleton({ label, shape, count }: SkeletonProps) {
  return (
    <Shape className={styles.skeleton} data-shape={shape}>
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={styles.item} />
      ))}
    </Shape>
  );
}

/** The same around a shape of one's own. */
export function Shape({ className = "", ...box }: StackProps) {
  useWaiting();
  return <Stack {...box} className={`${className} skeleton`} aria-busy="true" />;
}

interface AsyncSectionProps<Data> {
  query: Pick<UseQueryResult<Data>, "data" | "isError" | "isFetching" | "refetch">;
  /** What is loaded, as in "Your sessions". */
  what: string;
  /** How many lines it will roughly have. */
  lines?: number;
  /** Shown while it is on the way, where lines are not its shape. */
  skeleton?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** A part of a page that comes from the server: its shape while it is on the way, and a way to try again if it does not come. */
export function AsyncSection<Data>({ query, what, lines = 3, skeleton, children }: AsyncSectionProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) {
    return (
      <Notice
        tone="danger"
        role="alert"
        actions={
          <Button busy={query.isFetching} onClick={() => void query.refetch()}>
            Try again
          </Button>
        }
      >
        {`${what} could not be loaded. Nothing was changed.`}
      </Notice>
    );
  }
  return skeleton ?? <Skeleton label={`${what}: loading`} shape="lines" count={lines} />;
}
