import type { Locator, Page } from "@playwright/test";
import { addMaintainer } from "./helpers/day-screen.ts";
import { expect, expectSound, isPhone, test } from "./fixtures.ts";
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

test("a maintainer writes a bulletin, a member reads it on the dashboard, and it counts as seen", async ({
  page,
  visitor,
}) => {
  const news = await addNewsClan(page);
  const { Dara } = await addPlayers(page, news.owner, news.clan, ["Dara"]);
  const dara = await addLinked(page, news.owner, Dara);
  const maintainer = await addMaintainer(page, { ...news, activities: {} });
  await openAs(page, maintainer, bulletinsOf(news));
  await expect(page.getByRole("heading", { name: "Write your first bulletin" })).toBeVisible();
  await expectSound(page);
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
  await expectSound(page);
  await link.getByLabel("Address").fill("owls.example/map");
  await link.getByLabel("Words to show").fill("the map");
  await link.getByRole("button", { name: "Add link" }).click();
  await expect(message.getByRole("link", { name: "the map" })).toHaveAttribute("href", "https://owls.example/map");
  await expectSound(page);

  await form.getByRole("button", { name: "Preview" }).click();
  const preview = page.getByRole("dialog", { name: "Preview: Raid at eight" });
  await expect(preview.getByRole("strong")).toHaveText("healers");
  await expect(preview.getByRole("listitem")).toHaveText(["Gate", "Keep, by the map"]);
  await expectSound(page);
  await close(preview);
  await form.getByRole("button", { name: "Publish bulletin" }).click();
  await expect(page.getByText("Raid at eight published")).toBeVisible();
  await expect(lineOf(page, "Raid at eight")).toContainText("Live");
  await expect(lineOf(page, "Raid at eight")).toContainText(/0 of \d/);

  const member = await visitor();
  await openAs(member, dara, "/dashboard");
  const card = widgetOf(member, "Clan Bulletins");
  await expect(card.getByRole("strong")).toHaveText("healers");
  await expectSound(member);
  await card.getByRole("button", { name: "Unread: Raid at eight" }).click();
  const dialog = member.getByRole("dialog", { name: "Raid at eight" });
  await expect(dialog.getByRole("link", { name: "the map" })).toHaveAttribute("rel", /nofollow/);
  await expect(dialog.getByText("Owls of Dawn")).toBeVisible();
  await expectSound(member);
  await close(dialog);
  await expect(card.getByRole("button", { name: "Raid at eight", exact: true })).toBeVisible();

  await page.reload();
  await expect(lineOf(page, "Raid at eight")).toContainText(/1 of \d/);
  await choose(page, "Raid at eight", "Seen by");
  const readers = page.getByRole("dialog", { name: "Who has seen Raid at eight" });
  await expect(readers.getByRole("region", { name: "Seen by (1)" })).toContainText("Dara");
  await expectSound(page);
});

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

test("drafts, what is scheduled and what is for maintainers stay with those who write them", async ({
  page,
  visitor,
}) => {
  const news = await addNewsClan(page);
  const bram = await addLinked(page, news.owner, news.players.Bram);
  await addBulletin(page, news, { title: "Half a thought", publish_at: null });
  await addBulletin(page, news, { title: "Fair tomorrow", publish_at: inSeconds(86_400) });
  await addBulletin(page, news, { title: "Who to promote", audience: "maintainers" });
  await addBulletin(page, news, { title: "Old news", publish_at: inSeconds(-60), expires_at: inSeconds(2) });
  await addBulletin(page, news, { title: "For all" });
  await openAs(page, news.owner, bulletinsOf(news));
  await expect(lineOf(page, "Half a thought")).toContainText("Draft");
  await expect(lineOf(page, "Fair tomorrow")).toContainText("Scheduled for");
  await page.getByRole("navigation", { name: "Bulletins by state" }).getByRole("link", { name: "Draft 1" }).click();
  await expect(page.getByRole("link", { name: "For all" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Half a thought" })).toBeVisible();
  await expectSound(page);

  const member = await visitor();
  await openAs(member, bram, "/dashboard");
  const secret = /Half a thought|Fair tomorrow|Who to promote/;
  await expect(widgetOf(member, "Clan Bulletins")).toContainText("For all");
  await expect(widgetOf(member, "Clan Bulletins")).not.toContainText(secret);
  await member.goto(bulletinsOf(news));
  await expect(member.getByRole("link", { name: "For all" })).toBeVisible();
  await expect(member.getByRole("main")).not.toContainText(secret);
  await expect(member.getByRole("button", { name: /^Actions for|New bulletin|Bin/ })).toHaveCount(0);
  await expect(async () => {
    await member.reload();
    await expect(member.getByRole("link", { name: "For all" })).toBeVisible();
    await expect(member.getByRole("link", { name: "Old news" })).toHaveCount(0, { timeout: 100 });
  }).toPass();
  await expectSound(member);
});

test("a bulletin is there for everybody as soon as its time has come", { tag: "@wide" }, async ({ page, visitor }) => {
  const news = await addNewsClan(page);
  const bram = await addLinked(page, news.owner, news.players.Bram);
  await addBulletin(page, news, { title: "The gates open", publish_at: inSeconds(8) });
  await openAs(page, news.owner, bulletinsOf(news));
  await expect(lineOf(page, "The gates open")).toContainText("Scheduled for");
  const member = await visitor();
  await openAs(member, bram, "/dashboard");
  await expect(widgetOf(member, "Clan Bulletins")).toContainText("No bulletins found.");
  await expect(async () => {
    await member.reload();
    await expect(widgetOf(member, "Clan Bulletins")).toContainText("The gates open", { timeout: 1500 });
  }).toPass({ timeout: 30_000 });
  await page.reload();
  await expect(lineOf(page, "The gates open")).toContainText("Live");
});

test("a manager edits a bulletin, finds what it said before, and takes it back", { tag: "@wide" }, async ({ page }) => {
  const news = await addNewsClan(page);
  await addBulletin(page, news);
  await openAs(page, news.owner, bulletinsOf(news));
  await choose(page, "Raid at eight", "Edit");
  const form = page.getByRole("dialog", { name: "Edit Raid at eight" });
  const message = form.getByRole("textbox", { name: "Message" });
  await expect(message).toHaveText("Bring healers.");
  await form.getByLabel("Title").fill("Raid at nine");
  await message.click();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("Bring tanks.");
  await expectSound(page);
  await form.getByRole("button", { name: "Save bulletin" }).click();
  await expect(page.getByText("Raid at nine saved")).toBeVisible();
  await expect(lineOf(page, "Raid at nine")).toContainText("Edited");
  await choose(page, "Raid at nine", "History");
  const history = page.getByRole("dialog", { name: "History of Raid at nine" });
  await expect(history.getByRole("article")).toContainText("Written by Kara");
  await expect(history.getByRole("article")).toContainText("Bring healers.");
  await expectSound(page);
  await history.getByRole("button", { name: /^Restore these words/ }).click();
  await expect(page.getByRole("link", { name: "Raid at eight" })).toBeVisible();
  await expect(page.getByText("Raid at eight says again what it said")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("link", { name: "Raid at nine" }).click();
  const reading = page.getByRole("dialog", { name: "Raid at nine" });
  await expect(reading).toContainText("Bring tanks.");
  await expect(reading).toContainText("Edited");
  await expectSound(page);
  await page.goBack();
  await expect(reading).toHaveCount(0);
});

test("a manager deletes a bulletin, takes that back, and takes it out of the bin", async ({ page }) => {
  const news = await addNewsClan(page);
  await addBulletin(page, news);
  await addBulletin(page, news, { title: "Fair day" });
  await openAs(page, news.owner, bulletinsOf(news));
  const raid = page.getByRole("link", { name: "Raid at eight" });
  await choose(page, "Raid at eight", "Delete");
  await expect(raid).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(raid).toBeVisible();
  await choose(page, "Raid at eight", "Delete");
  await expect(raid).toHaveCount(0);
  await page.getByRole("button", { name: "Bin", exact: true }).click();
  const bin = page.getByRole("dialog", { name: "Bin" });
  await expect(bin.getByRole("listitem").filter({ hasText: "Raid at eight" })).toContainText("30 days left");
  await expectSound(page);
  await bin.getByRole("button", { name: "Restore Raid at eight" }).click();
  await expect(raid).toBeVisible();
});

test("a fourth pin is refused at its field and in the list", { tag: "@wide" }, async ({ page }) => {
  const news = await addNewsClan(page);
  for (const title of ["One", "Two", "Three"]) await addBulletin(page, news, { title, pinned: true });
  await addBulletin(page, news, { title: "Newest" });
  await openAs(page, news.owner, bulletinsOf(news));
  await expect(page.getByRole("row").nth(1)).toContainText("Three");
  await expect(page.getByRole("row").nth(4)).toContainText("Newest");
  await page.getByRole("button", { name: "New bulletin" }).click();
  const form = page.getByRole("dialog", { name: "New bulletin" });
  await form.getByLabel("Title").fill("Four");
  const pin = form.getByRole("checkbox", { name: /^Pin it/ });
  await pin.check();
  await form.getByRole("button", { name: "Publish bulletin" }).click();
  await expect(pin).toHaveAccessibleDescription("Three bulletins are pinned already. Unpin one first.");
  await expect(pin).toBeFocused();
  await expectSound(page);
  await pin.uncheck();
  await form.getByRole("button", { name: "Publish bulletin" }).click();
  await expect(page.getByText("Four published")).toBeVisible();
  await choose(page, "Four", "Pin");
  await expect(page.getByRole("alert").filter({ hasText: "Unpin one first." })).toBeVisible();
  await expect(lineOf(page, "Four")).not.toContainText("Pinned");
  await choose(page, "One", "Unpin");
  await expect(page.getByText("One unpinned")).toBeVisible();
  await choose(page, "Four", "Pin");
  await expect(page.getByText("Four pinned")).toBeVisible();
  await expect(page.getByRole("row").nth(1)).toContainText("Four");
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

for (const [how, isCleaned] of [
  ["sent to the server", true],
  ["already stored by somebody else's hand", false],
] as const) {
  test(`hostile HTML that was ${how} is harmless wherever it is read`, { tag: "@wide" }, async ({ page }) => {
    const news = await addNewsClan(page);
    const { id, content } = await addBulletin(page, news, { title: "A gift", content: hostile });
    expect(content).not.toMatch(/script|onerror|onload|style|iframe|<input/);
    if (!isCleaned) {
      await page.route(/\/api\/(clans\/[^/]+\/)?bulletins(\?|$)/, async (route) => {
        const answer = await route.fetch();
        const list = (await answer.json()) as { items: object[] };
        await route.fulfill({ json: { ...list, items: list.items.map((item) => ({ ...item, content: hostile })) } });
      });
    }
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
      await expectSound(page);
    }
  });
}

test(
  "two managers change the same words: the second is asked whose stay",
  { tag: "@wide" },
  async ({ page, visitor }) => {
    const news = await addNewsClan(page);
    await addBulletin(page, news);
    const bram = await addMaintainer(page, { ...news, activities: {} });
    const other = await visitor();
    await openAs(page, news.owner, bulletinsOf(news));
    await openAs(other, bram, bulletinsOf(news));
    for (const screen of [page, other]) {
      await choose(screen, "Raid at eight", "Edit");
      await expect(screen.getByRole("textbox", { name: "Message" })).toHaveText("Bring healers.");
    }
    await other.getByLabel("Title").fill("Raid at ten");
    await other.getByRole("button", { name: "Save bulletin" }).click();
    await expect(other.getByText("Raid at ten saved")).toBeVisible();
    await page.getByLabel("Title").fill("Raid at nine");
    await page.getByRole("button", { name: "Save bulletin" }).click();
    const notice = page.getByRole("alert").filter({ hasText: "Changed elsewhere" });
    await expect(notice).toContainText("called “Raid at ten”, and what changed is its title");
    await expect(page.getByLabel("Title")).toHaveValue("Raid at nine");
    await expectSound(page);
    await notice.getByRole("button", { name: "Keep mine" }).click();
    await expect(page.getByText("Raid at nine saved")).toBeVisible();
    await other.reload();
    await expect(other.getByRole("link", { name: "Raid at nine" })).toBeVisible();
  },
);

test("what was typed is still there after a reload, until it is thrown away", async ({ page }) => {
  const news = await addNewsClan(page);
  await openAs(page, news.owner, `${bulletinsOf(news)}&new=1`);
  const form = page.getByRole("dialog", { name: "New bulletin" });
  const message = form.getByRole("textbox", { name: "Message" });
  await form.getByLabel("Title").fill("Half a thought");
  await message.click();
  await page.keyboard.type("To be continued");
  await form.getByLabel("Publish").selectOption("At a date and time");
  await page.reload();
  await expect(form.getByText("Here is what you typed before and did not save.")).toBeVisible();
  await expect(form.getByLabel("Title")).toHaveValue("Half a thought");
  await expect(message).toHaveText("To be continued");
  await expect(form.getByLabel("Publish at")).toBeVisible();
  await expectSound(page);
  await form.getByRole("button", { name: "Throw away" }).click();
  const question = page.getByRole("dialog", { name: "Throw away what you typed?" });
  await expectSound(page);
  await question.getByRole("button", { name: "Throw away" }).click();
  await expect(form.getByLabel("Title")).toHaveValue("");
  await expect(message).toHaveText("");
});

test(
  "on a phone every tool and field of the form is in reach, and each bulletin is a card",
  { tag: "@phone" },
  async ({ page }) => {
    const news = await addNewsClan(page);
    const long = "Supercalifragilistic".repeat(5);
    await addBulletin(page, news, {
      title: long,
      content: `<p>${long}</p><pre><code>${long}</code></pre>`,
      pinned: true,
    });
    await openAs(page, news.owner, bulletinsOf(news));
    await expect(lineOf(page, long)).toContainText("Pinned");
    await expectSound(page);
    await page.getByRole("link", { name: long }).click();
    await expect(page.getByRole("dialog", { name: long })).toBeVisible();
    await expectSound(page);
    await page.goBack();
    await page.getByRole("button", { name: "New bulletin" }).click();
    const form = page.getByRole("dialog", { name: "New bulletin" });
    const tools = form.getByRole("toolbar", { name: "Text tools" }).getByRole("button");
    await expect(tools).toHaveCount(15);
    for (const tool of await tools.all()) {
      const box = await tool.boundingBox();
      expect(box?.width).toBeGreaterThanOrEqual(44);
      expect(box?.height).toBeGreaterThanOrEqual(44);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
    }
    await form.getByLabel("Title").fill("From the couch");
    await form.getByRole("textbox", { name: "Message" }).tap();
    await form.getByRole("button", { name: "Heading 2" }).tap();
    await page.keyboard.type("Tonight");
    await expect(form.getByRole("heading", { level: 2, name: "Tonight" })).toBeVisible();
    await form.getByLabel("Who may read it").selectOption("Owner and maintainers");
    await form.getByLabel("Publish").selectOption("Keep as a draft");
    await expectSound(page);
    await form.getByRole("button", { name: "Save draft" }).tap();
    await expect(page.getByText("From the couch kept as a draft")).toBeVisible();
    await expect(lineOf(page, "From the couch")).toContainText("Owner and maintainers");
  },
);
