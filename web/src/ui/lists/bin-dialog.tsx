import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { AsyncSection } from "../async-section.tsx";
import { Button } from "../core/button.tsx";
import { Dialog } from "../dialog.tsx";
import { Muted } from "../core/layout.tsx";
import { PlainItem, PlainList } from "../list.tsx";

interface Deleted {
  id: string;
  deleted_at: string | null;
}

interface BinDialogProps<Row extends Deleted> {
  query: Pick<UseQueryResult<Row[]>, "data" | "isError" | "isFetching" | "refetch">;
  /** How long something waits here. */
  days: number;
  /** What waits here and what comes of restoring it. */
  note: string;
  nameOf: (row: Row) => string;
  /** What else tells one row from another. */
  describe?: (row: Row) => string;
  icon?: (row: Row) => ReactNode;
  onRestore: (row: Row) => void;
  onClose: () => void;
}

/** What was deleted lately, and the way back. */
export function BinDialog<Row extends Deleted>(props: BinDialogProps<Row>) {
  const { query, days, note, nameOf, describe, icon, onRestore, onClose } = props;
  return (
    <Dialog title="Bin" onClose={onClose}>
      <Muted as="p">{note}</Muted>
      <AsyncSection query={query} what="The bin">
        {(rows) =>
          rows.length === 0 ? (
            <p>The bin is empty.</p>
          ) : (
            <PlainList>
              {rows.map((row) => (
                <PlainItem
                  key={row.id}
                  icon={icon?.(row)}
                  title={nameOf(row)}
                  note={[describe?.(row), leftText(row, days)].filter(Boolean).join(" · ")}
                >
                  <Button
                    onClick={() => {
                      onRestore(row);
                      onClose();
                    }}
                  >
                    Restore<span className="visually-hidden"> {nameOf(row)}</span>
                  </Button>
                </PlainItem>
              ))}
            </PlainList>
          )
        }
      </AsyncSection>
    </Dialog>
  );
}

/** Full days until the bin is emptied of it; the last one counts as one. */
export function leftText({ deleted_at }: Pick<Deleted, "deleted_at">, binDays: number, now = Date.now()): string {
  const deleted = deleted_at === null ? now : Date.parse(deleted_at);
  const days = Math.max(1, Math.ceil((deleted + binDays * 86_400_000 - now) / 86_400_000));
  return days === 1 ? "1 day left" : `${days} days left`;
}
