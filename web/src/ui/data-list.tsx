import { type UseQueryResult, useMutation } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { useMediaQuery } from "../lib/media.ts";
import buttons from "./button.module.css";
import { PhoneRows, Table } from "./data-list-rows.tsx";
import type { Column, ColumnChoice, PagerProps, Selection } from "./data-list-state.ts";
import styles from "./data-list.module.css";
import { Problem } from "./feedback.tsx";
import { NothingMatches } from "./list-states.tsx";
import { LoadedPart } from "./loaded-part.tsx";
import { DotsMenu, type MenuItem } from "./menu-button.tsx";
import { PopupButton } from "./popup-button.tsx";
import { useReorder } from "./use-reorder.ts";

interface DataListProps<Row> {
  /** What the list is called, as in "Games in their order". */
  label: string;
  /** What is listed, as in "The games", for when it is on the way or does not come. */
  what: string;
  query: Pick<UseQueryResult, "isError" | "isFetching" | "isPlaceholderData" | "refetch">;
  /** Undefined until they are there. */
  rows: Row[] | undefined;
  columns: Column<Row>[];
  rowId: (row: Row) => string;
  rowName: (row: Row) => string;
  /** Names the next thing to do. */
  empty?: ReactNode;
  filters?: { isFiltered: boolean; clear: () => void; noMatch: { title?: string; sentence: string } };
  /** Where rows can be moved, the two steps come with the row. */
  menu?: ((row: Row, moves: MenuItem[]) => MenuItem[]) | null;
  /** Why something one would look for is not in the menu. */
  menuNote?: (row: Row) => string | null;
  /** Null for those who only read, as with `order`. */
  selection?: Selection<Row> | null;
  order?: ((ids: string[], moved: string) => Promise<unknown>) | null;
  more?: PagerProps;
  isDim?: (row: Row) => boolean;
}

/** A table on the desktop, two-line rows on a phone: both from the same columns. */
export function DataList<Row>(props: DataListProps<Row>) {
  const { rows, query, empty = null, filters, more } = props;
  if (rows === undefined) return <Loading {...props} />;
  if (rows.length === 0 && filters?.isFiltered) {
    return <NothingMatches {...filters.noMatch} onClear={filters.clear} />;
  }
  if (rows.length === 0) return empty;
  return (
    <div className={styles.list} aria-busy={query.isPlaceholderData}>
      <Rows {...props} rows={rows} />
      {more && <Pager {...more} />}
    </div>
  );
}

type RowsProps<Row> = Omit<DataListProps<Row>, "rows"> & { rows: Row[] };

function Rows<Row>(props: RowsProps<Row>) {
  const { rows, rowId, rowName, menu, menuNote, order } = props;
  const isPhone = useMediaQuery("(max-width: 47.99em)");
  const byId = useMemo(() => new Map(rows.map((row) => [rowId(row), row])), [rows, rowId]);
  const reorder = useReorder({
    ids: [...byId.keys()],
    nameOf: (id) => {
      const row = byId.get(id);
      return row === undefined ? "" : rowName(row);
    },
    onMove: order ?? (async () => undefined),
  });
  const movesOf = (id: string): MenuItem[] => {
    const index = reorder.order.indexOf(id);
    const up = { label: "Move up", onChoose: () => reorder.step(id, -1) };
    const down = { label: "Move down", onChoose: () => reorder.step(id, 1) };
    return order ? [...(index > 0 ? [up] : []), ...(index < rows.length - 1 ? [down] : [])] : [];
  };
  const menuOf =
    menu &&
    ((row: Row) => (
      <DotsMenu
        label={`Actions for ${rowName(row)}`}
        items={menu(row, movesOf(rowId(row)))}
        note={menuNote?.(row) ?? null}
      />
    ));
  const body = {
    ...props,
    rows: order ? reorder.order.flatMap((id) => byId.get(id) ?? []) : rows,
    reorder: order ? reorder : null,
    menuOf: menuOf ?? null,
  };
  return (
    <>
      {isPhone ? <PhoneRows {...body} /> : <Table {...body} />}
      {order && (
        <p className="unseen" aria-live="assertive">
          {reorder.words}
        </p>
      )}
    </>
  );
}

/** The shape of the list while it is on the way, or why it does not come. */
function Loading<Row>({ query, what, columns }: DataListProps<Row>) {
  if (query.isError) {
    return (
      <LoadedPart query={{ ...query, data: undefined }} what={what}>
        {() => null}
      </LoadedPart>
    );
  }
  return (
    <div className={styles.skeleton} aria-busy="true">
      <span className="unseen">{what}: loading</span>
      {Array.from({ length: 8 }, (_, row) => (
        <div key={row} className={styles.skeletonRow}>
          {columns.slice(0, 6).map(({ key }) => (
            <span key={key} />
          ))}
        </div>
      ))}
    </div>
  );
}

/** Asks for the rows that follow. */
export function Pager({ hasMore, isBusy, error, onMore }: PagerProps) {
  if (!hasMore) return null;
  return (
    <>
      <Problem error={error} />
      <button
        type="button"
        className={`${buttons.secondary} ${styles.more}`}
        aria-busy={isBusy}
        onClick={() => isBusy || onMore()}
      >
        Show more
      </button>
    </>
  );
}

/** Chooses which columns the table shows. */
export function ColumnPicker<Row>({ choice: { hideable, hidden, toggle } }: { choice: ColumnChoice<Row> }) {
  return (
    <PopupButton label="Columns" face="Columns" className={buttons.secondary} kind="dialog">
      <fieldset className={styles.columnPicker}>
        <legend className="unseen">Columns to show</legend>
        {hideable.map(({ key, label }) => (
          <label key={key} className={styles.columnTick}>
            <input type="checkbox" checked={!hidden.includes(key)} onChange={() => toggle(key)} />
            {label}
          </label>
        ))}
      </fieldset>
    </PopupButton>
  );
}

/** Saves exactly what is filtered as a file. */
export function CsvButton({ label, onSave }: { label: string; onSave: () => Promise<void> }) {
  const csv = useMutation({ mutationFn: onSave });
  return (
    <>
      <button
        type="button"
        className={buttons.secondary}
        aria-busy={csv.isPending}
        onClick={() => csv.isPending || csv.mutate()}
      >
        {label}
      </button>
      <Problem error={csv.error} />
    </>
  );
}
