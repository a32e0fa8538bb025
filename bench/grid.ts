import { chromium, type Page } from "@playwright/test";
import { findChromium } from "../scripts/find-chromium.mjs";
import { median, type Row } from "./measure.ts";

const flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"];
const presses = 120;
const pastes = 5;

interface Account {
  email: string;
  password: string;
}

/** How the largest grid feels under the fingers on a processor four times slower. There is no bare thing to compare with. */
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
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    await page.evaluate(watchPaints);
    await grid.focus();
    const keys = await timeKeys(page);
    const blocks = await timePastes(page);
    return [
      toRow("key press to paint, 500 × 40, 4× slower processor, p95 (limit 50 ms)", percentile(keys, 0.95)),
      toRow("key press to paint, the same, p50", median(keys)),
      toRow("paste of 5,000 cells to paint, the same, median (limit 500 ms)", median(blocks)),
    ];
  } finally {
    await browser.close();
  }
}

async function logIn(page: Page, ours: string, { email, password }: Account): Promise<void> {
  await page.goto(`${ours}/login`);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForURL("**/dashboard");
}

type Watched = typeof globalThis & { paints: Record<"keydown" | "paste", number[]> };

/** Notes the time from an event to the end of the frame that shows what it did. */
function watchPaints(): void {
  const paints: Watched["paints"] = { keydown: [], paste: [] };
  (globalThis as Watched).paints = paints;
  for (const name of ["keydown", "paste"] as const) {
    window.addEventListener(
      name,
      (event) => {
        const began = event.timeStamp;
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener("message", () => paints[name].push(performance.now() - began));
          port1.start();
          port2.postMessage(null);
        });
      },
      { capture: true },
    );
  }
}

async function timeKeys(page: Page): Promise<number[]> {
  await page.keyboard.press("Control+Home");
  await page.evaluate(() => (globalThis as Watched).paints.keydown.splice(0));
  for (let press = 0; press < presses / 2; press++) {
    await page.keyboard.press(String(press % 10));
    await page.keyboard.press("Enter");
  }
  return page.evaluate(() => (globalThis as Watched).paints.keydown);
}

async function timePastes(page: Page): Promise<number[]> {
  for (let round = 0; round < pastes; round++) {
    const lines = Array.from({ length: 125 }, (_, row) =>
      Array.from({ length: 40 }, (__, column) => 1 + ((row + column + round) % 80)).join("\t"),
    );
    await page.evaluate((text) => navigator.clipboard.writeText(text), lines.join("\n"));
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("Control+v");
    await page.waitForFunction((count) => (globalThis as Watched).paints.paste.length > count, round);
  }
  return page.evaluate(() => (globalThis as Watched).paints.paste);
}

function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}

function toRow(what: string, ms: number): Row {
  return { what, ours: `${Math.round(ms)} ms`, bare: "", ratio: "" };
}
