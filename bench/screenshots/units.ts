import { readdir, readFile, stat } from "node:fs/promises";
import { type Browser, chromium, type Page } from "@playwright/test";
import { findChromium } from "../../scripts/find-chromium.mjs";
import { getProduct } from "../product.ts";
import { fixture } from "../runner/fixture.ts";
import type { Figure, Unit } from "../runner/unit.ts";
import { type Layout, layouts } from "./layouts.ts";
import { type PictureSet, readRealSets, renderSet } from "./render.ts";

const seedsPerLayout = 2;
const client = new URL("../../web/dist/client/", import.meta.url);
const flags = ["--no-sandbox", "--disable-gpu"];

interface Totals {
  names: number;
  namesRight: number;
  values: number;
  right: number;
  flaggedRight: number;
  wrongFlagged: number;
  wrong: number;
  missing: number;
  pictures: number;
  seconds: number;
}

/** What the engine answers, as far as it is counted here. */
interface Answer {
  geometry: { columns: { left: number; right: number }[] } | null;
  rows: {
    name: { text: string; member: { id: string } | null; reasons: string[] };
    cells: { column: number; text: string; value: number | null; reasons: string[] }[];
  }[];
  leftOut: { reason: string }[];
}

const getBrowser = fixture("a browser", async () =>
  chromium.launch({ executablePath: (await findChromium()) ?? "", args: flags }),
);

/** A page of the product under its own policy; what the policy stops makes the measurement fail. */
const getPage = fixture("a page of the product", async () => {
  const { ours } = await getProduct();
  const page = await (await getBrowser()).newPage();
  page.on("console", (message) => {
    if (process.env.BENCH_DETAILS) process.stderr.write(`${message.text()}\n`);
  });
  await page.goto(`${ours}/privacy`);
  const manifest = JSON.parse(await readFile(new URL(".vite/manifest.json", client), "utf8")) as Record<
    string,
    { file: string }
  >;
  const { file = "" } = manifest["src/features/screenshots/read-pictures.ts"] ?? {};
  return { page, script: `/${file}` };
});

const sums = new Map<string, Totals>();

async function measureLayout(layout: Layout): Promise<Totals> {
  const known = sums.get(layout.id);
  if (known) return known;
  const totals = emptyTotals();
  const browser: Browser = await getBrowser();
  for (let seed = 0; seed < seedsPerLayout; seed += 1) {
    const set = await renderSet(browser, layout, seed + Number(process.env.BENCH_SEED ?? 0));
    await measureSet(totals, set, `${layout.id} ${seed}`);
  }
  sums.set(layout.id, totals);
  return totals;
}

async function measureSet(totals: Totals, set: PictureSet, title: string): Promise<void> {
  const { page, script } = await getPage();
  const began = performance.now();
  const answer = await readInPage(page, script, set);
  totals.seconds += (performance.now() - began) / 1_000;
  totals.pictures += set.pictures.length;
  count(totals, set, answer, title);
}

/** Each list that was donated; none while there is none. */
async function measureReal(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { what, set } of await readRealSets()) {
    const totals = emptyTotals();
    await measureSet(totals, set, what);
    figures.push(toFigure(what, totals));
  }
  return figures;
}

function emptyTotals(): Totals {
  return {
    names: 0,
    namesRight: 0,
    values: 0,
    right: 0,
    flaggedRight: 0,
    wrongFlagged: 0,
    wrong: 0,
    missing: 0,
    pictures: 0,
    seconds: 0,
  };
}

function readInPage(page: Page, script: string, { pictures, type, roster }: PictureSet): Promise<Answer> {
  const files = pictures.map((picture) => picture.toString("base64"));
  return page.evaluate(
    async (input) => {
      const { readPictures } = (await import(input.script)) as {
        readPictures: (files: Blob[], options: object) => Promise<Answer>;
      };
      const blobs = input.files.map(
        (text) =>
          new Blob([Uint8Array.from(atob(text), (character) => character.codePointAt(0) ?? 0)], { type: input.type }),
      );
      return readPictures(blobs, { roster: input.roster });
    },
    { script, files, type: `image/${type}`, roster },
  );
}

function count(totals: Totals, set: PictureSet, { geometry, rows, leftOut }: Answer, title: string): void {
  const note = (text: string) => {
    if (process.env.BENCH_DETAILS) process.stderr.write(`  ${title}: ${text}\n`);
  };
  for (const { reason } of leftOut) note(`left out: ${reason}`);
  const found = geometry?.columns ?? [];
  const columns =
    set.columns?.map(({ left, right }) =>
      found.findIndex((column) => Math.min(right, column.right) - Math.max(left, column.left) > 5),
    ) ?? found.map((_, index) => index);
  if (columns.includes(-1)) note(`columns: ${JSON.stringify(geometry?.columns)} of ${JSON.stringify(set.columns)}`);
  for (const truth of set.rows) {
    totals.names += 1;
    const row = truth.memberId === null ? undefined : rows.find(({ name }) => name.member?.id === truth.memberId);
    if (row || truth.memberId === null) totals.namesRight += 1;
    else note(`nobody is ${truth.name}`);
    if (!row) continue;
    for (const [at, value] of truth.values.entries()) {
      totals.values += 1;
      const cell = row.cells.find(({ column }) => column === columns[at]);
      if (!cell) totals.missing += 1;
      else if (cell.value === value && (value !== null || cell.text === "–")) {
        totals.right += 1;
        if (cell.reasons.length > 0) {
          totals.flaggedRight += 1;
          note(`right, flagged: ${cell.text} (${cell.reasons.join("; ")})`);
        }
      } else if (cell.reasons.length > 0) {
        totals.wrongFlagged += 1;
        note(`wrong, flagged: ${cell.text} for ${value} (${cell.reasons.join("; ")})`);
      } else {
        totals.wrong += 1;
        note(`WRONG: ${truth.name} ${cell.text} for ${value}`);
      }
    }
  }
  const ids = new Set(set.rows.map(({ memberId }) => memberId));
  for (const { name } of rows) {
    if (!name.member || ids.has(name.member.id)) {
      if (!name.member) note(`unknown: ${name.text}`);
      continue;
    }
    // Rows that are cut at the end of the last picture are not counted; nobody else may be found.
    note(`not shown whole: ${name.member.id} ${name.text}`);
  }
}

const percent = (part: number, whole: number) => (whole === 0 ? 0 : (part / whole) * 100);
const text = (value: number) => `${value.toFixed(1)} %`;

function toFigure(what: string, totals: Totals): Figure {
  const { names, namesRight, values, right, flaggedRight, wrongFlagged, wrong, missing, pictures, seconds } = totals;
  const share = percent(wrong, values);
  return {
    what,
    value: share,
    ours: [
      `${pictures} pictures, ${values} values: names ${text(percent(namesRight, names))}`,
      `right ${text(percent(right, values))}`,
      `right yet flagged ${text(percent(flaggedRight, values))}`,
      `wrong, flagged ${text(percent(wrongFlagged, values))}`,
      `missing ${text(percent(missing, values))}`,
      `wrong and not flagged ${share.toFixed(2)} %`,
      `${(seconds / pictures).toFixed(1)} s a picture`,
    ].join("; "),
    limit: { kind: "at most", value: 0.5, unit: "% wrong and not flagged" },
  };
}

function sumUp(parts: Totals[]): Totals {
  const sum = emptyTotals();
  for (const part of parts) {
    for (const key of Object.keys(sum) as (keyof Totals)[]) sum[key] += part[key];
  }
  return sum;
}

/** Over all layouts of this run; by itself over the first two. */
async function measureAll(): Promise<Figure[]> {
  if (sums.size === 0) for (const layout of layouts.slice(0, 2)) await measureLayout(layout);
  const total = sumUp([...sums.values()]);
  const nameShare = percent(total.namesRight, total.names);
  const flagged = percent(total.flaggedRight + total.wrongFlagged, total.values);
  const bytes = await loadedBytes();
  return [
    toFigure(`all ${sums.size} layouts`, total),
    {
      what: "names matched",
      value: nameShare,
      ours: text(nameShare),
      limit: { kind: "at least", value: 97, unit: "%" },
    },
    { what: "values flagged", value: flagged, ours: text(flagged), limit: { kind: "at most", value: 20, unit: "%" } },
    {
      what: "loaded on first use",
      value: bytes,
      ours: `${bytes.toFixed(2)} MB`,
      limit: { kind: "at most", value: 2.3, unit: "MB" },
    },
  ];
}

/** What a browser loads when screenshots are first read, compressed. */
async function loadedBytes(): Promise<number> {
  const assets = new URL("assets/", client);
  const folder = (await readdir(assets)).find((name) => name.startsWith("ocr-")) ?? "";
  const { script } = await getPage();
  const files = (await readdir(new URL(`${folder}/`, assets))).filter((name) => name.endsWith(".br"));
  const paths = [...files.map((name) => new URL(`${folder}/${name}`, assets)), new URL(`.${script}.br`, client)];
  const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size));
  return sizes.reduce((sum, size) => sum + size, 0) / 1e6;
}

const group = "screenshots";
const timeLimitMs = 300_000;

export const screenshotUnits: Unit[] = [
  ...layouts.map((layout): Unit => ({
    id: `${group}-${layout.id}`,
    group,
    what: layout.what,
    timeLimitMs,
    measure: async () => [toFigure(layout.what, await measureLayout(layout))],
  })),
  { id: `${group}-real`, group, what: "donated screenshots", timeLimitMs, measure: measureReal },
  { id: `${group}-total`, group, what: "screenshots to numbers", timeLimitMs, measure: measureAll },
];
