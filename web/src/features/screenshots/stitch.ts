import { findBreaks, twiceReason } from "./flags.ts";
import type { NearMember, ReadCell, ReadName, ReadRow, RosterMember } from "./types.ts";

/** Characters that a reading takes for one another. */
const alike = ["o0qd", "l1i|jt7", "s583", "b86", "z2", "g9", "a4", "e3", "uv", "cg", "nh", "h4"];
const alikeCost = 0.35;
const takenBelow = 0.28;
const aheadBy = 0.1;
export const sureBelow = 0.2;

/** Letters that are not made of a plain one and a mark. */
const plain: Record<string, string> = { ø: "o", æ: "ae", œ: "oe", ß: "ss", ł: "l", đ: "d", ð: "d", ı: "i", ŋ: "n" };

/** What of a name survives a screenshot: letters and digits without marks. */
function toReadableKey(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[øæœßłđðıŋ]/g, (character) => plain[character] ?? "")
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** Edits between two names over the longer length; look-alikes cost little. */
export function nameDistance(one: string, other: string): number {
  const [from, to] = [Array.from(one), Array.from(other)];
  const longer = Math.max(from.length, to.length);
  if (longer === 0) return 1;
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [row, character] of from.entries()) {
    const next = [row + 1];
    for (const [column, wanted] of to.entries()) {
      const swap = (last[column] ?? 0) + swapCost(character, wanted);
      next.push(Math.min(swap, (last[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    last = next;
  }
  return (last[to.length] ?? longer) / longer;
}

function swapCost(one: string, other: string): number {
  if (one === other) return 0;
  return alike.some((group) => group.includes(one) && group.includes(other)) ? alikeCost : 1;
}

/** The forms in which a reading may be a name: as it is, without a tag before it, without scraps around it. */
function toCandidates(reading: string, tagLength = 0): string[] {
  const tokens = reading.split(/\s+/).filter(Boolean);
  const withoutTag = reading.replace(/^.{0,3}[[({<|].{1,6}?[\])}>|1I]\s*/u, "");
  const whole = tokens.filter((token) => toReadableKey(token).length > 2);
  const first = tokens.findIndex((token) => toReadableKey(token).length > 2);
  const forms = [
    reading,
    withoutTag,
    whole.join(" "),
    withoutTag
      .split(/\s+/)
      .filter((token) => toReadableKey(token).length > 2)
      .join(" "),
    ...(first >= 0 ? [tokens[first] ?? "", tokens.slice(first, first + 2).join(" ")] : []),
    ...(tagLength > 0 ? [reading.slice(tagLength)] : []),
  ];
  const keys = forms.map(toReadableKey);
  // An ü is often read as two strokes.
  return [...new Set([...keys, ...keys.map((key) => key.replaceAll("ii", "u"))])].filter((key) => key.length > 0);
}

/** Length of the beginning that many names share: the clan's tag, however it was read; 0 without one. */
export function findTagLength(readings: string[]): number {
  const starts = new Map<string, number>();
  for (const reading of readings) {
    const tag = /^\W{0,2}\S{1,5}[\])}>|1I]/u.exec(reading)?.[0] ?? "";
    if (tag.length >= 3) starts.set(tag.slice(0, 3), (starts.get(tag.slice(0, 3)) ?? 0) + 1);
  }
  const [best] = [...starts].toSorted((a, b) => b[1] - a[1]);
  if (!best || best[1] < 3 || best[1] < readings.length * 0.3) return 0;
  const own = readings.filter((reading) => reading.startsWith(best[0]));
  const lengths = own.map((reading) => /^\W{0,2}\S{1,5}[\])}>|1I]/u.exec(reading)?.[0].length ?? 0);
  return lengths.toSorted((a, b) => a - b)[Math.floor(lengths.length / 2)] ?? 0;
}

/** Finds the member that a row's readings mean, and the three nearest. */
export function createMemberFinder(roster: RosterMember[]) {
  const keys = roster.flatMap(({ id, name, aliases }) => {
    const tagless = name.replace(/^\s*[[({<|].{1,6}?[\])}>|]\s*/u, "");
    return [...new Set([name, tagless, ...aliases].map(toReadableKey))]
      .filter((key) => key !== "")
      .map((key) => ({ id, key }));
  });
  return (readings: string[], tagLength = 0): { member: NearMember | null; nearest: NearMember[] } => {
    const candidates = new Set(readings.flatMap((reading) => toCandidates(reading, tagLength)));
    const best = new Map<string, number>();
    for (const { id, key } of keys) {
      for (const candidate of candidates) {
        const distance = nameDistance(candidate, key);
        if (distance < (best.get(id) ?? Infinity)) best.set(id, distance);
      }
    }
    const nearest = [...best]
      .map(([id, distance]) => ({ id, distance }))
      .toSorted((a, b) => a.distance - b.distance)
      .slice(0, 3);
    const [first, second] = nearest;
    const isTaken =
      first !== undefined && first.distance <= takenBelow && (second?.distance ?? 1) - first.distance >= aheadBy;
    return { member: isTaken ? first : null, nearest };
  };
}

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
