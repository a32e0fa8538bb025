import { bulkMembers, createMember, patchMember, putMemberRole } from "@clanhall/contract/members";
import { importMembers, mergeMembers, undoMerge } from "@clanhall/contract/member-imports";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "../testing/user-event.ts";
import { expect, test } from "vitest";
import { formatDate } from "../lib/format.ts";
import { nightOwls } from "../testing/fake-clans.ts";
import { aelwyn, choose, corvin, dara, kara, openRoster, rosterOf } from "../testing/fake-roster.ts";

const dialog = async (name: string | RegExp) => within(await screen.findByRole("dialog", { name }));
const click = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));
const patchPath = `PATCH /api/clans/${nightOwls.id}/members/${aelwyn.id}`;

test("one player is added; a name that is taken is said at the field", async () => {
  const { backend } = await openRoster(rosterOf(kara, aelwyn));
  await userEvent.click(await screen.findByRole("button", { name: "Add player" }));
  const form = await dialog("Add a player");
  const add = form.getByRole("button", { name: "Add player" });
  await userEvent.click(add);
  expect(form.getByText("A player's name needs at least one character.")).toBeTruthy();
  expect(backend.callsTo(createMember)).toEqual([]);
  await userEvent.type(form.getByLabelText("Name"), "Dara");
  const message = "There is already a player called Dara";
  backend.repliesTo(`POST /api/clans/${nightOwls.id}/members`, () =>
    Response.json({ error: "conflict", message, details: [{ path: "name", message }] }, { status: 409 }),
  );
  await userEvent.click(add);
  await form.findByText(message);
  backend.repliesTo(`POST /api/clans/${nightOwls.id}/members`, () => Response.json(dara));
  await userEvent.type(form.getByRole("combobox", { name: "Groups" }), "Raid{Enter}");
  await userEvent.click(add);
  await screen.findByText("Dara added");
  expect(backend.callsTo(createMember).at(-1)?.body).toMatchObject({ name: "Dara", groups: ["Raid"], aliases: [] });
});

test("a player is added under one key: tried again it is the same, once changed another", async () => {
  const { backend } = await openRoster(rosterOf(kara, aelwyn));
  await userEvent.click(await screen.findByRole("button", { name: "Add player" }));
  const form = await dialog("Add a player");
  backend.repliesTo(`POST /api/clans/${nightOwls.id}/members`, () =>
    Response.json({ error: "conflict", message: "Not now" }, { status: 409 }),
  );
  await userEvent.type(form.getByLabelText("Name"), "Dara");
  const add = form.getByRole("button", { name: "Add player" });
  const keys = () => backend.callsTo(createMember).map(({ headers }) => headers.get("idempotency-key"));
  const addAgain = async (times: number) => {
    await userEvent.click(add);
    await waitFor(() => expect(keys()).toHaveLength(times));
    await waitFor(() => expect(add.getAttribute("aria-busy")).toBe("false"));
  };
  await addAgain(1);
  await addAgain(2);
  await userEvent.type(form.getByLabelText("Name"), "h");
  await addAgain(3);
  const [first, second, third] = keys();
  expect(first).toMatch(/^[\da-f-]{36}$/);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test("a double click on the button adds a player once", async () => {
  const { backend } = await openRoster(rosterOf(kara, aelwyn));
  backend.answers(createMember, dara);
  await userEvent.click(await screen.findByRole("button", { name: "Add player" }));
  const form = await dialog("Add a player");
  await userEvent.type(form.getByLabelText("Name"), "Dara");
  await userEvent.dblClick(form.getByRole("button", { name: "Add player" }));
  await screen.findByText("Dara added");
  expect(backend.callsTo(createMember)).toHaveLength(1);
});

test("only what was changed is saved, with the version it was read in", async () => {
  const { backend } = await openRoster(rosterOf(kara, aelwyn, corvin));
  backend.answers(patchMember, aelwyn).answers(putMemberRole, { ...aelwyn, role: "maintainer" });
  await choose("Aelwyn", "Edit");
  const form = await dialog("Edit Aelwyn");
  await userEvent.clear(form.getByLabelText("Officers’ note"));
  await userEvent.type(form.getByRole("combobox", { name: "Aliases" }), "Winnie,");
  await userEvent.click(form.getByRole("button", { name: "Remove Ael" }));
  await userEvent.click(form.getByRole("combobox", { name: "Main player" }));
  await userEvent.click(form.getByRole("option", { name: "Corvin" }));
  await userEvent.selectOptions(form.getByRole("combobox", { name: "Role" }), "maintainer");
  await userEvent.click(form.getByRole("button", { name: "Save player" }));
  await screen.findByText("Player saved");
  expect(backend.callsTo(patchMember)[0]?.body).toEqual({
    officer_note: "",
    aliases: ["Wyn", "Winnie"],
    main_member_id: corvin.id,
    version: 4,
  });
  expect(backend.callsTo(putMemberRole)[0]?.body).toEqual({ role: "maintainer" });
});

test("away periods need both days and may not overlap", async () => {
  const { backend } = await openRoster(rosterOf(kara, aelwyn));
  backend.answers(patchMember, aelwyn);
  await choose("Aelwyn", "Edit");
  const form = await dialog("Edit Aelwyn");
  const save = form.getByRole("button", { name: "Save player" });
  await userEvent.click(form.getByRole("button", { name: "Add an away period" }));
  await userEvent.click(save);
  expect(form.getByText("Give each away period its first and its last day.")).toBeTruthy();
  await userEvent.type(form.getByLabelText("First day"), "2026-03-01");
  await userEvent.type(form.getByLabelText("Last day"), "2026-03-10");
  await userEvent.type(form.getByLabelText("Reason (private)"), "Holiday");
  await userEvent.click(form.getByRole("button", { name: "Add an away period" }));
  await userEvent.type(form.getAllByLabelText("First day")[1] as HTMLElement, "2026-03-10");
  await userEvent.type(form.getAllByLabelText("Last day")[1] as HTMLElement, "2026-03-12");
  await userEvent.click(save);
  expect(form.getByText("Two away periods overlap.")).toBeTruthy();
  expect(backend.callsTo(patchMember)).toEqual([]);
  await userEvent.click(form.getByRole("button", { name: "Delete away period 2" }));
  await userEvent.click(save);
  await screen.findByText("Player saved");
  const away = [{ from: "2026-03-01", to: "2026-03-10", reason: "Holiday" }];
  expect(backend.callsTo(patchMember)[0]?.body).toEqual({ away, version: 4 });
});

async function openConflict() {
  const { backend } = await openRoster(rosterOf(kara, aelwyn));
  const theirs = { ...aelwyn, public_note: "Plays at noon", version: 9 };
  const stale = () =>
    Response.json({ error: "conflict", message: "Changed", current: theirs, changed_by: "Rolf" }, { status: 409 });
  backend.repliesTo(patchPath, stale);
  await choose("Aelwyn", "Edit");
  return { backend, form: await dialog("Edit Aelwyn") };
}

test("the same field changed elsewhere: mine can be kept", async () => {
  const { backend, form } = await openConflict();
  await userEvent.type(form.getByLabelText("Public note"), "!");
  await click("Save player");
  await form.findByText("Changed by Rolf: Plays at noon");
  backend.repliesTo(patchPath, () => Response.json(aelwyn));
  await click("Keep mine");
  await click("Save player");
  await screen.findByText("Player saved");
  expect(backend.callsTo(patchMember).at(-1)?.body).toEqual({ public_note: "Plays at night!", version: 9 });
});

test("the same field changed elsewhere: theirs can be taken", async () => {
  const { backend, form } = await openConflict();
  await userEvent.type(form.getByLabelText("Public note"), "!");
  await click("Save player");
  await form.findByText("Changed by Rolf: Plays at noon");
  await click("Take theirs");
  expect(form.getByLabelText("Public note")).toHaveProperty("value", "Plays at noon");
  expect(form.queryByText(/^Changed by/)).toBeNull();
  expect(backend.callsTo(patchMember)).toHaveLength(1);
});

test("another field changed elsewhere does not stand in the way", async () => {
  const { backend, form } = await openConflict();
  await userEvent.type(form.getByLabelText("Name"), "a");
  const stale = { error: "conflict", message: "Changed", current: { ...aelwyn, public_note: "x", version: 9 } };
  const answers = [Response.json(stale, { status: 409 }), Response.json(aelwyn)];
  backend.repliesTo(patchPath, () => answers.shift() ?? Response.error());
  await click("Save player");
  await screen.findByText("Player saved");
  expect(backend.callsTo(patchMember).map(({ body }) => body)).toEqual([
    { name: "Aelwyna", version: 4 },
    { name: "Aelwyna", version: 9 },
  ]);
});

test("many are changed after a question that names them, and groups can be undone", async () => {
  const { backend } = await openRoster(rosterOf(kara, aelwyn, corvin, dara));
  backend.answers(bulkMembers, { changed: 2 });
  await userEvent.click(await screen.findByRole("checkbox", { name: "Select all players shown" }));
  const bar = within(screen.getByRole("region", { name: "Chosen players" }));
  expect(bar.getByText(/One of them cannot be changed by you/)).toBeTruthy();
  await userEvent.click(bar.getByRole("button", { name: "Inactivate" }));
  const asked = await dialog("Inactivate 2 players?");
  expect(asked.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual(["Aelwyn", "Corvin"]);
  await userEvent.click(asked.getByRole("button", { name: "Inactivate" }));
  await screen.findByText("2 players inactivated");
  expect(backend.callsTo(bulkMembers)[0]?.body).toEqual({ member_ids: [aelwyn.id, corvin.id], action: "inactivate" });
});

test("a group is added to those who are not in it yet", async () => {
  const { backend } = await openRoster(rosterOf(kara, aelwyn, corvin));
  backend.answers(bulkMembers, { changed: 1 });
  await userEvent.click(await screen.findByRole("checkbox", { name: "Select Aelwyn" }));
  await userEvent.click(screen.getByRole("checkbox", { name: "Select Corvin" }));
  await click("Add to group");
  const asked = await dialog("Add 2 players to a group");
  await userEvent.type(asked.getByLabelText("Group"), "Raid");
  await userEvent.click(asked.getByRole("button", { name: "Add to group" }));
  await screen.findByText("Corvin added to Raid");
  const body = { member_ids: [corvin.id], action: "add-group", group: "Raid" };
  expect(backend.callsTo(bulkMembers)[0]?.body).toEqual(body);
  await click("Undo");
  await waitFor(() => expect(backend.callsTo(bulkMembers)[1]?.body).toEqual({ ...body, action: "remove-group" }));
});

test("a bulk action that is refused keeps its dialog and says why", async () => {
  const { backend } = await openRoster(rosterOf(kara, aelwyn, corvin));
  backend.refuses(bulkMembers, 409);
  await userEvent.click(await screen.findByRole("checkbox", { name: "Select Aelwyn" }));
  await userEvent.click(screen.getByRole("checkbox", { name: "Select Corvin" }));
  await click("Mark as removed");
  const asked = await dialog("Mark 2 players as removed?");
  await userEvent.click(asked.getByRole("button", { name: "Mark as removed" }));
  expect((await asked.findByRole("alert")).textContent).toBe("No");
});

const checked = [
  { index: 0, name: "Elowen", state: "new", similar_to: null, problem: null },
  { index: 1, name: "Aelwyn", state: "exists", similar_to: null, problem: null },
  { index: 2, name: "Corvyn", state: "similar", similar_to: { id: corvin.id, name: "Corvin" }, problem: null },
  { index: 3, name: "", state: "invalid", similar_to: null, problem: "A name is missing." },
] as const;

test("a pasted list is checked while it stands there, its columns beside it, and only then saved", async () => {
  const { backend } = await openRoster(rosterOf(kara, aelwyn, corvin));
  backend.answers(importMembers, { rows: [...checked], added: 0 });
  await userEvent.click(await screen.findByRole("button", { name: "Import list" }));
  const form = await dialog("Import players");
  expect(form.getByRole("button", { name: "Nobody to add" })).toHaveProperty("disabled", true);
  await userEvent.click(form.getByLabelText(/One player a line/));
  await userEvent.paste("Player\tTeam\tX\nElowen\tRaid; War\t1\nAelwyn\t\t2\nCorvyn\t\t3\n\tWar\t4\n");
  expect(form.getByText("4 lines, read as 3 columns.")).toBeTruthy();
  expect(form.getByRole("checkbox", { name: "The first line is a heading" })).toHaveProperty("checked", true);
  expect(form.getByRole("combobox", { name: "Team" })).toHaveProperty("value", "groups");
  await userEvent.selectOptions(form.getByRole("combobox", { name: "X" }), "public_note");
  await userEvent.selectOptions(form.getByRole("combobox", { name: "X" }), "");

  const question = within(await form.findByRole("group", { name: /Corvyn +looks like +Corvin *, on the roster/ }));
  expect(question.getByRole("radio", { name: "Two players" })).toHaveProperty("checked", true);
  const lineOf = (name: string) => within(form.getByText(name).closest("li") as HTMLElement);
  expect(lineOf("Elowen").getByText("new")).toBeTruthy();
  expect(lineOf("Aelwyn").getByText("already on the roster")).toBeTruthy();
  expect(form.getByText("A name is missing.")).toBeTruthy();
  for (const count of ["1 new", "1 question", "2 left out"]) expect(form.getByText(count)).toBeTruthy();
  expect(backend.callsTo(importMembers).at(-1)?.body).toMatchObject({
    dry_run: true,
    rows: [{ name: "Elowen", groups: ["Raid", "War"] }, {}, {}, { name: "", groups: ["War"] }],
  });
  await form.findByRole("button", { name: "Add 2 players" });
  await userEvent.click(question.getByRole("radio", { name: "Same, leave out" }));
  expect(form.getByRole("button", { name: "Add 1 player" })).toBeTruthy();
  await userEvent.click(question.getByRole("radio", { name: "Two players" }));
  backend.answers(importMembers, { rows: [...checked], added: 2 });
  await userEvent.click(form.getByRole("button", { name: "Add 2 players" }));
  await screen.findByText("2 players added");
  expect(backend.callsTo(importMembers).at(-1)?.body).toMatchObject({
    dry_run: false,
    add_similar: [2],
    alias_of: [],
  });
});

test("players of a list without a day join on the day that was chosen, those with one on theirs", async () => {
  const { backend } = await openRoster(rosterOf(kara, aelwyn));
  const rows = ["Elowen", "Faelan"].map((name, index) => ({ ...checked[0], name, index }));
  backend.answers(importMembers, { rows, added: 0 });
  await userEvent.click(await screen.findByRole("button", { name: "Import list" }));
  const form = await dialog("Import players");
  await userEvent.click(form.getByLabelText(/One player a line/));
  await userEvent.paste("Name\tJoined\nElowen\t\nFaelan\t2026-01-15\n");
  await userEvent.type(form.getByRole("textbox", { name: "Joined on" }), "2026-01-03{Tab}");
  await form.findByText("new, joined 3 Jan 2026");
  expect(form.getByText("new, joined 15 Jan 2026")).toBeTruthy();
  await userEvent.click(await form.findByRole("button", { name: "Add 2 players" }));
  await waitFor(() =>
    expect(backend.callsTo(importMembers).at(-1)?.body).toMatchObject({
      dry_run: false,
      rows: [
        { name: "Elowen", joined_on: "2026-01-03" },
        { name: "Faelan", joined_on: "2026-01-15" },
      ],
    }),
  );
});

test("days in a pasted list are read as people write them, and shown before anybody is added", async () => {
  const { backend } = await openRoster(rosterOf(kara, aelwyn));
  const rows = ["Elowen", "Faelan", "Gorm"].map((name, index) => ({ ...checked[0], name, index }));
  backend.answers(importMembers, { rows, added: 0 });
  await userEvent.click(await screen.findByRole("button", { name: "Import list" }));
  const form = await dialog("Import players");
  await userEvent.click(form.getByLabelText(/One player a line/));
  await userEvent.paste("Player\tSince\nElowen\t31.10.2025\nFaelan\t1 Feb 2026\nGorm\tlong ago");
  await form.findByText("new, joined 31 Oct 2025");
  expect(form.getByText("new, joined 1 Feb 2026")).toBeTruthy();
  const dates = ["2025-10-31", "2026-02-01", "long ago"].map((joined_on) => ({ joined_on }));
  expect(backend.callsTo(importMembers).at(-1)?.body).toMatchObject({ rows: dates });
});

test("a similar name can become an alias, and one that is in the list twice is added once", async () => {
  const { backend } = await openRoster(rosterOf(kara, aelwyn, corvin));
  const rows = [
    { index: 0, name: "Kara", state: "new", similar_to: null, problem: null },
    { index: 1, name: "Dara", state: "similar", similar_to: { id: null, name: "Kara", index: 0 }, problem: null },
    { index: 2, name: "Kara", state: "exists", similar_to: null, problem: null, same_as: 0 },
  ] as const;
  backend.answers(importMembers, { rows: [...rows], added: 0 });
  await userEvent.click(await screen.findByRole("button", { name: "Import list" }));
  const form = await dialog("Import players");
  await userEvent.click(form.getByLabelText(/One player a line/));
  await userEvent.paste("Kara\nDara\nKara");
  const question = within(await form.findByRole("group", { name: /Dara +looks like +Kara *, line 1/ }));
  expect(form.getByText("twice in this list, added once")).toBeTruthy();
  expect(form.queryByRole("checkbox")).toBeNull();
  await userEvent.click(question.getByRole("radio", { name: "Alias of Kara" }));
  backend.answers(importMembers, { rows: [...rows], added: 1, aliased: 1 });
  await userEvent.click(await form.findByRole("button", { name: "Add 1 player" }));
  await screen.findByText("1 player added");
  const sent = backend.callsTo(importMembers).at(-1)?.body;
  expect(sent).toMatchObject({ dry_run: false, add_similar: [], alias_of: [1] });
});

test("a file is read in the browser; one that is too large is not", async () => {
  const { backend } = await openRoster(rosterOf(kara, aelwyn));
  backend.refuses(importMembers, 403);
  await userEvent.click(await screen.findByRole("button", { name: "Import list" }));
  const form = await dialog("Import players");
  const field = form.getByLabelText(/Or a CSV file/);
  await userEvent.upload(field, new File(["x".repeat(1024 * 1024 + 1)], "big.csv", { type: "text/csv" }));
  await form.findByText(/larger than 1 MB/);
  await userEvent.upload(field, new File(["Elowen\nFaelan\n"], "list.csv", { type: "text/csv" }));
  await form.findByText("2 lines, read as one column of names.");
  expect((await form.findByRole("alert")).textContent).toBe("No");
  await userEvent.upload(field, new File(["Elowen,1\nFaelan,2\n"], "list.csv", { type: "text/csv" }));
  await form.findByText("2 lines, read as 2 columns.");
  expect(form.getByRole("checkbox", { name: "The first line is a heading" })).toHaveProperty("checked", false);
  await userEvent.selectOptions(form.getByRole("combobox", { name: "Column 1" }), "");
  expect(form.getByText("Say which column has the names.")).toBeTruthy();
  expect(form.getByRole("button", { name: "Nobody to add" })).toHaveProperty("disabled", true);
});

const merged = {
  merge_id: null,
  result: { name: "Aelwyn", aliases: ["Corvin"], groups: ["Raid", "War"], joined_at: "2026-01-15T12:00:00.000Z" },
  days: [
    { day: "2026-01-20", activity: "Raids", keep: "4", drop: "5", result: "9" },
    { day: "2026-01-20", activity: "Bosses", keep: "—", drop: "Yes", result: "Yes" },
  ],
  entries: { moved: 1, both: 1 },
};

test("two rows are merged after a look at the result, and that can be undone", async () => {
  const { backend } = await openRoster(rosterOf(kara, aelwyn, corvin));
  backend.answers(mergeMembers, merged).answers(undoMerge, {});
  await choose("Aelwyn", "Merge with another row");
  const form = await dialog("Merge two rows");
  // The dialog asks for the whole roster, whatever is filtered behind it.
  await waitFor(() => expect(form.getByRole("combobox", { name: "Row to keep" })).toHaveProperty("value", "Aelwyn"));
  await userEvent.click(form.getByRole("combobox", { name: "Row to remove" }));
  expect(form.queryByRole("option", { name: "Kara" })).toBeNull();
  await userEvent.click(form.getByRole("option", { name: "Corvin" }));
  await userEvent.selectOptions(form.getByRole("combobox", { name: /On days where both/ }), "add");
  const after = within(await form.findByRole("region", { name: "After the merge" }));
  expect(after.getByText("Raid, War")).toBeTruthy();
  expect(after.getByRole("row", { name: `${formatDate("2026-01-20")} Raids 4 5 9` })).toBeTruthy();
  expect(after.getByRole("row", { name: `${formatDate("2026-01-20")} Bosses — Yes Yes` })).toBeTruthy();
  expect(after.getByText("1 value moves, 1 conflicts with an existing value.")).toBeTruthy();
  const merge_id = "22222222-0000-4000-8000-000000000001";
  backend.answers(mergeMembers, { ...merged, merge_id });
  await userEvent.click(form.getByRole("button", { name: "Merge" }));
  const toast = await screen.findByText("Merged into Aelwyn");
  const input = { keep: aelwyn.id, drop: corvin.id, policy: "add" };
  expect(backend.callsTo(mergeMembers).at(-1)?.body).toEqual({ ...input, dry_run: false });
  await userEvent.click(within(toast).getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(backend.callsTo(undoMerge)).toHaveLength(1));
});

test("a merge that ends after its dialog was closed is said, and can be undone", async () => {
  const { backend } = await openRoster(rosterOf(kara, aelwyn, corvin));
  const late = Promise.withResolvers<Response>();
  backend.answers(mergeMembers, merged).answers(undoMerge, {});
  await choose("Aelwyn", "Merge with another row");
  const form = await dialog("Merge two rows");
  await userEvent.click(form.getByRole("combobox", { name: "Row to remove" }));
  await userEvent.click(form.getByRole("option", { name: "Corvin" }));
  await form.findByRole("region", { name: "After the merge" });
  const sent = backend.callsTo(mergeMembers).length;
  backend.repliesTo(`POST /api/clans/${nightOwls.id}/members/merge`, () => late.promise);
  await userEvent.click(form.getByRole("button", { name: "Merge" }));
  await waitFor(() => expect(backend.callsTo(mergeMembers)).toHaveLength(sent + 1));
  await userEvent.click(form.getByRole("button", { name: "Cancel" }));
  await choose("Aelwyn", "Edit");
  late.resolve(Response.json({ ...merged, merge_id: "22222222-0000-4000-8000-000000000001" }));
  await screen.findByText("Merged into Aelwyn");
  expect(screen.getByRole("dialog", { name: "Edit Aelwyn" })).toBeTruthy();
  await click("Undo");
  await waitFor(() => expect(backend.callsTo(undoMerge)).toHaveLength(1));
});

test("two chosen rows can be swapped before they are merged; a refusal is said", async () => {
  const { backend } = await openRoster(rosterOf(kara, aelwyn, corvin));
  backend.refuses(mergeMembers, 409);
  await userEvent.click(await screen.findByRole("checkbox", { name: "Select Aelwyn" }));
  await userEvent.click(screen.getByRole("checkbox", { name: "Select Corvin" }));
  await click("Merge");
  const form = await dialog("Merge two rows");
  expect((await form.findByRole("alert")).textContent).toBe("No");
  expect(form.getByRole("button", { name: "Merge" })).toHaveProperty("disabled", true);
  backend.answers(mergeMembers, merged);
  await userEvent.click(form.getByRole("button", { name: "Swap them" }));
  await form.findByRole("region", { name: "After the merge" });
  expect(backend.callsTo(mergeMembers).at(-1)?.body).toMatchObject({ keep: corvin.id, drop: aelwyn.id });
});

test("a duplicate of one's own player is merged into it, never the other way round", async () => {
  const { backend } = await openRoster(rosterOf(kara, aelwyn, corvin));
  backend.answers(mergeMembers, merged);
  await userEvent.click(await screen.findByRole("checkbox", { name: "Select Aelwyn" }));
  await userEvent.click(screen.getByRole("checkbox", { name: "Select Kara" }));
  await click("Merge");
  const form = await dialog("Merge two rows");
  expect(form.getByRole("combobox", { name: "Row to keep" })).toHaveProperty("value", "Kara");
  await form.findByRole("region", { name: "After the merge" });
  expect(backend.callsTo(mergeMembers).at(-1)?.body).toMatchObject({ keep: kara.id, drop: aelwyn.id });
  expect(form.queryByRole("button", { name: "Swap them" })).toBeNull();
});

test("one's own player can be chosen as the row to keep", async () => {
  await openRoster(rosterOf(kara, aelwyn, corvin));
  await choose("Aelwyn", "Merge with another row");
  const form = await dialog("Merge two rows");
  await userEvent.click(form.getByRole("combobox", { name: "Row to keep" }));
  await userEvent.click(form.getByRole("option", { name: "Kara" }));
  expect(form.getByRole("combobox", { name: "Row to keep" })).toHaveProperty("value", "Kara");
});
