import { toNameKey } from "./names.ts";
import { createNameFinder } from "./similar-names.ts";

interface Named {
  id: string;
  name: string;
  aliases: readonly string[];
}

export interface NameMatch<Member extends Named> {
  member: Member;
  /** False where it only looks alike, which somebody has to say yes to. */
  isExact: boolean;
}

/** Finds players by what others call them: by name or alias, else by one that looks alike. */
export function createNameMatcher<Member extends Named>(members: readonly Member[]) {
  const exact = new Map<string, Member>();
  const names = members.flatMap((member) => [member.name, ...member.aliases].map((name) => ({ name, member })));
  // A name counts more than somebody else's alias.
  for (const member of members) for (const alias of member.aliases) exact.set(toNameKey(alias), member);
  for (const member of members) exact.set(toNameKey(member.name), member);
  const findSimilar = createNameFinder(names);
  return (text: string): NameMatch<Member> | null => {
    if (text.trim() === "") return null;
    const known = exact.get(toNameKey(text));
    if (known) return { member: known, isExact: true };
    const similar = findSimilar(text);
    return similar && { member: similar.member, isExact: false };
  };
}

/** So much of a column has to read as names for the rows to go by them. */
const namesShare = 0.6;

/**
 * The column of a pasted block that holds players' names, the first or the second; null where the block goes by
 * position. The first row may be a head: it counts only if it is a name.
 */
export function findNameColumn(block: readonly (readonly string[])[], isName: (text: string) => boolean): 0 | 1 | null {
  for (const column of [0, 1] as const) {
    const isWide = block.some((row) => row.length > column + 1);
    const filled = block.map((row) => row[column] ?? "").filter((text) => text.trim() !== "");
    const found = filled.filter(isName).length;
    // With a head, which is no name, the share is of the rows below it.
    const hasHead = filled.length > 1 && !isName(filled[0] ?? "");
    const isNamed = found > 0 && found >= namesShare * (hasHead ? filled.length - 1 : filled.length);
    if (isWide && isNamed) return column;
  }
  return null;
}

interface Labelled {
  name: string;
  short_label: string;
}

export interface NamedBlock {
  /** Rows of values, each with the name before them. */
  rows: { name: string; texts: string[] }[];
  /** The position of the activity that each column of texts is for; null for one that is none. */
  columns: (number | null)[];
}

/**
 * A block that goes by names: its columns by a head row of activities' names or short labels, else from the chosen
 * column on.
 */
export function readNamedBlock(
  block: readonly (readonly string[])[],
  nameColumn: number,
  activities: readonly Labelled[],
  firstColumn: number,
): NamedBlock {
  const labels = new Map(
    activities.flatMap(({ name, short_label }, index) => [
      [toNameKey(short_label), index] as const,
      [toNameKey(name), index] as const,
    ]),
  );
  const head = (block[0] ?? []).slice(nameColumn + 1).map((text) => labels.get(toNameKey(text)) ?? null);
  const hasHead = head.some((index) => index !== null);
  const width = Math.max(0, ...block.map((row) => row.length - nameColumn - 1));
  const columns = Array.from({ length: width }, (_, index) => {
    if (hasHead) return head[index] ?? null;
    return firstColumn + index < activities.length ? firstColumn + index : null;
  });
  const rows = (hasHead ? block.slice(1) : block)
    .map((row) => ({ name: (row[nameColumn] ?? "").trim(), texts: row.slice(nameColumn + 1) }))
    .filter(({ name }) => name !== "");
  return { rows, columns };
}
