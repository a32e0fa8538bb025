import { readFileSync } from "node:fs";
import type { Browser, Request } from "@playwright/test";
import { expect } from "./fixtures.ts";
import { dialog, test } from "./helpers/accessibility.ts";
import { cellOf, dayOf } from "./helpers/day-screen.ts";
import { addCountingClan, daysAgo, expectDay } from "./helpers/entries.ts";
import { openAs } from "./helpers/people.ts";

// The connection holds, and nothing else is to be complained about.
test.use({ allowedNoise: null });

/** As the game lists them: the fifth breaks the order, Vexmoor is new, and Gwendal is written otherwise on the roster. */
const list: [name: string, value: number][] = [
  ["Ashford", 9800],
  ["Bramble", 9350],
  ["Corvin", 8720],
  ["Dunstan", 8106],
  ["Elowen", 12],
  ["Faelan", 7240],
  ["Gwendalyn", 6935],
  ["Hester", 6018],
  ["Ingrid", 5582],
  ["Vexmoor", 4920],
  ["Jorund", 4307],
  ["Kestrel", 3865],
];

/** A font of our own: the system's is another one on every machine, and is read otherwise. */
const font = readFileSync(
  new URL(import.meta.resolve("@fontsource/roboto/files/roboto-latin-700-normal.woff2")),
  "base64",
);

/** Two pictures of the list, the second scrolled on by some rows. */
async function drawPictures(browser: Browser) {
  const page = await browser.newPage({ viewport: { width: 390, height: 720 }, deviceScaleFactor: 3 });
  const rows = list.map(([name, value]) => `<div><b>${name}</b><span>${value.toLocaleString("en")}</span></div>`);
  await page.setContent(`<!doctype html><style>
    @font-face { font-family: list; font-weight: 700; src: url(data:font/woff2;base64,${font}) }
    html { scrollbar-width: none } body { margin: 0; font: 700 17px list; background: #fff; color: #111 }
    h1 { height: 70px; margin: 0; padding: 16px 20px; box-sizing: border-box; font-size: 22px }
    div { display: flex; height: 72px; align-items: center; justify-content: space-between; padding: 0 24px 0 60px }
  </style><h1>Clan donations</h1>${rows.join("")}`);
  await page.evaluate(() => document.fonts.load("700 17px list"));
  const pictures: Buffer[] = [];
  for (const top of [0, 216]) {
    await page.evaluate((y) => scrollTo(0, y), top);
    pictures.push(await page.screenshot({ type: "png" }));
  }
  await page.close();
  return pictures.map((buffer, index) => ({ name: `list-${index + 1}.png`, mimeType: "image/png", buffer }));
}

interface Watched {
  policyReports: string[];
  breaksNext: boolean;
}

/** Keeps what the browser's policy stops, and takes a worker away when it first reads, and again whenever it is told to. */
function breakWorkers(): void {
  const watched = Object.assign(globalThis, { policyReports: [] as string[], breaksNext: true });
  document.addEventListener("securitypolicyviolation", ({ violatedDirective }) => {
    watched.policyReports.push(violatedDirective);
  });
  globalThis.Worker = class extends Worker {
    override postMessage(message: { action?: string }): void {
      if (message.action === "recognize" && watched.breaksNext) {
        watched.breaksNext = false;
        this.terminate();
        this.dispatchEvent(new ErrorEvent("error", { message: "out of memory" }));
      }
      // A worker has no origin to name.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      else super.postMessage(message);
    }
  };
}

test("two overlapping screenshots become values, with a new player and an alias, and are taken back @wide", async ({
  page,
  browser,
  analyze,
}) => {
  test.setTimeout(360_000);
  const roster = list.map(([name]) => name).filter((name) => name !== "Vexmoor" && name !== "Gwendalyn");
  const counting = await addCountingClan(page, [...roster, "Gwen the Bold"], [{ name: "Donations" }]);
  const pictures = await drawPictures(browser);
  const bodies: Buffer[] = [];
  page.on("request", (request: Request) => {
    const body = request.postDataBuffer();
    if (body) bodies.push(body);
  });
  await page.addInitScript(breakWorkers);
  await openAs(page, counting.owner, dayOf(counting));
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page.getByRole("menuitem", { name: "Import screenshots" }).click();
  await page.getByLabel("Pictures", { exact: true }).setInputFiles(pictures);
  await analyze(dialog(page, "Screenshots: 1 Pictures"));
  await page.getByRole("button", { name: "Read 2 pictures" }).click();
  await expect(page.getByRole("heading", { name: "Screenshots: 2 Columns" })).toBeVisible({ timeout: 60_000 });
  await analyze(dialog(page, "Screenshots: 2 Columns"));
  await page.getByLabel("Remember as").fill("Clan donations");
  await page.evaluate(() => Object.assign(globalThis, { breaksNext: true }));
  await page.getByRole("button", { name: "Read 2 pictures" }).click();
  await expect(page.getByRole("heading", { name: "Screenshots: 3 Check" })).toBeVisible({ timeout: 90_000 });

  await analyze(dialog(page, "Screenshots: 3 Check"));
  const itemOf = (name: string) => page.locator("[data-key]").filter({ has: page.getByLabel(`“${name}” is`) });
  const gwen = itemOf("Gwendalyn");
  await gwen.getByRole("combobox").fill("Gwen the");
  await page.getByRole("option", { name: "Gwen the Bold" }).click();
  await gwen.getByLabel(/as an alias of Gwen the Bold/).check();
  await gwen.getByRole("button", { name: "Accept" }).click();
  const vexmoor = itemOf("Vexmoor");
  await vexmoor.getByRole("button", { name: "Add as a new player" }).click();
  await vexmoor.getByRole("button", { name: "Accept" }).click();
  const elowen = page.getByRole("textbox", { name: "Elowen, Donations" });
  await elowen.focus();
  await page.keyboard.type("7800");
  await page.keyboard.press("Enter");
  const rest = page.getByRole("button", { name: /^Take the last .* as read$/ });
  if (await rest.isVisible()) {
    const question = `${await rest.innerText()}?`;
    await rest.click();
    await dialog(page, question).getByRole("button", { name: "Accept", exact: true }).click();
  }
  await expect(page.getByText("All checked")).toBeVisible();
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await page.getByRole("button", { name: "Import 12 values and 1 new player" }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(cellOf(page, "Vexmoor", "Donations", "4,920")).toBeVisible();
  await expect(cellOf(page, "Gwen the Bold", "Donations", "6,935")).toBeVisible();
  await expect(cellOf(page, "Elowen", "Donations", "7,800")).toBeVisible();

  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(cellOf(page, "Vexmoor", "Donations")).toHaveCount(0);
  await expectDay(page, counting, daysAgo(0), {});
  // Whatever went out was text: no picture, and no report of the browser's policy.
  expect(bodies.filter((body) => body.includes("PNG") || body.includes("csp-report"))).toEqual([]);
  const watched = await page.evaluate(() => {
    const { policyReports, breaksNext } = globalThis as unknown as Watched;
    return { policyReports, breaksNext };
  });
  expect(watched).toEqual({ policyReports: [], breaksNext: false });
  expect(Math.max(...bodies.map((body) => body.length))).toBeLessThan(10_000);
});
