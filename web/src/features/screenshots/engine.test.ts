import fc from "fast-check";
import { expect, test } from "vitest";
import { readTokens, type Word } from "./client.ts";
import { checkCell, checkCells, comparePast, findBreaks, parseNumber } from "./flags.ts";
import { findGeometry, findPitch, fitRows, fitsLayout, locateRows } from "./geometry.ts";
import {
  createMemberFinder,
  findTagLength,
  flagOrder,
  keepNearest,
  nameDistance,
  type PictureRow,
  stitchRows,
} from "./stitch.ts";
import { readPictures } from "./read-pictures.ts";
import { eraseLines, type Gray, listParts, resize, stack, toContrast, toInk } from "./picture.ts";
import type { CellEvidence } from "./readings.ts";
import { cutGlyphs, isDash } from "./shapes.ts";

const box = { left: 0, top: 0, width: 10, height: 10 };

test("the engine's table becomes words with their boxes", () => {
  const table =
    "4\t1\t1\t1\t1\t0\t0\t0\t9\t9\t-1\t\n5\t1\t1\t1\t1\t1\t10\t20\t30\t40\t91.5\t1,234\n5\t1\t1\t1\t1\t2\t1\t2\t3\t4\t95\t \n";
  expect(readTokens(table)).toEqual([{ text: "1,234", confidence: 91.5, left: 10, top: 20, width: 30, height: 40 }]);
});

/** A list as the engine read it: rank, name, level below it, and two numbers. */
function recordedList(offset = 0): Word[] {
  const names = ["Kara", "Shadowmir", "Novax", "EmberKing", "Frost88", "Ironette", "LunaQueen", "Raven"];
  const word = (text: string, left: number, top: number, width: number, height = 24): Word => ({
    text,
    confidence: 92,
    left,
    top,
    width,
    height,
  });
  return [
    word("Donations", 40, 60, 200),
    ...names.flatMap((name, row) => {
      const top = 300 + row * 120 + offset;
      return [
        word(String(row + 1), 40, top, 20),
        word(name, 160, top - 16, name.length * 20, 30),
        word("Level", 160, top + 24, 70, 20),
        word(String(20 + row * 7), 242, top + 24, 30, 20),
        word(String(9_876 - row * 500), 700, top, 90),
        word(String(40 - row), 940, top, 40),
      ];
    }),
  ];
}

test("columns, rows and names of a list are found, and no level is a column", () => {
  const found = findGeometry(recordedList(), { width: 1_000, height: 1_600 });
  expect(found?.geometry).toMatchObject({
    names: { left: 160, tall: 30 },
    columns: [
      { left: 700, right: 790, tall: 24 },
      { left: 940, right: 980, tall: 24 },
    ],
    pitch: 120,
  });
  expect(found?.rows).toHaveLength(8);
  expect(found?.signs).toEqual(["donations"]);
});

test("a picture of the same list at another scroll position has its rows, another list has none", () => {
  const size = { width: 1_000, height: 1_600 };
  const found = findGeometry(recordedList(), size);
  const geometry = found?.geometry ?? { names: { left: 0, right: 0, dy: 0, tall: 0 }, columns: [], pitch: 1 };
  const rows = locateRows(recordedList(-70), geometry, size)?.filter(({ isSeen }) => isSeen);
  expect(rows?.map(({ middle }) => middle)).toEqual([242, 362, 482, 602, 722, 842, 962, 1_082]);
  const moved = recordedList().map((word) => ({ ...word, left: word.left * 0.7 }));
  expect(locateRows(moved, geometry, size)).toBeNull();
  const stored = { geometry, signs: ["donations"] };
  expect(fitsLayout({ geometry, signs: ["donations", "members"] }, stored)).toBe(true);
  expect(fitsLayout({ geometry, signs: ["kills"] }, stored)).toBe(false);
  // Columns alone say little: a layout without signs is of a list that has none either.
  expect(fitsLayout({ geometry, signs: ["kills"] }, { geometry, signs: [] })).toBe(false);
  expect(fitsLayout({ geometry, signs: [] }, { geometry, signs: [] })).toBe(true);
  const [first, second] = geometry.columns;
  const other = {
    ...geometry,
    columns: [first, second && { ...second, left: 860, right: 900 }].filter((c) => c !== undefined),
  };
  expect(fitsLayout({ geometry: other, signs: ["donations"] }, stored)).toBe(false);
});

test("without numbers there is no list", () => {
  const tokens = recordedList().filter(({ text }) => !/^\d+$/.test(text));
  expect(findGeometry(tokens, { width: 1_000, height: 1_600 })).toBeNull();
});

test("the distance of rows survives missing lines, and missing rows are supposed", () => {
  expect(findPitch([100, 200, 300, 500, 600, 900], 20)).toBe(100);
  const rows = fitRows([100, 200, 300, 500, 640], 100, 1_000);
  expect(rows.find(({ middle }) => Math.round(middle) === 400)).toMatchObject({ isSeen: false });
  expect(rows.filter(({ isSeen }) => isSeen).map(({ middle }) => middle)).toEqual([100, 200, 300, 500, 640]);
});

test.each([
  ["1,234,567", 1_234_567],
  ["1.234.567", 1_234_567],
  ["0", 0],
  ["12.4M", 12_400_000],
  ["850k", 850_000],
  ["1,5K", 1_500],
  ["1,23", null],
  ["12/15", null],
  ["", null],
  ["M", null],
])("%s means %s", (text, value) => {
  expect(parseNumber(text)).toBe(value);
});

function evidence(change: Partial<CellEvidence> = {}, text = "1,234,567"): CellEvidence {
  const reading = { text, confidence: 93 };
  const rest = { box, whole: null, glyphs: [], hasInk: true, isCut: false, isEdge: false };
  return { first: reading, second: reading, other: reading, ...rest, ...change };
}
const sameShapes = { isSame: true, odd: [], isIncomplete: false };

test("a value on which all agree is sure", () => {
  expect(checkCell(evidence(), sameShapes)).toMatchObject({ value: 1_234_567, reasons: [] });
});

test("a digit changed in one reading is always flagged", () => {
  fc.assert(
    fc.property(
      fc.nat(99_999_999),
      fc.nat(20),
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom("first" as const, "second" as const),
      (value, at, by, which) => {
        const text = value.toLocaleString("en-US");
        const digits = Array.from(text);
        const positions = [...digits.keys()].filter((index) => /\d/.test(digits[index] ?? ""));
        const index = positions[at % positions.length] ?? 0;
        digits[index] = String((Number(digits[index]) + by) % 10);
        const changed = { text: digits.join(""), confidence: 96 };
        const { reasons } = checkCell(evidence({ [which]: changed }, text), sameShapes);
        expect(reasons[0]).toContain("Two readings");
      },
    ),
  );
});

test.each([
  [
    "the other way is sure of something else",
    { other: { text: "7,234,567", confidence: 90 } },
    "Two readings: 1,234,567, 7,234,567",
  ],
  [
    "the whole picture shows a fraction",
    { whole: { text: "12/15", confidence: 90 } },
    "Two readings: 1,234,567, 12/15",
  ],
  ["the ink goes on", { isCut: true }, "Cut off at the edge"],
  ["the engine guesses", { second: { text: "1,234,567", confidence: 20 } }, "Hardly legible"],
  ["there is no ink", { hasInk: false }, "Hardly legible"],
])("when %s, the value is flagged", (_, change, reason) => {
  expect(checkCell(evidence(change), sameShapes).reasons).toContain(reason);
});

test.each([
  ["12.5", "125"],
  ["125", "12.5"],
  ["12,5", "125"],
  ["1.25", "12.5"],
  ["1.2345", "12345"],
])("when one reading is %s and the other %s, a sign may be lost", (first, second) => {
  const change = { second: { text: second, confidence: 95 } };
  const { reasons } = checkCell(evidence(change, first), sameShapes);
  expect(reasons).toContain(`Two readings: ${first}, ${second}`);
});

test.each([
  ["1,234,567", "1234567"],
  ["1,234567", "1,234,567"],
  ["1.234", "1,234"],
  ["125.", "125"],
])("%s and %s are the same number", (first, second) => {
  const change = { second: { text: second, confidence: 95 } };
  expect(checkCell(evidence(change, first), sameShapes).reasons).toEqual([]);
});

test("what looks like another character is flagged and offered", () => {
  const odd = [{ at: 0, read: "1", likelier: "7" }];
  const { reasons, offered } = checkCell(evidence(), { isSame: false, odd, isIncomplete: false });
  expect(reasons).toContain("The 1 looks like a 7");
  expect(offered.map(({ value }) => value)).toEqual([7_234_567, 1_234_567]);
});

test("shapes that are not all the same are not enough at the edge, nor with little confidence", () => {
  const unlike = { ...sameShapes, isSame: false };
  expect(checkCell(evidence({ isEdge: true }), unlike).reasons).toEqual(["Cut off at the edge"]);
  expect(checkCell(evidence({ second: { text: "1,234,567", confidence: 70 } }), unlike).reasons).toEqual([
    "Hardly legible",
  ]);
  expect(checkCell(evidence({ second: { text: "1,234,567", confidence: 70 } }), sameShapes).reasons).toEqual([]);
});

/** Characters drawn as blocks of ink: X is ink. */
function draw(lines: string[]): Gray {
  const scale = 4;
  const width = (lines[0]?.length ?? 0) * scale;
  const data = new Uint8Array(width * lines.length * scale).fill(255);
  for (const at of data.keys()) {
    const [x, y] = [Math.floor((at % width) / scale), Math.floor(at / width / scale)];
    if (lines[y]?.charAt(x) === "X") data[at] = 0;
  }
  return { width, height: lines.length * scale, data };
}
const one = ["..X.", ".XX.", "..X.", "..X.", "..X.", "..X.", ".XXX"];
const seven = ["XXXX", "...X", "...X", "..X.", "..X.", ".X..", ".X.."];
const side = (...shapes: string[][]) => one.map((_, row) => shapes.map((shape) => shape[row]).join(".."));

test("a 7 that was read as a 1 looks like the sevens of its column", () => {
  const cell = (text: string, ...shapes: string[][]) =>
    evidence({ glyphs: cutGlyphs(draw(side(...shapes)), 28) }, text);
  const cells = [cell("17", one, seven), cell("71", seven, one), cell("11", one, one), cell("11", one, seven)];
  const checked = checkCells(cells);
  expect(checked.slice(0, 3).map(({ reasons }) => reasons)).toEqual([[], [], []]);
  expect(checked[3]?.reasons).toContain("The 1 looks like a 7");
  expect(checked[3]?.offered[0]?.value).toBe(17);
  // Also where every one of them was misread, and none looks otherwise.
  const alike = checkCells([cell("11", one, seven), cell("1", seven), cell("1", one)]);
  expect(alike.map(({ reasons }) => reasons.includes("The 1 looks like a 7"))).toEqual([true, true, false]);
});

test("more characters than were read are flagged", () => {
  const glyphs = cutGlyphs(draw(side(one, seven, one)), 28);
  expect(checkCells([evidence({ glyphs }, "17")])[0]?.reasons).toContain("Hardly legible");
});

test("a flat stroke is a dash, at the edge one to check", () => {
  const glyphs = cutGlyphs(draw([".....", ".....", ".XXX.", ".....", "....."]), 28);
  expect(isDash(glyphs)).toBe(true);
  expect(checkCell(evidence({ glyphs }, "-"), sameShapes)).toMatchObject({ text: "–", value: null, reasons: [] });
  expect(checkCell(evidence({ glyphs, isEdge: true }, "-"), sameShapes).reasons).toEqual(["Cut off at the edge"]);
});

test("of an ordered list the value that breaks the order is found", () => {
  expect(findBreaks([900, 800, 7_000, 600, 500, 400])).toEqual([2]);
  expect(findBreaks([1, 2, 3, null, 5, 4, 6, 7])).toEqual([4, 5]);
  expect(findBreaks([5, 900, 3, 800, 20, 700])).toEqual([]);
  expect(findBreaks([900, 800, 700, 600])).toEqual([]);
});

test("the past speaks against a leap, by the kind of activity", () => {
  const use = (aggregate: "sum" | "latest", values: number[]) =>
    ({ kind: "activity", aggregate, past: new Map([["m1", values]]) }) as const;
  const kara = { id: "m1", name: "Kara" };
  expect(comparePast(80_000, use("sum", [1_000, 2_000]), kara)).toBe("Far above Kara's 30 days");
  expect(comparePast(15_000, use("sum", [1_000, 2_000]), kara)).toBeNull();
  expect(comparePast(800, use("latest", [1_000]), kara)).toBe("Far below Kara's last value");
  expect(comparePast(3_000, use("latest", [1_000]), kara)).toBe("Far above Kara's last value");
  expect(comparePast(3_000, use("latest", []), kara)).toBeNull();
  expect(comparePast(3_000, { kind: "rank" }, kara)).toBeNull();
});

const roster = ["Sp4rt4n", "Élodie", "Karalord", "Karaette", "Shadowmir"].map((name, index) => ({
  id: `m${index}`,
  name,
  aliases: name === "Shadowmir" ? ["Das Schaf"] : [],
}));

test.each([
  ["Spdrtdn", null],
  ["Sp4rtan", "m0"],
  ["Elodie", "m1"],
  ["[EMBI Karalord", "m2"],
  ["Karaord", "m2"],
  ["das schaf", "m4"],
  ["Guest123", null],
  ["", null],
])("the reading %s is %s", (reading, id) => {
  const { member, nearest } = createMemberFinder(roster)([reading]);
  expect(member?.id ?? null).toBe(id);
  expect(nearest.length).toBe(reading === "" ? 0 : 3);
});

test("look-alikes are near, other characters far", () => {
  expect(nameDistance("lona", "1ona")).toBeLessThan(nameDistance("lona", "xona"));
  expect(nameDistance("kara", "kara")).toBe(0);
});

test("a tag that many names share has a length, however it was read", () => {
  expect(findTagLength(["[EMB] Kara", "[EMBI Nova", "[EMB] Luna", "Zoe"])).toBe(5);
  expect(findTagLength(["Kara", "Nova", "Luna"])).toBe(0);
});

let rowsDrawn = 0;
/** Each stands below the one before. */
const row = (
  id: string | null,
  picture: number,
  value: number,
  reasons: string[] = [],
  text = id ?? "x",
): PictureRow => {
  const own = { ...box, top: (rowsDrawn += 1) * 40 };
  return {
    name: { text, picture, box: own, member: id === null ? null : { id, distance: 0 }, nearest: [], reasons: [] },
    cells: [
      { column: 0, text: String(value), value, reasons, offered: [{ text: String(value), value }], picture, box: own },
    ],
  };
};

test("a sure value stands, sure ones that differ are flagged, guesses stay guesses", () => {
  const rows = stitchRows([
    row("a", 0, 15, ["Hardly legible"]),
    row("b", 0, 20),
    row("c", 0, 30, ["Hardly legible"]),
    row("a", 1, 16),
    row("b", 1, 21),
    row("c", 1, 30, ["Hardly legible"]),
  ]);
  expect(rows.map(({ cells: [cell] }) => [cell?.value, cell?.reasons.length])).toEqual([
    [16, 0],
    [20, 1],
    [30, 1],
  ]);
  expect(rows[1]?.cells[0]?.reasons).toEqual(["Two readings: 20, 21"]);
  expect(new Set(rows.map(({ key }) => key)).size).toBe(3);
});

test("an unknown name in two pictures is one row, two in one picture are two", () => {
  expect(stitchRows([row(null, 0, 1, [], "Guest12"), row(null, 1, 1, [], "Guest1Z")])).toHaveLength(1);
  expect(stitchRows([row(null, 0, 1, [], "Guest12"), row(null, 0, 2, [], "Guest1Z")])).toHaveLength(2);
});

test("the same player twice in a picture is flagged, unless a row is shown once more with the same numbers", () => {
  const reasonsOf = (...rows: PictureRow[]) => stitchRows(rows).map(({ name }) => name.reasons);
  expect(reasonsOf(row("a", 0, 15), row("a", 0, 16))).toEqual([["The same player twice"], ["The same player twice"]]);
  expect(reasonsOf(row("a", 0, 15), row("a", 0, 16), row("b", 0, 1), row("a", 1, 15))).toHaveLength(3);
  expect(reasonsOf(row("a", 0, 15), row("a", 0, 15))).toEqual([[]]);
  // Where two parts of a tall picture overlap, a row is read twice.
  const known = row("a", 0, 15);
  const again = row("a", 0, 16);
  expect(reasonsOf(known, { ...again, name: { ...again.name, box: known.name.box } })).toEqual([[]]);
});

test("of two names of a picture that look like one player the nearer one is", () => {
  const at = (distance: number, picture: number): PictureRow => {
    const known = row("a", picture, 1);
    return { ...known, name: { ...known.name, member: { id: "a", distance } } };
  };
  const idsOf = (rows: PictureRow[]) => keepNearest(rows).map(({ name }) => name.member?.id ?? null);
  expect(idsOf([at(0, 0), at(0.25, 0)])).toEqual(["a", null]);
  // In another picture it is the same row again; and a row that is pinned stands twice.
  expect(idsOf([at(0, 0), at(0.25, 1)])).toEqual(["a", "a"]);
  expect(idsOf([at(0, 0), at(0.1, 0)])).toEqual(["a", "a"]);
});

test("what breaks the order of a picture's list is flagged", () => {
  const rows = flagOrder([90, 80, 700, 60, 50, 40].map((value, at) => row(`m${at}`, 0, value)));
  expect(rows.map(({ cells: [cell] }) => cell?.reasons.length)).toEqual([0, 0, 1, 0, 0, 0]);
});

test("crops keep their brightness at another size, and light text becomes dark", () => {
  const image = draw(["....", ".XX.", ".XX.", "...."]);
  const smaller = resize(image, { ...box, width: 16, height: 16 }, 0.5);
  expect([smaller.width, smaller.height]).toEqual([8, 8]);
  const mean = (gray: Gray) => gray.data.reduce((sum, value) => sum + value, 0) / gray.data.length;
  expect(Math.abs(mean(smaller) - mean(image))).toBeLessThan(12);
  const light = { ...image, data: image.data.map((value) => (value === 0 ? 200 : 40)) };
  expect(toInk(light).data[5 * 16 + 5]).toBe(0);
  expect(toInk(light).data[0]).toBe(255);
  expect(toContrast(light).data[5 * 16 + 5]).toBeLessThan(100);
  expect(stack([image, image]).tops).toEqual([26, 68]);
});

test("lines between rows are erased, letters stay", () => {
  const width = 60;
  const paint = (y: number, x: number) => {
    const isLine = y >= 20 && y <= 21 && x % 6 < 4;
    const isCharacter = y >= 40 && y < 56 && x % 8 < 4;
    return isLine || isCharacter ? 0 : 255;
  };
  const data = Uint8Array.from({ length: width * 70 }, (_, at) => paint(Math.floor(at / width), at % width));
  const erased = eraseLines({ width, height: 70, data });
  expect(erased.data.subarray(0, width * 30).every((value) => value === 255)).toBe(true);
  expect(erased.data.subarray(width * 30)).toEqual(data.subarray(width * 30));
});

test("of a reading that was cancelled it is said which pictures were not read", async () => {
  const { leftOut, isCancelled } = await readPictures([new Blob(), new Blob()], {
    roster: [],
    signal: AbortSignal.abort(),
  });
  expect(isCancelled).toBe(true);
  expect(leftOut.map(({ picture, reason }) => [picture, reason])).toEqual([
    [0, "Not read, because you cancelled"],
    [1, "Not read, because you cancelled"],
  ]);
});

test("tall pictures are read in parts that overlap", () => {
  expect(listParts(3_000)).toEqual([{ top: 0, bottom: 3_000 }]);
  expect(listParts(5_000)).toEqual([
    { top: 0, bottom: 2_600 },
    { top: 2_200, bottom: 4_800 },
    { top: 4_400, bottom: 5_000 },
  ]);
});
