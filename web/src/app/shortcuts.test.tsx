import { runInNewContext } from "node:vm";
import { type Clan, findMemberClan } from "@clanhall/contract/clans";
import { findMine } from "@clanhall/contract/find";
import { getScoreboard } from "@clanhall/contract/scoreboards";
import { postScoreboard } from "@clanhall/contract/webhooks";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { keysScript } from "../public-pages/boot-script.ts";
import { fakeClans, ironwood, nightOwls, openAsKara } from "../testing/fake-clans.ts";
import { userEvent } from "../testing/user-event.ts";

const owned: Clan = { ...nightOwls, role: "owner", today: { ...nightOwls.today, due: 20, entered: 12 } };
const joined: Clan = { ...ironwood, name: "Silver Owls", role: "member" };
const boardId = "99999999-9999-4999-8999-999999999999";
const playerId = "99999999-9999-4999-8999-999999999998";

const board = {
  scoreboard_id: boardId,
  clan_id: owned.id,
  clan_name: owned.name,
  title: "Owls of the week",
  measure: "points",
  period: { kind: "weekly", days: null },
  state: "active",
  has_link: true,
} as const;
const player = {
  member_id: playerId,
  clan_id: owned.id,
  clan_name: owned.name,
  name: "Rusty Otter",
  tint: 3,
  alias: "Grey Owl",
  rank: 61,
  ranked: 150,
};

async function openScreen(path = `/bulletins?clan=${owned.id}`) {
  const backend = fakeClans(owned, joined).answers(findMine, { players: [player], scoreboards: [board] });
  const opened = openAsKara(path);
  await screen.findByRole("heading", { level: 1 });
  // The keys come after the page.
  await waitFor(() => expect(document.querySelector("[aria-keyshortcuts]")).toBeTruthy());
  return { backend, ...opened, user: userEvent.setup() };
}

const field = () => screen.findByRole("combobox", { name: "Find or do anything" });
const rows = () => screen.getAllByRole("option").map(({ textContent }) => textContent?.trim());
const chosen = () => screen.getByRole("option", { selected: true });

/** Opens the palette by its keys, which are there a moment after the page. */
async function openPalette(user: ReturnType<typeof userEvent.setup>) {
  await waitFor(async () => {
    await user.keyboard("{Control>}k{/Control}");
    expect(screen.getByRole("dialog", { name: "Find or do anything" })).toBeTruthy();
  });
  return field();
}

test("keys pressed before they are loaded are not lost", async () => {
  localStorage.setItem("dev_user_id", "kara");
  const addEventListener = window.addEventListener.bind(window);
  runInNewContext(keysScript, { window, document, localStorage, addEventListener });
  fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
  await openScreen();
  expect(await field()).toBeTruthy();
});

test("before anything is typed there are the tabs of the clan, and what was opened last", async () => {
  const { user, router } = await openScreen();
  await openPalette(user);
  expect(rows()[0]).toContain("Home");
  expect(screen.getAllByRole("group").map((group) => group.getAttribute("aria-labelledby"))).toHaveLength(1);
  expect(screen.getByRole("group", { name: "Night Owls" })).toBeTruthy();
  await user.keyboard("{ArrowDown}{ArrowDown}");
  expect(chosen().textContent).toContain("History");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(router.state.location.pathname).toBe("/activity-history"));
  expect(screen.queryByRole("dialog")).toBeNull();
  await openPalette(user);
  const recent = within(screen.getByRole("group", { name: "Last opened" }));
  expect(recent.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining("History in Night Owls"),
  ]);
});

test("boards, actions, players, clans and screens stand in groups, the best match on top", async () => {
  const { user, backend } = await openScreen();
  const text = await openPalette(user);
  await user.type(text, "owl");
  await screen.findByRole("group", { name: "Scoreboards" });
  expect(screen.getAllByRole("group").map((group) => group.firstElementChild?.textContent)).toEqual([
    "Scoreboards",
    "Actions",
    "Players",
    "Clans",
    "Screens",
  ]);
  expect(rows()).toEqual([
    "Owls of the week Night Owls · Points, this weekEnter",
    "Share “Owls of the week” copies its link",
    "Post “Owls of the week” to Discord",
    "GOGrey Owl Night Owls · alias of Rusty Otter",
    "NONight Owls War Game · Owner",
    "SOSilver Owls Member",
    "Today in Night Owls 12 of 20 valuesGT",
    "Today in Silver Owls",
  ]);
  expect(text.getAttribute("aria-activedescendant")).toBe(chosen().id);
  expect(backend.callsTo(findMine).map(({ query }) => [query.get("q"), query.get("clan")])).toEqual([
    ["owl", owned.id],
  ]);
  await user.clear(text);
  await user.type(text, "new bu");
  expect(rows()[0]).toContain("New bulletin");
});

test("Enter opens, Control and Enter in a new tab, and Escape closes", async () => {
  const { user, router } = await openScreen();
  const open = vi.spyOn(window, "open").mockReturnValue(null);
  const text = await openPalette(user);
  await user.type(text, "owl");
  await screen.findByRole("group", { name: "Scoreboards" });
  await user.keyboard("{Control>}{Enter}{/Control}");
  const href = `/scoreboards?clan=${owned.id}&board=${boardId}&show=standings`;
  expect(open).toHaveBeenCalledWith(href, "_blank", "noopener");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(router.state.location.pathname).toBe("/scoreboards"));
  expect(router.state.location.search).toEqual({ clan: owned.id, board: boardId, show: "standings" });
});

test("a plain member is offered nothing that they may not do", async () => {
  const { user } = await openScreen(`/bulletins?clan=${joined.id}`);
  const text = await openPalette(user);
  for (const typed of ["enter today", "new bulletin", "add player", "import"]) {
    await user.clear(text);
    await user.type(text, typed);
    expect(screen.queryByRole("option", { name: new RegExp(typed, "i") })).toBeNull();
  }
  await user.clear(text);
  await user.type(text, "log out");
  expect(rows()[0]).toContain("Log out");
});

test("players found by their name come with their place on the main board, where they have one", async () => {
  const named = { ...player, name: "Owlbert", alias: null };
  const unranked = { ...named, member_id: boardId, name: "Owlina", rank: null };
  const { user, backend } = await openScreen();
  backend.answers(findMine, { players: [named, unranked], scoreboards: [] });
  await user.type(await openPalette(user), "owl");
  const group = within(await screen.findByRole("group", { name: "Players" }));
  expect(group.getAllByRole("option").map(({ textContent }) => textContent?.trim())).toEqual([
    expect.stringContaining("Owlbert Night Owls · 61st of 150"),
    expect.stringMatching(/Owlina Night Owls$/),
  ]);
});

test("one says from anywhere in the clan that one is away", async () => {
  const { user, router, backend } = await openScreen(`/bulletins?clan=${joined.id}`);
  backend.answers(findMemberClan, { clan_id: joined.id });
  await user.type(await openPalette(user), "i am aw");
  expect(chosen().textContent).toContain("I am away Silver Owls");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(router.state.location.pathname).toBe(`/player/${joined.member_id}`));
  expect(router.state.location.search).toEqual({ show: "away" });
});

test("the link of a named board is copied, and the board posted", async () => {
  const { user, backend } = await openScreen();
  const copied: string[] = [];
  vi.spyOn(navigator.clipboard, "writeText").mockImplementation(async (link) => {
    copied.push(link);
  });
  backend.repliesTo(`GET ${getScoreboard.path}`, () => Response.json({ share_token: "abc" }));
  backend.answers(postScoreboard, { webhooks: 2 });
  await user.type(await openPalette(user), "share owls");
  await user.click(await screen.findByRole("option", { name: /Share/ }));
  await screen.findByText("The link of Owls of the week is copied");
  expect(copied).toEqual([`${location.origin}/scoreboard/abc`]);
  await user.type(await openPalette(user), "post owls");
  await user.click(await screen.findByRole("option", { name: /Post/ }));
  await waitFor(() => expect(backend.callsTo(postScoreboard)).toHaveLength(1));
});

test("a search that fails says so and keeps what the browser knows", async () => {
  const { user, backend } = await openScreen();
  backend.refuses(findMine, 403);
  await user.type(await openPalette(user), "night");
  await screen.findByText("Players and scoreboards could not be searched.");
  expect(rows().length).toBeGreaterThan(0);
});

test("the button in the clan bar opens it too", async () => {
  const { user } = await openScreen();
  await user.click(screen.getByRole("button", { name: "Find or do anything" }));
  expect(document.activeElement).toBe(await field());
});

test("G and a letter go to a screen, C to the other clans, and the question mark lists all keys", async () => {
  const { user, router } = await openScreen();
  await openPalette(user);
  await user.keyboard("{Control>}k{/Control}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await user.keyboard("gy");
  await waitFor(() => expect(router.state.location.href).toBe(`/activity-history?clan=${owned.id}`));
  await user.keyboard("ge");
  await waitFor(() => expect(router.state.location.href).toBe(`/clan-admin/${owned.id}`));
  await user.keyboard("gm");
  await waitFor(() => expect(router.state.location.pathname).toBe(`/player/${owned.member_id}`));
  await user.keyboard("gp");
  await waitFor(() => expect(router.state.location.pathname).toBe("/manage-players"));
  await user.keyboard("gc");
  expect(await screen.findByRole("dialog", { name: "Switch clan: Night Owls" })).toBeTruthy();
  await user.keyboard("{Escape}");
  await user.keyboard("?");
  const keys = within(await screen.findByRole("dialog", { name: "Keys" }));
  for (const title of ["Everywhere", "In a clan", "The day’s grid: move", "The day’s grid: write"]) {
    expect(keys.getByRole("heading", { name: title })).toBeTruthy();
  }
  expect(keys.getByText("Fill all chosen cells")).toBeTruthy();
  expect(keys.getByText("Column menu, note on the value")).toBeTruthy();
  // In a dialog nothing is pressed by chance.
  await user.keyboard("gh");
  expect(router.state.location.pathname).toBe("/manage-players");
});

test("where the keyboard writes another script, the keys are found by where they lie", async () => {
  const { user } = await openScreen();
  await openPalette(user);
  fireEvent.keyDown(await field(), { key: "л", code: "KeyK", ctrlKey: true });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("a slash goes to the search of the screen, where keys are letters again", async () => {
  const { user, router } = await openScreen(`/manage-players?clan=${owned.id}`);
  await openPalette(user);
  await user.keyboard("{Control>}k{/Control}");
  const search = await screen.findByRole("searchbox", { name: "Find by name or alias" });
  await user.keyboard("/");
  expect(document.activeElement).toBe(search);
  await user.keyboard("g?h");
  expect(search).toHaveProperty("value", "g?h");
  await user.keyboard("{Escape}");
  expect(document.activeElement).toBe(search);
  await user.clear(search);
  await user.keyboard("{Escape}");
  expect(document.activeElement).toBe(document.body);
  expect(router.state.location.pathname).toBe("/manage-players");
});

test("whoever has switched single keys off is left alone by them, and keeps the others", async () => {
  localStorage.setItem("ui_single_keys.kara", "off");
  const { user, router } = await openScreen();
  await openPalette(user);
  await user.keyboard("{Control>}k{/Control}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await user.keyboard("gh?/");
  expect(router.state.location.pathname).toBe("/bulletins");
  expect(screen.queryByRole("dialog")).toBeNull();
});
