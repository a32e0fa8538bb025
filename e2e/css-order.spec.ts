import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { addClan, addPerson, openAs } from "./helpers/people.ts";

/** What the style sheets decide about an element; its size would also depend on its text. */
const decided = [
  "align-items",
  "background-color",
  "border-top-color",
  "border-top-left-radius",
  "border-top-width",
  "color",
  "display",
  "flex-direction",
  "font-size",
  "font-weight",
  "justify-content",
  "line-height",
  "margin",
  "min-height",
  "padding",
  "position",
  "row-gap",
];

type Styles = Record<string, string[]>;

/** The computed styles of everything on the screen that has a class, by class. */
function readStyles(page: Page): Promise<Styles> {
  return page.evaluate((properties) => {
    const found = new Map<string, Set<string>>();
    for (const element of document.querySelectorAll<HTMLElement>("body [class]")) {
      const style = getComputedStyle(element);
      const key = `${element.localName} ${element.getAttribute("class")}`;
      const text = properties.map((property) => `${property}: ${style.getPropertyValue(property)}`).join("; ");
      found.set(key, (found.get(key) ?? new Set()).add(text));
    }
    return Object.fromEntries([...found].map(([key, styles]) => [key, [...styles].toSorted()]));
  }, decided);
}

/** Goes on inside of the app: style sheets that have arrived stay. */
async function visit(page: Page, path: string, heading: string): Promise<Styles> {
  await page.evaluate((to) => history.pushState(null, "", to), path);
  await expect(page.getByRole("heading", { name: heading, exact: true }).first()).toBeVisible();
  if (path.includes("clan")) await expect(page.getByRole("navigation", { name: "Clan", exact: true })).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)).catch(() => null));
  return readStyles(page);
}

test("screens look the same in any order, and a text area has three lines", { tag: "@wide" }, async ({ page }) => {
  test.slow();
  await page.emulateMedia({ reducedMotion: "reduce" });
  const kara = await addPerson(page);
  const { id } = await addClan(page, kara, "Order of styles");
  const screens: [path: string, heading: string][] = [
    ["/dashboard", "Dashboard"],
    [`/clan-admin/${id}?tab=details`, "Details"],
    [`/clan-admin/${id}?tab=integrations`, "Discord"],
    [`/bulletins?clan=${id}`, "Bulletins"],
    [`/manage-players?clan=${id}`, "Manage Players"],
    [`/scoreboards?clan=${id}`, "Scoreboards"],
    ["/account", "Account Settings"],
  ];
  const orders = [screens, screens.toReversed(), [...screens.slice(3), ...screens.slice(0, 3)]];
  const seen: Record<string, Styles>[] = [];
  for (const order of orders) {
    await openAs(page, kara, "/terms");
    await openAs(page, kara, order[0]?.[0] ?? "");
    const styles: Record<string, Styles> = {};
    for (const [path, heading] of order) styles[path] = await visit(page, path, heading);
    // Once more, now that every style sheet is there.
    for (const [path, heading] of order) expect(await visit(page, path, heading), path).toEqual(styles[path]);
    seen.push(styles);
  }
  for (const styles of seen.slice(1)) expect(styles).toEqual(seen[0]);

  await visit(page, `/clan-admin/${id}?tab=details`, "Details");
  const { height, lineHeight } = await page.getByRole("textbox", { name: "Description" }).evaluate((element) => ({
    height: element.clientHeight,
    lineHeight: Number.parseFloat(getComputedStyle(element).lineHeight),
  }));
  expect(height).toBeGreaterThanOrEqual(3 * lineHeight);
});
