import type { BoardView } from "@clanhall/contract/public-scoreboards";
import type { PublicStandings } from "@clanhall/contract/standings";
import { expect, test } from "vitest";
import { plainConfig } from "../../testing/fake-backend.ts";
import { boardToken, openView, rankedRows, standingsOf } from "../../testing/fake-public-board.ts";
import { publicPages } from "../render.tsx";

const five = rankedRows({ Aelwyn: 4812, "Bram Ironfoot": 4655, Corvin: 4655, Dara: 4102, Elowen: 3988 });

function show(view: BoardView, config = plainConfig): HTMLElement {
  document.body.innerHTML = publicPages.renderBoard(view, config);
  return document.body;
}

function showRows(...parts: Parameters<typeof standingsOf>): HTMLElement {
  return show(openView(standingsOf(...parts)));
}

function textsOf(body: HTMLElement, selector: string): string[] {
  return [...body.querySelectorAll(selector)].map(({ textContent }) => textContent);
}

const views: [string, BoardView][] = [
  ["an open board", openView(standingsOf(five))],
  ["a passcode", { state: "passcode", token: boardToken, is_embedded: false }],
  ["an expired link", { state: "expired", is_embedded: false }],
  ["a board that is switched off", { state: "switched_off", is_embedded: false }],
  ["an unknown link", { state: "not_found", is_embedded: false }],
  ["a server in trouble", { state: "unavailable", is_embedded: false }],
];

test.each(views)("the page of %s has one heading and one main part, and no inline style or script", (_name, view) => {
  const html = publicPages.renderBoard(view, plainConfig);
  const body = show(view);
  expect(body.querySelectorAll("h1")).toHaveLength(1);
  expect(body.querySelectorAll("main#main[data-board]")).toHaveLength(1);
  expect(html).not.toMatch(/\sstyle=|<script|\son[a-z]+=/);
});

test("a board of one activity counts its days, and one that has just begun names the days it draws", () => {
  const rows = rankedRows({ Aelwyn: 3 }, { trend: [1, 2, 3] });
  const activities: PublicStandings["activities"] = [
    { key: "a1", name: "Raids", icon: "", color: "", unit: "", value_type: "whole" },
  ];
  const body = showRows(rows, {}, { activities });
  expect(textsOf(body, "thead .trend, thead .met")).toEqual(["Last 3 days", "Days met"]);
});

test("a visitor without scripts reads what the board is about and who stands where", () => {
  const body = showRows(five);
  expect(textsOf(body, ".board-title > p")).toEqual([
    "Night Owls",
    "Points from donations.\nExcused days do not count.",
  ]);
  expect(body.querySelector("h1")?.textContent).toBe("November raid race");
  expect(textsOf(body, ".chips li")).toEqual([
    "1 – 30 Nov 2026 · Europe/Berlin, reset 08:00",
    "Created 1 Nov 2026",
    "Expires 15 Dec 2026",
  ]);
  expect(textsOf(body, "thead th")).toEqual(["#Rank", "Change", "Player", "Last 8 days", "Goals met", "Points"]);
  expect(textsOf(body, "tbody .name")).toEqual(["Aelwyn", "Bram Ironfoot", "Corvin", "Dara", "Elowen"]);
  expect(textsOf(body, "tbody .rank")).toEqual(["1", "2", "2", "4", "5"]);
  expect(textsOf(body, "tbody .change")).toEqual(["▲up 1", "– no change", "– no change", "▼down 2", "▼down 3"]);
  expect(textsOf(body, "tbody .met")[0]).toBe("28/30");
  expect(textsOf(body, "tbody .score")[0]).toBe("4,812");
  expect(body.querySelector("time")?.textContent).toBe("Updated 15 Nov, 20:13 UTC");
  expect(body.querySelector("input")).toBeNull();
});

test("the script learns the board, its version and whether it still moves", () => {
  const facts = () => Object.fromEntries(Object.entries(document.querySelector<HTMLElement>("main")?.dataset ?? {}));
  showRows(five);
  expect(facts()).toEqual({ token: boardToken, version: "version-1", live: "true" });
  showRows(five, { state: "ended" }, { is_final: true });
  expect(facts().live).toBe("false");
  show(openView(standingsOf(five), { is_preview: true }));
  expect(facts().live).toBe("false");
  show({ state: "passcode", token: boardToken, is_embedded: false });
  expect(facts()).toEqual({ token: boardToken });
});

test("a link that never expires says nothing about it", () => {
  expect(textsOf(showRows(five, { expires_at: null }), ".chips li")).toHaveLength(2);
});

test("a frozen result is called final", () => {
  expect(textsOf(showRows(five, { state: "ended" }, { is_final: true }), ".chips li")[0]).toBe("Final result");
});

test("only the columns that the board allows are there", () => {
  expect(textsOf(showRows(five, { columns: [] }), "thead th")).toEqual(["#Rank", "Player", "Points"]);
  const body = showRows(five, { columns: ["activities"] });
  expect(textsOf(body, "thead th")).toEqual(["#Rank", "Player", "Donations", "Time played", "Points"]);
  expect(textsOf(body, "tbody tr:first-child .amount")).toEqual(["120 troops", "–"]);
  expect(body.querySelector(".frame")?.getAttribute("tabindex")).toBe("0");
});

test("a newcomer is called new, and nobody is where nobody was there before", () => {
  const rows = five.map((row, index) => ({ ...row, previous_rank: index === 0 ? null : 2 }));
  expect(textsOf(showRows(rows), "tbody .change")[0]).toBe("new");
  const all = five.map((row) => ({ ...row, previous_rank: null }));
  expect(textsOf(showRows(all), "thead th")).not.toContain("Change");
});

test.each([
  ["activity", [1250], "1,250 troops", "Donations"],
  ["consistency", [93.5], "93.5 %", "Consistency"],
  ["streak", [12], "12 days", "Streak"],
  ["improvement", [30], "+30", "Improvement"],
] as const)("a board of %s says its scores in its own way", (measure, [score], text, head) => {
  const body = showRows(rankedRows({ Aelwyn: score }), { measure });
  expect(body.querySelector("tbody .score")?.textContent).toBe(text);
  expect(body.querySelector(".won")?.textContent).toBe(text);
  expect(textsOf(body, "thead th").at(-1)).toBe(head);
});

test("bars are measured by the largest score, and scores below nothing are marked", () => {
  const barsOf = (scores: Record<string, number>) =>
    [...showRows(rankedRows(scores)).querySelectorAll(".score svg")].map(
      (bar) => `${bar.getAttribute("class") ?? ""} ${bar.firstElementChild?.getAttribute("d")}`,
    );
  expect(barsOf({ A: 200, B: 100, C: 0 })).toEqual([" M100 0V3H0V0", " M100 0V3H50V0"]);
  expect(barsOf({ A: 10, B: -40 })).toEqual([" M100 0V3H75V0", "minus M100 0V3H0V0"]);
  expect(barsOf({ A: 0, B: 0 })).toEqual([]);
  expect(barsOf({ A: -5, B: -10 })).toEqual(["minus M100 0V3H50V0", "minus M100 0V3H0V0"]);
});

test("names stay text, in their own direction, and long ones can be read whole", () => {
  const long = "Wanderer of the many ".repeat(4).slice(0, 80);
  const body = showRows(rankedRows({ [long]: 3, "<b>Bo</b>": 2, "محمد عبد الله": 1 }));
  const names = [...body.querySelectorAll("tbody .name")];
  expect(names.map((name) => name.getAttribute("dir"))).toEqual(["auto", "auto", "auto"]);
  expect(names[0]?.getAttribute("title")).toBe(long);
  expect(names[1]?.textContent).toBe("<b>Bo</b>");
  expect(names[1]?.hasAttribute("title")).toBe(false);
});

test("a long list of players comes in groups that are drawn when they are seen", () => {
  const rows = Array.from({ length: 450 }, (_, index) => ({
    ...five[0],
    rank: index + 1,
    member_key: `key-${index}`,
  }));
  const html = publicPages.renderBoard(openView(standingsOf(rows as PublicStandings["rows"])), plainConfig);
  expect(html.match(/<tbody>/g)).toHaveLength(5);
  expect(html.match(/<tr data-key/g)).toHaveLength(450);
});

test("before the first entry the page says that results will come", () => {
  const body = showRows(five, {}, { has_results: false });
  expect(body.querySelector("h2")?.textContent).toBe("No results yet");
  expect(body.querySelector("table, .podium")).toBeNull();
  expect(showRows([], {}, { has_results: false, is_final: true }).querySelector("h2")?.textContent).toBe("No results");
});

test("a board on which nobody is listed says so", () => {
  expect(showRows([]).querySelector("h2")?.textContent).toBe("Nobody is on this board");
});

const october = { from: "2026-10-01", to: "2026-10-31", label: "1 – 31 Oct 2026" };
const months = [october, { from: "2026-09-01", to: "2026-09-30", label: "1 – 30 Sep 2026" }];

test("earlier results are a link away, and so is the way back", () => {
  const hrefs = (body: HTMLElement, selector: string) =>
    [...body.querySelectorAll(selector)].map((link) => link.getAttribute("href"));
  const body = showRows(five, {}, { earlier: months });
  expect(hrefs(body, ".earlier a")).toEqual(["?period=2026-10-01", "?period=2026-09-01"]);
  expect(body.querySelector(".strip")).toBeNull();
  const period = { ...october, time_zone: "Europe/Berlin" };
  const past = standingsOf(five, { period }, { earlier: months, is_final: true });
  expect(hrefs(show(openView(past)), ".strip a")).toEqual([`/scoreboard/${boardToken}`]);
  expect(document.querySelector(".earlier [aria-current=page]")?.textContent).toBe("1 – 31 Oct 2026");
  const embedded = show(openView(past, { is_embedded: true }));
  expect(hrefs(embedded, ".strip a")).toEqual([`/scoreboard/${boardToken}?embed=1`]);
  expect(hrefs(embedded, ".earlier a")[0]).toBe("?embed=1&period=2026-10-01");
});

test("a preview says that it is one", () => {
  expect(show(openView(standingsOf(five), { is_preview: true })).textContent).toContain(
    "Preview: this is what visitors see",
  );
});

test("strangers are asked to track their own clan, unless nobody can sign up", () => {
  expect(
    show(openView(standingsOf(five)))
      .querySelector(".invite a")
      ?.getAttribute("href"),
  ).toBe("/signup");
  expect(show(openView(standingsOf(five)), { ...plainConfig, sign_up: false }).querySelector(".invite")).toBeNull();
});

test("inside another site there is only the board and a mark that opens it in a new tab", () => {
  const body = show(openView(standingsOf(five), { is_embedded: true }));
  expect(body.querySelector(".bar, .foot, .invite, .skip")).toBeNull();
  const mark = body.querySelector<HTMLAnchorElement>(".mark a");
  expect(mark?.getAttribute("href")).toBe(`/scoreboard/${boardToken}`);
  expect(mark?.target).toBe("_blank");
  expect(show({ state: "not_found", is_embedded: true }).querySelectorAll("main a")).toHaveLength(0);
});

test("an expired link hides the board and leads home", () => {
  const body = show({ state: "expired", is_embedded: false });
  expect(body.querySelector("h1")?.textContent).toBe("This link has expired");
  expect(body.querySelector("main a.when-out")?.getAttribute("href")).toBe("/");
});

test("M6: a board without a public activity says that it is switched off, and names nothing of it", () => {
  const body = show({ state: "switched_off", is_embedded: false });
  expect(body.querySelector("h1")?.textContent).toBe("This scoreboard is switched off");
  expect(body.querySelector("main p")?.textContent).toContain("Ask the person who shared the link to turn it back on.");
  expect(body.querySelector("main a.when-out")?.getAttribute("href")).toBe("/");
});

test.each([
  [0, []],
  [1, ["1 activity is not counted here"]],
  [2, ["2 activities are not counted here"]],
])("M6: a board with %i hidden activities says so below its rows, in a frame too", (not_counted, texts) => {
  const standings = standingsOf(five, {}, { not_counted });
  for (const is_embedded of [false, true]) {
    const body = show(openView(standings, { is_embedded }));
    expect(textsOf(body, '[data-part="rows"] .not-counted')).toEqual(texts);
  }
});

test("a server in trouble offers to try again", () => {
  const again = show({ state: "unavailable", is_embedded: false }).querySelector("main a");
  expect(again?.textContent).toBe("Try again");
  expect(again?.getAttribute("href")).toBe("");
});

test("without scripts nobody can send a passcode in an address", () => {
  const body = show({ state: "passcode", token: boardToken, is_embedded: false });
  expect(body.querySelector<HTMLFormElement>("form")?.hidden).toBe(true);
  expect(body.querySelector("noscript")?.textContent).toContain("Allow JavaScript");
});

test("avatars have the initials of the shown name and the colour of the player, or grey for a hidden one", () => {
  const [kara, hidden] = rankedRows({ "Kara Moon": 9, "Hidden player": 7 });
  if (!kara || !hidden) throw new Error("There are two rows");
  const body = showRows([
    { ...kara, tint: 6 },
    { ...hidden, tint: 0 },
  ]);
  for (const part of [".podium", "tbody"]) {
    const avatars = [...body.querySelectorAll(`${part} .avatar`)];
    expect(avatars.map(({ className, textContent }) => [className, textContent])).toEqual([
      ["avatar tint-6", "KM"],
      ["avatar tint-0", "Hp"],
    ]);
  }
});

test("a step that many share has the number of them, in a colour of its own", () => {
  const body = showRows(rankedRows({ Aelwyn: 9, Bram: 7, Corvin: 7, Dara: 7 }));
  const shared = body.querySelector(".podium .tint-many");
  expect(shared?.textContent).toBe("3");
});
