import type { Page } from "@playwright/test";
import { addBoard, addGivingClan, boardsOf } from "./helpers/boards.ts";
import { expect, test } from "./fixtures.ts";
import { addNewsClan, bulletinsOf } from "./helpers/bulletins.ts";
import { callAs, type Clan, openAs, type Person } from "./helpers/people.ts";
import { expectToast } from "./helpers/toasts.ts";
import { openChannel } from "./helpers/fake-services.ts";

// The browser itself notes every refusal.
test.use({ allowedNoise: /status of 4\d\d/ });

interface Channel {
  url: string;
}

function integrationsOf({ id }: Clan): string {
  return `/clan-admin/${id}?tab=integrations`;
}

function webhookOf(page: Page, name: string) {
  return page.getByRole("list", { name: "Discord webhooks" }).getByRole("listitem").filter({ hasText: name }).first();
}

/** Connected without the pages. */
function addWebhook(page: Page, owner: Person, clan: Clan, { url }: Channel, events = ["bulletin", "scoreboard"]) {
  return callAs(page, owner, `/clans/${clan.id}/webhooks`, { data: { name: "News", url, events } });
}

async function choose(page: Page, what: string, action: string) {
  await page.getByRole("button", { name: `Actions for ${what}`, exact: true }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

test(
  "an owner connects a channel by the keyboard, tries it, and reads in the log what became of it",
  { tag: "@wide" },
  async ({ page }) => {
    const { owner, clan } = await addNewsClan(page);
    const channel = await openChannel(page);
    await openAs(page, owner, `/clan-admin/${clan.id}`);
    await page.getByRole("link", { name: "Integrations" }).click();
    const card = page.getByRole("region", { name: "Discord", exact: true });
    await expect(card).toContainText("No channel is connected yet.");

    await card.getByRole("button", { name: "Add a webhook" }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Add a webhook" });
    await expect(dialog.getByLabel("Name")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(dialog.getByText("Choose at least one event.")).toBeVisible();
    await page.keyboard.type("News");
    await page.keyboard.press("Tab");
    const address = dialog.getByLabel("Address", { exact: true });
    await expect(address).toBeFocused();
    const wrong = [
      "discord",
      channel.url.replace("https:", "http:"),
      channel.url.replace("discord.com", "discord.com.owls.example"),
      channel.url.replace("https://", "https://owls.example@"),
      channel.url.replace("/webhooks/", "/channels/"),
      channel.url.slice(0, -40),
      `${channel.url}?wait=true`,
    ];
    for (const typed of wrong) {
      await address.fill(typed);
      await page.keyboard.press("Enter");
      await expect(address).toHaveAccessibleDescription(/Paste the whole webhook address that Discord shows\./);
      await expect(address).toBeFocused();
      await expect(address).toHaveAttribute("aria-invalid", "true");
    }
    await address.fill(` ${channel.url} `);
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("checkbox", { name: /^Bulletins/ })).toBeFocused();
    await expect(address).not.toHaveAttribute("aria-invalid", "true");
    await page.keyboard.press("Space");
    await dialog.getByRole("checkbox", { name: /^Reminder/ }).focus();
    await page.keyboard.press("Space");
    await dialog.getByLabel("Remind before the day ends").selectOption("3 hours");
    await dialog.getByRole("button", { name: "Add webhook" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByText("News is connected")).toBeVisible();
    await expect(dialog).toHaveCount(0);

    const webhook = webhookOf(page, "News");
    await expect(webhook.getByRole("list", { name: "Events News posts" }).getByRole("listitem")).toHaveText([
      "Bulletins",
      "Reminder 3 hours before",
    ]);
    await expect(webhook).toContainText(`https://discord.com/api/webhooks/…${channel.url.slice(-4)}`);
    await expect(webhook).toContainText("Nothing was posted yet.");
    expect(await page.content()).not.toContain(channel.url.slice(-40));
    await webhook.getByRole("button", { name: "Test News" }).focus();
    await page.keyboard.press("Enter");
    await expect(webhook.getByRole("status")).toHaveText(
      "Discord accepted the test message (status 200). Look for it in the channel.",
    );
    await expect(webhook).toContainText(/Last: Test message · sent/);
    const [message, ...others] = await channel.read();
    expect(others).toEqual([]);
    expect(message).toMatchObject({ allowed_mentions: { parse: [] }, pictureBytes: 0, edits: 0 });
    expect(message?.embeds).toMatchObject([
      {
        title: "Clanhall can post here",
        description: "This channel will receive: bulletins, reminders.",
        footer: { text: "Owls of Dawn" },
      },
    ]);

    await webhook.getByRole("button", { name: "Log News" }).focus();
    await page.keyboard.press("Enter");
    const log = page.getByRole("dialog", { name: "Log of News" });
    await expect(log.getByRole("listitem")).toHaveText(/Test message\s*Sent.*1 attempt · answer 200/);
    await page.keyboard.press("Escape");
    await expect(log).toHaveCount(0);
    await expect(webhook.getByRole("button", { name: "Log News" })).toBeFocused();
  },
);

test(
  "a bulletin is one message in Discord, which follows what is edited, and a board comes with its picture",
  { tag: "@phone" },
  async ({ page }) => {
    const counting = await addGivingClan(page, { Kara: 30, Bram: 80 });
    const { owner, clan } = counting;
    await addBoard(page, counting);
    await openAs(page, owner, `${bulletinsOf({ clan })}&new=1`);
    const form = page.getByRole("dialog", { name: "New bulletin" });
    await expect(form.getByText("No webhook posts bulletins yet.")).toBeVisible();
    const channel = await openChannel(page);
    await addWebhook(page, owner, clan, channel);
    await page.reload();
    await form.getByLabel("Title").fill("Raid at eight");
    await form.getByRole("textbox", { name: "Message" }).fill("Bring *healers* @everyone");
    await form.getByRole("checkbox", { name: /^Post it to Discord/ }).check();
    await expect(form.getByText("It goes to every channel that gets bulletins.")).toBeVisible();
    await form.getByRole("button", { name: "Publish bulletin" }).click();
    await expectToast(page, "Raid at eight published");
    const readTitles = async () => (await channel.read()).map(({ embeds, edits }) => [embeds[0]?.title, edits]);
    await expect.poll(readTitles).toEqual([["Raid at eight", 0]]);
    const [posted] = await channel.read();
    expect(posted?.allowed_mentions).toEqual({ parse: [] });
    expect(posted?.embeds[0]?.description).toContain(String.raw`\*healers\*`);

    await choose(page, "Raid at eight", "Edit");
    const edit = page.getByRole("dialog", { name: "Edit Raid at eight" });
    await edit.getByLabel("Title").fill("Raid at nine");
    await edit.getByRole("button", { name: "Save bulletin" }).click();
    await expectToast(page, "Raid at nine saved");
    await expect.poll(readTitles).toEqual([["Raid at nine", 1]]);

    await page.goto(boardsOf(counting));
    await choose(page, "Week race", "Post to Discord");
    await expectToast(page, "Posted to 1 channel");
    await expect.poll(readTitles).toEqual([
      ["Raid at nine", 1],
      ["Week race", 0],
    ]);
    const [, board] = await channel.read();
    expect(board?.pictureBytes).toBeGreaterThan(1000);
    expect(board?.embeds[0]).toMatchObject({ image: { url: "attachment://scoreboard.png" } });
    expect(board?.embeds[0]?.description).toMatch(/\n\*\*1\.\*\* Bram · 80\n\*\*2\.\*\* Kara · 30$/);

    await page.goto(integrationsOf(clan));
    await page.getByRole("button", { name: "Log News" }).click();
    const log = page.getByRole("dialog", { name: "Log of News" }).getByRole("listitem");
    await expect(log).toHaveText([/Scoreboards: Week race\s*Sent/, /Bulletins: Raid at nine\s*Sent/]);
  },
);
