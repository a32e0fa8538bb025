import { type ClanSettingsChange, putMyClanSettings, rowOrderMax } from "@clanhall/contract/account";
import { getStandings } from "@clanhall/contract/standings";
import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { nightOwls } from "../testing/fake-clans.ts";
import { aelwynOfDay, dayOf, fakeDay, karaOfDay, openDay, rowSettings } from "../testing/fake-days.ts";
import { rowOf, standingsOf, weekRace } from "../testing/fake-standings.ts";
import { userEvent } from "../testing/user-event.ts";

const settingsPath = `/api/me/clans/${nightOwls.id}/settings`;
const ofAnotherDay = "eeeeeeee-0000-4000-8000-000000000009";

function shownNames(): string[] {
  const names = within(screen.getByRole("grid")).getAllByRole("rowheader");
  return names.slice(0, 3).map((name) => name.textContent.replace(/^\d+/, ""));
}

async function chooseOrder(shown: string, next: string): Promise<void> {
  await userEvent.click(screen.getByRole("button", { name: `Order: ${shown}` }));
  await userEvent.click(screen.getByRole("menuitem", { name: next }));
}

async function moveFirstDown(): Promise<void> {
  const grid = screen.getByRole("grid");
  act(() => grid.focus());
  await userEvent.keyboard("{Control>}{Home}{/Control}{Shift>} {/Shift}{Alt>}{ArrowDown}{/Alt}");
}

function fakeSettings(stored: object) {
  const backend = fakeDay(dayOf());
  backend.repliesTo(`GET ${settingsPath}`, () => Response.json({ ...rowSettings, ...stored }));
  backend.repliesTo(`PUT ${settingsPath}`, () => Response.json({ ...rowSettings, ...stored, version: 2 }));
  return { backend, sentChanges: () => backend.callsTo(putMyClanSettings).map(({ body }) => body) };
}

test("players stand by the board that stands for the clan, although nobody chose one", async () => {
  const clan = { ...nightOwls, main_board_id: null, current_main_board_id: weekRace.id };
  const backend = fakeDay(dayOf(), clan);
  const rows = [
    rowOf({ rank: 1, member_id: aelwynOfDay.id, name: "Aelwyn" }),
    rowOf({ rank: 2, member_id: karaOfDay.id, name: "Kara" }),
  ];
  backend.answers(getStandings, standingsOf(weekRace, { rows }));
  await openDay(clan);
  await screen.findByRole("grid");
  expect(shownNames()).toEqual(["Kara", "Aelwyn", "Bram"]);
  await chooseOrder("Name", "Rank");
  await waitFor(() => expect(shownNames()).toEqual(["Aelwyn", "Kara", "Bram"]));
  await waitFor(() => expect(backend.callsTo(putMyClanSettings)).toHaveLength(1));
});

test("without an active board, players cannot be sorted by rank, also where one was chosen", async () => {
  const clan = { ...nightOwls, main_board_id: weekRace.id, current_main_board_id: null };
  fakeDay(dayOf(), clan);
  await openDay(clan);
  await screen.findByRole("grid");
  await userEvent.click(screen.getByRole("button", { name: "Order: Name" }));
  expect(screen.getByRole("menuitem", { name: "Points today" })).toBeTruthy();
  expect(screen.queryByRole("menuitem", { name: "Rank" })).toBeNull();
});

test("another way to sort is sent alone, and leaves the own order as it is", async () => {
  const { sentChanges } = fakeSettings({ row_sort: "own", row_order: [aelwynOfDay.id, karaOfDay.id] });
  await openDay();
  await screen.findByRole("grid");
  await waitFor(() => expect(shownNames()).toEqual(["Aelwyn", "Kara", "Bram"]));
  await chooseOrder("Own order", "Name");
  await waitFor(() => expect(sentChanges()).toEqual([{ row_sort: "name" }]));
});

test("whoever moves a player keeps the places of those who are not on the day", async () => {
  const { sentChanges } = fakeSettings({ row_sort: "own", row_order: [ofAnotherDay, aelwynOfDay.id, karaOfDay.id] });
  await openDay();
  await screen.findByRole("grid");
  await waitFor(() => expect(shownNames()).toEqual(["Aelwyn", "Kara", "Bram"]));
  await moveFirstDown();
  expect(shownNames()).toEqual(["Kara", "Aelwyn", "Bram"]);
  await waitFor(() =>
    expect(sentChanges()).toEqual([
      { row_sort: "own", row_order: [karaOfDay.id, aelwynOfDay.id, expect.any(String), ofAnotherDay] },
    ]),
  );
});

test("an own order with more players than a clan can have is cut behind those of the day", async () => {
  const former = Array.from({ length: rowOrderMax }, () => crypto.randomUUID());
  const { sentChanges } = fakeSettings({ row_sort: "own", row_order: [aelwynOfDay.id, karaOfDay.id, ...former] });
  await openDay();
  await screen.findByRole("grid");
  await waitFor(() => expect(shownNames()).toEqual(["Aelwyn", "Kara", "Bram"]));
  await moveFirstDown();
  await waitFor(() => expect(sentChanges()).toHaveLength(1));
  const { row_order = [] } = sentChanges()[0] as ClanSettingsChange;
  expect(row_order.slice(0, 2)).toEqual([karaOfDay.id, aelwynOfDay.id]);
  expect(row_order).toHaveLength(rowOrderMax);
});

test("a player who is moved before the order has arrived is saved once it is there, with all who were in it", async () => {
  const { backend, sentChanges } = fakeSettings({});
  const arrived = Promise.withResolvers<void>();
  backend.repliesTo(`GET ${settingsPath}`, async () => {
    await arrived.promise;
    return Response.json({ ...rowSettings, row_sort: "own", row_order: [ofAnotherDay] });
  });
  await openDay();
  await screen.findByRole("grid");
  await moveFirstDown();
  expect(shownNames()).toEqual(["Aelwyn", "Kara", "Bram"]);
  await new Promise((resolve) => setTimeout(resolve, 800));
  expect(sentChanges()).toEqual([]);
  arrived.resolve();
  await waitFor(() =>
    expect(sentChanges()).toEqual([
      { row_sort: "own", row_order: [aelwynOfDay.id, karaOfDay.id, expect.any(String), ofAnotherDay] },
    ]),
  );
  expect(shownNames()).toEqual(["Aelwyn", "Kara", "Bram"]);
});
