import type { Activity } from "@clanhall/contract/activities";
import type { ReactNode } from "react";
import { formatNumber } from "../../lib/format.ts";
import { DragHandle } from "../../ui/drag-handle.tsx";
import type { useReorder } from "../../ui/use-reorder.ts";
import list from "../../ui/list.module.css";
import { NameCell, PublicCell, ValueCell } from "./activity-cells.tsx";
import { entryByNames, targetText, weekdaysText } from "./format.ts";

export interface ActivityListProps {
  rows: Activity[];
  /** Null for those who only read. */
  reorder: ReturnType<typeof useReorder> | null;
  menuOf: ((row: Activity) => ReactNode) | null;
}

export function ActivityTable({ rows, reorder, menuOf }: ActivityListProps) {
  return (
    <div className={list.frame}>
      <table className={`${list.table} ${list.ordered}`}>
        <caption className="unseen">Active activities in their order</caption>
        <thead>
          <tr>
            {reorder && (
              <th scope="col" className={list.handleCell}>
                <span className="unseen">Order</span>
              </th>
            )}
            <th scope="col">Activity</th>
            <th scope="col">Value</th>
            <th scope="col" data-number>
              Points
            </th>
            <th scope="col">Target</th>
            <th scope="col">Due</th>
            <th scope="col">Entered by</th>
            <th scope="col">Public</th>
            <th scope="col" data-number>
              Entries
            </th>
            {menuOf && (
              <th scope="col" className={list.menuCell}>
                <span className="unseen">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} {...reorder?.item(row.id)}>
              {reorder && (
                <td className={list.handleCell}>
                  <DragHandle name={row.name} {...reorder.handle(row.id)} />
                </td>
              )}
              <th scope="row">
                <NameCell row={row} />
              </th>
              <Facts row={row} />
              {menuOf && <td className={list.menuCell}>{menuOf(row)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Facts({ row }: { row: Activity }) {
  return (
    <>
      <td>
        <ValueCell row={row} />
      </td>
      <td data-number>{formatNumber(row.points_per_unit)}</td>
      <td>{targetText(row)}</td>
      <td className={list.steady}>{weekdaysText(row.weekdays)}</td>
      <td>{entryByNames[row.entry_by]}</td>
      <td>
        <PublicCell isPublic={row.public} />
      </td>
      <td data-number>{formatNumber(row.entry_count)}</td>
    </>
  );
}
