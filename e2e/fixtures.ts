import {
  type BrowserContextOptions,
  expect as expectOfPlaywright,
  type Locator,
  type Page,
  test as base,
} from "@playwright/test";

type Person = "user" | "admin";

/** On a machine that is busy with all journeys the database may answer too late; the page then asks again. */
const lateAnswer = /status of 503 /;

interface Journeys {
  /** A page on which this person is signed in. */
  signedInAs: (person: Person) => Promise<Page>;
  /** A page of somebody else, who has never been here and is not signed in; its console is watched too. */
  visitor: (options?: BrowserContextOptions) => Promise<Page>;
  /** Fails the journey for what a person would only see in the browser's console. */
  quietConsole: string[];
  /** Complaints of the browser that a journey causes on purpose, by breaking the connection. */
  allowedNoise: RegExp | null;
}

export const test = base.extend<Journeys>({
  allowedNoise: [null, { option: true }],

  quietConsole: [
    async ({ page, allowedNoise }, use) => {
      const complaints: string[] = [];
      listenTo(page, complaints);
      await use(complaints);
      expect(complaints.filter((text) => !allowedNoise?.test(text) && !lateAnswer.test(text))).toEqual([]);
    },
    { auto: true },
  ],

  visitor: async ({ browser, quietConsole }, use) => {
    await use(async (options) => {
      const context = await browser.newContext(options);
      const page = await context.newPage();
      listenTo(page, quietConsole);
      return page;
    });
  },

  signedInAs: async ({ page }, use) => {
    await use(async (person) => {
      await page.addInitScript((id) => localStorage.setItem("dev_user_id", id), personId(person));
      return page;
    });
  },
});

/**
 * What is not in sight yet is waited for. Playwright's own matcher looks less often, and at each look that finds nothing
 * it writes down the whole page for a message that is rarely needed.
 */
export const expect = expectOfPlaywright.extend({
  async toBeVisible(locator: Locator, options?: { timeout?: number }) {
    const state = this.isNot ? "hidden" : "visible";
    const error = await locator.waitFor({ state, timeout: this.timeout, ...options }).then(
      () => null,
      (reason: Error) => reason,
    );
    return { pass: this.isNot === (error !== null), message: () => error?.message ?? "" };
  },
});

function listenTo(page: Page, complaints: string[]): void {
  page.on("console", (message) => {
    const { url } = message.location();
    // A document that is rightly a 404 complains about itself.
    if (["error", "warning"].includes(message.type()) && url !== page.url())
      complaints.push(`${message.text()} ${url}`);
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
}

/** Under this id a person is signed in, as long as the browser keeps it. */
export function personId(person: Person): string {
  return (person === "admin" ? process.env.E2E_ADMIN_ID : process.env.E2E_USER_ID) ?? "";
}

/** Whether the journey is made on a narrow screen, where the navigation is behind the menu button. */
export function isPhone(page: Page): boolean {
  return (page.viewportSize()?.width ?? 0) < 600;
}

/** Nothing on the page makes it scroll sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  // Not the window's own width: a phone shows a page that is too wide as if from further away.
  expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
}
