import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import type axe from "axe-core";
import { findPage, type PageKey } from "../../contract/src/pages.ts";
import { expect, expectNoSidewaysScroll, isPhone, test as base } from "../fixtures.ts";
import { addRichClan, type RichClan } from "./rich-clan.ts";

/** What WCAG 2.2 AA asks for; of the advice beyond it, only that no level of headings is left out. */
const everything = { type: "tag" as const, values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] };
/** What depends on the width in a dialog; all else in it is the same on a phone, and is analyzed on the wide screen. */
const layout = { type: "rule" as const, values: ["target-size", "scrollable-region-focusable"] };

/** Evaluated once in each document. */
const axeSource = readFileSync(new URL(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** The test that visits each screen. A screen that is new has to be named here, and has to be analyzed there. */
export const visits: Record<PageKey, string> = {
  landing: "public pages",
  privacy: "public pages",
  terms: "public pages",
  help: "public pages",
  notFound: "public pages",
  login: "logging in and signing up",
  signUp: "logging in and signing up",
  confirmEmail: "mails and links",
  resetPassword: "mails and links",
  account: "account settings",
  dashboard: "dashboard",
  myClans: "my clans and a new one",
  publicScoreboard: "public boards",
  admin: "administration",
  manageGames: "administration",
  manageUsers: "administration",
  userDetail: "administration",
  clanHome: "clan home",
  clanAdmin: "clan admin",
  managePlayers: "players",
  player: "players",
  customizeActivities: "activities",
  dailyActivity: "days that are locked, to come and one's own",
  activityHistory: "history",
  scoreboards: "scoreboards",
  bulletins: "bulletins",
  invites: "invites",
  acceptInvite: "invites",
  join: "invites",
};

interface Visits {
  /** Waits until this is in sight, and then finds no fault with the whole page: on the wide screen, and then on a phone. */
  analyze: (sign: Locator, where?: "everywhere" | "where it is") => Promise<void>;
}

export const test = base.extend<Visits, { rich: RichClan }>({
  // A visit goes through many states: the browser notes every refusal, and every call that it is kept from.
  allowedNoise: /status of [45]\d\d|Failed to load resource|could not be loaded/,

  rich: [
    async ({ browser }, use) => {
      const context = await browser.newContext({ baseURL: `http://localhost:${process.env.E2E_PORT}` });
      const rich = await addRichClan(await context.newPage());
      await context.close();
      await use(rich);
    },
    { scope: "worker" },
  ],

  analyze: async ({ page }, use, { title: name }) => {
    const visited = new Set<PageKey>();
    await use(async (sign, where = "everywhere") => {
      await expect(sign.first()).toBeVisible();
      visited.add(findPage(new URL(page.url()).pathname));
      await expectNoFaults(page, sign);
      if (isPhone(page) || where === "where it is") return;
      await resize(page, "phone");
      await expect(sign.first()).toBeVisible();
      // The same colours as on the wide screen, where each was measured against what lies below it.
      await expectNoFaults(page, sign, { "color-contrast": { enabled: false } });
      await resize(page, "wide");
    });
    const expected = Object.entries(visits).flatMap(([key, visit]) => (visit === name ? [key] : []));
    expect([...visited]).toEqual(expect.arrayContaining(expected));
  },
});

async function expectNoFaults(page: Page, sign: Locator, leftOut: axe.RuleObject = {}) {
  // What has been scrolled half under the bar would count as too small to press, what still fades in as too pale.
  const hasAxe = await page.evaluate(async () => {
    window.scrollTo(0, 0);
    // One frame, in which a page of another width begins its movements.
    await new Promise(requestAnimationFrame);
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
    return "axe" in window;
  });
  if (!hasAxe) await page.evaluate(axeSource);
  const runOnly = isPhone(page) && (await dialog(page).count()) > 0 ? layout : everything;
  // What a frame holds is a page of its own, and is looked at there.
  const rules = { "heading-order": { enabled: true }, ...leftOut };
  const options: axe.RunOptions = { iframes: false, resultTypes: ["violations"], preload: false, runOnly, rules };
  const faults = await page.evaluate(async (wanted) => {
    const { axe: analyzer } = window as unknown as { axe: typeof axe };
    // The page behind a dialog was analyzed before the dialog was opened.
    const dialogs = document.querySelectorAll("dialog[open], [role=dialog], [role=alertdialog]");
    const { violations } = await analyzer.run(dialogs.length > 0 ? dialogs : document, wanted);
    // What lies half under the bar at a phone's foot counts as too small to press until it is scrolled; a dialog is above.
    const bar = dialogs.length > 0 ? null : document.querySelector('nav[aria-label="Clan"]');
    const isCovered = (target: string) => {
      const [lower, element] = [bar?.getBoundingClientRect(), document.querySelector(target)];
      const box = element?.getBoundingClientRect();
      const meets = lower && box && box.top < lower.bottom && box.bottom > lower.top;
      return meets === true && !bar?.contains(element);
    };
    return violations.flatMap(({ id, nodes }) => {
      const targets = nodes.map(({ target }) => String(target));
      const wrong = id === "target-size" ? targets.filter((target) => !isCovered(target)) : targets;
      return wrong.length > 0 ? [`${id}: ${wrong.join(", ")}`] : [];
    });
  }, options);
  const width = page.viewportSize()?.width;
  expect(faults, `${page.url()} with ${String(sign)} at ${width}`).toEqual([]);
  await expectNoSidewaysScroll(page);
  if (isPhone(page)) expect(await listHighRows(page), `${page.url()} with ${String(sign)}`).toEqual([]);
}

/** Rows of lists that are higher than the two lines that they have on a phone. */
function listHighRows(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("li[aria-setsize]")]
      .filter((row) => row.offsetHeight > 57)
      .map((row) => `${row.offsetHeight} px: ${row.innerText}`),
  );
}

const sizes = { wide: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };

/** The window of a wide screen magnified four times. */
export function magnify(page: Page): Promise<void> {
  return page.setViewportSize({ width: 320, height: 200 });
}

/** Goes on by keyboard; nothing may lie above what has the focus, from its upper to its lower edge. */
export async function expectFocusInSight(page: Page, steps: number) {
  for (let step = 0; step < steps; step++) {
    await page.keyboard.press("Tab");
    const covered = await page.evaluate(() => {
      const focused = document.activeElement;
      if (!focused || focused === document.body) return [];
      const { left, width, top, bottom } = focused.getBoundingClientRect();
      const x = Math.min(Math.max(left + width / 2, 1), innerWidth - 1);
      const heights = [Math.max(top, 0) + 3, Math.min(bottom, innerHeight) - 3];
      const isSeen = (y: number) => {
        const above = document.elementFromPoint(x, y);
        return above !== null && (focused.contains(above) || above.contains(focused));
      };
      return heights.every(isSeen) ? [] : [focused.getAttribute("aria-label") ?? focused.textContent];
    });
    expect(covered, `${page.url()}, after ${step + 1} steps`).toEqual([]);
  }
}

/** As if the window were made narrow: a screen follows without being loaded again. */
export function resize(page: Page, to: keyof typeof sizes): Promise<void> {
  return page.setViewportSize(sizes[to]);
}

/** Goes on inside of the app, which a browser does faster than it loads the app again. */
export function go(page: Page, path: string): Promise<void> {
  return page.evaluate((to) => history.pushState(null, "", to), path);
}

export const title = (page: Page, name?: string | RegExp) =>
  page.getByRole("heading", { level: 1, ...(name && { name }) });
export const dialog = (page: Page, name?: string | RegExp) => page.getByRole("dialog", { ...(name && { name }) });

export function click(page: Page, name: string | RegExp): Promise<void> {
  return page.getByRole("button", { name, exact: true }).click();
}

/** By the button at a row. */
export async function choose(page: Page, row: string, action: string) {
  await click(page, `Actions for ${row}`);
  await page.getByRole("menuitem", { name: action }).click();
}

export async function close(page: Page) {
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
}
