import { type QueryClient, type UseQueryResult, useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { hasStatus } from "../../lib/api-errors.ts";
import { errorText } from "../../lib/error-text.ts";
import { ErrorMessage, Notice } from "../core/notice.tsx";
import { AsyncSection, Skeleton } from "../async-section.tsx";
import { Button } from "../core/button.tsx";
import { Checkbox } from "../core/checkbox.tsx";
import { useIsPhone } from "../../lib/media.ts";
import { PhoneRows, Table } from "./data-list-rows.tsx";
import { type Column, type ColumnChoice, type Selection, withDecimals } from "./data-list-state.ts";
import styles from "./data-list.module.css";
import { NoMatches, type NoMatchesProps } from "../empty-state.tsx";
import { Menu, type MenuItem } from "../menu.tsx";
import { Pager, type PagerProps } from "../pager.tsx";
import { Popover } from "../popover.tsx";
import { Stack } from "../core/layout.tsx";
import { useReorder } from "../reorder.tsx";

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
  filters?: { isFiltered: boolean; clear: () => void; noMatch: Omit<NoMatchesProps, "onClear"> };
  /** Where rows can be moved, the two steps come with the row. */
  menu?: ((row: Row, moves: MenuItem[]) => MenuItem[]) | null;
  /** Why something one would look for is not in the menu. */
  menuNote?: (row: Row) => string | null;
  /** Null for those who only read, as with `order`. */
  selection?: Selection<Row> | null;
  order?: ((ids: string[], moved: string) => Promise<unknown>) | null;
  /** Where rows come page by page. */
  pages?: PagerProps["query"];
  isDim?: (row: Row) => boolean;
  /** How many there are, on the line above the rows of a phone. */
  count?: ReactNode;
}

/** A table on the desktop, two-line rows on a phone: both from the same columns. */
export function DataList<Row>(props: DataListProps<Row>) {
  const { rows, query, empty = null, filters, pages } = props;
  if (rows === undefined) return <Loading {...props} />;
  if (rows.length === 0 && filters?.isFiltered) {
    return <NoMatches {...filters.noMatch} onClear={filters.clear} />;
  }
  if (rows.length === 0) return empty;
  return (
    <Stack className={styles.list} aria-busy={query.isPlaceholderData}>
      <Rows {...props} rows={rows} />
      {pages && <Pager query={pages} />}
    </Stack>
  );
}

type RowsProps<Row> = Omit<DataListProps<Row>, "rows"> & { rows: Row[] };

function Rows<Row>(props: RowsProps<Row>) {
  const { rows, rowId, rowName, menu, menuNote, order } = props;
  const isPhone = useIsPhone();
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
    const up = { label: "Move up", onSelect: () => reorder.step(id, -1) };
    const down = { label: "Move down", onSelect: () => reorder.step(id, 1) };
    return order ? [...(index > 0 ? [up] : []), ...(index < rows.length - 1 ? [down] : [])] : [];
  };
  const menuOf =
    menu &&
    ((row: Row) => (
      <Menu
        label={`Actions for ${rowName(row)}`}
        items={menu(row, movesOf(rowId(row)))}
        note={menuNote?.(row) ?? null}
      />
    ));
  const columns = useMemo(() => withDecimals(props.columns, rows), [props.columns, rows]);
  const body = {
    ...props,
    columns,
    rows: order ? reorder.order.flatMap((id) => byId.get(id) ?? []) : rows,
    reorder: order ? reorder : null,
    menuOf: menuOf ?? null,
  };
  return (
    <>
      {isPhone ? <PhoneRows {...body} /> : <Table {...body} />}
      {order && (
        <p className="visually-hidden" aria-live="assertive">
          {reorder.announcement}
        </p>
      )}
    </>
  );
}

/** The shape of the list while it is on the way, or why it does not come. */
function Loading<Row>({ query, what }: DataListProps<Row>) {
  return (
    <AsyncSection
      query={{ ...query, data: undefined }}
      what={what}
      skeleton={<Skeleton label={`${what}: loading`} shape="rows" count={8} />}
    >
      {() => null}
    </AsyncSection>
  );
}

/** Chooses which columns the table shows. */
export function ColumnPicker<Row>({ choice: { hideable, hidden, toggle } }: { choice: ColumnChoice<Row> }) {
  return (
    <Popover label="Columns" trigger={<Button>Columns</Button>}>
      <fieldset className={styles.columnPicker}>
        <legend className="visually-hidden">Columns to show</legend>
        {hideable.map(({ key, label }) => (
          <Checkbox key={key} label={label} checked={!hidden.includes(key)} onChange={() => toggle(key)} />
        ))}
      </fieldset>
    </Popover>
  );
}

export interface CsvButtonProps {
  label: string;
  /** Given what asks for all pages, see `loadAll`. */
  onSave: (queries: QueryClient) => void | Promise<void>;
}

/** Saves exactly what is filtered as a file. */
export function CsvButton({ label, onSave }: CsvButtonProps) {
  const queries = useQueryClient();
  const csv = useMutation({ mutationFn: async () => onSave(queries) });
  return (
    <>
      <Button busy={csv.isPending} onClick={() => csv.mutate()}>
        {label}
      </Button>
      <ErrorMessage error={csv.error} />
    </>
  );
}

/** Why nothing of a list can be changed. */
export function ReadOnlyNotice({ isDeleted, children }: { isDeleted: boolean; children: ReactNode }) {
  return (
    <Notice>
      <p>
        This clan {isDeleted ? "will be deleted" : "is archived"}: {children}
      </p>
    </Notice>
  );
}

/** What could not be done. After a conflict the list was asked for again. */
export function ListError({ error }: { error: unknown }) {
  if (!hasStatus(error, 409)) return <ErrorMessage error={error} />;
  return (
    <Notice tone="danger" role="alert">
      <p>{errorText(error)}</p>
      <p>The list shows how it is now.</p>
    </Notice>
  );
}
