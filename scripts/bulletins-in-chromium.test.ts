import type { Page } from "@playwright/test";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runs } from "../contract/src/testing/property-runs.ts";
import { hostileMessages, soupPieces } from "./hostile-messages.ts";
import { startProductPages } from "./product-pages.ts";

/** What the pages of this test offer. */
interface InPage {
  findFaults: (messages: string[]) => string[];
  run: () => void;
  violations: string[];
  paste: (html: string) => void;
  written: () => string;
  isClean: () => boolean;
}
interface Opened {
  page: Page;
  noise: string[];
}

let pages: Awaited<ReturnType<typeof startProductPages>>;
let cleaner: Opened;
let editor: Opened;

beforeAll(async () => {
  pages = await startProductPages();
  cleaner = await pages.open("clean-in-page.ts");
  editor = await pages.open("edit-in-page.ts");
}, 60_000);

afterAll(() => pages.close());

/** What a page did on a message's behalf since it was last asked. */
async function takeErrors({ page, noise }: Opened): Promise<string[]> {
  const broken = await page.evaluate(() => (globalThis as unknown as InPage).violations.splice(0));
  return [...broken, ...noise.splice(0)];
}

async function findErrors(messages: string[]): Promise<string[]> {
  const faults = await cleaner.page.evaluate((given) => (globalThis as unknown as InPage).findFaults(given), messages);
  return [...faults, ...(await takeErrors(cleaner))];
}

/** What is written once nothing but this was pasted. */
async function pasteAlone(message: string): Promise<string> {
  const { page } = editor;
  await page.getByRole("textbox", { name: "Message" }).focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Delete");
  await page.evaluate((html) => (globalThis as unknown as InPage).paste(html), message);
  return page.evaluate(() => (globalThis as unknown as InPage).written());
}

test.each(hostileMessages.map((message) => [message.slice(0, 120), message]))(
  "S42: nothing runs and nothing is fetched for a reader of %s",
  async (_beginning, message) => {
    expect(await findErrors([message])).toEqual([]);
  },
);

test("S42, S43: whatever soup somebody posts, what is shown is made of a bulletin's parts alone", async () => {
  const soup = fc.array(fc.constantFrom(...soupPieces), { maxLength: 30 }).map((pieces) => pieces.join(""));
  await fc.assert(
    fc.asyncProperty(fc.array(soup, { minLength: 30, maxLength: 60 }), async (messages) => {
      expect(await findErrors(messages)).toEqual([]);
    }),
    runs(25),
  );
}, 60_000);

test.each(hostileMessages.filter(({ length }) => length < 5_000).map((message) => [message]))(
  "S42: nothing runs and nothing is fetched for a writer who pastes %s",
  async (message) => {
    await pasteAlone(message);
    expect(await takeErrors(editor)).toEqual([]);
    expect(await editor.page.evaluate(() => (globalThis as unknown as InPage).isClean())).toBe(true);
  },
);

test("a text from Word or Docs keeps its words and what is bold in it, and the policy has nothing to report", async () => {
  const reports: string[] = [];
  editor.page.on("request", (request) => reports.push(request.url()));
  const written = await pasteAlone(
    "<html><head><style>p.MsoNormal{color:red}</style></head><body><!--StartFragment--><p class=MsoNormal style='margin:0'>" +
      '<b>Word<o:p></o:p></b></p><img src="https://evil.example/x.png"><table style="width:1px"><tr><td>cell</td></tr></table>' +
      '<b style="font-weight:normal"><p><span style="font-weight:700">Docs</span> text</p></b><!--EndFragment--></body></html>',
  );
  expect(written).toBe("<p><strong>Word</strong></p><p>cell</p><p><strong>Docs</strong> text</p>");
  expect([...reports, ...(await takeErrors(editor))]).toEqual([]);
});

test("a writer's keys make text, formats, lists and links", async () => {
  await pasteAlone("<p>x</p>");
  const { keyboard } = editor.page;
  await keyboard.press("Backspace");
  await keyboard.type("Raid ");
  await keyboard.press("ControlOrMeta+b");
  await keyboard.type("now");
  await keyboard.press("Enter");
  await keyboard.type("5. five https://a.example ");
  expect(await editor.page.evaluate(() => (globalThis as unknown as InPage).written())).toBe(
    "<p>Raid <strong>now</strong></p><ol><li><p>five " +
      '<a href="https://a.example" rel="nofollow">https://a.example</a> </p></li></ol>',
  );
  expect(await takeErrors(editor)).toEqual([]);
});

test("S42: the pages would notice a message that runs", async () => {
  await cleaner.page.evaluate(() => (globalThis as unknown as InPage).run());
  expect(await findErrors([])).toEqual(["a message has run"]);
  expect(await findErrors([])).toEqual([]);
});
