import type { Word } from "./client.ts";
import type { Box, FoundList, ListGeometry } from "./types.ts";

export interface ListRow {
  /** Middle of the row's number. */
  middle: number;
  /** Whether a number was seen there; the others follow from the distance between rows. */
  isSeen: boolean;
}

const isNumber = ({ text }: Word) => /^[\d.,KMB]+$/i.test(text) && /\d/.test(text);
/** Ranks and levels stand before the names. */
const leftmost = 0.22;
const fewestNumbers = 3;
const extraRows = 4;
/** Columns of a picture of the same list lie where the layout has them, in thousandths of the width. */
const tolerance = 25;

interface NumberColumn {
  left: number;
  right: number;
  tall: number;
  numbers: Word[];
}

/** Finds the list of a picture: columns of numbers, the distance of rows, and where the names begin. */
export function findGeometry(tokens: Word[], size: { width: number; height: number }): FoundList | null {
  const found = findColumns(tokens.filter(isNumber), size.width);
  // A column has a number in most rows, some digits in names do not.
  const most = Math.max(0, ...found.map(({ numbers }) => numbers.length));
  const all = found.filter(({ numbers }) => numbers.length >= most * 0.3);
  const alone = all.filter(
    ({ numbers }) => numbers.filter((word) => isInSentence(word, tokens)).length < numbers.length * 0.4,
  );
  for (const columns of [alone, all, all.slice(1)]) {
    const main = columns.toSorted((a, b) => b.numbers.length - a.numbers.length)[0];
    if (!main) continue;
    const lines = toLines(main.numbers.map(middleOf), main.tall);
    const pitch = findPitch(lines, main.tall);
    if (pitch === null) continue;
    const rows = fitRows(lines, pitch, size.height).filter(({ isSeen }) => isSeen);
    const names = findNames(tokens, rows, { pitch, columns, width: size.width });
    if (!names) continue;
    const share = (pixels: number) => Math.round((pixels / size.width) * 1_000);
    const kept = columns.filter(
      ({ left }) => left > names.left + names.tall * 2 && !isBelowNames(left, names, rows, tokens),
    );
    if (kept.length === 0) continue;
    const [first] = kept;
    return {
      geometry: {
        names: {
          left: share(names.left),
          right: share((first?.left ?? names.right) - names.tall * 0.3),
          dy: share(names.dy),
          tall: share(names.tall),
        },
        columns: kept.map(({ left, right, tall, numbers }) => {
          const dy = share(medianOf(numbers.map((word) => middleOf(word) - nearest(rows, middleOf(word)))));
          const column = { left: share(left), right: share(right), tall: share(tall), way: "brightness" as const };
          return Math.abs(dy) > share(tall) / 3 ? { ...column, dy } : column;
        }),
        pitch: (pitch / size.width) * 1_000,
      },
      signs: findSigns(tokens, rows[0]?.middle ?? 0, pitch),
      rows: rows.map(({ middle }) => Math.round(middle)),
      width: size.width,
      height: size.height,
    };
  }
  return null;
}

/** "Level 32" under a name is no column. */
function isInSentence(word: Word, tokens: Word[]): boolean {
  return tokens.some(
    (other) =>
      /\p{L}{3}/u.test(other.text) &&
      Math.abs(middleOf(other) - middleOf(word)) < word.height * 0.4 &&
      Math.abs(other.height - word.height) < word.height * 0.45 &&
      word.left - other.left - other.width > -2 &&
      word.left - other.left - other.width < word.height * 0.7,
  );
}

/** Whether names reach over the edge of a column: then it is part of a line under them. */
function isBelowNames(left: number, names: FoundNames, rows: ListRow[], tokens: Word[]): boolean {
  const crossing = rows.filter(({ middle }) =>
    tokens.some(
      (word) =>
        Math.abs(middleOf(word) - middle - names.dy) < names.tall * 0.5 &&
        /\p{L}{2}/u.test(word.text) &&
        word.left < left - names.tall &&
        word.left + word.width > left + names.tall * 0.4,
    ),
  );
  return crossing.length >= Math.max(2, rows.length * 0.2);
}

const middleOf = ({ top, height }: Word) => top + height / 2;
const nearest = (rows: ListRow[], y: number) =>
  rows.reduce((best, { middle }) => (Math.abs(middle - y) < Math.abs(best - y) ? middle : best), Infinity);

/** Runs of x that many numbers cover, widened to all of their numbers. */
function findColumns(numbers: Word[], width: number): NumberColumn[] {
  const cover = new Uint16Array(1_000);
  const bucket = (x: number) => Math.min(999, Math.max(0, Math.round((x / width) * 1_000)));
  const usable = numbers.filter(({ left, width: length }) => left + length / 2 > width * leftmost);
  for (const { left, width: length } of usable) {
    for (let x = bucket(left); x <= bucket(left + length); x += 1) cover[x] = (cover[x] ?? 0) + 1;
  }
  const least = Math.max(2, Math.max(...cover) * 0.18);
  const runs: { left: number; right: number }[] = [];
  for (const [x, count] of cover.entries()) {
    if (count < least) continue;
    const last = runs.at(-1);
    if (last && x - last.right <= 6) last.right = x;
    else runs.push({ left: x, right: x });
  }
  return runs.flatMap(({ left, right }) => {
    const own = usable.filter((word) => {
      const middle = bucket(word.left + word.width / 2);
      return middle >= left && middle <= right;
    });
    if (own.length < fewestNumbers) return [];
    const plain = own.filter(({ text }) => /^[\dKMB]+$/i.test(text));
    const tall =
      plain.length >= fewestNumbers
        ? medianOf(plain.map(({ height }) => height))
        : medianOf(own.map(({ height }) => height)) * 0.88;
    const alike = own.filter(({ height }) => height > tall * 0.6 && height < tall * 1.7);
    if (alike.length < fewestNumbers) return [];
    return [
      {
        left: Math.min(...alike.map((word) => word.left)),
        right: Math.max(...alike.map((word) => word.left + word.width)),
        tall,
        numbers: alike,
      },
    ];
  });
}

/** Heights at which numbers stand, from the top; tokens of one line count once. */
function toLines(middles: number[], tall: number): number[] {
  const lines: number[][] = [];
  for (const middle of middles.toSorted((a, b) => a - b)) {
    const last = lines.at(-1);
    if (last && middle - (last.at(-1) ?? 0) < tall * 0.6) last.push(middle);
    else lines.push([middle]);
  }
  return lines.map(medianOf);
}

/** The distance of which most gaps between lines are multiples; the largest that explains nearly as many as the best. */
export function findPitch(lines: number[], tall: number): number | null {
  const gaps = lines.slice(1).map((line, index) => line - (lines[index] ?? 0));
  const candidates = gaps.filter((gap) => gap > tall * 1.3);
  if (candidates.length === 0) return null;
  const scored = candidates.map((pitch) => ({
    pitch,
    score: gaps.filter((gap) => {
      const times = Math.round(gap / pitch);
      return times >= 1 && times <= 6 && Math.abs(gap - times * pitch) < pitch * 0.07;
    }).length,
  }));
  const best = Math.max(...scored.map(({ score }) => score));
  if (best < 2 || best < gaps.length * 0.4) return null;
  const top = scored.filter(({ score }) => score >= best * 0.9).toSorted((a, b) => b.pitch - a.pitch)[0];
  if (!top) return null;
  const singles = gaps.filter((gap) => Math.abs(gap - top.pitch) < top.pitch * 0.07);
  return singles.length > 0 ? medianOf(singles) : top.pitch;
}

/** Lines that stand on the grid of rows, rows between and around them, and lines off the grid as rows of their own. */
export function fitRows(lines: number[], pitch: number, height: number): ListRow[] {
  if (lines.length === 0) return [];
  const offBy = (line: number, phase: number) => Math.abs(line - phase - Math.round((line - phase) / pitch) * pitch);
  const votes = lines.map((phase) => ({
    phase,
    count: lines.filter((line) => offBy(line, phase) < pitch * 0.08).length,
  }));
  const { phase } = votes.reduce((best, vote) => (vote.count > best.count ? vote : best));
  const onGrid = lines.filter((line) => offBy(line, phase) < pitch * 0.1);
  const steps = onGrid.map((line) => Math.round((line - phase) / pitch));
  const { start, step } = fitLine(steps, onGrid, pitch);
  const rows: ListRow[] = lines.map((middle) => ({ middle, isSeen: true }));
  for (let at = Math.min(...steps) - extraRows; at <= Math.max(...steps) + extraRows; at += 1) {
    const middle = start + at * step;
    const isFree = rows.every((row) => Math.abs(row.middle - middle) > pitch * 0.45);
    if (isFree && middle > pitch * 0.1 && middle < height - pitch * 0.1) rows.push({ middle, isSeen: false });
  }
  return rows.toSorted((a, b) => a.middle - b.middle);
}

/** The straight line through the points, by least squares. */
function fitLine(xs: number[], ys: number[], usual: number): { start: number; step: number } {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(xs), mean(ys)];
  const spread = xs.reduce((sum, value) => sum + (value - x) ** 2, 0);
  const step =
    spread === 0 ? usual : xs.reduce((sum, value, index) => sum + (value - x) * ((ys[index] ?? 0) - y), 0) / spread;
  return { start: y - step * x, step };
}

interface FoundNames {
  left: number;
  right: number;
  dy: number;
  tall: number;
}

/** The left edge that the tokens of most rows share; of two such lines the one whose tokens differ, then the taller. */
function findNames(
  tokens: Word[],
  rows: ListRow[],
  { pitch, columns, width }: { pitch: number; columns: NumberColumn[]; width: number },
): FoundNames | null {
  const right = Math.min(...columns.map(({ left }) => left));
  const inRows = rows.flatMap(({ middle }, row) =>
    tokens
      .filter((word) => Math.abs(middleOf(word) - middle) < pitch * 0.48 && word.left < right - word.height)
      .filter((word) => /[\p{L}\d]{2}/u.test(word.text) && !/^#?\d{1,3}[.)]?$/.test(word.text))
      .map((word) => ({ ...word, row, dy: middleOf(word) - middle })),
  );
  const reach = width * 0.012;
  const groups = inRows.map((seed) => {
    const own = inRows.filter(
      (word) => Math.abs(word.left - seed.left) < reach && Math.abs(word.dy - seed.dy) < seed.height * 0.5,
    );
    const covered = new Set(own.map(({ row }) => row)).size;
    const texts = new Set(own.map(({ text }) => text.toLowerCase())).size;
    const tall = medianOf(own.map(({ height }) => height));
    // A label says the same in every row: it is no name, and where nothing else shows, the names were not legible.
    return { own, tall, score: texts / own.length > 0.5 ? covered * Math.sqrt(tall) : 0 };
  });
  const best = groups.reduce<(typeof groups)[number] | null>(
    (top, group) => (top === null || group.score > top.score ? group : top),
    null,
  );
  if (!best || best.score === 0 || best.own.length < 3) return null;
  const left = medianOf(best.own.map((word) => word.left));
  return { left, right, dy: medianOf(best.own.map(({ dy }) => dy)), tall: best.tall };
}

/** Title, tabs and heads: tokens above the list that read well. */
function findSigns(tokens: Word[], firstRow: number, pitch: number): string[] {
  const above = tokens.filter(
    (word) => middleOf(word) < firstRow - pitch * 0.6 && word.confidence >= 60 && /^\p{L}{3,20}$/u.test(word.text),
  );
  return [...new Set(above.map(({ text }) => text.toLowerCase()))].slice(0, 20);
}

/** The rows of a picture whose list has this geometry; null when its columns are not there. */
export function locateRows(
  tokens: Word[],
  geometry: ListGeometry,
  { width, height }: { width: number; height: number },
): ListRow[] | null {
  const unit = width / 1_000;
  const pitch = geometry.pitch * unit;
  const numbers = tokens.filter(isNumber);
  const found = geometry.columns.map(({ left, right, tall }) =>
    numbers.filter(
      (word) =>
        word.left > (left - tolerance) * unit &&
        word.left + word.width < (right + tolerance) * unit &&
        Math.abs(word.height - tall * unit) < tall * unit * 0.7,
    ),
  );
  // Numbers elsewhere, and none where the columns are: another list.
  if (found.some((column) => column.length === 0) || Math.max(...found.map(({ length }) => length)) < 2) return null;
  const middles = found.flatMap((column, index) =>
    column.map((word) => middleOf(word) - (geometry.columns[index]?.dy ?? 0) * unit),
  );
  const tall = Math.max(...geometry.columns.map((column) => column.tall)) * unit;
  const lines = toLines(middles, tall);
  const gaps = lines.slice(1).map((line, index) => line - (lines[index] ?? 0));
  const fits = gaps.filter((gap) => Math.abs(gap - Math.round(gap / pitch) * pitch) < pitch * 0.12 && gap > pitch / 2);
  if (gaps.length >= 3 && fits.length < gaps.length * 0.4) return null;
  return fitRows(lines, pitch, height);
}

/** Most of the signs and all columns are where the stored layout has them. Without signs it is of a list that has none. */
export function fitsLayout(
  found: Pick<FoundList, "geometry" | "signs">,
  stored: Pick<FoundList, "geometry" | "signs">,
): boolean {
  if (stored.signs.length === 0 && found.signs.length > 0) return false;
  const known = stored.signs.filter((sign) => found.signs.includes(sign)).length;
  const { columns } = found.geometry;
  return (
    known >= stored.signs.length * 0.6 &&
    stored.geometry.columns.every(({ left, right }) =>
      columns.some(
        (column) =>
          column.right > left - tolerance &&
          column.left < right + tolerance &&
          (Math.abs(column.right - right) <= tolerance || Math.abs(column.left - left) <= tolerance),
      ),
    )
  );
}

function medianOf(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** Where a row's name stands. */
export function nameBox(geometry: ListGeometry, { middle }: ListRow, width: number): Box {
  const unit = width / 1_000;
  const { left, right, dy, tall } = geometry.names;
  const [start, high] = [Math.max(0, (left - tall * 0.3) * unit), tall * unit * 2];
  return { left: start, top: middle + dy * unit - high / 2, width: right * unit - start, height: high };
}

/** Where a row's number of one column stands, with the space around it that tells whether it goes on. */
export function cellBox(geometry: ListGeometry, column: number, { middle }: ListRow, width: number): Box {
  const unit = width / 1_000;
  const { left = 0, right = 0, tall = 0, dy = 0 } = geometry.columns[column] ?? {};
  const before = geometry.columns[column - 1]?.right ?? geometry.names.left;
  const after = geometry.columns[column + 1]?.left ?? 1_000;
  // A number may be longer than those that were seen, but not reach into the next column.
  const start = Math.max((before + left) / 2, left - tall * 1.6) * unit;
  const end = Math.min((after + right) / 2, right + tall * 0.9) * unit;
  const high = tall * unit * 1.84;
  return { left: start, top: middle + dy * unit - high / 2, width: end - start, height: high };
}
