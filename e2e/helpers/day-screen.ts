import type { Browser, Page } from "@playwright/test";
import type { CountingClan } from "./entries.ts";
import { expect, isPhone } from "../fixtures.ts";
import { addLinked, callAs, openAs, type Person } from "./people.ts";

export function dayOf({ clan }: CountingClan, day?: string): string {
  return `/daily-activity?clan=${clan.id}${day ? `&day=${day}` : ""}`;
}

/** A cell of the grid, or of those in it that say this. */
export function cellOf(page: Page, player: string, activity: string, texts = "") {
  return page.getByRole("gridcell", { name: new RegExp(`^${player}, ${activity}: ${texts}`) });
}

/** On a phone one activity is in sight at a time. */
export async function chooseActivity(page: Page, activity: string) {
  await page.getByRole("tab", { name: new RegExp(`^${activity}\\b`) }).click();
}

/** The field that a phone has for a cell. */
export function fieldOf(page: Page, player: string, activity: string) {
  return page.getByRole("textbox", { name: `${player}, ${activity}`, exact: true });
}

export async function write(page: Page, player: string, activity: string, text: string) {
  if (isPhone(page)) {
    await chooseActivity(page, activity);
    await fieldOf(page, player, activity).fill(text);
  } else {
    await cellOf(page, player, activity).click();
    await page.keyboard.type(text);
  }
  await page.keyboard.press("Enter");
}

/** What a phone offers for one player or activity. */
export async function chooseInRow(page: Page, row: string, action: string) {
  await page.getByRole("button", { name: `More for ${row}`, exact: true }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

export async function expectValue(page: Page, player: string, activity: string, value: string) {
  if (isPhone(page)) await expect(fieldOf(page, player, activity)).toHaveValue(value);
  else await expect(cellOf(page, player, activity, `${value}\\b`)).toBeVisible();
}

export async function expectSaved(page: Page) {
  await expect(
    page.getByRole("status").filter({ hasText: isPhone(page) ? /^Saved$/ : "All changes saved" }),
  ).toBeVisible();
}

/** Bram, who has been made a maintainer. */
export async function addMaintainer(page: Page, { owner, clan, players }: CountingClan): Promise<Person> {
  const bram = await addLinked(page, owner, players.Bram);
  const path = `/clans/${clan.id}/members/${players.Bram}/role`;
  await callAs(page, owner, path, { method: "PUT", data: { role: "maintainer" } });
  return bram;
}

/** The same kind of screen in another browser, for somebody else. */
export async function openBeside(browser: Browser, page: Page, person: Person, path: string): Promise<Page> {
  const baseURL = new URL(page.url()).origin;
  const context = await browser.newContext({ baseURL, viewport: page.viewportSize() });
  const other = await context.newPage();
  await openAs(other, person, path);
  return other;
}
