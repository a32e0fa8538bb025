import { type BrowserContext, chromium, type Locator, type Page } from "@playwright/test";
import { findChromium } from "../scripts/find-chromium.mjs";
import { password } from "./product.ts";

const flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"];
const turns = 4;
const presses = 40;
/** Presses after coming back to a page, while its browser still wakes it up. */
const warmUp = 6;
const blocks = 5;

interface Times {
  ours: number[];
  bare: number[];
}

/** How the largest grid feels under the fingers on a processor four times slower, beside a page with one plain field. */
export function timeKeys(ours: string, email: string, clanId: string): Promise<Times> {
  return inGrid(ours, email, clanId, async (page, grid) => {
    const bare = await openField(page.context());
    const keys: Times = { ours: [], bare: [] };
    for (let turn = 0; turn < turns; turn++) {
      keys.ours.push(...(await slowed(page, grid, pressKeys)));
      keys.bare.push(...(await slowed(bare, bare.getByRole("textbox"), pressKeys)));
    }
    return keys;
  });
}

export function timePastes(ours: string, email: string, clanId: string): Promise<number[]> {
  return inGrid(ours, email, clanId, (page, grid) => slowed(page, grid, pasteBlocks));
}

const screens = {
  grid: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};

/** How one day is entered from the first value to the last, by the keys of a keyboard or of a phone. */
export interface Stopwatch {
  cells: number;
  /** Keys and taps besides the digits. */
  others: number;
  seconds: number;
}

/** Enters everything that is missing; the numbers are of one to three digits. */
export function timeEntry(
  ours: string,
  email: string,
  { clanId, cells, screen }: { clanId: string; cells: number; screen: keyof typeof screens },
): Promise<Stopwatch> {
  return inDay(ours, email, { clanId, screen }, async (page) => {
    const began = performance.now();
    let others = 1;
    if (screen === "phone") await page.getByRole("list").getByRole("textbox").first().tap();
    else await page.getByRole("gridcell", { name: "missing" }).first().click();
    for (let cell = 0; cell < cells; cell++) {
      for (const digit of String(1 + ((cell * 37) % 250))) await page.keyboard.press(digit);
      await page.keyboard.press(screen === "phone" ? "Enter" : "Tab");
      others += 1;
    }
    await page.getByText(screen === "phone" ? "Saved" : "All changes saved", { exact: true }).waitFor();
    return { cells, others, seconds: (performance.now() - began) / 1_000 };
  });
}

function inGrid<Value>(
  ours: string,
  email: string,
  clanId: string,
  work: (page: Page, grid: Locator) => Promise<Value>,
): Promise<Value> {
  return inDay(ours, email, { clanId, screen: "grid" }, async (page) => {
    const grid = page.getByRole("grid");
    await grid.waitFor();
    return work(page, grid);
  });
}

async function inDay<Value>(
  ours: string,
  email: string,
  { clanId, screen }: { clanId: string; screen: keyof typeof screens },
  work: (page: Page) => Promise<Value>,
): Promise<Value> {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: flags });
  try {
    const context = await browser.newContext(screens[screen]);
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: ours });
    const page = await context.newPage();
    await logIn(page, ours, email);
    await page.goto(`${ours}/daily-activity?clan=${clanId}`);
    return await work(page);
  } finally {
    await browser.close();
  }
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

async function logIn(page: Page, ours: string, email: string): Promise<void> {
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

async function pressKeys(page: Page): Promise<number[]> {
  await page.keyboard.press("Control+Home");
  const times: number[] = [];
  for (let press = 0; press < warmUp + presses; press++) {
    times.push(await timed(page, "keydown", press % 2 === 0 ? String(press % 9) : "Enter"));
  }
  return times.slice(warmUp);
}

async function pasteBlocks(page: Page): Promise<number[]> {
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
