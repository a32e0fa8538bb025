import type { PublicStandings } from "@clanhall/contract/standings";
import { expect, onTestFinished, test } from "vitest";
import { sharedWorkers } from "../../../testing/test-app.ts";
import { createWorkerPool } from "../../../workers/worker-pool.ts";
import { cardPicture, cardSize, closedPicture, standingsPicture, toDrawable } from "./pictures.ts";
import { createImageRenderer } from "./render.ts";
import type { Image } from "./worker.ts";

const pictures = createImageRenderer(sharedWorkers());
/** Never from the cache. */
const draw = (image: Image) => pictures.draw(crypto.randomUUID(), () => image, { account: "ann" });

function standingsOf(names: string[], more: Partial<PublicStandings> = {}): PublicStandings {
  return {
    board: {
      id: "7b6a2f0e-5a52-4f3c-9a69-0c2f6f2c1a11",
      title: "November raid race",
      description: "",
      clan: { name: "Night Owls" },
      measure: "points",
      period: { from: "2026-11-01", to: "2026-11-30", label: "1 – 30 Nov 2026", time_zone: "Europe/Berlin" },
      reset_time: "08:00",
      state: "active",
      columns: ["change", "days_met"],
      created_at: "2026-11-01T08:00:00.000Z",
      expires_at: null,
    },
    version: "v1",
    updated_at: "2026-11-15T08:00:00.000Z",
    is_final: false,
    has_results: names.length > 0,
    activities: [],
    earlier: [],
    not_counted: 0,
    season: null,
    rows: names.map((name, index) => ({
      rank: index + 1,
      previous_rank: index === 0 ? null : 1,
      member_key: `key${index}`,
      name,
      tint: (index % 8) + 1,
      score: 100 - index,
      days_met: 3,
      days_due: 4,
      trend: [],
    })),
    ...more,
  };
}

const autumn: PublicStandings["season"] = {
  name: "Autumn of the very long and windy evenings",
  awards: [
    { kind: "reliable", activity: null, score: 97.5, winners: [{ name: "Aelwyn", tint: 1 }] },
    { kind: "climb", activity: null, score: 11, winners: [{ name: "Hidden player", tint: 0 }] },
    {
      kind: "streak",
      activity: null,
      score: 23,
      winners: ["Ann", "Bo", "Cy", "Di"].map((name, index) => ({ name, tint: index + 1 })),
    },
    ...["Troops donated", "Raid attacks", "Season chests of the northern wall"].map((name, index) => ({
      kind: "activity" as const,
      activity: { name, icon: "", color: "", unit: "troops", value_type: "whole" as const },
      score: 12_400 + index,
      winners: [{ name: "Linnea Frostwhisper", tint: 5 }],
    })),
  ],
};

/** Width and height are at a fixed offset in every PNG. */
function sizeOf(png: Buffer) {
  expect(png.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}

test.each([
  ["three players", standingsOf(["Aelwyn", "Bram Ironfoot", "Corvin"])],
  ["one player", standingsOf(["Aelwyn"])],
  ["nobody yet", standingsOf([])],
  ["the awards of a season", standingsOf(["Aelwyn", "Bram"], { season: autumn })],
  ["names of every script", standingsOf(["محمد الفارس", "漢字 🦉", "Łukasz Żółć"])],
  ["a name without an end", standingsOf(["x".repeat(80), "Дара", "👩‍👩‍👧‍👦"])],
])("the card of a board with %s has the size that chats expect", async (_case, standings) => {
  expect(sizeOf(await draw({ piece: cardPicture(standings), ...cardSize }))).toEqual(cardSize);
});

test("a board that asks for a passcode has a card that says nothing of it", async () => {
  expect(JSON.stringify(closedPicture())).not.toMatch(/Night Owls|November/);
  expect(sizeOf(await draw({ piece: closedPicture(), ...cardSize }))).toEqual(cardSize);
});

test("the picture of the table grows with its rows and stops where nobody would read on", async () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => `Player ${index}`);
  const few = standingsPicture(standingsOf(names(3)));
  expect(sizeOf(await draw(few))).toEqual({ width: few.width, height: few.height });
  expect(standingsPicture(standingsOf(names(5))).height).toBeGreaterThan(few.height);
  const most = standingsPicture(standingsOf(names(500)));
  expect(most.height).toBeLessThan(4000);
  expect(JSON.stringify(most.piece)).toContain("and 460 more");
});

test("pictures asked for at once all arrive, and one that cannot be drawn fails alone", async () => {
  const card = { piece: cardPicture(standingsOf(["Aelwyn"])), ...cardSize };
  const broken = { piece: { type: "img", props: { src: "nowhere", style: {} } }, ...cardSize };
  const results = await Promise.allSettled([card, broken, card].map((image) => draw(image)));
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
});

test("M2: a visitor's card waits for one drawing, not for those that somebody asked for before", async () => {
  const workers = createWorkerPool({ threads: 1 });
  onTestFinished(() => workers.close());
  const own = createImageRenderer(workers);
  const done: string[] = [];
  const ask = async (name: string, account: string, isFirst = false) => {
    await own.draw(name, () => ({ piece: cardPicture(standingsOf([name])), ...cardSize }), { account, isFirst });
    done.push(name);
  };
  const tables = ["one", "two", "three", "four", "five"].map((name) => ask(name, "manager"));
  await Promise.all([...tables, ask("card", "visitor", true)]);
  expect(done).toEqual(["one", "card", "two", "three", "four", "five"]);
});

test("M2: beyond twenty waiting pictures, requests are refused with a time to retry", async () => {
  const own = createImageRenderer(sharedWorkers());
  const image = { piece: closedPicture(), ...cardSize };
  const asked = Array.from({ length: 25 }, (_, index) => own.draw(`${index}`, () => image, { account: `${index}` }));
  const results = await Promise.allSettled(asked);
  const refused = results.filter(({ status }) => status === "rejected");
  expect(refused).toHaveLength(4);
  expect(refused[0]).toMatchObject({ reason: { status: 503, extras: { retryAfter: 5 } } });
  // What was refused is drawn when it is asked for again.
  expect(sizeOf(await own.draw("24", () => image, { account: "24" }))).toEqual(cardSize);
});

test.each([
  ["Aelwyn", "Aelwyn"],
  ["Дара 🦉", "Дара"],
  ["漢字", ""],
  ["محمد", "محمد"],
  ["a\u202eb", "ab"],
  ["Żółć – 90 %", "Żółć – 90 %"],
])("of %j the letters %j can be drawn", (text, drawable) => {
  expect(toDrawable(text)).toBe(drawable);
});

test("M6: both pictures say how many activities they do not count", async () => {
  const [all, one, two] = [0, 1, 2].map((not_counted) => standingsOf(["Aelwyn", "Bram"], { not_counted }));
  const textsOf = (standings = standingsOf([])) =>
    JSON.stringify([cardPicture(standings), standingsPicture(standings).piece]);
  expect(textsOf(all)).not.toContain("not counted");
  expect(textsOf(one).match(/1 activity is not counted here/g)).toHaveLength(2);
  expect(textsOf(two).match(/2 activities are not counted here/g)).toHaveLength(2);
  const drawn = standingsPicture(two ?? standingsOf([]));
  expect(sizeOf(await draw(drawn))).toEqual({ width: drawn.width, height: drawn.height });
});

test.each([
  ["asterisks", "*".repeat(60)],
  ["backticks", "`".repeat(300)],
  ["one long word", "x".repeat(4_096)],
])("names and titles of %s are drawn, on cards and tables", async (_what, text) => {
  // What draws it ends the whole process where something lies outside of the picture.
  const hostile = standingsOf([text, text, text]);
  const named = { ...hostile, board: { ...hostile.board, title: text, clan: { name: text } } };
  for (const image of [{ piece: cardPicture(named), ...cardSize }, standingsPicture(named)]) {
    expect((await draw(image)).subarray(1, 4).toString()).toBe("PNG");
  }
});
