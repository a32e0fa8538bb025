import type { NearMember, RosterMember } from "./types.ts";

/** Characters that a reading takes for one another. */
const alike = ["o0qd", "l1i|jt7", "s583", "b86", "z2", "g9", "a4", "e3", "uv", "cg", "nh", "h4"];
const alikeCost = 0.35;
const takenBelow = 0.28;
const aheadBy = 0.1;
export const sureBelow = 0.2;

/** Letters that are not made of a plain one and a mark. */
const plain: Record<string, string> = { ø: "o", æ: "ae", œ: "oe", ß: "ss", ł: "l", đ: "d", ð: "d", ı: "i", ŋ: "n" };

/** What of a name survives a screenshot: letters and digits without marks. */
export function toReadableKey(name: string): string {
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
