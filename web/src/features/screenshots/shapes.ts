import type { Gray } from "./picture.ts";

/** One connected character of a cell: its picture in 14 × 22, and its size and position in heights of a digit. */
export interface Glyph {
  bitmap: Uint8Array;
  wide: number;
  high: number;
  bottom: number;
}

const [columns, rows] = [14, 22];
/** Smaller spots are dirt of the picture's compression. */
const fewestPixels = 9;
const inkBelow = 128;

/** Cuts the ink of a cell into its characters, from left to right. */
export function cutGlyphs(image: Gray, tall: number): Glyph[] {
  const parts = mergeBroken(findParts(image));
  return parts.map((part) => ({
    bitmap: sample(image, part),
    wide: (part.right - part.left + 1) / tall,
    high: (part.bottom - part.top + 1) / tall,
    bottom: part.bottom / tall,
  }));
}

interface Part {
  left: number;
  right: number;
  top: number;
  bottom: number;
  pixels: number;
}

function findParts({ width, height, data }: Gray): Part[] {
  const isTaken = new Uint8Array(width * height);
  const parts: Part[] = [];
  for (let start = 0; start < data.length; start += 1) {
    if (isTaken[start] || (data[start] ?? 255) >= inkBelow) continue;
    const part: Part = { left: width, right: 0, top: height, bottom: 0, pixels: 0 };
    const open = [start];
    isTaken[start] = 1;
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const [x, y] = [at % width, Math.floor(at / width)];
      part.left = Math.min(part.left, x);
      part.right = Math.max(part.right, x);
      part.top = Math.min(part.top, y);
      part.bottom = Math.max(part.bottom, y);
      part.pixels += 1;
      for (let nextY = Math.max(0, y - 1); nextY <= Math.min(height - 1, y + 1); nextY += 1) {
        for (let nextX = Math.max(0, x - 1); nextX <= Math.min(width - 1, x + 1); nextX += 1) {
          const next = nextY * width + nextX;
          if (isTaken[next] || (data[next] ?? 255) >= inkBelow) continue;
          isTaken[next] = 1;
          open.push(next);
        }
      }
    }
    if (part.pixels >= fewestPixels) parts.push(part);
  }
  return parts.toSorted((a, b) => a.left - b.left);
}

/** Pieces one above the other are one character. */
function mergeBroken(parts: Part[]): Part[] {
  const merged: Part[] = [];
  for (const part of parts) {
    const last = merged.at(-1);
    const shared = last ? Math.min(last.right, part.right) - Math.max(last.left, part.left) + 1 : 0;
    const narrower = last ? Math.min(last.right - last.left, part.right - part.left) + 1 : 1;
    if (!last || shared < narrower * 0.8) {
      merged.push({ ...part });
      continue;
    }
    last.right = Math.max(last.right, part.right);
    last.top = Math.min(last.top, part.top);
    last.bottom = Math.max(last.bottom, part.bottom);
    last.pixels += part.pixels;
  }
  return merged;
}

function sample({ width, data }: Gray, part: Part): Uint8Array {
  const bitmap = new Uint8Array(columns * rows);
  const [wide, high] = [part.right - part.left + 1, part.bottom - part.top + 1];
  for (let y = 0; y < rows; y += 1) {
    for (let x = 0; x < columns; x += 1) {
      const sourceX = Math.min(part.right, part.left + Math.floor(((x + 0.5) * wide) / columns));
      const sourceY = Math.min(part.bottom, part.top + Math.floor(((y + 0.5) * high) / rows));
      bitmap[y * columns + x] = 255 - (data[sourceY * width + sourceX] ?? 255);
    }
  }
  return bitmap;
}

/** 0 is the same shape; different digits are usually above 0.2. */
function glyphDistance(one: Glyph, other: Glyph): number {
  let sum = 0;
  for (let at = 0; at < one.bitmap.length; at += 1) sum += Math.abs((one.bitmap[at] ?? 0) - (other.bitmap[at] ?? 0));
  const size = Math.abs(one.wide - other.wide) + Math.abs(one.high - other.high) + Math.abs(one.bottom - other.bottom);
  return sum / (255 * one.bitmap.length) + size * 0.5;
}

/** A single flat stroke at half height: nothing was counted. */
export function isDash(glyphs: Glyph[]): boolean {
  const [only] = glyphs;
  return glyphs.length === 1 && only !== undefined && only.high < 0.3 && only.wide > only.high * 1.8;
}

export interface ShapeResult {
  /** Every character looks like others that were read as the same. */
  isSame: boolean;
  /** Characters that look more like another one. */
  odd: { at: number; read: string; likelier: string }[];
  /** There are more characters than were read, or none can be told apart. */
  isIncomplete: boolean;
}

/** An other character this much nearer is the likelier one. */
const nearer = 0.92;
/** So near, two shapes are one character, whatever they were read as. */
const mixedBelow = 0.08;
/** Shapes of one character in one font stay below this. */
const sameBelow = 0.16;
/** Usual shapes of two digits that are this near are one digit, read in two ways. */
const oneShapeBelow = 0.05;
/** As much nearer the usual shape of another character has to be. */
const usuallyNearer = 0.7;

interface KnownGlyph {
  glyph: Glyph;
  cell: number;
  character: string;
}

/** Compares the characters of each cell with all characters of the same column. */
export function compareShapes(cells: { text: string; glyphs: Glyph[] }[]): ShapeResult[] {
  const known = cells.flatMap(({ text, glyphs }, cell): KnownGlyph[] =>
    glyphs.length === text.length
      ? glyphs.map((glyph, at) => ({ glyph, cell, character: text.charAt(at).toUpperCase() }))
      : [],
  );
  const nearest = new Map(known.map((one) => [one.glyph, findNearest(one, known)]));
  const usual = findUsual(known);
  return cells.map(({ text, glyphs }) => {
    if (text === "" || glyphs.length !== text.length) {
      return { isSame: false, odd: [], isIncomplete: glyphs.length > text.length || glyphs.length === 0 };
    }
    let isSame = true;
    const odd: ShapeResult["odd"] = [];
    for (const [at, glyph] of glyphs.entries()) {
      const { same, other, likelier } = nearest.get(glyph) ?? unknown;
      if (same > sameBelow || same > other) isSame = false;
      const isNearer = other < same * nearer && other < sameBelow;
      const read = text.charAt(at).toUpperCase();
      if (isNearer || (other < mixedBelow && other < same * 1.3)) {
        odd.push({ at, read, likelier });
        continue;
      }
      // Several that were read wrongly in the same way look like one another.
      const usualOther = compareUsual(glyph, read, usual) ?? (read === "1" && hasBar(glyph) ? "7" : null);
      if (usualOther !== null) odd.push({ at, read, likelier: usualOther });
    }
    return { isSame, odd, isIncomplete: false };
  });
}

const unknown = { same: Infinity, other: Infinity, likelier: "" };

/** How near the nearest shape comes that was read as the same, and the nearest that was not. */
function findNearest({ glyph, cell, character }: KnownGlyph, known: KnownGlyph[]): typeof unknown {
  let { same, other, likelier } = unknown;
  for (const candidate of known) {
    if (candidate.cell === cell) continue;
    const distance = glyphDistance(glyph, candidate.glyph);
    if (isAlike(candidate.character, character)) same = Math.min(same, distance);
    else if (distance < other) [other, likelier] = [distance, candidate.character];
  }
  return { same, other, likelier };
}

/** Of each character the glyph that is most like the others: what most of them look like. */
function findUsual(known: KnownGlyph[]): Map<string, Glyph> {
  const usual = new Map<string, Glyph>();
  for (const character of new Set(known.map((one) => one.character))) {
    const own = known.filter((one) => one.character === character);
    const spreads = own.map(({ glyph }) => medianOf(own.map((other) => glyphDistance(glyph, other.glyph))));
    const best = own[spreads.indexOf(Math.min(...spreads))];
    if (best && /\d/.test(character)) usual.set(character, best.glyph);
  }
  return usual;
}

/** The digit whose usual shape this one has, when it is not the one that was read; or whose usual shape is the same. */
function compareUsual(glyph: Glyph, read: string, usual: Map<string, Glyph>): string | null {
  const own = usual.get(read);
  if (!own) return null;
  const distance = glyphDistance(glyph, own);
  for (const [character, other] of usual) {
    if (character === read) continue;
    const isOther = glyphDistance(glyph, other) < Math.min(sameBelow, distance * usuallyNearer);
    if (isOther || glyphDistance(own, other) < oneShapeBelow) return character;
  }
  return null;
}

/**
 * Wide above, narrow below and there at the left, as no 1 is in any font: where every 7 of a column is read as a 1, none
 * looks otherwise.
 */
function hasBar({ bitmap, wide, high }: Glyph): boolean {
  const inked = (from: number, to: number) =>
    Array.from({ length: columns }, (_, x) => x).filter((x) => {
      for (let y = from; y < to; y += 1) if ((bitmap[y * columns + x] ?? 0) > 128) return true;
      return false;
    });
  const [top, bottom] = [inked(0, 3), inked(rows - 4, rows)];
  const middle = ((bottom[0] ?? 0) + (bottom.at(-1) ?? 0) + 1) / 2;
  return wide > high * 0.35 && top.length > columns * 0.8 && bottom.length < columns * 0.55 && middle < columns * 0.48;
}

function medianOf(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** Points and commas separate the same digits. */
const isAlike = (one: string, other: string) => one === other || (/[.,]/.test(one) && /[.,]/.test(other));
