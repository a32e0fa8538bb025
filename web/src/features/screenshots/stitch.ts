import { findBreaks, twiceReason } from "./flags.ts";
import { nameDistance, toReadableKey, sureBelow } from "./names.ts";
import type { ReadCell, ReadName, ReadRow } from "./types.ts";

/** A row as one picture shows it. */
export type PictureRow = Omit<ReadRow, "key">;

/** Names that nobody of the roster has are the same person when they are this near. */
const sameUnknown = 0.2;
const orderReason = "Breaks the order of the list";

/** Says for each picture which numbers break the order of its list. */
export function flagOrder(rows: PictureRow[]): PictureRow[] {
  const columns = rows[0]?.cells.length ?? 0;
  const breaks = Array.from({ length: columns }, (_, column) => {
    // A number that was not legible says nothing about those around it.
    return new Set(findBreaks(rows.map(({ cells }) => cells[column]?.value ?? null)));
  });
  return rows.map((row, at) => ({
    ...row,
    cells: row.cells.map((cell, column) =>
      breaks[column]?.has(at) ? { ...cell, reasons: [...cell.reasons, orderReason] } : cell,
    ),
  }));
}

/** Of two names of a picture that look like one player, the nearer one is; the other is somebody else. */
export function keepNearest(rows: PictureRow[]): PictureRow[] {
  return rows.map((row) => {
    const { member, picture } = row.name;
    if (!member || member.distance <= sureBelow) return row;
    const isTaken = rows.some(
      ({ name }) =>
        name.picture === picture &&
        name.member?.id === member.id &&
        name.member.distance < member.distance &&
        !isSameLine(name, row.name),
    );
    return isTaken ? { ...row, name: { ...row.name, member: null } } : row;
  });
}

/** Makes one row per player of the rows of all pictures, in the order in which they first appear. */
export function stitchRows(rows: PictureRow[]): ReadRow[] {
  const stitched: PictureRow[][] = [];
  for (const row of rows) {
    const same = stitched.find((group) => group.every((other) => isSamePlayer(other, row)));
    if (same) same.push(row);
    else stitched.push([row]);
  }
  const players = stitched.map(([first]) => first?.name.member?.id);
  return stitched.flatMap((group, index) => {
    const [first] = group;
    if (!first) return [];
    const best = group.reduce((top, row) => (rankName(row) < rankName(top) ? row : top), first).name;
    const isTwice = best.member !== null && players.filter((id) => id === best.member?.id).length > 1;
    const name = isTwice ? { ...best, reasons: [...best.reasons, twiceReason] } : best;
    const cells = first.cells.map((cell, column) =>
      joinCells(
        group.flatMap((row) => row.cells[column] ?? []),
        cell,
      ),
    );
    return [{ key: `row-${index + 1}`, name, cells }];
  });
}

const rankName = ({ name }: PictureRow) =>
  name.reasons.length + (name.member?.distance ?? name.nearest[0]?.distance ?? 1);

function isSamePlayer(one: PictureRow, other: PictureRow): boolean {
  const [first, second] = [one.name.member, other.name.member];
  const isBeside = one.name.picture === other.name.picture && !isSameLine(one.name, other.name);
  // A picture may show somebody's own row once more, with the same numbers; else one of the two is somebody else.
  if (first || second) return first?.id === second?.id && (!isBeside || hasSameValues(one, other));
  if (isBeside) return false;
  return nameDistance(toReadableKey(one.name.text), toReadableKey(other.name.text)) <= sameUnknown;
}

/** Parts of a tall picture overlap: a row may be read in two of them. */
function isSameLine(one: ReadName, other: ReadName): boolean {
  return one.picture === other.picture && Math.abs(one.box.top - other.box.top) < one.box.height / 2;
}

function hasSameValues(one: PictureRow, other: PictureRow): boolean {
  return one.cells.every(({ value }, column) => value !== null && value === other.cells[column]?.value);
}

/** A value read without doubt stands; two of them that differ, and values that are only guesses, are to be checked. */
function joinCells(cells: ReadCell[], first: ReadCell): ReadCell {
  const sure = cells.filter(({ reasons }) => reasons.length === 0);
  const [best] = sure;
  const different = sure.find(({ value, text }) => value !== best?.value || (value === null && text !== best.text));
  if (best && !different) return best;
  if (best && different) {
    const reasons = [`Two readings: ${best.text}, ${different.text}`];
    return { ...best, reasons, offered: [best, different].map(({ text, value }) => ({ text, value })) };
  }
  // The reading with the fewest reasons leads; what the others read is offered as well.
  const guess = cells.reduce((top, cell) => (isBetterGuess(cell, top) ? cell : top), first);
  const offered = new Map(cells.flatMap((cell) => cell.offered).map((one) => [one.value, one]));
  return { ...guess, offered: [...new Set([...guess.offered, ...offered.values()])].slice(0, 3) };
}

const isBetterGuess = (one: ReadCell, other: ReadCell) =>
  (one.value === null ? 9 : one.reasons.length) < (other.value === null ? 9 : other.reasons.length);
