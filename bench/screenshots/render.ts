import { readdir, readFile } from "node:fs/promises";
import type { Browser } from "@playwright/test";
import type { Layout } from "./layouts.ts";

interface TruthRow {
  name: string;
  /** Of the roster; null for somebody who is not in it. */
  memberId: string | null;
  values: (number | null)[];
}

/** Pictures of one list at several scroll positions, and what they show. */
export interface PictureSet {
  pictures: Buffer[];
  type: string;
  rows: TruthRow[];
  /** Left and right edge of each column of numbers, in thousandths of the width; null where only their order is known. */
  columns: { left: number; right: number }[] | null;
  roster: { id: string; name: string; aliases: string[] }[];
}

/** Numbers that look random and are the same in every run. */
function createRandom(seed: number): () => number {
  let state = seed * 2_654_435_761 + 1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const starts = ["Kara", "Shadow", "Nova", "Ember", "Frost", "Iron", "Luna", "Raven", "Storm", "Tiger", "Viper", "Wolf"];
const ends = [
  "blade",
  "Fang",
  "hunter",
  "x",
  "King",
  "88",
  "_zz",
  "mir",
  "dottir",
  "lord",
  "Queen",
  "1337",
  "ette",
  "Søn",
];
const others = ["Sp4rt4n", "Élodie", "Jürgen", "xXDragonXx", "Mr Bean", "O'Neil", "Ana Lucia", "Zoë", "Bjørn", "T-Rex"];

function makeRoster(random: () => number) {
  const names = new Set(others);
  while (names.size < 50) {
    const pick = (list: string[]) => list[Math.floor(random() * list.length)] ?? "";
    names.add(pick(starts) + pick(ends));
  }
  return [...names].map((name, index) => ({ id: `m${index}`, name, aliases: [] }));
}

function makeValues(kinds: Layout["columns"], random: () => number) {
  return kinds.map((kind): { text: string; value: number | null; size: number } => {
    const chance = random();
    if (kind === "small") {
      const value = Math.floor(chance * chance * 400);
      return { text: String(value), value, size: value };
    }
    if (chance < 0.03) return { text: "–", value: null, size: -1 };
    if (kind === "full") {
      const value = Math.floor(10 ** (2 + random() * 5));
      return { text: value.toLocaleString("en-US"), value, size: value };
    }
    const isLarge = random() < 0.6;
    const amount = isLarge ? Math.floor(random() * 300 + 10) / 10 : Math.floor(random() * 880 + 100);
    const value = Math.round(amount * (isLarge ? 1e6 : 1e3));
    return { text: `${amount}${isLarge ? "M" : "K"}`, value, size: value };
  });
}

/** Draws one list with one font; the pictures overlap by some rows, and some rows are cut. */
export async function renderSet(browser: Browser, layout: Layout, seed: number): Promise<PictureSet> {
  const random = createRandom(seed * 97 + layout.id.length * 13 + (layout.id.codePointAt(0) ?? 0));
  const roster = makeRoster(random);
  const font = layout.fonts[seed % layout.fonts.length] ?? "roboto";
  const people = roster.toSorted(() => random() - 0.5).slice(0, 22);
  const rows = people
    .map(({ id, name }) => {
      const isUnknown = random() < 0.06;
      return {
        name: isUnknown ? `Guest${Math.floor(random() * 900 + 100)}son` : name,
        memberId: isUnknown ? null : id,
        cells: makeValues(layout.columns, random),
      };
    })
    .toSorted((a, b) => (b.cells[0]?.size ?? 0) - (a.cells[0]?.size ?? 0));
  const body = rows
    .map(({ name, cells }, index) =>
      layout.row({ rank: index + 1, name, values: cells.map(({ text }) => text), hue: Math.floor(random() * 360) }),
    )
    .join("");
  const face = await toFontFace(font, layout.weight);
  const page = await browser.newPage({
    viewport: { width: layout.width, height: layout.height },
    deviceScaleFactor: layout.ratio,
  });
  await page.setContent(
    `<!doctype html><style>${face}html{scrollbar-width:none}body{margin:0;font:${layout.weight} 16px "bench",sans-serif}.list{padding-bottom:20px}${layout.css}</style>${layout.head}<div class=list>${body}</div>`,
  );
  await page.evaluate(() => document.fonts.ready);
  const type = seed % 2 === 0 ? "png" : "jpeg";
  const pictures: Buffer[] = [];
  const lowest = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  for (const share of [0, 1]) {
    const top = share === 0 ? Math.floor(random() * 20) : Math.min(lowest, layout.height * 0.55);
    await page.evaluate((y) => scrollTo(0, y), top);
    pictures.push(await page.screenshot(type === "png" ? { type } : { type, quality: 60 }));
  }
  const columns = await page.evaluate(
    (count) =>
      Array.from({ length: count }, (_, column) => {
        const boxes = Array.from(document.querySelectorAll(`.list .v${column}`), (cell) => {
          const range = document.createRange();
          range.selectNodeContents(cell);
          return range.getBoundingClientRect();
        });
        const toShare = (x: number) => (x / innerWidth) * 1000;
        return {
          left: toShare(Math.min(...boxes.map(({ left }) => left))),
          right: toShare(Math.max(...boxes.map(({ right }) => right))),
        };
      }),
    layout.columns.length,
  );
  const bottom = await page.evaluate(
    ({ height, y }) =>
      Array.from(
        document.querySelectorAll(".list .row"),
        (row) => row.getBoundingClientRect().bottom + scrollY <= y + height,
      ),
    { height: layout.height, y: Math.min(lowest, layout.height * 0.55) },
  );
  await page.close();
  const shown = rows.filter((_, index) => bottom[index]);
  return {
    pictures,
    type,
    columns,
    roster,
    rows: shown.map(({ name, memberId, cells }) => ({ name, memberId, values: cells.map(({ value }) => value) })),
  };
}

async function toFontFace(font: string, wanted: number): Promise<string> {
  for (const weight of [wanted, 400, 700]) {
    const file = new URL(
      `../../node_modules/@fontsource/${font}/files/${font}-latin-${weight}-normal.woff2`,
      import.meta.url,
    );
    const content = await readFile(file).catch(() => null);
    if (!content) continue;
    return `@font-face{font-family:"bench";src:url(data:font/woff2;base64,${content.toString("base64")})}`;
  }
  throw new Error(`The font ${font} is not installed`);
}

const realFolder = new URL("real/", import.meta.url);

interface RealList {
  what: string;
  pictures: string[];
  others?: string[];
  rows: { name: string; isGuest?: boolean; values: (number | null)[] }[];
}

/** Pictures that people donated, with what they show; see the README beside them. */
export async function readRealSets(): Promise<{ what: string; set: PictureSet }[]> {
  const files = (await readdir(realFolder)).filter((name) => name.endsWith(".json"));
  return Promise.all(
    files.map(async (file) => {
      const list = JSON.parse(await readFile(new URL(file, realFolder), "utf8")) as RealList;
      const members = [...list.rows.filter(({ isGuest }) => !isGuest).map(({ name }) => name), ...(list.others ?? [])];
      const roster = members.map((name, index) => ({ id: `m${index}`, name, aliases: [] }));
      const idOf = new Map(roster.map(({ id, name }) => [name, id]));
      const ending = list.pictures[0]?.split(".").at(-1) ?? "png";
      const set: PictureSet = {
        pictures: await Promise.all(list.pictures.map((name) => readFile(new URL(name, realFolder)))),
        type: ending === "jpg" ? "jpeg" : ending,
        columns: null,
        roster,
        rows: list.rows.map(({ name, isGuest, values }) => ({
          name,
          memberId: isGuest ? null : (idOf.get(name) ?? null),
          values,
        })),
      };
      return { what: list.what, set };
    }),
  );
}
