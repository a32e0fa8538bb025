import type { Clan } from "@clanhall/contract/clans";
import { listMembers, type Member } from "@clanhall/contract/members";
import { screen } from "@testing-library/react";
import { userEvent } from "./user-event.ts";
import { vi } from "vitest";
import { bram, fakeClans, nightOwls, openAsKara } from "./fake-clans.ts";
import { heading } from "./open-app.tsx";

const joined_at = "2026-01-15T12:00:00.000Z";

/** Who opens the page in these tests. */
export const kara: Member = { ...bram, id: nightOwls.member_id, name: "Kara", tint: 1, role: "owner", is_me: true };
export const aelwyn: Member = {
  ...bram,
  id: "11111111-0000-4000-8000-000000000001",
  name: "Aelwyn",
  tint: 3,
  aliases: ["Ael", "Wyn"],
  role: "member",
  user_id: null,
  groups: ["Raid"],
  public_note: "Plays at night",
  officer_note: "Ask about June",
  invite: { state: "open", expires_at: "2030-02-01T12:00:00.000Z" },
  joined_at,
  version: 4,
};
export const corvin: Member = {
  ...bram,
  id: "11111111-0000-4000-8000-000000000002",
  name: "Corvin",
  tint: 4,
  role: "member",
  groups: ["War"],
  joined_at,
};
export const dara: Member = {
  ...bram,
  id: "11111111-0000-4000-8000-000000000003",
  name: "Dara",
  tint: 5,
  role: "member",
  status: "inactive",
  user_id: null,
  joined_at,
};

/** A roster with its counts, as the server answers it. */
export function rosterOf(...members: Member[]) {
  const counts: Record<string, number> = {};
  for (const { status, groups } of members) {
    for (const label of [`status:${status}`, ...groups.map((group) => `group:${group}`)]) {
      counts[label] = (counts[label] ?? 0) + 1;
    }
  }
  return { members, next_cursor: null, counts };
}

/** Opens the page on a roster. The page has a height here, so that the rows in sight are known. */
export async function openRoster(
  roster: ReturnType<typeof rosterOf> | null,
  backend = fakeClans(nightOwls),
  clan: Clan = nightOwls,
  search = "",
  { isNarrow = false } = {},
) {
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(160);
  if (isNarrow) narrowScreen();
  if (roster) backend.answers(listMembers, roster);
  const opened = openAsKara(`/manage-players?clan=${clan.id}${search}`);
  await heading("Manage Players");
  return { backend, ...opened };
}

/** Every question about the screen is answered with yes, also the one whether it is narrow. */
export function narrowScreen(): void {
  vi.spyOn(window, "matchMedia").mockImplementation(
    (media) => Object.assign(new EventTarget(), { media, matches: true, onchange: null }) as MediaQueryList,
  );
}

/** Opens the menu of a player and takes one of its entries. */
export async function choose(player: string, entry: string) {
  await userEvent.click(await screen.findByRole("button", { name: `Actions for ${player}` }));
  await userEvent.click(screen.getByRole("menuitem", { name: entry }));
}
