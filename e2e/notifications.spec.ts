import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { listMails } from "./helpers/mailbox.ts";
import { addBulletin, addNewsClan } from "./helpers/bulletins.ts";
import { addLinked, addPlayers, callAs, openAs, type Person } from "./helpers/people.ts";
import { listMailHeads } from "./helpers/fake-services.ts";
import { strictInstallation } from "./helpers/auth.ts";

test.use({ baseURL: strictInstallation });

/** What the account page offers of one clan. */
function mailsOf(page: Page, clan: string) {
  return page.getByRole("group", { name: clan });
}

async function addressOf(page: Page, person: Person): Promise<string> {
  return (await callAs<{ email: string }>(page, person, "/me/profile")).email;
}

/** The heads of the clan's mails that a person was sent, the oldest first. */
async function newsTo(page: Page, person: Person): Promise<string[]> {
  const heads = await listMailHeads(page, await addressOf(page, person));
  return heads.filter((head) => /^Subject: Owls of Dawn: /m.test(head));
}

const aboutRaids = (...hours: string[]) => hours.map((hour) => expect.stringContaining(`Raid at ${hour}`));

/** Where a mail program asks for no more mails of the kind, as the head of the newest one says. */
async function oneClickOf(page: Page, person: Person): Promise<string> {
  const head = (await newsTo(page, person)).at(-1) ?? "";
  expect(head).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
  return /^List-Unsubscribe: <(\S+)>$/m.exec(head)?.[1] ?? "";
}

test(
  "a member asks for mails about one clan's bulletins, gets one, and stops them from the mail",
  { tag: "@phone" },
  async ({ page, visitor }) => {
    const owls = await addNewsClan(page);
    const { owner, clan } = owls;
    const bram = await addLinked(page, owner, owls.players.Bram);
    await addNewsClan(page, "Herons of Dusk", bram);
    const { Dara } = await addPlayers(page, owner, clan, ["Dara"]);
    const dara = await addLinked(page, owner, Dara);
    const data = { clan_id: clan.id, mail: { bulletin: true } };
    await callAs(page, dara, "/me/notifications", { method: "PUT", data });
    await openAs(page, bram, "/account?tab=notifications");
    await expect(mailsOf(page, "Herons of Dusk").getByRole("switch", { name: /^Invites/ })).toBeVisible();
    await expect(mailsOf(page, "Owls of Dawn").getByRole("switch", { name: /^Invites/ })).toHaveCount(0);
    await expect(page.getByRole("switch", { checked: true })).toHaveCount(0);
    const toggle = mailsOf(page, "Owls of Dawn").getByRole("switch", { name: "New bulletins" });
    await toggle.focus();
    await page.keyboard.press("Space");
    await expect(page.getByText("Saved")).toBeVisible();
    await page.reload();
    await expect(toggle).toBeChecked();
    await expect(page.getByRole("switch", { checked: true })).toHaveCount(1);

    await addBulletin(page, owls);
    await expect.poll(() => newsTo(page, bram)).toEqual(aboutRaids("eight"));
    const [mail] = await listMails(page, await addressOf(page, bram));
    const [link = ""] = /https?:\S+\/unsubscribe\/\S+/.exec(mail?.text ?? "") ?? [];
    expect(await oneClickOf(page, bram)).toBe(link.replace("/unsubscribe/", "/api/unsubscribe/"));
    const reader = await visitor();
    await reader.goto(link);
    await expect(reader.getByRole("heading", { name: "Stop these mails?" })).toBeVisible();
    await expect(reader.getByRole("main")).toContainText("no more mails about new bulletins from Owls of Dawn");
    await page.reload();
    await expect(toggle).toBeChecked();
    await reader.getByRole("button", { name: "Stop these mails" }).click();
    await expect(reader.getByRole("heading", { name: "You are unsubscribed" })).toBeVisible();
    await page.reload();
    await expect(toggle).toBeVisible();
    await expect(toggle).not.toBeChecked();

    // By the time Dara has both, a mail to Bram about the first would be there too.
    await addBulletin(page, owls, { title: "Raid at nine" });
    await expect.poll(() => newsTo(page, dara)).toEqual(aboutRaids("eight", "nine"));
    await addBulletin(page, owls, { title: "Raid at ten" });
    await expect.poll(() => newsTo(page, dara)).toEqual(aboutRaids("eight", "nine", "ten"));
    expect(await newsTo(page, bram)).toEqual(aboutRaids("eight"));
    const answer = await page.request.post(await oneClickOf(page, dara), { form: { "List-Unsubscribe": "One-Click" } });
    expect(answer.status()).toBe(200);
    const { items } = await callAs<{ items: object[] }>(page, dara, "/me/notifications");
    expect(items).toMatchObject([{ clan_name: "Owls of Dawn", mail: { bulletin: false } }]);
  },
);
