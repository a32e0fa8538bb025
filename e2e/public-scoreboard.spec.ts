import type { Page } from "@playwright/test";
import { addBoard, addGivingClan, give, rowOf, shareBoard, shareUntilNow } from "./helpers/boards.ts";
import { expect, expectNoSidewaysScroll, test } from "./fixtures.ts";
import { addLinked, callAs, manyNames, openAs } from "./helpers/people.ts";

// The browser itself notes every refusal.
test.use({ allowedNoise: /status of 4\d\d/ });

/** The address of a board on which these players have given so much. */
async function addSharedBoard(page: Page, gifts: Record<string, number>, wanted: object = {}) {
  const counting = await addGivingClan(page, gifts);
  const board = await addBoard(page, counting, wanted);
  return { counting, board, link: await shareBoard(page, counting, board) };
}

const leader = (page: Page) =>
  page
    .getByRole("table", { name: /^Standings/ })
    .getByRole("row")
    .nth(1);

test(
  "a visitor watches the standings change by themselves while values are saved",
  { tag: "@wide" },
  async ({ page }) => {
    const { counting, link } = await addSharedBoard(page, { Kara: 30, Bram: 20, Ash: 10 });
    await page.goto(link);
    await expect(page.getByText("Live", { exact: true })).toBeVisible();
    await expect(leader(page)).toContainText("Kara");
    await page.getByRole("searchbox", { name: "Find a player" }).fill("ra");
    await give(page, counting, { Bram: 95 });
    await expect(leader(page)).toContainText("Bram");
    await expect(leader(page)).toContainText("95");
    await expect(page.getByRole("status").filter({ hasText: "Standings updated" })).toHaveCount(1);
    await expect(page.getByRole("searchbox", { name: "Find a player" })).toHaveValue("ra");
    await expect(page.getByRole("searchbox", { name: "Find a player" })).toBeFocused();
    await expect(rowOf(page, "Ash")).toBeHidden();
  },
);

test("the narrowest window has room for the entries of the bar beside the menu", { tag: "@wide" }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const { link } = await addSharedBoard(page, { Kara: 30, Ash: 10 });
  await page.goto(link);
  const menu = page.getByRole("button", { name: "Menu" });
  await expect(menu).toBeVisible();
  expect((await menu.boundingBox())?.width).toBe(44);
  const signUp = await page.getByRole("link", { name: "Sign Up" }).boundingBox();
  expect(signUp?.height).toBe(44);
  expect((signUp?.x ?? 0) + (signUp?.width ?? 0)).toBeLessThanOrEqual(304);
});

test(
  "a visitor slips, types the right passcode, reads the podium and looks for a player, until the link dies",
  { tag: "@phone" },
  async ({ page }) => {
    const counting = await addGivingClan(page, { Kara: 30, Ash: 20, Bram: 20, Corvin: 10 });
    const board = await addBoard(page, counting);
    const link = await shareBoard(page, counting, board, { passcode: "hoot hoot" });
    await page.goto(link);
    await expect(page.getByRole("heading", { name: "This board asks for a passcode" })).toBeVisible();
    await expect(page.getByText("Week race")).toHaveCount(0);
    await page.getByLabel("Passcode").fill("hoot");
    await page.getByRole("button", { name: "Open the board" }).click();
    await expect(page.getByRole("alert")).toHaveText("Wrong passcode. Try again.");
    await page.getByLabel("Passcode").fill("hoot hoot");
    await page.getByRole("button", { name: "Open the board" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Week race" })).toBeVisible();
    await expect(page.getByText(/^Expires /)).toBeVisible();
    const steps = page.getByRole("main").getByRole("list").last().getByRole("listitem");
    await expect(steps).toHaveText([/Kara.*30.*1$/, /Ash.*20.*2$/, /Bram.*20.*2$/]);
    await page.getByRole("searchbox", { name: "Find a player" }).fill("corv");
    await expect(page.getByText("1 of 4 players")).toBeVisible();
    await expect(rowOf(page, "Corvin")).toBeVisible();
    await expect(rowOf(page, "Kara")).toBeHidden();
    await page.getByRole("searchbox", { name: "Find a player" }).fill("nobody");
    await expect(page.getByText("No player matches “nobody”.")).toBeVisible();
    await page.goto(`${link}?embed=1`);
    await expect(rowOf(page, "Kara")).toBeVisible();
    await expect(page.getByRole("banner")).toHaveCount(0);

    await callAs(page, counting.owner, `/scoreboards/${board.id}/share/rotate`, { method: "POST" });
    expect((await page.goto(link))?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: "There is no board here" })).toBeVisible();
  },
);

/** As fast as a phone in the country. */
async function slowDown(page: Page) {
  const line = await page.context().newCDPSession(page);
  await line.send("Network.enable");
  const speed = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 };
  await line.send("Network.emulateNetworkConditions", { offline: false, ...speed });
}

test(
  "a visitor reads twenty players on a slow line, with scripts and without",
  { tag: "@phone" },
  async ({ page, visitor }) => {
    const gifts = Object.fromEntries(manyNames(20).map((name, index) => [name, 400 - 10 * index]));
    const { link } = await addSharedBoard(page, gifts, { columns: ["change", "trend", "days_met", "activities"] });
    const withoutScripts = await visitor({ javaScriptEnabled: false });
    for (const screen of [page, withoutScripts]) {
      await slowDown(screen);
      await screen.goto(link);
      await expect(screen.getByRole("row")).toHaveCount(22);
      await expect(leader(screen)).toContainText("Ash Stormbow");
      await expectNoSidewaysScroll(screen);
    }
    await expect(withoutScripts.getByRole("searchbox")).toHaveCount(0);
    await expect(page.getByText("Live", { exact: true })).toBeVisible();
  },
);

test(
  "a player finds their own row, and hides their name from everybody who is watching",
  { tag: "@phone" },
  async ({ page, visitor }) => {
    const { counting, link } = await addSharedBoard(page, { Kara: 30, Bram: 20, Ash: 10 });
    const bram = await addLinked(page, counting.owner, counting.players.Bram);
    await openAs(page, bram, link);
    await expect(rowOf(page, "Bram")).toContainText("you");
    await expect(rowOf(page, "Kara")).not.toContainText("you");
    const outsider = await visitor();
    await outsider.goto(link);
    await expect(outsider.getByText("Live", { exact: true })).toBeVisible();
    await expect(rowOf(outsider, "Bram")).not.toContainText("you");

    await page.goto("/account?tab=players");
    await page.getByLabel("My name on public boards of Owls of Dawn").selectOption("No name");
    await expect(page.getByText("Saved")).toBeVisible();
    await expect(rowOf(outsider, "Hidden player")).toContainText("20");
    await expect(outsider.getByText("Bram")).toHaveCount(0);
    await page.goto(link);
    await expect(rowOf(page, "Hidden player")).toContainText("you");
  },
);

test(
  "a visitor whose link leads nowhere is told so, and nothing about any board",
  { tag: "@wide" },
  async ({ page }) => {
    const { counting, board } = await addSharedBoard(page, { Kara: 30, Bram: 20 });
    const link = await shareUntilNow(page, counting, board);
    const unknown = `/scoreboard/${"a".repeat(43)}`;
    for (const [path, status, title] of [
      [link, 410, "This link has expired"],
      [unknown, 404, "There is no board here"],
      ["/scoreboard/no token", 404, "There is no board here"],
      ["/scoreboard/preview.nonsense", 404, "There is no board here"],
      [`/scoreboard/${"%F0%9F%A6%89".repeat(60)}`, 404, "There is no board here"],
    ] as const) {
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(status);
      expect(answer?.headers()["x-robots-tag"]).toContain("noindex");
      await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
      expect((await page.getByRole("main").locator("svg").boundingBox())?.width).toBeLessThan(100);
      await expect(page.getByText("Week race")).toHaveCount(0);
      await expect(page).not.toHaveTitle(/Week race/);
      await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/);
    }
    await page.getByRole("main").getByRole("link", { name: "Go to the start page" }).click();
    await expect(page).toHaveURL("/");
  },
);

test("names of every kind share the podium, however long, wherever they begin, and whoever is level", async ({
  page,
}) => {
  const long = "Wolfeschlegelsteinhausenbergerdorffthesecond of the Marsh";
  const [arabic, family] = ["عبد الرحمن بن خالد الفارس", "👩‍👩‍👧‍👦🔥🦉"];
  const gifts = { [long]: 1_234_567, [arabic]: 1_234_567, [family]: 20, Kara: 10 };
  const { counting, link } = await addSharedBoard(page, gifts, {
    title: "Wettbewerbsgesamtpunktestandsübersichtstafel der Eulen",
    columns: ["change", "trend", "days_met", "activities"],
  });
  await page.goto(link);
  for (const name of Object.keys(gifts)) await expect(rowOf(page, name)).toBeVisible();
  const steps = page.getByRole("main").getByRole("listitem");
  for (const name of [long, arabic, family]) await expect(steps.filter({ hasText: name })).toBeVisible();
  await expectNoSidewaysScroll(page);

  await give(page, counting, { [long]: 20, [arabic]: 20, Kara: 20 });
  await expect(steps.filter({ hasText: "4 players" })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.goto(`${link}?embed=1`);
  await expect(rowOf(page, arabic)).toBeVisible();
  await expectNoSidewaysScroll(page);
});
