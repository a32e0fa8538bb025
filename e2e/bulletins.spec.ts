import type { Locator, Page } from "@playwright/test";
import { addMaintainer } from "./helpers/day-screen.ts";
import { expect, isPhone, test } from "./fixtures.ts";
import { addBulletin, addNewsClan, bulletinsOf, inSeconds, paste, widgetOf } from "./helpers/bulletins.ts";
import { addLinked, addPlayers, callAs, openAs } from "./helpers/people.ts";

// The browser itself notes every refusal.
test.use({ allowedNoise: /status of 4\d\d/ });

/** A bulletin's line in the list of those who write them. */
function lineOf(page: Page, title: string) {
  return page.getByRole(isPhone(page) ? "listitem" : "row").filter({ has: page.getByRole("link", { name: title }) });
}

async function choose(page: Page, bulletin: string, action: string) {
  await page.getByRole("button", { name: `Actions for ${bulletin}`, exact: true }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

/** Presses the window's own Close, not the one in its corner. */
async function close(dialog: Locator) {
  await dialog.getByRole("button", { name: "Close" }).first().click();
  await expect(dialog).toHaveCount(0);
}

const fromWord = `<html><head><style>p.MsoNormal{color:red}</style></head><body><!--StartFragment-->
<p class=MsoNormal style="color:red"><b style="mso-bidi-font-weight:normal">Dragons</b> <span lang=EN-GB>are back<o:p></o:p></span></p>
<img src="/no-such-picture" onerror="document.title='Stolen'"><script>document.title = "Stolen"</script>
<p onclick="document.title='Stolen'"><a href="javascript:document.title='Stolen'">Treasure</a></p>
<table><tr><td>Gate</td></tr></table><iframe src="/privacy"></iframe><!--EndFragment--></body></html>`;

test(
  "a maintainer writes a bulletin, a member reads it on the dashboard, and it counts as seen",
  { tag: "@wide" },
  async ({ page, visitor }) => {
    const news = await addNewsClan(page);
    const { Dara } = await addPlayers(page, news.owner, news.clan, ["Dara"]);
    const dara = await addLinked(page, news.owner, Dara);
    const maintainer = await addMaintainer(page, { ...news, activities: {} });
    await openAs(page, maintainer, bulletinsOf(news));
    await expect(page.getByRole("heading", { name: "Write your first bulletin" })).toBeVisible();
    await page.getByRole("button", { name: "Write a bulletin" }).click();
    const form = page.getByRole("dialog", { name: "New bulletin" });
    await form.getByLabel("Title").fill("Raid at eight");
    const message = form.getByRole("textbox", { name: "Message" });
    await message.click();
    await page.keyboard.type("Bring ");
    await page.keyboard.press("Control+b");
    await expect(form.getByRole("button", { name: "Bold" })).toHaveAttribute("aria-pressed", "true");
    await page.keyboard.type("healers");
    await page.keyboard.press("Control+b");
    await page.keyboard.press("Enter");
    await form.getByRole("button", { name: "Bullets" }).click();
    await page.keyboard.type("Gate");
    await page.keyboard.press("Enter");
    await page.keyboard.type("Keep, by ");
    await form.getByRole("button", { name: "Link" }).click();
    const link = page.getByRole("dialog", { name: "Add a link" });
    await link.getByLabel("Address").fill("javascript:alert(1)");
    await link.getByRole("button", { name: "Add link" }).click();
    await expect(link.getByText(/^Enter an address that starts with https/)).toBeVisible();
    await link.getByLabel("Address").fill("owls.example/map");
    await link.getByLabel("Text to show").fill("the map");
    await link.getByRole("button", { name: "Add link" }).click();
    await expect(message.getByRole("link", { name: "the map" })).toHaveAttribute("href", "https://owls.example/map");

    await form.getByRole("button", { name: "Preview" }).click();
    const preview = page.getByRole("dialog", { name: "Preview: Raid at eight" });
    await expect(preview.getByRole("strong")).toHaveText("healers");
    await expect(preview.getByRole("listitem")).toHaveText(["Gate", "Keep, by the map"]);
    await close(preview);
    await form.getByRole("button", { name: "Publish bulletin" }).click();
    await expect(page.getByText("Raid at eight published")).toBeVisible();
    await expect(lineOf(page, "Raid at eight")).toContainText("Live");
    await expect(lineOf(page, "Raid at eight")).toContainText(/0 of \d/);

    const member = await visitor();
    await openAs(member, dara, "/dashboard");
    const card = widgetOf(member, "Clan Bulletins");
    await expect(card.getByRole("strong")).toHaveText("healers");
    await card.getByRole("button", { name: "Unread: Raid at eight" }).click();
    const dialog = member.getByRole("dialog", { name: "Raid at eight" });
    await expect(dialog.getByRole("link", { name: "the map" })).toHaveAttribute("rel", /nofollow/);
    await expect(dialog.getByText("Owls of Dawn")).toBeVisible();
    await close(dialog);
    await expect(card.getByRole("button", { name: "Raid at eight", exact: true })).toBeVisible();

    await page.reload();
    await expect(lineOf(page, "Raid at eight")).toContainText(/1 of \d/);
    await choose(page, "Raid at eight", "Seen by");
    const readers = page.getByRole("dialog", { name: "Who has seen Raid at eight" });
    await expect(readers.getByRole("region", { name: "Seen by (1)" })).toContainText("Dara");
  },
);

test("what is pasted from Word or from a hostile page is cleaned at once", { tag: "@wide" }, async ({ page }) => {
  const news = await addNewsClan(page);
  await openAs(page, news.owner, `${bulletinsOf(news)}&new=1`);
  const form = page.getByRole("dialog", { name: "New bulletin" });
  const message = form.getByRole("textbox", { name: "Message" });
  await message.click();
  await paste(message, fromWord);
  await expect(message).toContainText("Dragons are back");
  await expect(message.getByRole("strong")).toHaveText("Dragons");
  await expect(message).toContainText("Treasure");
  await expect(message.getByRole("link")).toHaveCount(0);
  await expectHarmless(page, message);
  await form.getByLabel("Title").fill("Dragons");
  await form.getByRole("button", { name: "Publish bulletin" }).click();
  await expect(page.getByText("Dragons published")).toBeVisible();
  const { items } = await callAs<{ items: { content: string }[] }>(page, news.owner, "/bulletins");
  expect(items[0]?.content).toContain("<strong>Dragons</strong>");
  expect(items[0]?.content).not.toMatch(/style|class|script|onerror|<img|<o:p|<table|<iframe/i);
});

test("a bulletin is there for everybody as soon as its time has come", { tag: "@wide" }, async ({ page, visitor }) => {
  const news = await addNewsClan(page);
  const bram = await addLinked(page, news.owner, news.players.Bram);
  const member = await visitor();
  await openAs(member, bram, "/dashboard");
  await expect(widgetOf(member, "Clan Bulletins")).toContainText("No bulletins found.");
  const { id, version } = await addBulletin(page, news, { title: "The gates open", publish_at: inSeconds(3_600) });
  await openAs(page, news.owner, bulletinsOf(news));
  await expect(lineOf(page, "The gates open")).toContainText("Goes live");
  await member.reload();
  await expect(widgetOf(member, "Clan Bulletins")).toContainText("No bulletins found.");
  const change = { method: "PATCH", data: { version, publish_at: inSeconds(2) } };
  await callAs(page, news.owner, `/clans/${news.clan.id}/bulletins/${id}`, change);
  await expect(async () => {
    await member.reload();
    await expect(widgetOf(member, "Clan Bulletins")).toContainText("The gates open", { timeout: 1500 });
  }).toPass();
  await page.reload();
  await expect(lineOf(page, "The gates open")).toContainText("Live");
});

const hostile = `<p>Come <b>closer</b></p><script>document.title = "Stolen"</script>
<img src="/no-such-picture" onerror="document.title='Stolen'"><svg onload="document.title='Stolen'"></svg>
<p style="position:fixed" onmouseover="document.title='Stolen'">Treasure</p>
<a href="javascript:document.title='Stolen'">Gold</a> <a href="https://owls.example" target="_blank" onclick="document.title='Stolen'">Map</a>
<iframe src="/privacy"></iframe><form action="/x"><input name="password"></form>`;

async function expectHarmless(page: Page, text: Locator) {
  const bad = "script, img, svg, iframe, form, input, style, table, [style], [onerror], [onclick], [onmouseover]";
  await expect(text.locator(bad)).toHaveCount(0);
  await expect(text.locator('a[href^="javascript" i]')).toHaveCount(0);
  await expect(page).not.toHaveTitle(/Stolen/);
}

test(
  "hostile HTML that somebody stored by their own hand is harmless wherever it is read",
  { tag: "@wide" },
  async ({ page }) => {
    const news = await addNewsClan(page);
    const { id, content } = await addBulletin(page, news, { title: "A gift", content: hostile });
    expect(content).not.toMatch(/script|onerror|onload|style|iframe|<input/);
    await page.route(/\/api\/(clans\/[^/]+\/)?bulletins(\?|$)/, async (route) => {
      const answer = await route.fetch();
      const list = (await answer.json()) as { items: object[] };
      await route.fulfill({ json: { ...list, items: list.items.map((item) => ({ ...item, content: hostile })) } });
    });
    await openAs(page, news.owner, "/dashboard");
    const card = widgetOf(page, "Clan Bulletins");
    await expect(card).toContainText("Come closer");
    await expectHarmless(page, card.getByRole("list"));
    for (const path of [`/dashboard?bulletin=${id}`, `${bulletinsOf(news)}&bulletin=${id}`]) {
      await page.goto(path);
      const dialog = page.getByRole("dialog", { name: "A gift" });
      await expect(dialog.getByText("Treasure")).toBeVisible();
      await dialog.getByText("Treasure").hover();
      await dialog.getByText("Gold").click();
      await expect(dialog.getByRole("link", { name: "Map" })).toHaveAttribute("rel", "noopener noreferrer nofollow");
      await expect(dialog.getByRole("link")).toHaveCount(1);
      await expectHarmless(page, dialog.getByText("Treasure").locator("xpath=../.."));
    }
  },
);
