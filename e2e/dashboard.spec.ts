import type { Page } from "@playwright/test";
import { addBoard, addGivingClan, shareBoard } from "./helpers/boards.ts";
import { addCountingClan, daysAgo, enter } from "./helpers/entries.ts";
import { expect, expectAccessible, expectSound, isPhone, test } from "./fixtures.ts";
import { addBulletin, addNewsClan, bulletinsOf, inSeconds, widgetOf } from "./helpers/bulletins.ts";
import { addInvite, addLinked, addPerson, addPlayers, openAs } from "./helpers/people.ts";

const themes = ["tavernTheme", "forestTheme", "oceanTheme", "amethystTheme", "slateTheme"];
const first = ["Scoreboards", "Member Invites", "Clan Bulletins"];

/** The widgets from the first to the last. */
async function expectOrder(page: Page, names: string[]) {
  const handles = page.getByRole("main").getByRole("button", { name: /^Move / });
  const labels = () => handles.evaluateAll((all) => all.map((handle) => handle.getAttribute("aria-label")));
  await expect.poll(labels).toEqual(names.map((name) => `Move ${name}`));
}

async function expectSaved(page: Page) {
  const toast = page.getByRole("status").filter({ hasText: "Dashboard settings saved" });
  await expect(toast).toBeVisible();
  await toast.getByRole("button", { name: "Dismiss" }).click();
  await expect(toast).toHaveCount(0);
}

async function choose(page: Page, widget: string, action: string) {
  await page.getByRole("button", { name: `Options for ${widget}` }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

test("somebody without a clan is welcomed and led to a clan of their own", async ({ page }) => {
  await openAs(page, await addPerson(page), "/dashboard");
  await expect(page.getByRole("heading", { name: "Welcome, Kara" })).toBeVisible();
  await expect(page.getByText("You're signed in but not part of any clans yet")).toBeVisible();
  await expect(page.getByText(/browsing or searching for clans is unavailable/)).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Filter clans" })).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Scoreboards" })).toHaveCount(0);
  await expectSound(page);
  await page.getByRole("link", { name: "Create a Clan" }).click();
  await expect(page).toHaveURL("/clanmanagement?create=clan");
});

test("a member who owns no clan is told whom to ask, and sees no invites and nothing to enter", async ({ page }) => {
  const news = await addNewsClan(page);
  await addBulletin(page, news);
  const bram = await addLinked(page, news.owner, news.players.Bram);
  await openAs(page, bram, "/dashboard");
  await expect(page.getByText(/ask a clan owner for an invite link/)).toBeVisible();
  await expectOrder(page, ["Scoreboards", "Clan Bulletins"]);
  await expect(widgetOf(page, "Scoreboards")).toContainText("No active scoreboards.");
  await expect(widgetOf(page, "Clan Bulletins")).toContainText("Raid at eight");
  await expect(page.getByRole("list", { name: "Today" })).toHaveCount(0);
  await expect(page.getByRole("region", { name: /^First steps/ })).toHaveCount(0);
  await expectSound(page);
  await page.getByRole("link", { name: "Create a Clan" }).click();
  await expect(page).toHaveURL("/clanmanagement?create=clan");
});

test("an owner moves a widget with the keyboard and finds it there after a reload", async ({ page }) => {
  const { owner } = await addNewsClan(page);
  await openAs(page, owner, "/dashboard");
  await expectOrder(page, first);
  await page.getByRole("button", { name: "Move Clan Bulletins" }).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByText("Clan Bulletins: position 1 of 3.")).toBeAttached();
  await expect(page.getByRole("button", { name: "Move Clan Bulletins" })).toBeFocused();
  await expectSound(page);
  await page.keyboard.press("Space");
  await expectSaved(page);
  const moved = ["Clan Bulletins", "Scoreboards", "Member Invites"];
  await expectOrder(page, moved);
  await page.reload();
  await expectOrder(page, moved);
  await page.getByRole("button", { name: "Move Scoreboards" }).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Escape");
  await expectOrder(page, moved);
});

test("an owner drags a widget onto the place of another", { tag: "@wide" }, async ({ page }) => {
  const { owner } = await addNewsClan(page);
  await openAs(page, owner, "/dashboard");
  await expectOrder(page, first);
  const handle = await page.getByRole("button", { name: "Move Scoreboards" }).boundingBox();
  const target = await widgetOf(page, "Clan Bulletins").boundingBox();
  if (!handle || !target) throw new Error("not on the page");
  await page.mouse.move(handle.x + 8, handle.y + 8);
  await page.mouse.down();
  await page.mouse.move(target.x + target.width / 2, target.y + 40, { steps: 8 });
  await page.mouse.up();
  await expectSaved(page);
  const moved = ["Member Invites", "Clan Bulletins", "Scoreboards"];
  await expectOrder(page, moved);
  await page.reload();
  await expectOrder(page, moved);
});

test("on a phone the menu moves a widget up and down", { tag: "@phone" }, async ({ page }) => {
  const { owner } = await addNewsClan(page);
  await openAs(page, owner, "/dashboard");
  await expectOrder(page, first);
  await choose(page, "Scoreboards", "Move down");
  await expectSaved(page);
  await choose(page, "Clan Bulletins", "Move up");
  await expectSaved(page);
  const moved = ["Member Invites", "Clan Bulletins", "Scoreboards"];
  await expectOrder(page, moved);
  await page.reload();
  await expectOrder(page, moved);
});

test("a hidden widget comes back by the account's settings", async ({ page }) => {
  const { owner } = await addNewsClan(page);
  await openAs(page, owner, "/dashboard");
  await choose(page, "Member Invites", "Hide");
  await expectSaved(page);
  await expectOrder(page, ["Scoreboards", "Clan Bulletins"]);
  await expect(page.getByText("Hidden: Member Invites.")).toBeVisible();
  await expectSound(page);
  await page.reload();
  await expectOrder(page, ["Scoreboards", "Clan Bulletins"]);
  await page.getByRole("link", { name: "Show them again" }).click();
  const settings = page.getByRole("region", { name: "Dashboard", exact: true });
  await expect(settings.getByRole("checkbox", { name: "Show Member Invites" })).not.toBeChecked();
  await expectSound(page);
  await settings.getByRole("checkbox", { name: "Show Member Invites" }).check();
  await settings.getByRole("button", { name: "Move up Clan Bulletins" }).click();
  await settings.getByRole("button", { name: "Save dashboard" }).click();
  await expectSaved(page);
  await page.goto("/dashboard");
  await expectOrder(page, ["Scoreboards", "Clan Bulletins", "Member Invites"]);
});

test("a board and a bulletin open above the dashboard; closing and going back lead to where one was", async ({
  page,
}) => {
  const counting = await addGivingClan(page, { Kara: 30, Bram: 20 });
  await shareBoard(page, counting, await addBoard(page, counting));
  await addBulletin(page, counting, { content: "" });
  await openAs(page, counting.owner, "/dashboard");
  const width = page.viewportSize()?.width ?? 0;
  for (const [title, widget, widest] of [
    ["Week race", "Scoreboards", 1024],
    ["Raid at eight", "Clan Bulletins", 720],
  ] as const) {
    const opener = widgetOf(page, widget).getByRole("button", { name: new RegExp(title) });
    await opener.click();
    const dialog = page.getByRole("dialog", { name: title });
    await expect(dialog).toBeVisible();
    await expect(dialog).toContainText("Owls of Dawn");
    await expectSound(page);
    expect((await dialog.boundingBox())?.width).toBeCloseTo(Math.min(widest, width - 24), 0);
    await dialog.getByRole("button", { name: "Close" }).first().click();
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();
    await opener.click();
    await expect(dialog).toBeVisible();
    await page.goBack();
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL("/dashboard");
    await opener.click();
    await expect(dialog).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();
  }
  await widgetOf(page, "Scoreboards")
    .getByRole("button", { name: /Week race/ })
    .click();
  await page.getByTitle("Scoreboard Week race").contentFrame().getByRole("heading", { name: "Week race" }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await widgetOf(page, "Clan Bulletins").getByRole("button", { name: "Raid at eight" }).click();
  await expect(page.getByRole("dialog")).toContainText("No content");
  await page.reload();
  await expect(page.getByRole("dialog", { name: "Raid at eight" })).toBeVisible();
});

test("the filter narrows everything to a clan, survives a reload and is cleared again", async ({ page }) => {
  const owls = await addGivingClan(page, { Kara: 30, Bram: 20 });
  await addBoard(page, owls);
  await addBulletin(page, owls, { title: "News of the owls" });
  await addInvite(page, owls.owner, owls.players.Bram);
  const bears = await addNewsClan(page, "Iron Bears", owls.owner);
  await addBulletin(page, bears, { title: "News of the bears" });
  const { Corvin } = await addPlayers(page, owls.owner, bears.clan, ["Corvin"]);
  await addInvite(page, owls.owner, Corvin);
  await openAs(page, owls.owner, "/dashboard");
  const filter = page.getByRole("combobox", { name: "Filter clans" });
  const today = page.getByRole("list", { name: "Today" });
  const expectShown = async (isAll: boolean) => {
    await expect(widgetOf(page, "Clan Bulletins")).toContainText("News of the bears");
    await expect(widgetOf(page, "Member Invites")).toContainText("Corvin");
    await expect(today).toContainText("Iron Bears");
    for (const [place, words] of [
      [widgetOf(page, "Scoreboards"), "Week race"],
      [widgetOf(page, "Clan Bulletins"), "News of the owls"],
      [widgetOf(page, "Member Invites"), "Bram"],
      [today, "Owls of Dawn"],
    ] as const) {
      await (isAll ? expect(place).toContainText(words) : expect(place).not.toContainText(words));
    }
  };
  await expect(filter).toHaveAttribute("placeholder", "All clans");
  await expectShown(true);
  await expectSound(page);
  await filter.click();
  await page.getByRole("option", { name: "Iron Bears" }).click();
  await expectSound(page);
  await filter.press("Escape");
  await expectShown(false);
  await expect(widgetOf(page, "Scoreboards")).toContainText("No active scoreboards.");
  await page.reload();
  await expectShown(false);
  await expect(page.getByRole("button", { name: "Take out Iron Bears" })).toBeVisible();
  await page.getByRole("button", { name: "Clear Filter clans" }).click();
  await expectShown(true);
  await expect(filter).toBeFocused();
});

test("today tells what is due and who is missing, and leads to the grid", async ({ page }) => {
  const counting = await addCountingClan(page, ["Ash", "Bram"], [{ name: "Donations" }]);
  await openAs(page, counting.owner, "/dashboard");
  const today = page.getByRole("article", { name: "Owls of Dawn" });
  await expect(today).toContainText("0 of 3 due cells");
  await expect(today).toContainText("Missing: Ash, Bram and Kara");
  await expect(today).toContainText(/Clan day .* ends in/);
  await expectSound(page);
  await enter(page, counting, daysAgo(0), { Ash: { Donations: 5 } });
  await page.reload();
  await expect(today).toContainText("1 of 3 due cells");
  await today.getByRole("link", { name: "Enter today for Owls of Dawn" }).click();
  await expect(page).toHaveURL(new RegExp(`^[^?]+/daily-activity\\?clan=${counting.clan.id}`));
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("the first steps are ticked off as they are taken, and stay away once put away", async ({ page }) => {
  const { owner, clan, players } = await addNewsClan(page);
  await openAs(page, owner, "/dashboard");
  const steps = page.getByRole("region", { name: "First steps in Owls of Dawn" });
  await expect(steps.getByRole("link", { name: "Add your players (done)" })).toBeVisible();
  await expect(steps.getByRole("link", { name: "Invite your players", exact: true })).toBeVisible();
  await expectSound(page);
  await addInvite(page, owner, players.Bram);
  await page.reload();
  await expect(steps.getByRole("link", { name: "Invite your players (done)" })).toBeVisible();
  await steps.getByRole("link", { name: "Choose what you count" }).click();
  await expect(page).toHaveURL(`/customize-activities?clan=${clan.id}`);
  await page.goBack();
  const putAway = steps.getByRole("button", { name: "Put away the first steps of Owls of Dawn" });
  await putAway.click();
  await expect(steps).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await putAway.click();
  await expect(steps).toHaveCount(0);
  await expectSound(page);
  await page.reload();
  await expectOrder(page, first);
  await expect(steps).toHaveCount(0);
});

test.describe("trouble", () => {
  test.use({ allowedNoise: /status of (403|500)|ERR_FAILED|could not be loaded/ });

  for (const [how, isReached] of [
    ["refused", true],
    ["cut off", false],
  ] as const) {
    test(`widgets whose calls are ${how} are empty, and the rest can be used`, async ({ page }) => {
      const news = await addNewsClan(page);
      await addBulletin(page, news);
      await page.route(/\/api\/(bulletins|scoreboards|invites|me\/today)\b/, (route) =>
        isReached ? route.fulfill({ status: 500, json: { error: "x", message: "Broken" } }) : route.abort(),
      );
      await openAs(page, news.owner, "/dashboard");
      await expect(widgetOf(page, "Scoreboards")).toContainText("No active scoreboards.");
      await expect(widgetOf(page, "Member Invites")).toContainText("No outstanding invites.");
      await expect(widgetOf(page, "Clan Bulletins")).toContainText("No bulletins found.");
      await expect(page.getByRole("combobox", { name: "Filter clans" })).toBeVisible();
      await page.unroute(/\/api\/(bulletins|scoreboards|invites|me\/today)\b/);
      // One is told that the backend is away until it is found again, which the page's own look may do first.
      const retry = page.getByRole("button", { name: "Retry now" });
      await retry.click({ timeout: 5_000 }).catch(() => undefined);
      await expect(retry).toHaveCount(0);
      await expectSound(page);
      await choose(page, "Clan Bulletins", isPhone(page) ? "Move up" : "Move left");
      await expectOrder(page, ["Scoreboards", "Clan Bulletins", "Member Invites"]);
    });
  }

  test("an order that cannot be saved goes back, and one is told", async ({ page }) => {
    const { owner } = await addNewsClan(page);
    await page.route("**/api/me/profile", (route) =>
      route.request().method() === "PUT"
        ? route.fulfill({ status: 500, json: { error: "x", message: "Broken" } })
        : route.fallback(),
    );
    await openAs(page, owner, "/dashboard");
    await expectOrder(page, first);
    await choose(page, "Scoreboards", isPhone(page) ? "Move down" : "Move right");
    await expect(page.getByRole("alert").filter({ hasText: "Failed to save dashboard settings" })).toBeVisible();
    await expectOrder(page, first);
  });

  test("clans that cannot be loaded are told of, and can be asked for again", { tag: "@wide" }, async ({ page }) => {
    const { owner } = await addNewsClan(page);
    let isDown = true;
    await page.route("**/api/clans/my", (route) =>
      isDown ? route.fulfill({ status: 403, json: { error: "forbidden", message: "No" } }) : route.fallback(),
    );
    await openAs(page, owner, "/dashboard");
    await expect(page.getByText("Failed to load clans")).toBeVisible();
    isDown = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await expectOrder(page, first);
  });
});

test("dashboard and bulletins are accessible in every theme", { tag: "@wide" }, async ({ page }) => {
  test.slow();
  const counting = await addGivingClan(page, { Kara: 30, Bram: 20 });
  await shareBoard(page, counting, await addBoard(page, counting), { expires_at: inSeconds(86_400) });
  await addInvite(page, counting.owner, counting.players.Bram);
  const message = '<h2>Tonight</h2><p>See <a href="https://owls.example">the map</a></p><blockquote>Hoot</blockquote>';
  await addBulletin(page, counting, { content: message, pinned: true });
  await addBulletin(page, counting, { title: "Later", publish_at: null });
  for (const theme of themes) {
    await page.addInitScript((name) => localStorage.setItem("ui_theme", name), theme);
    await openAs(page, counting.owner, "/dashboard");
    await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
    await expect(widgetOf(page, "Clan Bulletins")).toContainText("Raid at eight");
    await expectAccessible(page);
    await page.goto(bulletinsOf(counting));
    await expect(page.getByRole("link", { name: "Later" })).toBeVisible();
    await expectAccessible(page);
  }
});
