import {
  acceptTransfer,
  type Clan,
  createClan,
  declineTransfer,
  getClan,
  leaveClan,
  listMyClans,
  restoreClan,
} from "@clanhall/contract/clans";
import { listGames } from "@clanhall/contract/games";
import { act, screen, waitFor, within } from "@testing-library/react";
import { formatOwnTime } from "../lib/format.ts";
import { userEvent } from "../testing/user-event.ts";
import { expect, test } from "vitest";
import { fakeClans, ironwood, nightOwls, openAsKara, toCard, warGame } from "../testing/fake-clans.ts";
import { heading } from "../testing/open-app.tsx";

const card = async (name: string) => within(await screen.findByRole("article", { name }));
const field = (name: string) => screen.getByLabelText(name);

test("each clan has a card with its game, role, people, day and the ways on", async () => {
  fakeClans({ ...nightOwls, today: { ...nightOwls.today, due: 120, entered: 84 } }, ironwood);
  openAsKara("/clanmanagement");
  await heading("My Clans");
  const owls = await card("Night Owls");
  expect(owls.getByText("Owner")).toBeTruthy();
  expect(owls.getByText(/War Game · Europe · 12 active of 15 players/)).toBeTruthy();
  expect(owls.getByText("Clan day Tue 3 Mar · ends in 5 h 12 min")).toBeTruthy();
  expect(owls.getByText("84 of 120 today")).toBeTruthy();
  expect(owls.getByRole("link", { name: "Open Night Owls" })).toHaveProperty("pathname", `/clan/${nightOwls.id}`);
  expect(owls.getByRole("link", { name: "Enter today for Night Owls" }).getAttribute("href")).toBe(
    `/daily-activity?clan=${nightOwls.id}`,
  );
  await userEvent.click(owls.getByRole("button", { name: "More for Night Owls" }));
  const items = owls.getAllByRole("menuitem").map(({ textContent }) => textContent);
  expect(items).toEqual(["Scoreboards", "History", "Bulletins", "Leave Hand the clan over first"]);
  expect(owls.getByRole("menuitem", { name: /Leave/ }).getAttribute("aria-disabled")).toBe("true");
  await userEvent.click(owls.getByRole("menuitem", { name: /Leave/ }));
  expect(screen.queryByRole("dialog")).toBeNull();

  const pact = await card("Ironwood Pact");
  expect(pact.getByText("Member")).toBeTruthy();
  expect(pact.queryByRole("link", { name: /Enter today/ })).toBeNull();
  expect(pact.queryByText(/today$/)).toBeNull();
  expect(pact.getByRole("link", { name: "Open Ironwood Pact" }).getAttribute("href")).toBe(`/clan/${ironwood.id}`);
});

test("without clans the page says what will be here and offers to create one", async () => {
  fakeClans();
  const { router } = openAsKara("/clanmanagement");
  await screen.findByRole("heading", { name: "No clans yet" });
  await userEvent.click(screen.getByRole("link", { name: "Create a clan" }));
  await screen.findByRole("region", { name: "Create a clan" });
  expect(router.state.location.href).toBe("/clanmanagement?create=clan");
});

test("clans that do not load say so and can be asked for again", async () => {
  const backend = fakeClans(nightOwls);
  backend.refuses(listMyClans, 403);
  openAsKara("/clanmanagement");
  expect((await screen.findByRole("alert")).textContent).toContain("Your clans could not be loaded.");
  backend.answers(listMyClans, [toCard(nightOwls)]);
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await card("Night Owls");
});

test("a member leaves after a second thought, and a refusal is told in the dialog", async () => {
  const backend = fakeClans(ironwood);
  backend.refuses(leaveClan, 403);
  openAsKara("/clanmanagement");
  const pact = await card("Ironwood Pact");
  await userEvent.click(pact.getByRole("button", { name: "More for Ironwood Pact" }));
  await userEvent.click(pact.getByRole("menuitem", { name: "Leave" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Leave Ironwood Pact?" }));
  expect(backend.callsTo(leaveClan)).toEqual([]);
  await userEvent.click(dialog.getByRole("button", { name: "Leave" }));
  expect((await dialog.findByRole("alert")).textContent).toBe("No");
  backend.answers(leaveClan, {}).answers(listMyClans, []);
  await userEvent.click(dialog.getByRole("button", { name: "Leave" }));
  await screen.findByText("You left Ironwood Pact");
  await screen.findByRole("heading", { name: "No clans yet" });
});

test("an archived clan can be opened but nothing is entered into it", async () => {
  fakeClans({ ...nightOwls, archived_at: "2026-02-01T00:00:00.000Z" });
  openAsKara("/clanmanagement");
  const owls = await card("Night Owls");
  expect(owls.getByText("Archived")).toBeTruthy();
  expect(owls.getByText(/Archived on 1 Feb 2026/)).toBeTruthy();
  expect(owls.queryByRole("link", { name: /Enter today/ })).toBeNull();
  expect(owls.getByRole("link", { name: /^Open/ })).toBeTruthy();
});

test("a clan that is being deleted says when and can be restored", async () => {
  const backend = fakeClans({ ...nightOwls, deletes_at: "2026-03-15T12:00:00.000Z" });
  backend.answers(restoreClan, nightOwls);
  openAsKara("/clanmanagement");
  const owls = await card("Night Owls");
  expect(owls.getByText(/Being deleted on 15 Mar 2026/)).toBeTruthy();
  backend.answers(listMyClans, [toCard(nightOwls)]);
  await userEvent.click(owls.getByRole("button", { name: "Restore Night Owls" }));
  await owls.findByText(/^Clan day/);
});

test.each([
  ["Accept", acceptTransfer, "Ironwood Pact is yours now"],
  ["Decline", declineTransfer, "You declined the transfer of Ironwood Pact"],
] as const)("a clan that is offered waits for an answer: %s", async (name, endpoint, said) => {
  const backend = fakeClans({ ...ironwood, offered_by: "Old Tom" });
  backend.answers(endpoint, ironwood);
  openAsKara("/clanmanagement");
  const pact = await card("Ironwood Pact");
  expect(pact.getByText("Old Tom wants to transfer this clan to you.")).toBeTruthy();
  backend.answers(listMyClans, [toCard(ironwood)]);
  await userEvent.click(pact.getByRole("button", { name }));
  await screen.findByText(said);
  await waitFor(() => expect(pact.queryByText(/wants to transfer this clan/)).toBeNull());
  expect(backend.callsTo(endpoint)).toHaveLength(1);
});

test("whoever takes over a clan is told so, though its offer is gone before the list is read again", async () => {
  const offered = { ...nightOwls, role: "maintainer" as const, offered_by: "Bram" };
  const backend = fakeClans(offered).answers(acceptTransfer, nightOwls);
  openAsKara(`/clan-admin/${nightOwls.id}`);
  await screen.findByText(/Bram wants to transfer this clan to you/);
  backend.answers(getClan, nightOwls);
  backend.repliesTo("GET /api/clans/my", async () => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    return Response.json([toCard(nightOwls)]);
  });
  await userEvent.click(screen.getByRole("button", { name: "Accept" }));
  await waitFor(() => expect(screen.queryByText(/wants to transfer this clan/)).toBeNull());
  await screen.findByText("Night Owls is yours now");
  await waitFor(() => expect(document.activeElement?.tagName).toBe("H1"));
});

async function chooseGame(name: string) {
  await userEvent.click(screen.getByRole("combobox", { name: "Game" }));
  await userEvent.click(screen.getByRole("option", { name }));
}

async function openCreation(...clans: Clan[]) {
  const backend = fakeClans(...clans);
  const opened = openAsKara("/clanmanagement?create=clan");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Clan name")));
  return { backend, ...opened };
}

test("a game's server fills in zone, reset and week start, and the line says which clan day it is", async () => {
  await openCreation();
  expect(field("Your name in the game")).toHaveProperty("value", "Kara");
  expect(screen.getByRole("combobox", { name: "Time zone" })).toHaveProperty("value", "Europe/Berlin");
  expect(screen.getByText(/^Your clan day now:/).textContent).toMatch(/ends in \d+ (h|min)/);
  await chooseGame("War Game");
  await userEvent.selectOptions(field("Server or region"), "Asia");
  expect(screen.getByRole("combobox", { name: "Time zone" })).toHaveProperty("value", "Asia/Tokyo");
  expect(field("Daily reset")).toHaveProperty("value", formatOwnTime("05:00"));
  expect(field("The week starts on")).toHaveProperty("value", "3");
  expect(field("Activities to start with")).toHaveProperty("value", "raids");
  expect(screen.getByText("Raid attended")).toBeTruthy();
  await userEvent.selectOptions(field("Server or region"), "Europe");
  expect(screen.getByRole("checkbox", { name: /fixed in UTC/ })).toHaveProperty("checked", true);
});

test("a chosen game shows when it resets and says who reported that", async () => {
  const reset_note = "As players report it. Check in the game.";
  const clash = { ...warGame, id: "66666666-6666-4666-8666-666666666667", name: "Clash Wars", reset_note };
  const servers = [{ label: "Worldwide", time_zone: "UTC", reset_time: "08:00", reset_in_utc: true }];
  fakeClans().answers(listGames, { items: [warGame, { ...clash, servers }] });
  openAsKara("/clanmanagement?create=clan");
  await screen.findByLabelText("Clan name");
  await userEvent.type(screen.getByRole("combobox", { name: "Game" }), "clash");
  expect(screen.queryByText("resets 08:00 UTC", { ignore: "[role=option] *" })).toBeNull();
  await userEvent.keyboard("{Enter}");
  expect(screen.getByText("resets 08:00 UTC")).toBeTruthy();
  expect(screen.getByText("Reset time as reported by players. Check it in your game.")).toBeTruthy();
  await chooseGame("War Game");
  expect(screen.queryByText(/^resets/)).toBeNull();
  expect(screen.getByText("Type a part of its name.")).toBeTruthy();
});

test("a game that is not in the list is kept by the name that was typed, with activities for any clan", async () => {
  const other = { ...warGame, id: "66666666-6666-4666-8666-666666666666", slug: "other", name: "Another game" };
  const backend = fakeClans().answers(listGames, { items: [warGame, { ...other, servers: [] }] });
  openAsKara("/clanmanagement?create=clan");
  await userEvent.insert(await screen.findByLabelText("Clan name"), "Night Owls");
  const game = screen.getByRole("combobox", { name: "Game" });
  expect(game).toHaveProperty("value", "");
  await userEvent.click(game);
  const list = within(screen.getByRole("listbox", { name: "Game" }));
  expect(list.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
    "War Game",
    "Another game: type its name",
  ]);
  await userEvent.type(game, "Clash Quest");
  await userEvent.tab();
  expect(game).toHaveProperty("value", "Clash Quest");
  expect(screen.getByText(/1 activity comes with it/)).toBeTruthy();
  backend.answers(createClan, nightOwls).answers(listMyClans, [toCard(nightOwls)]);
  await userEvent.click(screen.getByRole("button", { name: "Create clan" }));
  await heading("Night Owls");
  expect(backend.callsTo(createClan)[0]?.body).toMatchObject({
    game_id: other.id,
    game_name: "Clash Quest",
    template: "raids",
  });
});

test("a game's name typed in full is chosen when the field is left", async () => {
  await openCreation();
  await userEvent.type(screen.getByRole("combobox", { name: "Game" }), "war game");
  await userEvent.tab();
  expect(screen.getByRole("combobox", { name: "Game" })).toHaveProperty("value", "War Game");
  expect(screen.getByText(/of War Game comes? with it/)).toBeTruthy();
});

test("a clan is created once, however often the button is pressed, and its home opens", async () => {
  const { backend, router } = await openCreation();
  backend.answers(createClan, nightOwls).answers(listMyClans, [toCard(nightOwls)]);
  await userEvent.insert(field("Clan name"), " Night  Owls ");
  await chooseGame("War Game");
  await userEvent.selectOptions(field("Server or region"), "Europe");
  await userEvent.dblClick(screen.getByRole("button", { name: "Create clan" }));
  await heading("Night Owls");
  expect(router.state.location.pathname).toBe(`/clan/${nightOwls.id}`);
  await screen.findByText("Night Owls is ready");
  const calls = backend.callsTo(createClan);
  expect(calls).toHaveLength(1);
  expect(calls[0]?.headers.get("idempotency-key")).toMatch(/^[\da-f-]{36}$/);
  expect(calls[0]?.body).toMatchObject({
    game_id: warGame.id,
    game_server: "Europe",
    reset_time: "04:00",
    reset_in_utc: true,
    week_start: 3,
    template: "raids",
    player_name: "Kara",
  });
});

test("what is wrong stands at its field, whether we or the server found it", async () => {
  const { backend } = await openCreation();
  const details = [{ path: "player_name", message: "Choose another name." }];
  backend.repliesTo("POST /api/clans", () =>
    Response.json({ error: "validation_failed", message: "Choose another name.", details }, { status: 400 }),
  );
  await userEvent.type(field("Clan name"), "ab");
  await userEvent.click(screen.getByRole("button", { name: "Create clan" }));
  expect(screen.getByText("The clan's name needs at least 3 characters.")).toBeTruthy();
  expect(document.activeElement).toBe(field("Clan name"));
  expect(backend.callsTo(createClan)).toEqual([]);
  await userEvent.type(field("Clan name"), "c");
  await userEvent.click(screen.getByRole("button", { name: "Create clan" }));
  await screen.findByText("Choose another name.");
  expect(document.activeElement).toBe(field("Your name in the game"));
});

test("a try that was not answered is repeated with the same key, a refused one with a new one", async () => {
  const { backend } = await openCreation();
  const keys = () => backend.callsTo(createClan).map(({ headers }) => headers.get("idempotency-key"));
  const press = async (tries: number) => {
    await userEvent.click(screen.getByRole("button", { name: "Create clan" }));
    await waitFor(() => expect(keys()).toHaveLength(tries));
    await screen.findByRole("button", { name: "Create clan", busy: false });
  };
  await userEvent.insert(field("Clan name"), "Night Owls");
  backend.refuses(createClan, 500);
  await press(1);
  backend.refuses(createClan, 409);
  await press(2);
  await press(3);
  expect(keys()[1]).toBe(keys()[0]);
  expect(keys()[2]).not.toBe(keys()[1]);
  expect(field("Clan name")).toHaveProperty("value", "Night Owls");
});

test("whoever has gone elsewhere when a clan is made late stays there, and reads that it is ready", async () => {
  const { backend, router } = await openCreation();
  const held = Promise.withResolvers<Response>();
  backend.repliesTo("POST /api/clans", () => held.promise);
  await userEvent.insert(field("Clan name"), "Night Owls");
  await userEvent.click(screen.getByRole("button", { name: "Create clan" }));
  await waitFor(() => expect(backend.callsTo(createClan)).toHaveLength(1));
  await act(() => router.navigate({ to: "/clanmanagement" }));
  await heading("My Clans");
  held.resolve(Response.json(nightOwls));
  await screen.findByText("Night Owls is ready");
  expect(router.state.location.href).toBe("/clanmanagement");
});

test("whoever owns ten clans is told instead of asked", async () => {
  const owned = Array.from({ length: 10 }, (_, index) => ({
    ...nightOwls,
    id: `55555555-5555-4555-8555-55555555555${index}`,
  }));
  fakeClans(...owned);
  openAsKara("/clanmanagement?create=clan");
  await screen.findByText(/You own 10 clans, .* Transfer or delete one first\.$/);
  expect(screen.queryByLabelText("Clan name")).toBeNull();
});
