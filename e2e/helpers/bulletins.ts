import type { Locator, Page } from "@playwright/test";
import { addClan, addPerson, addPlayers, callAs, type Clan, type Person } from "./people.ts";

interface Bulletin {
  id: string;
  title: string;
  content: string;
  version: number;
}

export interface NewsClan {
  owner: Person;
  clan: Clan;
  /** The roster by name. */
  players: Record<string, string>;
}

/** Kara's clan, in which Bram plays too. */
export async function addNewsClan(page: Page, name = "Owls of Dawn", person?: Person): Promise<NewsClan> {
  const owner = person ?? (await addPerson(page));
  const clan = await addClan(page, owner, name);
  const players = await addPlayers(page, owner, clan, ["Bram"]);
  return { owner, clan, players };
}

/** Written without the pages; published at once if nothing else is wanted. */
export function addBulletin(page: Page, { owner, clan }: Omit<NewsClan, "players">, wanted: object = {}) {
  const data = { title: "Raid at eight", content: "<p>Bring healers.</p>", ...wanted };
  return callAs<Bulletin>(page, owner, `/clans/${clan.id}/bulletins`, { data });
}

export function inSeconds(seconds: number): string {
  return new Date(Date.now() + seconds * 1000).toISOString();
}

export function bulletinsOf({ clan }: Pick<NewsClan, "clan">): string {
  return `/bulletins?clan=${clan.id}`;
}

/** A part of the dashboard. */
export function widgetOf(page: Page, name: "Scoreboards" | "Member Invites" | "Clan Bulletins") {
  return page.getByRole("region", { name, exact: true });
}

/** As from another program. */
export async function paste(field: Locator, html: string) {
  await field.evaluate((element, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/html", text);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, html);
}
