/** An edge from one letter of a pattern to a next one. Two edges may join the same letters in two ways. */
type Edge = readonly [from: number, to: number];

/** What a part of a pattern begins and ends with, and in how many ways it may be empty (two stands for many). */
interface Part {
  first: number[];
  last: number[];
  empties: number;
}

interface Reader {
  source: string;
  at: number;
  letters: string[];
  edges: Edge[];
  groups: string[];
  /** What looks ahead or behind is matched by itself. */
  asides: string[];
}

const letter = /\[(?:\\[^]|[^\]\\])*\]|\\(?:u\{[^}]*\}|u[\da-f]{4}|x[\da-f]{2}|p\{[^}]*\}|k<[^>]*>|c[a-z]|[^])|[^]/iuy;
const quantifier = /(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/uy;
const assertion = /^(?:[$^]|\\b)$/iu;
const aside = /\((?:\?[=!]|\?<[=!])/uy;
const groupStart = /\((?:\?(?:[a-z-]*:|<[^>]*>))?/uy;
const nothing: Part = { first: [], last: [], empties: 1 };

/** Whether some text could be matched by this pattern in a number of ways that doubles with its length. */
export function isCatastrophic(source: string, flags: string): boolean {
  const reader: Reader = { source, at: 0, letters: [], edges: [], groups: [], asides: [] };
  readChoice(reader);
  if (reader.at < source.length) throw new Error(`The pattern /${source}/ could not be read past ${reader.at}`);
  return isAmbiguous(reader, flags) || reader.asides.some((inner) => isCatastrophic(inner, flags));
}

function readChoice(reader: Reader): Part {
  let part = readSequence(reader);
  while (reader.source[reader.at] === "|") {
    reader.at++;
    const other = readSequence(reader);
    const empties = Math.min(2, part.empties + other.empties);
    part = { first: [...part.first, ...other.first], last: [...part.last, ...other.last], empties };
  }
  return part;
}

function readSequence(reader: Reader): Part {
  let part = nothing;
  while (reader.at < reader.source.length && !"|)".includes(reader.source[reader.at] ?? "")) {
    part = join(reader, part, repeat(reader, readOne(reader)));
  }
  return part;
}

function join({ edges }: Reader, one: Part, next: Part): Part {
  connect(edges, one.last, next.first);
  return {
    first: [...one.first, ...times(one.empties, next.first)],
    last: [...next.last, ...times(next.empties, one.last)],
    empties: Math.min(2, one.empties * next.empties),
  };
}

function connect(edges: Edge[], from: number[], to: number[]): void {
  for (const one of from) for (const next of to) edges.push([one, next]);
}

function times(count: number, letters: number[]): number[] {
  return Array.from({ length: count }, () => letters).flat();
}

/** However often something may stand there, from twice on it counts as a loop. */
function repeat(reader: Reader, part: Part): Part {
  const [sign, least = "", comma, most = ""] = take(reader, quantifier) ?? [];
  if (!sign) return part;
  const max = comma === undefined ? Number(!"*+".includes(sign[0] ?? "")) : Number(comma ? most || 2 : least);
  const isOptional = "*?".includes(sign[0] ?? "") || Number(least || 1) === 0;
  if (max !== 1) connect(reader.edges, part.last, part.first);
  return { ...part, empties: isOptional ? 1 : Math.min(part.empties, 1) };
}

function readOne(reader: Reader): Part {
  const { source, letters, groups } = reader;
  const start = reader.at;
  if (take(reader, aside)) {
    const inner = { ...reader, letters: [], edges: [] };
    readChoice(inner);
    reader.asides.push(source.slice(source.startsWith("(?<", start) ? start + 4 : start + 3, inner.at));
    reader.at = inner.at + 1;
    return nothing;
  }
  const opening = take(reader, groupStart)?.[0];
  if (opening) {
    const number = opening.endsWith(":") ? null : groups.push("") - 1;
    const from = reader.at;
    const part = readChoice(reader);
    if (number !== null) groups[number] = source.slice(from, reader.at);
    reader.at++;
    return part;
  }
  const [text = ""] = take(reader, letter) ?? [];
  if (assertion.test(text)) return nothing;
  const at = letters.push(/^\\[1-9]/u.test(text) ? findGroup(groups, Number(text.slice(1))) : text) - 1;
  return { first: [at], last: [at], empties: 0 };
}

/** What a group matched is one letter if the group is, else it may be anything. */
function findGroup(groups: string[], number: number): string {
  const text = groups[number - 1] ?? "";
  letter.lastIndex = 0;
  return letter.exec(text)?.[0] === text ? text : "[^]";
}

function take(reader: Reader, pattern: RegExp): RegExpExecArray | null {
  pattern.lastIndex = reader.at;
  const found = pattern.exec(reader.source);
  reader.at += found?.[0].length ?? 0;
  return found;
}

/** From some letter back to itself on two different ways by the same text: then every round doubles the ways. */
function isAmbiguous({ source, letters, edges }: Reader, flags: string): boolean {
  const samples = [...new Set([...Array.from(source), ...usualLetters])];
  const matched = new Map<string, boolean[]>();
  for (const text of letters) {
    const pattern = new RegExp(`^(?:${text})$`, flags.replaceAll(/[gy]/g, ""));
    if (!matched.has(text))
      matched.set(
        text,
        samples.map((sample) => pattern.test(sample)),
      );
  }
  const share = (one: number, other: number) => {
    const others = matched.get(letters[other] ?? "");
    return matched.get(letters[one] ?? "")?.some((isMatch, at) => isMatch && others?.[at]) ?? false;
  };
  const next = letters.map((_, from) => edges.filter(([start]) => start === from));
  return letters.some((_, start) => {
    const around = findLoop(start, edges);
    return (
      around.size > 0 &&
      comesBackTwice(
        start,
        next.map((list) => list.filter(([, to]) => around.has(to))),
        share,
      )
    );
  });
}

const usualLetters = [
  ...Array.from({ length: 0x180 }, (_, code) => String.fromCharCode(code)),
  ...Array.from("\u0301\u05d0\u0645\u200b\u200d\u2028\u202e\u3000\u4e00\ufeff😀"),
];

/** The letters that lie on a way from this one back to itself. */
function findLoop(start: number, edges: Edge[]): Set<number> {
  const before = reach(
    start,
    edges.map(([from, to]) => [to, from] as const),
  );
  return new Set([...reach(start, edges)].filter((letterAt) => before.has(letterAt)));
}

function reach(start: number, edges: Edge[]): Set<number> {
  const seen = new Set<number>();
  const open = [start];
  for (let from = open.pop(); from !== undefined; from = open.pop()) {
    for (const [at, to] of edges) {
      if (at !== from || seen.has(to)) continue;
      seen.add(to);
      open.push(to);
    }
  }
  return seen;
}

function comesBackTwice(start: number, next: Edge[][], share: (one: number, other: number) => boolean): boolean {
  const seen = new Set<string>();
  const open: [one: number, other: number, hasParted: boolean][] = [[start, start, false]];
  for (let pair = open.pop(); pair; pair = open.pop()) {
    const [one, other, hasParted] = pair;
    for (const left of next[one] ?? []) {
      for (const right of next[other] ?? []) {
        const step = [left[1], right[1], hasParted || left !== right] as const;
        if (seen.has(step.join()) || !share(step[0], step[1])) continue;
        if (step[0] === start && step[1] === start && step[2]) return true;
        seen.add(step.join());
        open.push([...step]);
      }
    }
  }
  return false;
}
