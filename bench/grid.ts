import { type BrowserContext, chromium, type Locator, type Page } from "@playwright/test";
import { findChromium } from "../scripts/find-chromium.mjs";
import type { Row } from "./measure.ts";

const flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"];
const turns = 4;
const presses = 40;
/** Presses after coming back to a page, while its browser still wakes it up. */
const warmUp = 6;
const blocks = 5;

interface Account {
  email: string;
  password: string;
}

/** How the largest grid feels under the fingers on a processor four times slower, beside a page with one plain field. */
export async function measureGrid(ours: string, account: Account, clanId: string): Promise<Row[]> {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: flags });
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: ours });
    const page = await context.newPage();
    await logIn(page, ours, account);
    await page.goto(`${ours}/daily-activity?clan=${clanId}`);
    const grid = page.getByRole("grid");
    await grid.waitFor();
    const bare = await openField(context);
    const keys: Times = { ours: [], bare: [] };
    for (let turn = 0; turn < turns; turn++) {
      keys.ours.push(...(await slowed(page, grid, timeKeys)));
      keys.bare.push(...(await slowed(bare, bare.getByRole("textbox"), timeKeys)));
    }
    const pastes = await slowed(page, grid, timePastes);
    return [
      compareAt("key press to paint, 500 × 40, 4× slower processor, p95 (limit 50 ms)", keys, 0.95),
      compareAt("key press to paint, the same, p50", keys, 0.5),
      compareAt("paste of 5,000 cells to paint, the same, p50 (limit 500 ms)", { ours: pastes, bare: [] }, 0.5),
    ];
  } finally {
    await browser.close();
  }
}

interface Times {
  ours: number[];
  bare: number[];
}

async function openField(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.setContent("<title>Bare</title><input aria-label='Value'>");
  return page;
}

/** Only the page in front is slowed down: the other one's brake would take its share of the processor too. */
async function slowed(page: Page, target: Locator, measure: (page: Page) => Promise<number[]>): Promise<number[]> {
  await page.bringToFront();
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await target.focus();
  const times = await measure(page);
  await session.detach();
  return times;
}

async function logIn(page: Page, ours: string, { email, password }: Account): Promise<void> {
  await page.goto(`${ours}/login`);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForURL("**/dashboard");
}

type Watched = typeof globalThis & { nextPaint: Promise<number> };

/** From now on, `nextPaint` is the time from the next event of this name to the end of the frame that shows what it did. */
function watchFor(name: "keydown" | "paste"): void {
  (globalThis as Watched).nextPaint = new Promise((resolve) => {
    const watch = ({ timeStamp }: Event) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener("message", () => resolve(performance.now() - timeStamp), { once: true });
        port1.start();
        port2.postMessage(null);
      });
    };
    window.addEventListener(name, watch, { capture: true, once: true });
  });
}

/** Nobody types on before the last letter is there. */
async function timed(page: Page, name: "keydown" | "paste", keys: string): Promise<number> {
  await page.evaluate(watchFor, name);
  await page.keyboard.press(keys);
  return page.evaluate(() => (globalThis as Watched).nextPaint);
}

async function timeKeys(page: Page): Promise<number[]> {
  await page.keyboard.press("Control+Home");
  const times: number[] = [];
  for (let press = 0; press < warmUp + presses; press++) {
    times.push(await timed(page, "keydown", press % 2 === 0 ? String(press % 9) : "Enter"));
  }
  return times.slice(warmUp);
}

async function timePastes(page: Page): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < blocks; round++) {
    const lines = Array.from({ length: 125 }, (_, row) =>
      Array.from({ length: 40 }, (__, column) => 1 + ((row + column + round) % 80)).join("\t"),
    );
    await page.evaluate((text) => navigator.clipboard.writeText(text), lines.join("\n"));
    await page.keyboard.press("Control+Home");
    times.push(await timed(page, "paste", "Control+v"));
    await page.getByText("All changes saved").waitFor();
  }
  return times;
}

function compareAt(what: string, { ours, bare }: Times, share: number): Row {
  const [mine, theirs] = [percentile(ours, share), percentile(bare, share)];
  const isBare = bare.length > 0;
  return {
    what,
    ours: `${Math.round(mine)} ms`,
    bare: isBare ? `${Math.round(theirs)} ms` : "",
    ratio: isBare ? (mine / theirs).toFixed(2) : "",
  };
}

function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}
