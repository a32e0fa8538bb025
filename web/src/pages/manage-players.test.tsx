import { createNote, getAttentionRules, usualRules } from "@clanhall/contract/attention";
import { getClan } from "@clanhall/contract/clans";
import {
  exportMembers,
  getMemberTimeline,
  inactivateMember,
  listMembers,
  markMemberRemoved,
  restoreMember,
  type Member,
  reactivateMember,
  unlinkMember,
} from "@clanhall/contract/members";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "../testing/user-event.ts";
import { expect, test } from "vitest";
import { formatDate } from "../lib/format.ts";
import { catchFiles } from "../testing/catch-files.ts";
import { fakeClans, ironwood, nightOwls } from "../testing/fake-clans.ts";
import { aelwyn, choose, corvin, dara, kara, openRoster, rosterOf } from "../testing/fake-roster.ts";
import { heading } from "../testing/open-app.tsx";

const region = () => screen.findByRole("region", { name: "Players" });
/** What follows an answer has happened. */
const settled = () => act(() => new Promise((resolve) => setTimeout(resolve, 100)));
const names = () => screen.getAllByRole("rowheader").map(({ textContent }) => textContent);

test("the roster shows who is in the clan, and a dash for what is not known", async () => {
  await openRoster(rosterOf(kara, aelwyn, dara));
  const row = within(await screen.findByRole("row", { name: /Aelwyn/ }));
  expect(row.getByRole("rowheader").textContent).toContain("Ael, Wyn");
  expect(row.getByText("Invited").title).toBe("Invited until 1 Feb 2030");
  expect(row.getByText(formatDate("2026-01-15"))).toBeTruthy();
  expect(row.getByText("Raid")).toBeTruthy();
  expect(row.getAllByText("—").length).toBeGreaterThanOrEqual(3);
  expect(screen.getByText("3 players")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Columns" }));
  await userEvent.click(screen.getByRole("checkbox", { name: "Notes" }));
  expect(row.getByText("Plays at night · Officers: Ask about June")).toBeTruthy();
  expect(within(screen.getByRole("row", { name: /Kara/ })).getByText("You")).toBeTruthy();
});

test("last entries and rates stand in their columns, which sort those first who need a look", async () => {
  const lazy = { ...corvin, last_entry: "2026-01-02", rate_7: 0, rate_30: 12.5 };
  await openRoster(rosterOf(kara, { ...aelwyn, last_entry: "2026-02-01", rate_7: 100, rate_30: 66.7 }, lazy));
  const row = within(await screen.findByRole("row", { name: /Aelwyn/ }));
  for (const text of [formatDate("2026-02-01"), "100%", "67%"]) expect(row.getByText(text)).toBeTruthy();
  const order = () => names().map((text) => /Kara|Aelwyn|Corvin/.exec(text ?? "")?.[0]);
  await userEvent.click(screen.getByRole("button", { name: "7 days" }));
  expect(screen.getByRole("columnheader", { name: "7 days" }).getAttribute("aria-sort")).toBe("ascending");
  expect(order()).toEqual(["Corvin", "Aelwyn", "Kara"]);
  await userEvent.click(screen.getByRole("button", { name: "Last entry" }));
  expect(order()).toEqual(["Corvin", "Aelwyn", "Kara"]);
  await userEvent.click(screen.getByRole("button", { name: "Last entry" }));
  expect(order()).toEqual(["Aelwyn", "Corvin", "Kara"]);
});

test("the shape of the roster stands there while it is on the way", async () => {
  const held = Promise.withResolvers<Response>();
  const backend = fakeClans(nightOwls).repliesTo(`GET /api/clans/${nightOwls.id}/members`, () => held.promise);
  await openRoster(null, backend);
  expect(await screen.findByText("The players: loading")).toBeTruthy();
  held.resolve(Response.json(rosterOf(kara, dara)));
  await region();
});

test("a roster that does not load says so and can be asked for again", async () => {
  const backend = fakeClans(nightOwls).refuses(listMembers, 403);
  await openRoster(null, backend);
  expect((await screen.findByRole("alert")).textContent).toContain("The players could not be loaded.");
  backend.answers(listMembers, rosterOf(kara, dara));
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await region();
});

test("a clan with nobody but its owner offers the two ways to add players", async () => {
  await openRoster(rosterOf(kara));
  const offer = within(await screen.findByRole("region", { name: "Add your players" }));
  await userEvent.click(offer.getByRole("button", { name: "Add one player" }));
  await screen.findByRole("dialog", { name: "Add a player" });
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  await userEvent.click(offer.getByRole("button", { name: /Paste a list/ }));
  expect(await screen.findByRole("dialog", { name: /Import players/ })).toBeTruthy();
});

test("a plain member reads the roster without notes, accounts or anything to change", async () => {
  await openRoster(
    rosterOf({ ...kara, role: "member" }, { ...aelwyn, officer_note: null }),
    fakeClans(ironwood),
    ironwood,
  );
  await region();
  expect(screen.queryByRole("columnheader", { name: "Notes" })).toBeNull();
  expect(screen.queryByRole("columnheader", { name: "Account" })).toBeNull();
  expect(screen.queryByRole("checkbox", { name: /Select/ })).toBeNull();
  for (const name of ["Add player", "Import list", "Export CSV"]) {
    expect(screen.queryByRole("button", { name })).toBeNull();
  }
  await userEvent.click(screen.getByRole("button", { name: "Actions for Aelwyn" }));
  expect(screen.getAllByRole("menuitem").map(({ textContent }) => textContent)).toEqual([
    "Player page",
    "History",
    "Timeline",
  ]);
});

test("filters stand in the address with their counts, go to the server, and can be cleared", async () => {
  const { backend, router } = await openRoster(rosterOf(kara, aelwyn, dara));
  const status = await screen.findByRole("combobox", { name: "Status" });
  expect(within(status).getByRole("option", { name: "Inactive (1)" })).toBeTruthy();
  backend.answers(listMembers, { ...rosterOf(kara, aelwyn, dara), members: [dara] });
  await userEvent.selectOptions(status, "inactive");
  await screen.findByText("1 player");
  expect(router.state.location.search).toMatchObject({ status: "inactive" });
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "No entry for" }), "30");
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Account" }), "false");
  await waitFor(() =>
    expect(Object.fromEntries(backend.callsTo(listMembers).at(-1)?.query ?? [])).toEqual({
      status: "inactive",
      idle_days: "30",
      linked: "false",
    }),
  );
  backend.answers(listMembers, { ...rosterOf(kara, aelwyn, dara), members: [] });
  await userEvent.type(screen.getByRole("searchbox", { name: "Find by name or alias" }), "zzz");
  await screen.findByRole("heading", { name: "Nothing matches" });
  expect(backend.callsTo(listMembers).at(-1)?.query.get("q")).toBe("zzz");
  backend.answers(listMembers, rosterOf(kara, aelwyn, dara));
  await userEvent.click(screen.getAllByRole("button", { name: "Clear filters" })[0] as HTMLElement);
  await screen.findByText("3 players");
  expect(screen.getByRole("searchbox")).toHaveProperty("value", "");
  expect(router.state.location.search).toEqual({ clan: nightOwls.id });
});

test("the roster starts with those who are here, and shows all of them when asked", async () => {
  const { backend, router } = await openRoster({ ...rosterOf(kara, aelwyn, dara), members: [kara, aelwyn] });
  expect(await screen.findByText("2 players")).toBeTruthy();
  const asked = () => Object.fromEntries(backend.callsTo(listMembers).at(-1)?.query ?? []);
  expect(asked()).toEqual({ status: "active" });
  expect(screen.queryByRole("button", { name: "Clear filters" })).toBeNull();
  backend.answers(listMembers, rosterOf(kara, aelwyn, dara));
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Status" }), "Any status");
  expect(await screen.findByText("3 players")).toBeTruthy();
  expect(asked()).toEqual({});
  expect(router.state.location.search).toEqual({ clan: nightOwls.id, status: "any" });
});

test("a search that finds no active player offers everybody", async () => {
  const { backend } = await openRoster({ ...rosterOf(kara, aelwyn, dara), members: [kara, aelwyn] });
  await screen.findByText("2 players");
  backend.answers(listMembers, { ...rosterOf(kara, aelwyn, dara), members: [] });
  await userEvent.type(screen.getByRole("searchbox", { name: "Find by name or alias" }), "dara");
  expect(await screen.findByText("No active players match.")).toBeTruthy();
  backend.answers(listMembers, { ...rosterOf(kara, aelwyn, dara), members: [dara] });
  await userEvent.click(screen.getByRole("button", { name: "Search all players" }));
  expect(await screen.findByText(dara.name)).toBeTruthy();
  expect(Object.fromEntries(backend.callsTo(listMembers).at(-1)?.query ?? [])).toEqual({ q: "dara" });
});

const attentionRules = {
  rules: usualRules,
  warning_texts: ["Please talk to us, {player}."],
  removal_after: null,
  changed_by: null,
  changed_at: null,
  version: 1,
};

test("the menu of a row has what the player's page has", async () => {
  const { backend, router } = await openRoster(rosterOf(kara, aelwyn));
  backend.answers(getAttentionRules, attentionRules).answers(createNote, {
    id: "99999999-9999-4999-8999-999999999999",
    member_id: aelwyn.id,
    note: "Talk to them",
    written_by: "Kara",
    written_at: "2026-03-03T10:00:00.000Z",
  });
  await choose("Aelwyn", "Warn…");
  const warning = within(await screen.findByRole("dialog", { name: "Warn Aelwyn" }));
  await userEvent.click(warning.getByRole("button", { name: "Close" }));
  await choose("Aelwyn", "Note…");
  const note = within(await screen.findByRole("dialog", { name: "Note about Aelwyn" }));
  await userEvent.type(note.getByLabelText("Note"), "Talk to them");
  await userEvent.click(note.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Note saved")).toBeTruthy();
  expect(backend.callsTo(createNote)[0]?.body).toEqual({ note: "Talk to them" });
  await choose("Aelwyn", "Away…");
  const away = within(await screen.findByRole("dialog", { name: "Aelwyn is away" }));
  await userEvent.click(away.getByRole("button", { name: "Close" }));
  await choose("Aelwyn", "History");
  await waitFor(() => expect(router.state.location.pathname).toBe("/activity-history"));
  expect(router.state.location.search).toMatchObject({ clan: nightOwls.id, member: aelwyn.id });
});

test("a warning of somebody without a rate begins with a text that does not name one", async () => {
  const { backend } = await openRoster(rosterOf(kara, { ...aelwyn, rate_30: null }));
  const texts = ["{player}, you met {rate} in {days} days.", "Please talk to us, {player}."];
  backend.answers(getAttentionRules, { ...attentionRules, warning_texts: texts });
  await choose("Aelwyn", "Warn…");
  const warning = within(await screen.findByRole("dialog", { name: "Warn Aelwyn" }));
  const message = warning.getByLabelText<HTMLTextAreaElement>(/^Warning/);
  await waitFor(() => expect(message.value).toBe("Please talk to us, Aelwyn."));
});

test("a filter that is chosen before the search goes out is kept", async () => {
  const { backend } = await openRoster(rosterOf(kara, aelwyn));
  fireEvent.change(await screen.findByRole("searchbox"), { target: { value: "ael" } });
  fireEvent.change(screen.getByRole("combobox", { name: "Status" }), { target: { value: "inactive" } });
  await waitFor(() =>
    expect(Object.fromEntries(backend.callsTo(listMembers).at(-1)?.query ?? [])).toEqual({
      status: "inactive",
      q: "ael",
    }),
  );
});

test("an address with filters opens filtered, and what nobody could choose is left out", async () => {
  const { backend } = await openRoster(
    rosterOf(kara, aelwyn),
    undefined,
    nightOwls,
    "&status=active&role=king&linked=true&idle=4&q=123",
  );
  await region();
  expect(Object.fromEntries(backend.callsTo(listMembers)[0]?.query ?? [])).toEqual({
    status: "active",
    linked: "true",
    q: "123",
  });
  expect(screen.getByRole("combobox", { name: "Status" })).toHaveProperty("value", "active");
});

test("exactly what is filtered is exported as CSV, and a refusal is said", async () => {
  const { backend } = await openRoster(rosterOf(kara, dara), undefined, nightOwls, "&status=inactive");
  await region();
  backend.refuses(exportMembers, 403);
  await userEvent.click(screen.getByRole("button", { name: "Export CSV" }));
  expect((await screen.findByRole("alert")).textContent).toBe("No");
  const files = catchFiles();
  backend.repliesTo(`GET /api/clans/${nightOwls.id}/members.csv`, () => new Response("Name\r\nDara\r\n"));
  await userEvent.click(screen.getByRole("button", { name: "Export CSV" }));
  await waitFor(() => expect(files).toHaveLength(1));
  expect(backend.callsTo(exportMembers).at(-1)?.query.get("status")).toBe("inactive");
});

test("columns that are hidden stay hidden on the next visit", async () => {
  await openRoster(rosterOf(kara, dara));
  await region();
  await userEvent.click(screen.getByRole("button", { name: "Columns" }));
  await userEvent.click(screen.getByRole("checkbox", { name: "Away until" }));
  expect(screen.queryByRole("columnheader", { name: "Away until" })).toBeNull();
  expect(localStorage.getItem("manage_players_hidden_columns")).toBe("notes,away");
  await userEvent.keyboard("{Escape}");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Columns" }));
  expect(screen.queryByRole("checkbox", { name: "Away until" })).toBeNull();

  cleanup();
  await openRoster(rosterOf(kara, dara));
  await region();
  expect(screen.queryByRole("columnheader", { name: "Away until" })).toBeNull();
  expect(screen.getByRole("columnheader", { name: "Joined" })).toBeTruthy();
});

test("of two thousand players only those in sight are on the page", async () => {
  const many = Array.from({ length: 2000 }, (_, index) => ({ ...dara, id: toId(index), name: `Player ${index}` }));
  await openRoster(rosterOf(...many));
  await region();
  expect(screen.getByRole("table").getAttribute("aria-rowcount")).toBe("2001");
  expect(screen.getAllByRole("rowheader").length).toBeLessThan(60);
});

function toId(index: number): string {
  return `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`;
}

test("on a phone players are rows of two lines", async () => {
  await openRoster(rosterOf(kara, { ...aelwyn, rate_7: 66.7 }), undefined, nightOwls, "", { isNarrow: true });
  const list = within(await screen.findByRole("list", { name: "Players" }));
  const row = (await list.findAllByRole("listitem"))[1] as HTMLElement;
  for (const text of ["Aelwyn", "also Ael, Wyn", "Raid", "67%", "7 days"]) expect(row.textContent).toContain(text);
  await userEvent.click(within(row).getByRole("button", { name: "Actions for Aelwyn" }));
  expect(screen.getByRole("menuitem", { name: "Edit" })).toBeTruthy();
});

test("what is done to the whole roster stands beside the heading", async () => {
  await openRoster(rosterOf(kara, aelwyn));
  const head = within((await screen.findByRole("heading", { level: 1 })).parentElement as HTMLElement);
  await userEvent.click(head.getByRole("button", { name: "Import list" }));
  expect(await screen.findByRole("dialog", { name: "Import players" })).toBeTruthy();
});

test("from what needs attention the same tools lead to the roster", async () => {
  await openRoster(rosterOf(kara, aelwyn), undefined, nightOwls, "&view=attention");
  await userEvent.click(await screen.findByRole("button", { name: "Add player" }));
  expect(await screen.findByRole("dialog", { name: "Add a player" })).toBeTruthy();
  expect(screen.getByRole("link", { name: /^Roster/ }).getAttribute("aria-current")).toBe("page");
});

test("on a phone the heading has a mark for a new player and a menu for the rest", async () => {
  const files = catchFiles();
  const { backend } = await openRoster(rosterOf(kara, aelwyn), undefined, nightOwls, "", { isNarrow: true });
  backend.repliesTo(`GET /api/clans/${nightOwls.id}/members.csv`, () => new Response("Name\r\n"));
  const head = within((await screen.findByRole("heading", { level: 1 })).parentElement as HTMLElement);
  expect(head.getByRole("button", { name: "Add player" }).textContent).toBe("");
  await userEvent.click(head.getByRole("button", { name: "More for players" }));
  await userEvent.click(screen.getByRole("menuitem", { name: "Export CSV" }));
  await waitFor(() => expect(files).toHaveLength(1));
  await userEvent.click(head.getByRole("button", { name: "Add player" }));
  expect(await screen.findByRole("dialog", { name: "Add a player" })).toBeTruthy();
});

test("one player is inactivated at once, and that can be undone", async () => {
  const { backend } = await openRoster(rosterOf(kara, aelwyn));
  backend.answers(inactivateMember, { ...aelwyn, status: "inactive" }).answers(reactivateMember, aelwyn);
  await choose("Aelwyn", "Inactivate");
  const toast = await screen.findByText("Aelwyn inactivated");
  expect(backend.callsTo(inactivateMember)).toHaveLength(1);
  await userEvent.click(within(toast).getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(backend.callsTo(reactivateMember)).toHaveLength(1));
});

test("whoever leaves the list does not take the focus of the keyboard along", async () => {
  const { backend } = await openRoster(rosterOf(kara, aelwyn));
  await screen.findByRole("row", { name: /Aelwyn/ });
  backend.answers(inactivateMember, { ...aelwyn, status: "inactive" }).answers(listMembers, rosterOf(kara));
  await choose("Aelwyn", "Inactivate");
  await waitFor(() => expect(screen.queryByRole("row", { name: /Aelwyn/ })).toBeNull());
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Manage Players"));
});

test("one player is reactivated, and the message says so", async () => {
  const { backend } = await openRoster(rosterOf(kara, { ...aelwyn, status: "inactive" }));
  backend.answers(reactivateMember, aelwyn);
  await choose("Aelwyn", "Reactivate");
  expect(await screen.findByText("Aelwyn reactivated")).toBeTruthy();
});

test("what is refused is taken back on the page and said there", async () => {
  const { backend } = await openRoster(rosterOf(kara, aelwyn));
  backend.refuses(inactivateMember, 403);
  await choose("Aelwyn", "Inactivate");
  expect((await screen.findByRole("alert")).textContent).toBe("No");
  expect(within(screen.getByRole("row", { name: /Aelwyn/ })).queryByText("Inactive")).toBeNull();
});

test("marking as removed asks first, takes a reason, and can be taken back", async () => {
  const { backend } = await openRoster(rosterOf(kara, aelwyn));
  backend.answers(markMemberRemoved, { ...aelwyn, status: "removed" }).answers(restoreMember, aelwyn);
  await choose("Aelwyn", "Mark as removed");
  const asked = within(await screen.findByRole("dialog", { name: "Mark Aelwyn as removed?" }));
  await userEvent.type(asked.getByLabelText("Reason (optional)"), "Moved on");
  await userEvent.click(asked.getByRole("button", { name: "Mark as removed" }));
  await screen.findByText("Aelwyn marked as removed");
  expect(backend.callsTo(markMemberRemoved)[0]?.body).toEqual({ reason: "Moved on" });
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  // What does not come back is said.
  await screen.findByText("Aelwyn restored. Invite them again to link an account.");
  expect(backend.callsTo(restoreMember)).toHaveLength(1);
});

test("an account is unlinked after a question", async () => {
  const { backend } = await openRoster(rosterOf(kara, corvin));
  backend.answers(unlinkMember, { ...corvin, user_id: null });
  await choose("Corvin", "Unlink account");
  await screen.findByRole("dialog", { name: "Unlink Corvin’s account?" });
  await userEvent.click(screen.getByRole("button", { name: "Unlink account" }));
  await waitFor(() => expect(backend.callsTo(unlinkMember)).toHaveLength(1));
});

test.each([
  ["Unlink account", unlinkMember, "unlink"],
  ["Mark as removed", markMemberRemoved, "mark-removed"],
] as const)(
  "a late answer to what was cancelled leaves the form alone that is open by then: %s",
  async (name, endpoint, path) => {
    const { backend } = await openRoster(rosterOf(kara, aelwyn, corvin));
    const late = Promise.withResolvers<Response>();
    backend.repliesTo(`POST /api/clans/${nightOwls.id}/members/${corvin.id}/${path}`, () => late.promise);
    await choose("Corvin", name);
    await userEvent.click(await screen.findByRole("button", { name }));
    await waitFor(() => expect(backend.callsTo(endpoint)).toHaveLength(1));
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    await choose("Aelwyn", "Edit");
    const form = within(await screen.findByRole("dialog", { name: "Edit Aelwyn" }));
    await userEvent.insert(form.getByLabelText("Public note"), ", and by day");
    const before = backend.callsTo(listMembers).length;
    late.resolve(Response.json({ ...corvin, user_id: null }));
    await waitFor(() => expect(backend.callsTo(listMembers).length).toBeGreaterThan(before));
    await settled();
    expect(form.getByLabelText("Public note")).toHaveProperty("value", "Plays at night, and by day");
  },
);

test("why something could not be undone is said, wherever one is by then", async () => {
  const { backend, router } = await openRoster(rosterOf(kara, aelwyn));
  backend.answers(inactivateMember, { ...aelwyn, status: "inactive" }).refuses(reactivateMember, 409);
  await choose("Aelwyn", "Inactivate");
  await screen.findByText("Aelwyn inactivated");
  await act(() => router.navigate({ to: "/clanmanagement" }));
  await heading("My Clans");
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect((await screen.findByRole("alert")).textContent).toBe("No");
  expect(backend.callsTo(reactivateMember)).toHaveLength(1);
});

test("Invite leads to the invites of this player", async () => {
  const { router } = await openRoster(rosterOf(kara, aelwyn));
  await choose("Aelwyn", "Invite");
  await waitFor(() => expect(router.state.location.pathname).toBe("/invites"));
  expect(router.state.location.search).toEqual({ clan: nightOwls.id, member: aelwyn.id });
});

test("a maintainer works on members and reads why not on others", async () => {
  const clan = { ...nightOwls, role: "maintainer" } as const;
  const me: Member = { ...kara, role: "maintainer" };
  const owner: Member = { ...dara, status: "active", role: "owner" };
  await openRoster(rosterOf(me, { ...corvin, role: "maintainer" }, aelwyn, owner), fakeClans(clan), clan);
  await region();
  await userEvent.click(screen.getByRole("button", { name: "Actions for Dara" }));
  expect(screen.getAllByRole("menuitem").map(({ textContent }) => textContent)).toEqual([
    "Player page",
    "History",
    "Timeline",
    "The owner’s row changes only when the clan is transferred.",
  ]);
  await userEvent.keyboard("{Escape}");
  await userEvent.click(screen.getByRole("button", { name: "Actions for Kara" }));
  expect(screen.getByText("To leave a clan, go to My Clans.")).toBeTruthy();
  await userEvent.keyboard("{Escape}");
  await userEvent.click(screen.getByRole("button", { name: "Actions for Corvin" }));
  expect(screen.getByText("Only the owner can change a maintainer’s row.")).toBeTruthy();
  expect(screen.queryByRole("menuitem", { name: "Edit" })).toBeNull();
  await userEvent.keyboard("{Escape}");
  await userEvent.click(screen.getByRole("button", { name: "Actions for Aelwyn" }));
  expect(screen.getByRole("menuitem", { name: "Edit" })).toBeTruthy();
  expect(screen.queryByRole("menuitem", { name: "Invite" })).toBeNull();
});

test("a menu is worked by keyboard and gives the focus back", async () => {
  await openRoster(rosterOf(kara, aelwyn));
  await region();
  const button = screen.getByRole("button", { name: "Actions for Aelwyn" });
  button.focus();
  await userEvent.keyboard("{Enter}");
  expect(document.activeElement?.textContent).toBe("Player page");
  await userEvent.keyboard("{ArrowUp}");
  expect(document.activeElement?.textContent).toBe("Mark as removed");
  await userEvent.keyboard("{Escape}");
  expect(document.activeElement).toBe(button);
});

test("the timeline tells what happened to a player, or that it cannot be loaded", async () => {
  const { backend } = await openRoster(rosterOf(kara, aelwyn));
  backend.refuses(getMemberTimeline, 403);
  await choose("Aelwyn", "Timeline");
  const opened = within(await screen.findByRole("dialog", { name: "Timeline of Aelwyn" }));
  await opened.findByText(/The timeline could not be loaded/);
  const added = { at: "2026-01-15T00:00:00.000Z", action: "member.add", kind: "change" } as const;
  const items = [
    { ...added, text: "Added to the roster", actor: "Kara" },
    { ...added, text: "Warned, until 2031-11-19.", actor: "Kara" },
  ];
  backend.answers(getMemberTimeline, { items });
  await userEvent.click(opened.getByRole("button", { name: "Try again" }));
  expect(await opened.findByText("Added to the roster")).toBeTruthy();
  expect(opened.getByText("Warned, until 19 Nov 2031.")).toBeTruthy();
});

test("dates are those of the clan's day", async () => {
  const late = { ...dara, joined_at: "2026-01-15T07:30:00.000Z" };
  const { backend } = await openRoster(rosterOf(kara, late));
  await waitFor(() => expect(backend.callsTo(getClan)).toHaveLength(1));
  await within(await screen.findByRole("row", { name: /Dara/ })).findByText(formatDate("2026-01-14"));
});

test("a scroll that moves its row closes an open menu", async () => {
  await openRoster(rosterOf(kara, aelwyn));
  await region();
  const button = screen.getByRole("button", { name: "Actions for Aelwyn" });
  await userEvent.click(button);
  fireEvent.scroll(window);
  expect(screen.getByRole("menu")).toBeTruthy();
  button.getBoundingClientRect = () => new DOMRect(0, 120, 44, 44);
  fireEvent.scroll(window);
  expect(screen.queryByRole("menu")).toBeNull();
  expect(names()).toHaveLength(2);
});

test("a link leads straight to adding a player, which closing takes out of the address", async () => {
  const { router } = await openRoster(rosterOf(kara), undefined, nightOwls, "&show=add");
  const dialog = await screen.findByRole("dialog", { name: "Add a player" });
  await userEvent.click(within(dialog).getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(router.state.location.search).toEqual({ clan: nightOwls.id });
});

test("plain members are not shown what such a link asks for", async () => {
  const clan = { ...nightOwls, role: "member" as const };
  await openRoster(rosterOf(kara), fakeClans(clan), clan, "&show=import");
  await screen.findByRole("row", { name: /Kara/ });
  expect(screen.queryByRole("dialog")).toBeNull();
});
