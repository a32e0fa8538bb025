import type { Page } from "@playwright/test";
import { expect } from "../fixtures.ts";
import { addClan, addPerson, addPlayers, callAs, type Clan, type Person } from "./people.ts";

/** A clan that counts something, made without the pages. */
export interface CountingClan {
  owner: Person;
  clan: Clan;
  /** The roster by name. */
  players: Record<string, string>;
  /** What it counts, by name. */
  activities: Record<string, string>;
}

interface Wanted {
  name: string;
  [field: string]: unknown;
}

interface Named {
  id: string;
  name: string;
}

/** The clan's date so many days ago; its days begin at midnight in UTC. */
export function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

/** Kara's clan. She and the others have been there for long enough to owe everything that is due. */
export async function addCountingClan(
  page: Page,
  names: string[],
  wanted: Wanted[],
  person?: Person,
): Promise<CountingClan> {
  const owner = person ?? (await addPerson(page));
  const clan = await addClan(page, owner, "Owls of Dawn");
  const players = await addPlayers(page, owner, clan, names, daysAgo(60));
  const data = { version: 1, joined_on: daysAgo(60) };
  await callAs(page, owner, `/clans/${clan.id}/members/${players.Kara}`, { method: "PATCH", data });
  return { owner, clan, players, activities: await addActivities(page, owner, clan, wanted) };
}

/** What the clan counts from then on, by name. */
async function addActivities(page: Page, owner: Person, clan: Clan, wanted: Wanted[]): Promise<Record<string, string>> {
  const drafts = wanted.map((one) => ({ short_label: one.name.slice(0, 12), start_date: null, ...one }));
  const set = { format: "clanhall-activities", format_version: 1, activities: drafts };
  const path = `/clans/${clan.id}/activities/import`;
  const { added } = await callAs<{ added: Named[] }>(page, owner, path, { data: { set, dry_run: false } });
  return Object.fromEntries(added.map(({ id, name }) => [name, id]));
}

export async function changeClan(page: Page, { owner, clan }: CountingClan, change: Record<string, unknown>) {
  const { version } = await callAs<{ version: number }>(page, owner, `/clans/${clan.id}`);
  await callAs(page, owner, `/clans/${clan.id}`, { method: "PATCH", data: { version, ...change } });
}

/** Such as `{ Bram: { Donations: 120 } }`, on one day. */
export type Values = Record<string, Record<string, number>>;

export async function enter(page: Page, counting: CountingClan, day: string, values: Values, by = counting.owner) {
  const entries = Object.entries(values).flatMap(([player, row]) =>
    Object.entries(row).map(([activity, value]) => ({
      member_id: counting.players[player],
      activity_id: counting.activities[activity],
      day,
      value,
    })),
  );
  await callAs(page, by, `/clans/${counting.clan.id}/entries`, { method: "PUT", data: { entries } });
}

interface Saved {
  member_id: string;
  activity_id: string;
  state: "value" | "excused" | "cleared";
  value: number | null;
  late: boolean;
}

/** What the server has of a day, as it was entered: `Bram, Donations` → 120. */
async function readDay(page: Page, counting: CountingClan, day: string) {
  const { owner, clan } = counting;
  const { cells } = await callAs<{ cells: Saved[] }>(page, owner, `/clans/${clan.id}/days/${day}`);
  const nameOf = (names: Record<string, string>, wanted: string) =>
    Object.entries(names).find(([, id]) => id === wanted)?.[0] ?? wanted;
  const kept = cells.filter(({ state }) => state !== "cleared");
  return Object.fromEntries(
    kept.map(({ member_id, activity_id, state, value }) => [
      `${nameOf(counting.players, member_id)}, ${nameOf(counting.activities, activity_id)}`,
      state === "value" ? value : state,
    ]),
  );
}

export async function expectDay(page: Page, counting: CountingClan, day: string, cells: Record<string, unknown>) {
  await expect.poll(() => readDay(page, counting, day)).toEqual(cells);
}
