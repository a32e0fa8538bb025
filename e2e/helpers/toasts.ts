import type { Locator, Page } from "@playwright/test";
import { expect } from "../fixtures.ts";

/** Only one is shown at a time: puts away those that came before it. */
export async function expectToast(page: Page, text: string): Promise<void> {
  const toasts = toastsOf(page);
  const earlier = dismissButton(page, toasts.filter({ hasNotText: text }));
  await expect(async () => {
    if (await earlier.isVisible()) await earlier.click({ timeout: 500 });
    await expect(toasts.filter({ hasText: text })).toBeVisible({ timeout: 500 });
  }).toPass();
}

/** The region itself has no size: it waits on the page for what it says. */
export function toastsOf(page: Page): Locator {
  return page.getByRole("status").locator("[popover]");
}

/** It would lie over the menus for a while. */
export async function dismissToast(page: Page): Promise<void> {
  // It may go by itself in between.
  await expect(async () => {
    if (await dismissButton(page).isVisible()) await dismissButton(page).click({ timeout: 500 });
  }).toPass();
}

function dismissButton(page: Page, within: Pick<Page, "getByRole"> = page) {
  return within.getByRole("button", { name: "Dismiss" });
}
