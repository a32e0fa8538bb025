import { addCountingClan, daysAgo, expectDay } from "./helpers/entries.ts";
import { expect, test } from "./fixtures.ts";
import { openAs } from "./helpers/people.ts";

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

test(
  "an owner makes a token for a bot, which enters values until the token is deleted",
  { tag: "@wide" },
  async ({ page }) => {
    const counting = await addCountingClan(page, ["Bram"], [{ name: "Donations" }]);
    const { owner, clan, players, activities } = counting;
    const day = daysAgo(0);
    await openAs(page, owner, `/clan-admin/${clan.id}?tab=integrations`);
    const card = page.getByRole("region", { name: "API tokens" });
    await expect(card).toContainText("No tokens yet.");
    await card.getByRole("button", { name: "Create a token" }).click();
    const dialog = page.getByRole("dialog", { name: "Create a token" });
    await dialog.getByRole("button", { name: "Create token" }).click();
    await expect(dialog.getByText("Choose what the token may do.")).toBeVisible();
    await expect(dialog.getByLabel("Name")).toBeFocused();
    await page.keyboard.type("Discord bot");
    await dialog.getByRole("checkbox", { name: /^Enter values/ }).check();
    await dialog.getByLabel("Works for").selectOption("7 days");
    await dialog.getByRole("button", { name: "Create token" }).click();
    const made = page.getByRole("dialog", { name: "The token for Discord bot" });
    const token = (await made.getByRole("code").textContent()) ?? "";
    expect(token).toMatch(/^clh_[\w-]{43}$/);
    await page.keyboard.press("Escape");
    await expect(made).toBeVisible();
    await made.getByRole("button", { name: "Copy" }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);
    await made.getByRole("button", { name: "I have copied it" }).click();
    const line = card.getByRole("list", { name: "API tokens" }).getByRole("listitem");
    await expect(line).toContainText(`Discord bot …${token.slice(-4)}`);
    await expect(line).toContainText(/Enter values.*Created by Kara · never used · expires in 7 days/);
    await page.reload();
    await expect(line).toContainText("never used");
    expect(await page.content()).not.toContain(token);

    const data = {
      entries: [{ member_id: players.Bram, activity_id: activities.Donations, day, value: 12 }],
    };
    const headers = { authorization: `Bearer ${token}`, "idempotency-key": "bot-1" };
    const put = () => page.request.put(`/api/clans/${clan.id}/entries`, { headers, data });
    const first = await put();
    expect(first.status()).toBe(200);
    expect(await first.json()).toMatchObject({ saved: 1, unchanged: 0, conflicts: [] });
    expect(await (await put()).json()).toMatchObject({ saved: 0, unchanged: 1, conflicts: [] });
    await expectDay(page, counting, day, { "Bram, Donations": 12 });
    for (const path of [`days/${day}`, "members", "tokens"])
      expect((await page.request.get(`/api/clans/${clan.id}/${path}`, { headers })).status()).toBe(403);
    await page.reload();
    await expect(line).toContainText("last used just now");

    await line.getByRole("button", { name: "Delete Discord bot" }).click();
    const question = page.getByRole("dialog", { name: "Delete Discord bot?" });
    await expect(question).toContainText(`the token that ends in ${token.slice(-4)} is refused from then on`);
    await question.getByRole("button", { name: "Delete token" }).click();
    await expect(page.getByText("Token Discord bot deleted")).toBeVisible();
    expect((await put()).status()).toBe(401);
    await expect(card).toContainText("No tokens yet.");
    await expectDay(page, counting, day, { "Bram, Donations": 12 });
  },
);
