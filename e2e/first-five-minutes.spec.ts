import type { Locator, Page } from "@playwright/test";
import { expect, isPhone, test } from "./fixtures.ts";
import { newAddress, secret } from "./helpers/auth.ts";
import { cellOf, expectSaved, fieldOf } from "./helpers/day-screen.ts";

/** From the sign-up form to a shared board. */
const interactionsMax = 18;

const players = "Aelwyn Bram Corvin Dagny Eskil Faelan Gwyn Hester Ingrid Jorund Lovisa Marten".split(" ");

/** A click, a tap, a filled field and a paste each count as one. */
function countInteractions(page: Page) {
  let count = 0;
  return {
    count: () => count,
    press: async (target: Locator) => {
      count++;
      await target.click();
    },
    fill: async (target: Locator, text: string) => {
      count++;
      await target.fill(text);
    },
    paste: async (text: string) => {
      count++;
      await page.evaluate((copied) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", copied);
        const paste = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
        document.activeElement?.dispatchEvent(paste);
      }, text);
    },
  };
}

test("somebody new signs up, and minutes later their clan's board is shared", async ({ page, context, visitor }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { press, fill, paste, count } = countInteractions(page);
  const link = (name: string | RegExp) => page.getByRole("link", { name }).filter({ visible: true }).first();
  const button = (name: string | RegExp) => page.getByRole("main").getByRole("button", { name });

  await page.goto("/signup");
  await fill(page.getByLabel("Display name"), "Kara");
  await fill(page.getByLabel("E-mail"), newAddress());
  await fill(page.getByLabel("Password", { exact: true }), secret);
  await press(page.getByRole("checkbox"));
  await press(button("Sign Up"));

  await press(link(/^Create a clan/i));
  await fill(page.getByLabel("Clan name"), "Owls of Dawn");
  await fill(page.getByRole("combobox", { name: "Game" }), "Clash of Clans");
  await press(button("Create clan"));
  await expect(page.getByRole("region", { name: "First steps in Owls of Dawn" })).toBeVisible();

  await press(link("Paste a list"));
  const list = page.getByRole("dialog", { name: "Import players" });
  await fill(list.getByLabel(/One player a line/), players.join("\n"));
  await press(list.getByRole("button", { name: "Add 12 players" }));
  await expect(list).toHaveCount(0);

  await press(link("Today"));
  if (isPhone(page)) {
    await fill(fieldOf(page, "Aelwyn", "Troops donated"), "120");
    await page.keyboard.press("Enter");
    // The keyboard goes, and the bar at the foot comes back.
    await page.locator(":focus").blur();
  } else {
    await press(cellOf(page, "Aelwyn", "Troops donated"));
    await paste(players.map((_, index) => String(120 - index)).join("\n"));
  }
  await expectSaved(page);

  await press(link("Home"));
  await press(link("Make a scoreboard"));
  const form = page.getByRole("dialog", { name: "New scoreboard" });
  await expect(form.getByRole("switch", { name: "Public link" })).toBeChecked();
  await press(form.getByRole("button", { name: "Create and copy link" }));
  await expect(page.getByRole("region", { name: "This week’s points" })).toContainText("Aelwyn");
  await expect(page.getByText("Link on, no end")).toBeVisible();
  expect(count()).toBeLessThanOrEqual(interactionsMax);

  const address = await page.evaluate(() => navigator.clipboard.readText());
  const guest = await visitor();
  await guest.goto(address);
  await expect(guest.getByRole("heading", { name: "This week’s points" })).toBeVisible();
  await expect(guest.getByText("Aelwyn").first()).toBeVisible();
});
