import type { Recognizer, Word } from "./client.ts";
import { crop, type Gray, keepMiddleLine, type Picture, resize, stack, toInk } from "./picture.ts";
import { cutGlyphs, type Glyph } from "./shapes.ts";
import type { Box, InkWay } from "./types.ts";

/** One try of the engine at a cell. */
interface Reading {
  text: string;
  confidence: number;
}

/** Everything that is known about one number before anything is decided. */
export interface CellEvidence {
  box: Box;
  /** The way that read the column best, at two sizes. */
  first: Reading;
  second: Reading;
  /** The other way. */
  other: Reading;
  /** What the whole picture's reading had there; it may have any characters. */
  whole: Reading | null;
  glyphs: Glyph[];
  hasInk: boolean;
  /** The ink goes on beyond the crop. */
  isCut: boolean;
  /** First or last row of its picture. */
  isEdge: boolean;
}

const digits = "0123456789.,KMBkmb-/";
/** Heights of a digit at which the engine reads best; two sizes fail in different ways. */
const [usualHeight, secondHeight, thirdHeight] = [34, 46, 40];
const nameHeights = [36, 48, 28];
/** Between digits of a number there is less, before an icon or a label more. */
const widestGap = 0.85;
const noReading: Reading = { text: "", confidence: 0 };

interface Cell {
  box: Box;
  hasInk: boolean;
  isCut: boolean;
  whole: Reading | null;
}

/** Reads one column of a picture; `boxes` has one box per row, with space around the number. */
export async function readColumn(
  recognizer: Recognizer,
  picture: Picture,
  { boxes, tall, tokens, expected }: { boxes: Box[]; tall: number; tokens: Word[]; expected: Box },
): Promise<{ cells: CellEvidence[]; way: InkWay }> {
  const cells = boxes.map((box) => findNumber(picture, box, { tall, tokens, expected }));
  const boxesWithInk = cells.filter(({ hasInk }) => hasInk).map(({ box }) => box);
  const read = (way: InkWay, height: number) => readStack(recognizer, picture, boxesWithInk, { way, height, tall });
  const [bright, fill] = [await read("brightness", usualHeight), await read("fill", usualHeight)];
  const way: InkWay = sumOf(fill) > sumOf(bright) * 1.08 ? "fill" : "brightness";
  const [winner, other] = way === "fill" ? [fill, bright] : [bright, fill];
  let second = await read(way, secondHeight);
  const silent = second.filter(({ text }) => text === "").length;
  if (silent > second.length * 0.25) second = await read(way, thirdHeight);
  let at = -1;
  const evidence = cells.map(({ whole, ...cell }, row): CellEvidence => {
    const isEdge = row === 0 || row === cells.length - 1;
    if (!cell.hasInk)
      return { ...cell, isEdge, whole, first: noReading, second: noReading, other: noReading, glyphs: [] };
    at += 1;
    return {
      ...cell,
      isEdge,
      whole,
      first: winner[at] ?? noReading,
      second: second[at] ?? noReading,
      other: other[at] ?? noReading,
      // Where a fill is not quite white it is faint, and no less a shape.
      glyphs: cutGlyphs(toInk(crop(picture, cell.box, way, usualHeight / tall)), usualHeight),
    };
  });
  return { cells: evidence, way };
}

const sumOf = (readings: Reading[]) => readings.reduce((sum, { confidence }) => sum + confidence, 0);

/** Reads crops in one call, one below the other. */
async function readStack(
  recognizer: Recognizer,
  picture: Picture,
  boxes: Box[],
  { way, height, tall, whitelist = digits }: { way: InkWay; height: number; tall: number; whitelist?: string },
): Promise<Reading[]> {
  if (boxes.length === 0) return [];
  const cut = boxes.map((box) => crop(picture, box, way, height / tall));
  const images = whitelist === "" ? cut.map((image) => keepMiddleLine(image, height)) : cut;
  const { tops, ...page } = stack(images);
  const tokens = await recognizer.recognize(page, 6, whitelist);
  return images.map((image, index) => {
    const top = tops[index] ?? 0;
    const own = tokens
      .filter((word) => {
        const middle = word.top + word.height / 2;
        return middle > top - 12 && middle < top + image.height + 12;
      })
      .toSorted((a, b) => a.left - b.left);
    return {
      text: own.map((word) => word.text).join(whitelist === "" ? " " : ""),
      confidence: own.length === 0 ? 0 : Math.min(...own.map((word) => word.confidence)),
    };
  });
}

/** The ink of a cell that is its number: not an icon, a label or an arrow beside it. */
function findNumber(
  picture: Picture,
  box: Box,
  { tall, tokens, expected }: { tall: number; tokens: Word[]; expected: Box },
): Cell {
  const factor = usualHeight / tall;
  const image = toInk(resize(picture.light, box, factor));
  const groups = image.contrast < 30 ? [] : findGroups(image, usualHeight);
  const middle = box.top + box.height / 2;
  const seen = tokens.filter(
    (word) =>
      /\d/.test(word.text) &&
      Math.abs(word.top + word.height / 2 - middle) < tall * 0.6 &&
      word.left + word.width / 2 > box.left &&
      word.left + word.width / 2 < box.left + box.width,
  );
  const target = seen.length > 0 ? surround(seen) : expected;
  const overlap = ({ start, end }: Group) =>
    Math.min(box.left + end / factor, target.left + target.width) - Math.max(box.left + start / factor, target.left);
  const chosen = groups.reduce<Group | null>(
    (best, group) => (overlap(group) > (best ? overlap(best) : 0) ? group : best),
    null,
  );
  const whole = seen.length > 0 ? joinTokens(seen) : null;
  if (!chosen) return { box, hasInk: false, isCut: false, whole };
  const pad = usualHeight * 0.4;
  const [start, end] = [Math.max(0, chosen.start - pad), Math.min(image.width, chosen.end + pad)];
  return {
    box: { left: box.left + start / factor, top: box.top, width: (end - start) / factor, height: box.height },
    hasInk: true,
    isCut: chosen.start <= 1 || chosen.end >= image.width - 1,
    whole,
  };
}

function joinTokens(tokens: Word[]): Reading {
  const sorted = tokens.toSorted((a, b) => a.left - b.left);
  return {
    text: sorted.map(({ text }) => text).join(""),
    confidence: Math.min(...sorted.map(({ confidence }) => confidence)),
  };
}

function surround(tokens: Word[]): Box {
  const left = Math.min(...tokens.map((word) => word.left));
  const right = Math.max(...tokens.map((word) => word.left + word.width));
  return { left, top: 0, width: right - left, height: 0 };
}

interface Group {
  start: number;
  end: number;
}

/** Runs of ink from left to right, with gaps no wider than between the digits of a number. */
function findGroups({ width, height, data }: Gray, tall: number): Group[] {
  const [top, bottom] = [Math.floor((height - tall) / 2), Math.ceil((height + tall) / 2)];
  const groups: Group[] = [];
  for (let x = 0; x < width; x += 1) {
    let ink = 0;
    for (let y = top; y < bottom; y += 1) if ((data[y * width + x] ?? 255) < 120) ink += 1;
    if (ink < 2) continue;
    const last = groups.at(-1);
    if (last && x - last.end <= tall * widestGap) last.end = x + 1;
    else groups.push({ start: x, end: x + 1 });
  }
  return groups.filter(({ start, end }) => end - start >= 2);
}

/** Whatever is further to the right than this, in heights of the line, is no part of a name. */
const widestSpace = 2;

/** A name without the blank space behind it: whoever checks it sees it large. */
export function trimToName(picture: Picture, box: Box, tall: number): Box {
  const factor = usualHeight / tall;
  const image = keepMiddleLine(toInk(resize(picture.light, box, factor)), usualHeight);
  let end = 0;
  for (const group of findGroups(image, usualHeight)) {
    if (end > 0 && group.start - end > usualHeight * widestSpace) break;
    ({ end } = group);
  }
  return end === 0 ? box : { ...box, width: Math.min(box.width, (end + usualHeight * 0.4) / factor) };
}

/**
 * Reads names, each in both ways, and once more at other sizes where they are nobody's: every reading is tried when a
 * member is looked for. Whoever has data of other scripts, or a server that reads, can stand in here.
 */
export async function readNames(
  recognizer: Recognizer,
  picture: Picture,
  boxes: Box[],
  { tall, isKnown }: { tall: number; isKnown: (texts: string[]) => boolean },
): Promise<string[][]> {
  const texts: string[][] = boxes.map(() => []);
  for (const height of nameHeights) {
    const open = [...boxes.keys()].filter((row) => !isKnown(texts[row] ?? []));
    const own = open.flatMap((row) => boxes[row] ?? []);
    const options = { height, tall, whitelist: "" };
    const bright = await readStack(recognizer, picture, own, { ...options, way: "brightness" });
    const fill = await readStack(recognizer, picture, own, { ...options, way: "fill" });
    for (const [at, row] of open.entries()) {
      const readings = [bright[at] ?? noReading, fill[at] ?? noReading]
        .toSorted((a, b) => b.confidence - a.confidence)
        .map(({ text }) => text)
        .filter((text) => text !== "");
      texts[row]?.push(...readings);
    }
  }
  return texts;
}
