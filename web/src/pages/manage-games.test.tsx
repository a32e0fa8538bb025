import {
  createGame,
  deleteGame,
  exportGames,
  type GameDraft,
  importGames,
  listManagedGames,
  type ManagedGame,
  orderGames,
  patchGame,
} from "@clanhall/contract/admin-games";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "../testing/user-event.ts";
import { expect, test, vi } from "vitest";
import { catchFiles } from "../testing/catch-files.ts";
import { fakeAdmin, farmGame, openAdmin, refusal, warGame } from "../testing/fake-admin.ts";

const dialog = async (name: string) => within(await screen.findByRole("dialog", { name }));
const names = () => screen.getAllByRole("rowheader").map(({ textContent }) => textContent);
const gamePath = (game: ManagedGame) => `/api/admin/games/${game.id}`;

async function openGames(items: ManagedGame[] = [warGame, farmGame], backend = fakeAdmin()) {
  backend.answers(listManagedGames, { items });
  return openAdmin("/admin/games", "Manage Games", backend);
}

async function chooseFor(game: string, entry: string) {
  await userEvent.click(await screen.findByRole("button", { name: `Actions for ${game}` }));
  await userEvent.click(screen.getByRole("menuitem", { name: entry }));
}

test("the games are listed in their order with what clans get from them", async () => {
  await openGames();
  const row = await screen.findByRole("row", { name: /War Game/ });
  for (const text of ["war-game", "Europe 04:00 UTC", "Wednesday", "Raiding", "7", "Active"]) {
    expect(row.textContent).toContain(text);
  }
  expect(screen.getByText("2 games, 2 active")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Actions for War Game" }));
  expect(screen.queryByRole("menuitem", { name: "Delete" })).toBeNull();
  expect(screen.getByText("7 clans use it: switch it off instead of deleting it.")).toBeTruthy();
});

test("on a phone every game is a row of two lines", async () => {
  vi.spyOn(window, "matchMedia").mockImplementation(
    (media) => Object.assign(new EventTarget(), { media, matches: media.includes("48em") }) as MediaQueryList,
  );
  await openGames();
  const list = within(await screen.findByRole("list", { name: "Games in their order" }));
  expect(list.getAllByRole("listitem")).toHaveLength(2);
});

test("an empty catalogue offers the two ways to begin, and one that does not come can be asked for again", async () => {
  const backend = fakeAdmin();
  const opening = openGames([], backend);
  backend.refuses(listManagedGames, 500);
  await opening;
  await screen.findByText(/The games could not be loaded/);
  backend.answers(listManagedGames, { items: [] });
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("heading", { name: "No games yet" });
  await userEvent.click(screen.getByRole("button", { name: "Add the first one" }));
  expect((await dialog("Add a game")).getByLabelText("Name")).toBeTruthy();
});

test("a game is moved by keyboard and by menu; an order that cannot be kept is taken back", async () => {
  const { backend } = await openGames();
  backend.answers(orderGames, { items: [farmGame, warGame] });
  const handle = await screen.findByRole("button", { name: "Move War Game" });
  handle.focus();
  backend.answers(listManagedGames, { items: [farmGame, warGame] });
  await userEvent.keyboard(" {ArrowDown} ");
  await waitFor(() => expect(backend.callsTo(orderGames)).toHaveLength(1));
  expect(backend.callsTo(orderGames)[0]?.body).toEqual({ ids: [farmGame.id, warGame.id] });
  expect(names()[0]).toContain("Farm Game");
  backend.repliesTo("PUT /api/admin/games/order", refusal(409, "Someone changed the catalogue meanwhile."));
  await chooseFor("War Game", "Move up");
  await screen.findByText("Someone changed the catalogue meanwhile.");
  await waitFor(() => expect(names()[0]).toContain("Farm Game"));
});

test("a game is switched off at once, and on again if that is refused", async () => {
  const { backend } = await openGames();
  const active = await screen.findByRole("switch", { name: "War Game is active" });
  const off = { ...warGame, is_active: false, version: 4 };
  backend.answers(patchGame, off).answers(listManagedGames, { items: [off, farmGame] });
  await userEvent.click(active);
  await screen.findByText("War Game is switched off");
  expect(backend.callsTo(patchGame)[0]?.body).toEqual({ is_active: false, version: 3 });
  backend.repliesTo(`PATCH ${gamePath(warGame)}`, refusal(409, "This was changed meanwhile.", { current: warGame }));
  await userEvent.click(active);
  expect((await screen.findByRole("alert")).textContent).toBe("This was changed meanwhile.");
  await waitFor(() => expect(active).toHaveProperty("checked", false));
});

test("a game nobody plays is deleted after a question; the server's refusal stands in it", async () => {
  const { backend } = await openGames();
  await chooseFor("Farm Game", "Delete");
  const question = await dialog("Delete Farm Game?");
  backend.repliesTo(`DELETE ${gamePath(farmGame)}`, refusal(409, "One clan plays it. Switch it off instead."));
  await userEvent.click(question.getByRole("button", { name: "Delete game" }));
  expect((await question.findByRole("alert")).textContent).toBe("One clan plays it. Switch it off instead.");
  backend.repliesTo(`DELETE ${gamePath(farmGame)}`, () => Response.json({}));
  backend.answers(listManagedGames, { items: [warGame] });
  await userEvent.click(question.getByRole("button", { name: "Delete game" }));
  await screen.findByText("Farm Game deleted");
  await waitFor(() => expect(screen.queryByRole("row", { name: /Farm Game/ })).toBeNull());
  expect(backend.callsTo(deleteGame)).toHaveLength(2);
});

test("a game is added with servers and templates; what is wrong is said at the field, by us and by the server", async () => {
  const { backend } = await openGames();
  await userEvent.click(await screen.findByRole("button", { name: "Add game" }));
  const form = await dialog("Add a game");
  const add = form.getByRole("button", { name: "Add game" });
  await userEvent.insert(form.getByLabelText("Name"), "Épée & Co");
  expect(form.getByLabelText("Slug")).toHaveProperty("value", "epee-co");
  expect(form.getByLabelText("Source of the reset time")).toBeTruthy();
  expect(form.getByText(/^Shown below the game’s name/)).toBeTruthy();
  await userEvent.click(form.getByRole("button", { name: "Add a template" }));
  await userEvent.click(add);
  expect(form.getByText("The template's name needs at least one character.")).toBeTruthy();
  expect(form.getByText("The activity's name needs at least one character.")).toBeTruthy();
  expect(document.activeElement).toBe(form.getByLabelText("Template’s name"));
  expect(backend.callsTo(createGame)).toEqual([]);
  await userEvent.insert(form.getByLabelText("Template’s name"), "Club life");
  await userEvent.type(form.getByLabelText("Activity"), "Bouts");
  await userEvent.type(form.getByLabelText("Short label"), "Bouts");
  await userEvent.type(form.getByLabelText("Daily target"), "3");
  await userEvent.click(form.getByRole("button", { name: "Sunday" }));
  await userEvent.clear(form.getByLabelText("Points per unit"));
  await userEvent.click(add);
  expect(form.getByText("Enter a number.")).toBeTruthy();
  await userEvent.type(form.getByLabelText("Points per unit"), "2.5");
  const taken = { details: [{ path: "name", message: "There is already a game of this name." }] };
  backend.repliesTo("POST /api/admin/games", refusal(409, "No", taken));
  await userEvent.click(add);
  await form.findByText("There is already a game of this name.");
  backend.repliesTo("POST /api/admin/games", () => Response.json({ ...warGame, name: "Épée & Co" }));
  await userEvent.click(add);
  await screen.findByText("Épée & Co added");
  expect(backend.callsTo(createGame).at(-1)?.body).toEqual({
    name: "Épée & Co",
    slug: "epee-co",
    icon: "",
    is_active: true,
    week_start: 1,
    reset_note: "",
    servers: [{ label: "Worldwide", time_zone: "UTC", reset_time: "00:00", reset_in_utc: true }],
    templates: [
      {
        key: "club-life",
        name: "Club life",
        activities: [
          {
            name: "Bouts",
            short_label: "Bouts",
            value_type: "whole",
            unit: "",
            aggregate: "sum",
            points_per_unit: 2.5,
            daily_target: 3,
            weekdays: [1, 2, 3, 4, 5, 6],
          },
        ],
      },
    ],
  });
});

test("numbers of a template are read like those of an activity", async () => {
  const { backend } = await openGames();
  await userEvent.click(await screen.findByRole("button", { name: "Add game" }));
  const form = await dialog("Add a game");
  await userEvent.insert(form.getByLabelText("Name"), "Chess");
  await userEvent.click(form.getByRole("button", { name: "Add a template" }));
  await userEvent.insert(form.getByLabelText("Template’s name"), "Club");
  await userEvent.insert(form.getByLabelText("Activity"), "Practice");
  await userEvent.insert(form.getByLabelText("Short label"), "Practice");
  const sendTarget = async (text: string) => {
    await userEvent.clear(form.getByLabelText("Daily target"));
    await userEvent.insert(form.getByLabelText("Daily target"), text);
    await userEvent.click(form.getByRole("button", { name: "Add game" }));
  };
  backend.repliesTo("POST /api/admin/games", refusal(409, "No"));
  await sendTarget("0x10");
  expect(form.getByText("Enter a number.")).toBeTruthy();
  await sendTarget("1,000");
  await waitFor(() => expect(backend.callsTo(createGame)).toHaveLength(1));
  await userEvent.selectOptions(form.getByLabelText("Kind of value"), "Duration in minutes");
  await sendTarget("1:30");
  await waitFor(() => expect(backend.callsTo(createGame)).toHaveLength(2));
  const targets = backend
    .callsTo(createGame)
    .map(({ body }) => (body as GameDraft).templates?.[0]?.activities[0]?.daily_target);
  expect(targets).toEqual([1000, 90]);
});

test("editing sends what changed, and a slug of its own stays when the name changes", async () => {
  const { backend } = await openGames();
  await chooseFor("War Game", "Edit");
  const form = await dialog("Edit War Game");
  await userEvent.type(form.getByLabelText("Name"), " II");
  await userEvent.click(form.getByRole("button", { name: "Remove server Europe" }));
  await userEvent.selectOptions(form.getByLabelText("The week starts on"), "Monday");
  backend.answers(patchGame, warGame);
  await userEvent.click(form.getByRole("button", { name: "Save game" }));
  await screen.findByText("Game saved");
  expect(backend.callsTo(patchGame)[0]?.body).toEqual({ name: "War Game II", week_start: 1, servers: [], version: 3 });
});

test("icons and colours of a template's activities are chosen, and stay when something else is changed", async () => {
  const raid = { ...warGame.templates[0]?.activities[0], icon: "castle", color: "violet" };
  const duel = { ...raid, name: "Duels", icon: undefined, color: undefined };
  const template = { ...warGame.templates[0], activities: [raid, duel] };
  const { backend } = await openGames([{ ...warGame, templates: [template] } as ManagedGame]);
  await chooseFor("War Game", "Edit");
  const form = await dialog("Edit War Game");
  const open = async (name: string) => {
    const summary = form.getByText(name, { selector: "summary" });
    await userEvent.click(summary);
    const fields = within(summary.parentElement ?? summary);
    return (choice: string) => fields.getByRole("radio", { name: choice });
  };
  const ofRaid = await open("Raid attended");
  expect([ofRaid("castle"), ofRaid("violet")].map((choice) => choice.matches(":checked"))).toEqual([true, true]);
  const ofDuel = await open("Duels");
  expect([ofDuel("No icon"), ofDuel("No colour")].map((choice) => choice.matches(":checked"))).toEqual([true, true]);
  await userEvent.click(ofDuel("sword"));
  await userEvent.click(ofDuel("rust"));
  await userEvent.type(form.getByLabelText("Template’s name"), "s");
  backend.answers(patchGame, warGame);
  await userEvent.click(form.getByRole("button", { name: "Save game" }));
  await screen.findByText("Game saved");
  const activities = [raid, { ...duel, icon: "sword", color: "rust" }];
  expect(backend.callsTo(patchGame)[0]?.body).toEqual({
    templates: [{ ...template, name: "Raidings", activities }],
    version: 3,
  });
});

test("a change of another field elsewhere stands in nobody's way", async () => {
  const { backend } = await openGames();
  await chooseFor("War Game", "Edit");
  const form = await dialog("Edit War Game");
  await userEvent.type(form.getByLabelText("Name"), " II");
  const theirs = { ...warGame, week_start: 1, version: 9 };
  const replies = [
    refusal(409, "Changed meanwhile", { current: theirs, changed_by: "Rolf" }),
    () => Response.json(warGame),
  ];
  backend.repliesTo(`PATCH ${gamePath(warGame)}`, () => replies.shift()?.() ?? Response.error());
  await userEvent.click(form.getByRole("button", { name: "Save game" }));
  await screen.findByText("Game saved");
  expect(backend.callsTo(patchGame).map(({ body }) => body)).toEqual([
    { name: "War Game II", version: 3 },
    { name: "War Game II", version: 9 },
  ]);
});

/** Renames a game that Rolf renamed meanwhile. */
async function renameAtOnce() {
  const { backend } = await openGames();
  await chooseFor("War Game", "Edit");
  const form = await dialog("Edit War Game");
  await userEvent.type(form.getByLabelText("Name"), " II");
  const theirs = { ...warGame, name: "Great War Game", version: 9 };
  backend.repliesTo(
    `PATCH ${gamePath(warGame)}`,
    refusal(409, "Changed meanwhile", { current: theirs, changed_by: "Rolf" }),
  );
  await userEvent.click(form.getByRole("button", { name: "Save game" }));
  return { backend, form };
}

test("a change of the same field elsewhere is put before the admin", async () => {
  const { backend, form } = await renameAtOnce();
  await form.findByText("Changed by Rolf: Great War Game");
  backend.repliesTo(`PATCH ${gamePath(warGame)}`, () => Response.json(warGame));
  await userEvent.click(form.getByRole("button", { name: "Keep mine" }));
  await userEvent.click(form.getByRole("button", { name: "Save game" }));
  await screen.findByText("Game saved");
  expect(backend.callsTo(patchGame).at(-1)?.body).toEqual({ name: "War Game II", version: 9 });
});

test("theirs can be taken as well", async () => {
  const { form } = await renameAtOnce();
  await userEvent.click(await form.findByRole("button", { name: "Take theirs" }));
  expect(form.getByLabelText("Name")).toHaveProperty("value", "Great War Game");
  expect(form.queryByText(/^Changed by/)).toBeNull();
});

test("a file is tried first and imported then; another file is refused", async () => {
  const { backend } = await openGames();
  await userEvent.click(await screen.findByRole("button", { name: "Import file" }));
  const form = await dialog("Import games");
  const field = form.getByLabelText("A file made with Export file");
  await userEvent.upload(field, new File(["[]"], "other.json", { type: "application/json" }));
  await form.findByText(/This is not a games file/);
  const set = { format: "clanhall-games", format_version: 1, games: [{ name: "Chess", slug: "chess" }] };
  backend.answers(importGames, { added: [], changed: [], same: ["War Game"], problems: [] });
  await userEvent.upload(field, new File([JSON.stringify(set)], "same.json", { type: "application/json" }));
  await form.findByText("0 games will be added, 0 games will be changed.");
  expect(form.getByRole("button", { name: "Nothing to import" })).toHaveProperty("disabled", true);
  const problems = [{ name: "Go", problem: "The slug is taken." }];
  backend.answers(importGames, { added: ["Chess"], changed: ["War Game"], same: ["Farm Game"], problems });
  await userEvent.upload(field, new File([JSON.stringify(set)], "games.json", { type: "application/json" }));
  await form.findByText("1 game will be added, 1 game will be changed.");
  expect(form.getByText("left out: The slug is taken.")).toBeTruthy();
  expect(backend.callsTo(importGames)[0]?.body).toEqual({ set, dry_run: true });
  await userEvent.click(form.getByRole("button", { name: "Import 2 games" }));
  const done = await dialog("Games imported");
  expect(done.getByText("1 game added, 1 game changed.")).toBeTruthy();
  expect(backend.callsTo(importGames).at(-1)?.body).toEqual({ set, dry_run: false });
  await userEvent.click(done.getByRole("button", { name: "Done" }));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("the catalogue is saved as a file", async () => {
  const { backend } = await openGames();
  const files = catchFiles();
  backend.repliesTo("GET /api/admin/games.json", () => new Response("{}"));
  await userEvent.click(await screen.findByRole("button", { name: "Export file" }));
  await waitFor(() => expect(files).toHaveLength(1));
  expect(backend.callsTo(exportGames)).toHaveLength(1);
  await userEvent.click(screen.getByRole("button", { name: "Export CSV" }));
  const lines = (await files[1]?.text())?.split("\r\n") ?? [];
  expect(lines[0]).toBe("name,slug,icon,is_active,week_start,reset_note,servers,templates,clans");
  expect(lines[1]).toBe("War Game,war-game,,true,3,,Europe 04:00 UTC,Raiding,7");
});
