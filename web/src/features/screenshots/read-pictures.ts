import { type Recognizer, startRecognizer, type Word } from "./client.ts";
import { checkCells, comparePast } from "./flags.ts";
import { cellBox, findGeometry, nameBox, type ListRow, locateRows } from "./geometry.ts";
import {
  createMemberFinder,
  findTagLength,
  flagOrder,
  keepNearest,
  type PictureRow,
  stitchRows,
  sureBelow,
} from "./stitch.ts";
import { eraseLines, openPicture, type Picture, resize, toContrast, toFill } from "./picture.ts";
import { type CellEvidence, readColumn, readNames, trimToName } from "./readings.ts";
import { isDash } from "./shapes.ts";
import {
  type Box,
  type ColumnUse,
  EngineError,
  type FoundList,
  type LeftOutPicture,
  type ListGeometry,
  PictureError,
  type PictureReadings,
  type ReadOptions,
} from "./types.ts";

const mostPictures = 10;
const noList = "No list of players and numbers was found. Crop to the list and try again";
const otherList = "This picture shows another list";
const cancelled = "Not read, because you cancelled";

/** Finds the list of one picture, so that its columns can be given a meaning before everything is read. */
export async function findList(file: Blob, { signal }: { signal?: AbortSignal } = {}): Promise<FoundList | null> {
  const [part] = await openPicture(file, 0);
  if (!part) return null;
  let recognizer = await startRecognizer(signal);
  try {
    const scan = await findIn(recognizer, part).catch(async (error: unknown) => {
      requireEngineFailure(error, signal);
      recognizer.end();
      recognizer = await startRecognizer(signal);
      return findIn(recognizer, part);
    });
    if (scan.found) scans.set(file, scan);
    return scan.found;
  } finally {
    recognizer.end();
  }
}

/** A worker without memory is gone; one alone, started anew, may do what is left. Whatever else failed would fail again. */
function requireEngineFailure(error: unknown, signal?: AbortSignal): void {
  if (!(error instanceof EngineError) || signal?.aborted) throw error;
}

/** Reads 1 to 10 pictures of a list. What is shown by several of them is one row. */
export async function readPictures(files: Blob[], options: ReadOptions): Promise<PictureReadings> {
  const leftOut: LeftOutPicture[] = files.slice(mostPictures).map((_, index) => ({
    picture: mostPictures + index,
    code: "too_many",
    reason: "At most 10 pictures at once",
  }));
  const batch = new Batch(files.slice(0, mostPictures), options, leftOut);
  try {
    await batch.read();
  } catch (error) {
    if (!options.signal?.aborted) throw error;
  } finally {
    batch.end();
  }
  return batch.finish();
}

interface ReadPart {
  picture: Picture["index"];
  rows: { name: { texts: string[]; box: Box }; cells: CellEvidence[] }[];
}

/** The work on one batch: what is finished stays when it is cancelled. */
class Batch {
  readonly #files: Blob[];
  readonly #options: ReadOptions;
  readonly #leftOut: LeftOutPicture[];
  #recognizers: Recognizer[] = [];
  #geometry: ListGeometry | null;
  #signs: string[] = [];
  #parts: ReadPart[] = [];
  /** How the list was read first: its other pictures are most likely legible the same way. */
  #scanMode: ScanMode | null = null;
  readonly #finished = new Set<number>();
  readonly #find: ReturnType<typeof createMemberFinder>;

  constructor(files: Blob[], options: ReadOptions, leftOut: LeftOutPicture[]) {
    this.#files = files;
    this.#options = options;
    this.#leftOut = leftOut;
    this.#geometry = options.geometry ?? null;
    this.#find = createMemberFinder(options.roster);
  }

  async read(): Promise<void> {
    const { signal } = this.#options;
    this.#report(0, 0);
    this.#recognizers = await startAll(this.#files.length, signal);
    try {
      await this.#readAll();
    } catch (error) {
      requireEngineFailure(error, signal);
      this.end();
      this.#recognizers = [await startRecognizer(signal)];
      await this.#readAll();
    }
  }

  async #readAll(): Promise<void> {
    const waiting: { file: Blob; index: number }[] = [];
    const [first] = this.#recognizers;
    // The first picture with a list says where its columns are; the others are read by it, side by side.
    for (const [index, file] of this.#files.entries()) {
      if (this.#finished.has(index)) continue;
      if (this.#geometry || !first) waiting.push({ file, index });
      else await this.#readFile(first, file, index);
    }
    await Promise.all(
      this.#recognizers.map(async (recognizer) => {
        for (let next = waiting.shift(); next; next = waiting.shift()) {
          await this.#readFile(recognizer, next.file, next.index);
        }
      }),
    );
  }

  async #readFile(recognizer: Recognizer, file: Blob, index: number): Promise<void> {
    this.#report(index, 0.05);
    try {
      const parts = await openPicture(file, index);
      const read: ReadPart[] = [];
      for (const [at, part] of parts.entries()) {
        const rows = await this.#readPart(recognizer, part, {
          known: at === 0 ? scans.get(file) : undefined,
          report: (share) => this.#report(index, (at + share) / parts.length),
        });
        if (rows) read.push({ picture: index, rows });
      }
      this.#finished.add(index);
      this.#parts.push(...read);
      if (read.length > 0) return;
      const code = this.#geometry ? "other_list" : "no_list";
      this.#leftOut.push({ picture: index, code, reason: code === "no_list" ? noList : otherList });
    } catch (error) {
      if (!(error instanceof PictureError)) throw error;
      this.#finished.add(index);
      this.#leftOut.push({ picture: index, code: error.code, reason: error.message });
    }
  }

  async #readPart(
    recognizer: Recognizer,
    part: Picture,
    { known, report }: { known: Scan | undefined; report: (share: number) => void },
  ) {
    const { found, tokens, mode } =
      known ?? (await findIn(recognizer, part, { geometry: this.#geometry ?? undefined, mode: this.#scanMode }));
    this.#scanMode ??= mode;
    report(0.3);
    if (!this.#geometry && found) [this.#geometry, this.#signs] = [found.geometry, found.signs];
    const geometry = this.#geometry;
    if (!geometry) return null;
    const { width } = part.light;
    const placed = locateRows(tokens, geometry, part.light);
    if (!placed) return null;
    const unit = width / 1_000;
    const columns: CellEvidence[][] = [];
    for (const column of listRead(geometry, this.#options.columns)) {
      const { tall = 0, left = 0, right = 0 } = geometry.columns[column] ?? {};
      const boxes = placed.map((row) => cellBox(geometry, column, row, width));
      const expected = { left: left * unit, top: 0, width: (right - left) * unit, height: 0 };
      columns.push((await readColumn(recognizer, part, { boxes, tall: tall * unit, tokens, expected })).cells);
      report(0.3 + (0.5 * columns.length) / geometry.columns.length);
    }
    // Where rows are only supposed and no number stands, there is none.
    const rows = placed.map((row, at) => ({
      row,
      cells: columns.map((cells) => cells[at]).filter((cell) => cell !== undefined),
    }));
    const [first, last] = [placed.findIndex(isSeen), placed.findLastIndex(isSeen)];
    // Instead of a number a row may have a dash: between others at any rate, at the ends where a name stands.
    const real = markEdges(
      rows.filter(({ row, cells }, at) => {
        if (row.isSeen || cells.some(hasNumber)) return true;
        const isBetween = at > first && at < last;
        return isBetween
          ? cells.some(({ hasInk }) => hasInk)
          : cells.some(hasDash) && hasName(row, geometry, tokens, unit);
      }),
    );
    const tall = geometry.names.tall * unit;
    const boxes = real.map(({ row }) => nameBox(geometry, row, width));
    const isKnown = (texts: string[]) => this.#find(texts).member !== null;
    const names = await readNames(recognizer, part, boxes, { tall, isKnown });
    report(1);
    const trimmed = boxes.map((box) => trimToName(part, box, tall));
    return real.map(({ cells }, at) => ({
      name: { texts: names[at] ?? [], box: moveDown(trimmed[at], part.top) },
      cells: cells.map((cell) => ({ ...cell, box: moveDown(cell.box, part.top) })),
    }));
  }

  #report(index: number, share: number): void {
    const pictures = this.#files.length;
    this.#options.onProgress?.({ picture: index + 1, pictures, share: Math.min(1, (index + share) / pictures) });
  }

  end(): void {
    for (const recognizer of this.#recognizers) recognizer.end();
  }

  #listUnread(): LeftOutPicture[] {
    const unread = [...this.#files.keys()].filter((index) => !this.#finished.has(index));
    return unread.map((picture) => ({ picture, code: "cancelled", reason: cancelled }));
  }

  finish(): PictureReadings {
    const { roster, columns: uses, signal } = this.#options;
    const parts = this.#parts.toSorted((a, b) => a.picture - b.picture);
    const geometry = this.#geometry;
    const numbers = geometry ? listRead(geometry, uses) : [];
    const checked = numbers.map((_, at) =>
      checkCells(parts.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells[at] ?? []))),
    );
    const tagLength = findTagLength(parts.flatMap(({ rows }) => rows.map(({ name }) => name.texts[0] ?? "")));
    let count = -1;
    const rows = parts.flatMap(({ picture, rows: own }) =>
      flagOrder(
        own.map(({ name, cells }): PictureRow => {
          count += 1;
          const { member, nearest } = this.#find(name.texts, tagLength);
          const person = roster.find(({ id }) => id === member?.id);
          return {
            name: {
              text: name.texts[0] ?? "",
              picture,
              box: name.box,
              member,
              nearest,
              reasons: member && member.distance <= sureBelow ? [] : ["Is this the right player?"],
            },
            cells: cells.map((cell, at) => {
              const column = numbers[at] ?? 0;
              const result = checked[at]?.[count] ?? {
                text: "",
                value: null,
                reasons: ["Hardly legible"],
                offered: [],
              };
              const use = uses?.[column];
              const past = person && use && result.value !== null ? comparePast(result.value, use, person) : null;
              return {
                ...result,
                reasons: past ? [...result.reasons, past] : result.reasons,
                column,
                picture,
                box: cell.box,
              };
            }),
          };
        }),
      ),
    );
    return {
      geometry,
      signs: this.#signs,
      rows: stitchRows(keepNearest(rows)),
      leftOut: [...this.#leftOut, ...this.#listUnread()].toSorted((a, b) => a.picture - b.picture),
      isCancelled: signal?.aborted ?? false,
    };
  }
}

/** Columns that count something; all of them as long as nobody has said what they mean. */
function listRead({ columns }: ListGeometry, uses: ColumnUse[] | undefined): number[] {
  return [...columns.keys()].filter((column) => !uses || uses[column]?.kind === "activity");
}

const isSeen = (row: ListRow) => row.isSeen;
const hasNumber = ({ hasInk, first }: CellEvidence) => hasInk && /\d/.test(first.text) && first.confidence > 30;

const hasDash = ({ hasInk, glyphs }: CellEvidence) => hasInk && isDash(glyphs);

function hasName({ middle }: ListRow, { names }: ListGeometry, tokens: Word[], unit: number): boolean {
  return tokens.some(
    ({ text, left, top, height }) =>
      /\p{L}{2}/u.test(text) &&
      Math.abs(left / unit - names.left) < names.tall &&
      Math.abs(top + height / 2 - middle - names.dy * unit) < names.tall * unit,
  );
}

/** Rows at the ends of a picture may be cut. */
function markEdges<Row extends { cells: CellEvidence[] }>(rows: Row[]): Row[] {
  return rows.map((row, at) => ({
    ...row,
    cells: row.cells.map((cell) => ({ ...cell, isEdge: at === 0 || at === rows.length - 1 })),
  }));
}

function moveDown(box: Box | undefined, by: number): Box {
  const { left = 0, top = 0, width = 0, height = 0 } = box ?? {};
  return { left, top: top + by, width, height };
}

/** A second worker where the device has room for it; with one alone when the second does not start. */
async function startAll(pictures: number, signal?: AbortSignal): Promise<Recognizer[]> {
  const { hardwareConcurrency, deviceMemory = 0 } = navigator as Navigator & { deviceMemory?: number };
  const first = await startRecognizer(signal);
  if (pictures < 2 || hardwareConcurrency < 4 || deviceMemory < 4) return [first];
  const second = await startRecognizer(signal).catch(() => null);
  return second ? [first, second] : [first];
}

interface ScanMode {
  scale: number;
  way: "contrast" | "fill" | "plain";
}

/** Usual screenshots read best a little smaller; small text is tried larger. */
const scanModes: ScanMode[] = [
  { scale: 0.6, way: "contrast" },
  { scale: 1.1, way: "contrast" },
  { scale: 0.6, way: "fill" },
  { scale: 0.6, way: "plain" },
];

/** Whatever is smaller, in shares of the width, is no text that anybody can read. */
const smallestText = 0.007;

interface Scan {
  found: FoundList | null;
  tokens: Word[];
  /** How it was read. */
  mode: ScanMode | null;
}

/** What `findList` read of a picture is not read again. */
const scans = new WeakMap<Blob, Scan>();

/** Reads a whole picture roughly, until a list shows and most of its text is legible. */
async function findIn(
  recognizer: Recognizer,
  { light, white }: Picture,
  { geometry, mode: usual }: { geometry?: ListGeometry | undefined; mode?: ScanMode | null } = {},
): Promise<Scan> {
  const whole = { left: 0, top: 0, width: light.width, height: light.height };
  const isWide = light.width > light.height;
  const first = usual ?? (isWide ? scanModes[1] : scanModes[0]);
  let best: Scan & { score: number } = { found: null, tokens: [], mode: null, score: 0 };
  for (const mode of scanModes.toSorted((a, b) => Number(b === first) - Number(a === first))) {
    const small = resize(mode.way === "fill" ? white : light, whole, mode.scale);
    const image = { contrast: () => eraseLines(toContrast(small)), fill: () => toFill(small), plain: () => small };
    const tokens = enlarge(await recognizer.recognize(image[mode.way](), 11), 1 / mode.scale).filter(
      ({ height }) => height > light.width * smallestText,
    );
    const found = geometry ? null : findGeometry(tokens, light);
    const isThere = geometry ? locateRows(tokens, geometry, light) !== null : found !== null;
    // Lines and pictures come out as scraps, which say nothing about the text.
    const legible = tokens.filter(({ text }) => /[\p{L}\d]{2}/u.test(text));
    const good = legible.filter(({ confidence }) => confidence >= 70).length;
    const score = isThere ? good : 0;
    if (score > best.score) best = { found, tokens, mode, score };
    if (isThere && good >= legible.length * 0.55) break;
  }
  return best;
}

function enlarge(tokens: Word[], factor: number): Word[] {
  return tokens.map((word) => ({
    ...word,
    left: word.left * factor,
    top: word.top * factor,
    width: word.width * factor,
    height: word.height * factor,
  }));
}
