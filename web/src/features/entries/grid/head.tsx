import type { DayActivity } from "@clanhall/contract/days";
import { memo } from "react";
import { IconBadge } from "../../../ui/icon-badge.tsx";
import { Icon } from "../../../ui/core/icon.tsx";
import { Menu, type MenuItem } from "../../../ui/menu.tsx";
import { formatUnit } from "../format.ts";
import { carryOut, cellsIn, fillDown, planInput } from "./actions.ts";
import { iconStyle } from "../../../ui/core/button.tsx";
import { Row, Text } from "../../../ui/core/layout.tsx";
import styles from "./grid.module.css";
import { indexesOf } from "./row.tsx";
import { focusGrid, type GridOrder, type GridStore, headId, select } from "./state.ts";
import { type Columns, headHeight, type Span } from "./view.ts";

interface GridHeadProps {
  store: GridStore;
  columns: Columns;
  shown: Span;
  canWrite: boolean;
  sorted: GridOrder["byColumn"];
  onSet: (column: number) => void;
}

export const GridHead = memo(function GridHead({ store, columns, shown, canWrite, sorted, onSet }: GridHeadProps) {
  const { activities } = store.sheet;
  return (
    <div role="row" aria-rowindex={1} className={styles.head} style={{ height: headHeight }}>
      <div role="columnheader" aria-colindex={1} className={styles.name} style={{ width: columns.nameWidth }}>
        Player
      </div>
      {indexesOf(shown).map((column) => {
        const activity = activities[column];
        return (
          activity && (
            <div
              key={column}
              role="columnheader"
              id={headId(store, column)}
              aria-colindex={column + 2}
              aria-sort={sorted?.column === column ? (sorted.isHighFirst ? "descending" : "ascending") : undefined}
              className={styles.headCell}
              style={{ left: columns.starts[column], width: columns.widths[column] }}
            >
              <HeadText
                activity={activity}
                sorted={sorted?.column === column ? sorted : null}
                onSort={() => store.order?.sortByColumn(column)}
              />
              <ColumnMenu store={store} column={column} activity={activity} canWrite={canWrite} onSet={onSet} />
            </div>
          )
        );
      })}
      <div
        role="columnheader"
        aria-colindex={activities.length + 2}
        className={styles.points}
        style={{ width: columns.pointsWidth }}
      >
        <span className={styles.headText}>
          Points
          <Text dim size="xs" weight={400}>
            of the day
          </Text>
        </span>
      </div>
    </div>
  );
});

interface HeadTextProps {
  activity: DayActivity;
  sorted: GridOrder["byColumn"];
  onSort: () => void;
}

/** High first, low first, as before. */
function HeadText({ activity, sorted, onSort }: HeadTextProps) {
  const unit = activity.due ? formatUnit(activity) : "not due";
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.headText}
      title={activity.description || activity.name}
      onClick={onSort}
    >
      <Row as="span" nowrap gap={2} justify="end" weight={600}>
        <IconBadge {...activity} size={20} />
        <Text wrap="cut">{activity.short_label}</Text>
        {sorted && <Icon name={sorted.isHighFirst ? "chevron-down" : "chevron-up"} size={16} />}
      </Row>
      <Text dim size="xs" weight={400} wrap="cut">
        {unit}
      </Text>
      <span className="visually-hidden"> sort by {activity.name}</span>
    </button>
  );
}

interface ColumnMenuProps {
  store: GridStore;
  column: number;
  activity: DayActivity;
  canWrite: boolean;
  onSet: (column: number) => void;
}

function ColumnMenu({ store, column, activity, canWrite, onSet }: ColumnMenuProps) {
  /** From the active cell if it is in this column, else from the top. */
  const source = () => {
    const { anchor } = store.read().selection;
    return anchor.column === column ? anchor.row : 0;
  };
  const last = () => store.read().rows.length - 1;
  const goTo = (top: number) => {
    select(store, { row: top, column }, { row: last(), column }, { row: top, column });
    queueMicrotask(() => focusGrid(store));
  };
  const whole = () => ({ top: 0, left: column, bottom: last(), right: column });
  const sort = () => {
    store.order?.sortByColumn(column);
    queueMicrotask(() => focusGrid(store));
  };
  const reading: MenuItem[] = [
    { label: "Sort by this column", group: "open", onSelect: sort },
    { label: "Select column", group: "open", onSelect: () => goTo(0) },
  ];
  const writing: MenuItem[] = [
    { label: "Set column…", onSelect: () => onSet(column) },
    {
      label: "Fill down",
      onSelect: () => {
        const top = source();
        goTo(top);
        fillDown(store, { ...whole(), top });
      },
    },
    {
      label: "Clear column",
      danger: true,
      onSelect: () => {
        goTo(0);
        carryOut(store, planInput(store.sheet, cellsIn(store.read().rows, whole()), { kind: "clear" }));
      },
    },
  ];
  return (
    <Menu
      label={`Column ${activity.name}`}
      trigger={
        <button type="button" className={`${iconStyle} ${styles.columnMenu}`} tabIndex={-1}>
          ⋮
        </button>
      }
      items={canWrite ? [...reading, ...writing] : reading}
    />
  );
}
