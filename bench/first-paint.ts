import { chromium, type Browser } from "@playwright/test";
import { findChromium } from "../scripts/find-chromium.mjs";
import { compare, type Measured, median } from "./measure.ts";

const rounds = 5;
/** A slow phone line, as the usual audits define it. */
const slowLine = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 84_375 };
const flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"];

/** Largest paint of a page on a slow line and a slow processor, against the same page with its scripts blocked. */
export async function comparePaints(url: string): Promise<Measured> {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: flags });
  try {
    const [withScripts, without]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      withScripts.push(await largestPaint(browser, url, false));
      without.push(await largestPaint(browser, url, true));
    }
    return compare(median(withScripts), median(without), "ms");
  } finally {
    await browser.close();
  }
}

async function largestPaint(browser: Browser, url: string, isBlocked: boolean): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  if (isBlocked) await page.route("**/*.js", (route) => route.abort());
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", slowLine);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.goto(url, { waitUntil: "load" });
  const time = await page.evaluate(readLargestPaint);
  await context.close();
  return time;
}

function readLargestPaint(): Promise<number> {
  return new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0));
    observer.observe({ type: "largest-contentful-paint", buffered: true });
  });
}
