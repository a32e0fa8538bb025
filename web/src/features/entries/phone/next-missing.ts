/** What is entered one after the other: the players of each activity, or the activities of each player. */
interface Order {
  groups: number[];
  lines: number[];
}

interface Position {
  group: number;
  line: number;
}

/**
 * The next missing value of the same group, in the order shown and once around; then the first one of the next group
 * that has any. Null when everything is entered.
 */
export function findNextMissing(
  { groups, lines }: Order,
  from: { group: number; line: number | null },
  isMissing: (at: Position) => boolean,
): Position | null {
  const inGroup = (group: number, order: number[]) => {
    const line = order.find((one) => isMissing({ group, line: one }));
    return line === undefined ? null : { group, line };
  };
  const own = inGroup(from.group, othersAfter(lines, from.line));
  if (own) return own;
  for (const group of othersAfter(groups, from.group)) {
    const found = inGroup(group, lines);
    if (found) return found;
  }
  return null;
}

/** All others, beginning behind this one and once around. */
function othersAfter(list: number[], one: number | null): number[] {
  const at = one === null ? -1 : list.indexOf(one);
  return [...list.slice(at + 1), ...list.slice(0, Math.max(0, at))];
}
