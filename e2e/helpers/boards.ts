import type { Page } from "@playwright/test";
import { expect } from "../fixtures.ts";
import { inSeconds } from "./bulletins.ts";
import { addCountingClan, type CountingClan, daysAgo, enter } from "./entries.ts";
import { callAs } from "./people.ts";

interface Board {
  id: string;
  title: string;
}

/** A clan whose players have given so much today, such as `{ Kara: 30, Bram: 20 }`. */
export async function addGivingClan(page: Page, gifts: Record<string, number>): Promise<CountingClan> {
  const others = Object.keys(gifts).filter((name) => name !== "Kara");
  const counting = await addCountingClan(page, others, [{ name: "Donations" }, { name: "Raids", points_per_unit: 10 }]);
  await give(page, counting, gifts);
  return counting;
}

export function give(page: Page, counting: CountingClan, gifts: Record<string, number>): Promise<void> {
  const values = Object.entries(gifts).map(([name, Donations]) => [name, { Donations }] as const);
  return enter(page, counting, daysAgo(0), Object.fromEntries(values));
}

/** A board of the last week's points, which nobody outside sees yet. */
export function addBoard(page: Page, { owner, clan, activities }: CountingClan, wanted: object = {}): Promise<Board> {
  const data = {
    title: "Week race",
    activities: Object.values(activities).map((activity_id) => ({ activity_id })),
    ...wanted,
  };
  return callAs(page, owner, `/clans/${clan.id}/scoreboards`, { data });
}

/** Where everybody could read the board until a moment ago. */
export async function shareUntilNow(page: Page, counting: CountingClan, board: Board): Promise<string> {
  let link = "";
  let seconds = 1;
  // On a crowded machine a time may have passed before it is asked for.
  await expect(async () => {
    link = await shareBoard(page, counting, board, { expires_at: inSeconds(seconds++) });
  }).toPass();
  await expect.poll(async () => (await page.request.get(link)).status()).toBe(410);
  return link;
}

/** Where everybody can read the board from now on. */
export async function shareBoard(page: Page, { owner }: CountingClan, { id }: Board, wanted: object = {}) {
  interface Shared {
    share: { token: string };
  }
  const { share } = await callAs<Shared>(page, owner, `/scoreboards/${id}/share`, { data: wanted });
  return `/scoreboard/${share.token}`;
}

export function boardsOf({ clan }: CountingClan): string {
  return `/scoreboards?clan=${clan.id}`;
}

/** A player's line in the standings. */
export function rowOf(page: Page, player: string) {
  return page
    .getByRole("table", { name: /^Standings/ })
    .getByRole("row")
    .filter({ hasText: player });
}
