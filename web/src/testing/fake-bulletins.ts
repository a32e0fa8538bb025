import { type Bulletin, type BulletinState, bulletinStates, listBulletins } from "@clanhall/contract/bulletins";
import type { Clan } from "@clanhall/contract/clans";
import { screen, within } from "@testing-library/react";
import { userEvent } from "./user-event.ts";
import { karasProfile } from "./fake-account.ts";
import { fakeClans, nightOwls, openAsKara } from "./fake-clans.ts";
import { heading } from "./open-app.tsx";

const dayMs = 86_400_000;
export const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();

/** Live, for everybody, and opened by some of them. */
export const raidTonight: Bulletin = {
  id: "44444444-0000-4000-8000-000000000001",
  clan_id: nightOwls.id,
  clan_name: nightOwls.name,
  clan_role: "owner",
  title: "Raid tonight",
  content: "<p>Bring <strong>healers</strong>.</p>",
  content_format: "html",
  state: "live",
  audience: "everyone",
  pinned: false,
  post_to_discord: false,
  publish_at: "2026-03-02T19:00:00.000Z",
  expires_at: null,
  posted_at: "2026-03-02T19:00:00.000Z",
  edited_at: null,
  created_by_user_id: karasProfile.id,
  author: "Kara",
  is_seen: true,
  seen_by: { seen: 12, of: 40 },
  deleted_at: null,
  created_at: "2026-03-02T18:00:00.000Z",
  updated_at: "2026-03-02T19:00:00.000Z",
  version: 3,
};

export const newRule: Bulletin = {
  ...raidTonight,
  id: "44444444-0000-4000-8000-000000000002",
  title: "New rule",
  content: "<p>Be kind.</p>",
  state: "draft",
  audience: "maintainers",
  publish_at: null,
  posted_at: null,
  seen_by: { seen: 0, of: 3 },
  version: 1,
};

export const fairDay: Bulletin = {
  ...newRule,
  id: "44444444-0000-4000-8000-000000000003",
  title: "Fair day",
  state: "scheduled",
  audience: "everyone",
  publish_at: inDays(3),
};

export const oldNews: Bulletin = {
  ...raidTonight,
  id: "44444444-0000-4000-8000-000000000004",
  title: "Old news",
  state: "expired",
  author: null,
  expires_at: "2026-03-03T19:00:00.000Z",
};

/** What the list answers: its items, and how many there are of each state unless said otherwise. */
export function listOf(items: Bulletin[], more: { all?: Bulletin[]; next_cursor?: string | null } = {}) {
  const { all = items, next_cursor = null } = more;
  const countOf = (state: BulletinState) => all.filter((item) => item.state === state).length;
  const counts = Object.fromEntries(bulletinStates.map((state) => [state, countOf(state)]));
  return { items, counts: counts as Record<BulletinState, number>, next_cursor };
}

/** Kara's clan with these bulletins. */
export function fakeBulletins(bulletins: Bulletin[], clan: Clan = nightOwls) {
  const items = bulletins.map((bulletin) => ({ ...bulletin, clan_id: clan.id, clan_name: clan.name }));
  return fakeClans(clan).answers(listBulletins, listOf(items));
}

export async function openBulletins(search = "", clan: Clan = nightOwls) {
  const opened = openAsKara(`/bulletins?clan=${clan.id}${search}`);
  await heading("Bulletins");
  return opened;
}

/** Opens the menu of a bulletin and takes one of its entries. */
export async function chooseFor(bulletin: string, entry: string) {
  await userEvent.click(await screen.findByRole("button", { name: `Actions for ${bulletin}` }));
  await userEvent.click(screen.getByRole("menuitem", { name: entry }));
}

export const dialog = async (name: string) => within(await screen.findByRole("dialog", { name }));
