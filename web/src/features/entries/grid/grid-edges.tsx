import type { DayMember } from "@clanhall/contract/days";
import { memo } from "react";
import { Avatar } from "../../../ui/avatar.tsx";
import type { Sheet } from "../sheet.ts";
import { useWholeSheet } from "../use-whole-sheet.ts";
import { notDueWords, showPoints } from "./cell-text.ts";
import { rowHeight } from "./geometry.ts";
import styles from "./grid.module.css";

interface EdgeProps {
  sheet: Sheet;
  rows: number[];
  /** Positions among the rows that are drawn. */
  places: number[];
  width: number;
}

/**
 * The players' names at the left, which stay while the rest scrolls. They are one layer for all rows, because a browser
 * gives each thing that stays a layer of its own, and dozens of them make every key press slow. Rows name their player
 * for those who hear the grid.
 */
export const NameEdge = memo(function NameEdge({ sheet, rows, places, width }: EdgeProps) {
  return (
    <div aria-hidden className={styles.names} style={{ width }}>
      {places.map((index) => {
        const member = sheet.members[rows[index] ?? -1];
        return member && <Name key={member.id} member={member} top={index * rowHeight} />;
      })}
    </div>
  );
});

const Name = memo(function Name({ member, top }: { member: DayMember; top: number }) {
  return (
    <div className={styles.name} data-row-name style={{ top }}>
      <Avatar name={member.name} />
      <span className={styles.nameText} title={member.name}>
        {member.name}
      </span>
      {member.is_me && <span className={styles.tag}>you</span>}
      {member.not_due && (
        <span className={styles.tag} title={notDueWords(member)}>
          {member.not_due === "away" ? "away" : "new"}
        </span>
      )}
    </div>
  );
});

/** The points at the right, one layer too. They may follow a moment after the key that changed them. */
export const PointsEdge = memo(function PointsEdge({ sheet, rows, places, width }: EdgeProps) {
  useWholeSheet(sheet);
  return (
    <div aria-hidden className={styles.pointsEdge} style={{ width }}>
      {places.map((index) => {
        const row = rows[index];
        return row !== undefined && <Points key={row} points={sheet.pointsOf(row)} top={index * rowHeight} />;
      })}
    </div>
  );
});

const Points = memo(function Points({ points, top }: { points: number; top: number }) {
  return (
    <div className={styles.points} style={{ top }}>
      {showPoints(points)}
    </div>
  );
});
