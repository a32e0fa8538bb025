import type { Locator, Page } from "@playwright/test";
import { expect, isPhone, test } from "./fixtures.ts";
import { newAddress, secret } from "./helpers/auth.ts";
import { cellOf, expectSaved, fieldOf } from "./helpers/day-screen.ts";

/** From the sign-up form to a shared board. */
const interactionsMax = 18;

const players = "Aelwyn Bram Corvin Dagny Eskil Faelan Gwyn Hester Ingrid Jorund Lovisa Marten".split(" ");

/** A click, a tap, a key and a field that is filled, by typing or by a paste, each count as one. */
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
    /** Where the focus is. */
    paste: async (text: string) => {
      count++;
      await page.evaluate((copied) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", copied);
        const paste = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
        const isTaken = !document.activeElement?.dispatchEvent(paste);
        if (!isTaken) document.execCommand("insertText", false, copied);
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
  await expect(list.getByLabel(/One player a line/)).toBeFocused();
  await paste(players.join("\n"));
  await press(list.getByRole("button", { name: "Add 12 players" }));
  await expect(list).toHaveCount(0);

  await press(link("Today"));
  await enterWholeDay(page, { press, paste });
  await expectSaved(page);

  await press(page.getByRole("main").getByRole("link", { name: "Make a scoreboard" }));
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

/** Every value of every player, from the sheet in which the clan kept them so far. */
async function enterWholeDay(
  page: Page,
  { press, paste }: Pick<ReturnType<typeof countInteractions>, "press" | "paste">,
): Promise<void> {
  const columns = isPhone(page)
    ? page.getByRole("tablist", { name: "Activity" }).getByRole("tab")
    : page.getByRole("gridcell", { name: /^Aelwyn, / });
  await expect(columns.first()).toBeVisible();
  const values = Array.from({ length: await columns.count() }, (_, index) => index + 1);
  const rows = [...players, "Kara"].toSorted().map((name, index) => [name, 120 - index, ...values.slice(1)]);
  if (!isPhone(page)) {
    await press(cellOf(page, "Aelwyn", "Troops donated"));
    await paste(rows.map((row) => row.slice(1).join("\t")).join("\n"));
    return;
  }
  await press(fieldOf(page, "Aelwyn", "Troops donated"));
  await paste(rows.map((row) => row.join("\t")).join("\n"));
  await press(page.getByRole("button", { name: `Paste ${rows.length * values.length} values` }));
}
