import { getMyClanSettings, putMyClanSettings } from "@clanhall/contract/account";
import { getDay, listDays, reopenDay } from "@clanhall/contract/days";
import { getCellHistory, putEntries } from "@clanhall/contract/entries";
import { exportEntriesCsv } from "@clanhall/contract/entry-history";
import { findImportMapping, importEntries, undoImport } from "@clanhall/contract/entry-imports";
import { listActivities } from "@clanhall/contract/activities";
import { listMembers } from "@clanhall/contract/members";
import { acceptRequest, type ClanRequest, listRequests } from "@clanhall/contract/requests";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "../testing/user-event.ts";
import { expect, test, vi } from "vitest";
import { aelwyn, kara, rosterOf } from "../testing/fake-roster.ts";
import { catchFiles } from "../testing/catch-files.ts";
import { fakeClans, ironwood, nightOwls } from "../testing/fake-clans.ts";
import {
  aelwynOfDay,
  dayOf,
  donations,
  entryOf,
  fakeDay,
  karaOfDay,
  openDay,
  rowSettings,
  shownDay,
  warHit,
} from "../testing/fake-days.ts";

const sent = (backend: ReturnType<typeof fakeDay>) => backend.callsTo(putEntries).map(({ body }) => body);

function narrowScreen(): void {
  vi.spyOn(window, "matchMedia").mockImplementation(
    (media) => Object.assign(new EventTarget(), { media, matches: true, onchange: null }) as MediaQueryList,
  );
}

async function chooseInRow(row: string, action: string): Promise<void> {
  await userEvent.click(screen.getByRole("button", { name: `More for ${row}` }));
  await userEvent.click(screen.getByRole("menuitem", { name: action }));
}

test("the day says which it is, how far it is, and saves what is copied from the day before in one step", async () => {
  const backend = fakeDay(dayOf([entryOf(karaOfDay, donations, 5)]));
  backend.answers(listDays, { items: [{ day: "2026-03-01", state: "late", due: 6, entered: 4 }] });
  await openDay();
  expect(await screen.findByText("1 of 6 values")).toBeTruthy();
  expect(screen.getByText("Open")).toBeTruthy();
  expect(screen.getByText(/Clan day Tue 3 Mar · ends in 5 h 12 min/)).toBeTruthy();
  expect(await screen.findByRole("grid", { name: "Values of Tue 3 Mar" })).toBeTruthy();
  await userEvent.click(await screen.findByRole("button", { name: "Missing: 1 day" }));
  const link = screen.getByRole("link", { name: /Sun 1 Mar/ });
  expect(link.getAttribute("href")).toContain("day=2026-03-01");

  const before = [
    entryOf(karaOfDay, donations, 9),
    entryOf(aelwynOfDay, donations, 7),
    entryOf(aelwynOfDay, warHit, 1),
  ];
  backend.answers(getDay, dayOf(before, {}, { day: "2026-03-02" }));
  await userEvent.click(screen.getByRole("button", { name: "Copy previous day" }));
  expect(await screen.findByText("2 values filled from the day before")).toBeTruthy();
  expect(await screen.findByText("3 of 6 values")).toBeTruthy();
  await waitFor(() => expect(sent(backend)).toMatchObject([{ entries: [{ value: 7 }, { value: 1 }] }]));
  await screen.findByText("All changes saved");
});

test("filters narrow the rows and stand in the address; nothing found can be cleared", async () => {
  fakeDay(dayOf());
  const { router } = await openDay(nightOwls, "&group=Raid");
  const grid = await screen.findByRole("grid");
  expect(grid.getAttribute("aria-rowcount")).toBe("3");
  await userEvent.type(screen.getByRole("searchbox", { name: "Find a player" }), "bram");
  expect(await screen.findByText("Nothing matches")).toBeTruthy();
  expect(router.state.location.search).toMatchObject({ group: "Raid", q: "bram" });
  await userEvent.click(screen.getAllByRole("button", { name: "Clear filters" })[1] as HTMLElement);
  expect((await screen.findByRole("grid")).getAttribute("aria-rowcount")).toBe("5");
});

test("an order that arrives late does not move players who are sorted by a column", async () => {
  const backend = fakeDay(dayOf([entryOf(aelwynOfDay, donations, 7), entryOf(karaOfDay, donations, 5)]));
  const settings = Promise.withResolvers<void>();
  const own = { ...rowSettings, row_sort: "own", row_order: [], version: 1 };
  let answered = false;
  backend.repliesTo(`GET /api/me/clans/${nightOwls.id}/settings`, async () => {
    await settings.promise;
    // Read by the page in the turns before the next timer.
    setTimeout(() => (answered = true), 20);
    return Response.json(own);
  });
  await openDay();
  const grid = await screen.findByRole("grid");
  const first = () => within(grid).getAllByRole("rowheader")[0]?.textContent;
  await userEvent.click(screen.getByRole("button", { name: /sort by Donations$/ }));
  expect(first()).toBe("Aelwyn");
  act(() => grid.focus());
  await userEvent.keyboard("{Control>}{Home}{/Control}1{Enter}");
  settings.resolve();
  await waitFor(() => expect(answered).toBe(true));
  expect(await screen.findByRole("button", { name: "Sort again" })).toBeTruthy();
  expect(first()).toBe("Aelwyn");
});

test("players stand in the chosen order, sorted by a column for now, and never move while one types", async () => {
  const backend = fakeDay(dayOf([entryOf(aelwynOfDay, donations, 7), entryOf(karaOfDay, donations, 5)]));
  backend.repliesTo(`PUT /api/me/clans/${nightOwls.id}/settings`, () => Response.json({ ...rowSettings, version: 2 }));
  await openDay();
  const grid = await screen.findByRole("grid");
  const shown = () =>
    within(grid)
      .getAllByRole("rowheader")
      .map((name) => name.textContent)
      .slice(0, 3);
  expect(shown()).toEqual(["Kara", "Aelwyn", "Bram"]);
  await userEvent.click(screen.getByRole("button", { name: /sort by Donations$/ }));
  expect(shown()).toEqual(["Aelwyn", "Kara", "Bram"]);
  act(() => grid.focus());
  await userEvent.keyboard("{Control>}{Home}{/Control}1{Enter}");
  expect(shown()).toEqual(["Aelwyn", "Kara", "Bram"]);
  await userEvent.click(await screen.findByRole("button", { name: "Sort again" }));
  expect(shown()).toEqual(["Kara", "Aelwyn", "Bram"]);
  await userEvent.click(screen.getByRole("button", { name: /sort by Donations$/ }));
  expect(shown()).toEqual(["Aelwyn", "Kara", "Bram"]);

  await userEvent.click(screen.getByRole("button", { name: "Order: Donations" }));
  await userEvent.click(screen.getByRole("menuitem", { name: "Own order" }));
  expect(shown()).toEqual(["Kara", "Aelwyn", "Bram"]);
  act(() => grid.focus());
  await userEvent.keyboard("{Control>}{Home}{/Control}{Shift>} {/Shift}{Alt>}{ArrowDown}{/Alt}");
  expect(shown()).toEqual(["Aelwyn", "Kara", "Bram"]);
  await waitFor(() =>
    expect(backend.callsTo(putMyClanSettings).at(-1)?.body).toMatchObject({
      row_sort: "own",
      row_order: [aelwynOfDay.id, karaOfDay.id, expect.any(String)],
    }),
  );
});

test("a locked day asks once for a reason, sends it, and can be opened again", async () => {
  const backend = fakeDay(dayOf([], {}, { day: "2026-02-20", state: "locked", needs_reason: true, locks_at: null }));
  narrowScreen();
  await openDay(nightOwls, "&day=2026-02-20");
  expect(await screen.findByText("Locked")).toBeTruthy();
  expect(screen.queryByRole("textbox", { name: "Kara, Donations" })).toBeNull();
  // With the space of a form below the sentence.
  expect(screen.getByLabelText("Reason").closest("form")?.className).toMatch(/stack/);
  await userEvent.insert(screen.getByLabelText("Reason"), "Forgot it");
  await userEvent.click(screen.getByRole("button", { name: "Edit this day" }));
  await userEvent.type(screen.getByRole("textbox", { name: "Kara, Donations" }), "1.5k{Enter}");
  await waitFor(() => expect(sent(backend)).toMatchObject([{ entries: [{ value: 1500 }], reason: "Forgot it" }]));

  backend.answers(reopenDay, dayOf().window);
  await userEvent.click(screen.getByRole("button", { name: "More for this day" }));
  await userEvent.click(screen.getByRole("menuitem", { name: "Reopen this day for 24 h" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Reopen Fri 20 Feb" }));
  await userEvent.click(dialog.getByRole("button", { name: "Reopen for 24 h" }));
  expect(dialog.getByText("Enter a reason.")).toBeTruthy();
  expect(backend.callsTo(reopenDay)).toEqual([]);
  await userEvent.insert(dialog.getByLabelText("Reason"), "Late numbers");
  await userEvent.click(dialog.getByRole("button", { name: "Reopen for 24 h" }));
  await screen.findByText("Fri 20 Feb is open for 24 hours");
  expect(backend.callsTo(reopenDay)[0]?.body).toEqual({ reason: "Late numbers" });
});

test("whoever may not open a locked day gets what to send to the owner, also where nothing can be copied", async () => {
  const officer = { ...nightOwls, role: "maintainer" as const };
  const locked = { day: "2026-02-20", state: "locked" as const, can_write: false, locks_at: null };
  fakeDay(dayOf([], {}, locked), officer);
  // Without a secure context there is no clipboard at all.
  vi.spyOn(navigator, "clipboard", "get").mockReturnValue(undefined as unknown as Clipboard);
  await openDay(officer, "&day=2026-02-20");
  const grid = await screen.findByRole("grid");
  act(() => grid.focus());
  await userEvent.keyboard("5");
  await userEvent.click(await screen.findByRole("button", { name: "Ask the owner", hidden: true }));
  expect(await screen.findByText(/^Please reopen Fri 20 Feb: http/)).toBeTruthy();
});

test("on a phone one activity is chosen, each player has a control, and a refused save stays and is sent again", async () => {
  const backend = fakeDay(dayOf());
  const saves = `PUT /api/clans/${nightOwls.id}/entries`;
  backend.repliesTo(saves, () => Response.json({ error: "locked", message: "This day is locked." }, { status: 423 }));
  narrowScreen();
  await openDay();
  await userEvent.click(await screen.findByRole("tab", { name: /^War hit.*3 missing/ }));
  const hers = within(screen.getByRole("group", { name: "Aelwyn, War hit" }));
  await userEvent.click(hers.getByRole("button", { name: "Yes" }));
  await chooseInRow("Bram, War hit", "Excuse");
  expect(await screen.findByText("2 not saved")).toBeTruthy();
  backend.repliesTo(saves, () => Response.json({ saved: 0, unchanged: 2, conflicts: [], versions: [], revision: 11 }));
  await userEvent.click(screen.getByRole("button", { name: /2 not saved.*retry/ }));
  await waitFor(() => expect(sent(backend).at(-1)).toMatchObject({ entries: [{ value: 1 }, { excused: true }] }));
});

const field = (name: string) => screen.getByRole<HTMLInputElement>("textbox", { name });

test("on a phone Enter goes from one missing player to the next, then to the next activity, and says when all is done", async () => {
  const backend = fakeDay(dayOf([entryOf(aelwynOfDay, donations, 5)]));
  narrowScreen();
  await openDay();
  await userEvent.click(await screen.findByRole("textbox", { name: "Kara, Donations" }));
  expect(document.activeElement?.getAttribute("inputmode")).toBe("numeric");
  expect(document.activeElement?.getAttribute("enterkeyhint")).toBe("next");
  await userEvent.keyboard("many{Enter}");
  expect(screen.getByRole("alert").textContent).toContain("Enter a whole number");
  expect(document.activeElement).toBe(field("Kara, Donations"));
  await userEvent.clear(field("Kara, Donations"));
  await userEvent.keyboard("75{Enter}");
  // Aelwyn has a value already.
  expect(document.activeElement).toBe(field("Bram, Donations"));
  expect(screen.queryByRole("alert")).toBeNull();
  await userEvent.keyboard("60{Enter}");
  expect(screen.getByText("Donations is done. Next: War hit.")).toBeTruthy();
  expect(screen.getByRole("tab", { selected: true }).textContent).toContain("War hit");
  await userEvent.keyboard("{Enter}");
  await userEvent.keyboard("{Enter}");
  await userEvent.keyboard("{Enter}");
  expect(await screen.findByText("Everything of Tue 3 Mar is entered.")).toBeTruthy();
  await waitFor(() =>
    expect(sent(backend).flatMap((body) => (body as { entries: { value: number }[] }).entries)).toMatchObject([
      { value: 75 },
      { value: 60 },
      { value: 1 },
      { value: 1 },
      { value: 1 },
    ]),
  );
  expect(await screen.findByRole("tab", { name: /^Donations.*done/ })).toBeTruthy();
});

test("a phone’s own Next key, a paste of several lines and a filled-in field save like typing", async () => {
  const backend = fakeDay(dayOf([entryOf(aelwynOfDay, donations, 5)]));
  narrowScreen();
  await openDay();
  await screen.findByRole("textbox", { name: "Kara, Donations" });
  // Android moves the focus to the field below and presses no key.
  await userEvent.type(field("Kara, Donations"), "12");
  field("Aelwyn, Donations").focus();
  await waitFor(() => expect(document.activeElement).toBe(field("Bram, Donations")));
  // Whoever taps a filled field stays there.
  await userEvent.click(field("Aelwyn, Donations"));
  expect(document.activeElement).toBe(field("Aelwyn, Donations"));
  await userEvent.paste("7\r\n8\r\n");
  expect(await screen.findByText("2 values pasted.")).toBeTruthy();
  expect([field("Kara, Donations").value, field("Aelwyn, Donations").value, field("Bram, Donations").value]).toEqual([
    "12",
    "7",
    "8",
  ]);
  // What a keyboard fills in comes as one change, and counts when the field is left.
  fireEvent.input(field("Kara, Donations"), { target: { value: "30" } });
  fireEvent.blur(field("Kara, Donations"));
  await waitFor(() =>
    expect(sent(backend).at(-1)).toMatchObject({
      entries: expect.arrayContaining([expect.objectContaining({ value: 30 })]),
    }),
  );
});

test("the bar on the keyboard moves, excuses and goes on; one player’s activities stand together; Undo is at hand", async () => {
  fakeDay(dayOf());
  narrowScreen();
  await openDay();
  await userEvent.click(await screen.findByRole("textbox", { name: "Kara, Donations" }));
  const bar = within(screen.getByRole("toolbar", { name: "Entry" }));
  await userEvent.click(bar.getByRole("button", { name: "Line below" }));
  expect(document.activeElement).toBe(field("Aelwyn, Donations"));
  await userEvent.keyboard("9");
  await userEvent.click(bar.getByRole("button", { name: "Excuse" }));
  expect(field("Aelwyn, Donations").placeholder).toBe("excused");
  expect(document.activeElement).toBe(field("Bram, Donations"));
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(field("Aelwyn, Donations").placeholder).toBe("missing");

  await userEvent.click(screen.getByRole("button", { name: "Player" }));
  expect(screen.getAllByRole("tab").map((tab) => tab.textContent)).toEqual([
    expect.stringContaining("Kara"),
    expect.stringContaining("Aelwyn"),
    expect.stringContaining("Bram"),
  ]);
  await userEvent.click(screen.getByRole("tab", { name: /^Aelwyn/ }));
  await userEvent.type(field("Donations"), "75{Enter}{Enter}");
  expect(screen.getByText("Aelwyn is done. Next: Bram.")).toBeTruthy();
  expect(await screen.findByText(/next: Kara/)).toBeTruthy();
  expect(JSON.parse(sessionStorage.getItem(`entry:kara:${nightOwls.id}:${shownDay}`) ?? "")).toMatchObject({
    mode: "player",
  });
});

test("what was typed and not sent is offered on its day again, to the same person only", async () => {
  const key = `${karaOfDay.id} ${donations.id}`;
  const draft = JSON.stringify({ [key]: { input: { kind: "value", value: 4 }, base: 0, isConfirmed: false } });
  localStorage.setItem(`drafts:kara:${nightOwls.id}:2026-03-01`, draft);
  localStorage.setItem(`drafts:bram:${nightOwls.id}:2026-03-02`, draft);
  fakeDay(dayOf());
  await openDay();
  expect((await screen.findByRole("link", { name: "Sun 1 Mar: 1 value" })).getAttribute("href")).toContain(
    "2026-03-01",
  );
  expect(screen.queryByRole("link", { name: /Mon 2 Mar/ })).toBeNull();
});

test("a member who enters their own values has large controls for them and no excuse", async () => {
  const clan = { ...ironwood, toggles: { ...ironwood.toggles, members_enter_own: true } };
  const backend = fakeDay(dayOf(), clan);
  backend.answers(listDays, { items: [{ day: "2026-03-02", state: "late", due: 6, entered: 4 }] });
  await openDay(clan);
  const own = within(await screen.findByRole("group", { name: "War hit" }));
  await userEvent.click(screen.getByRole("button", { name: "More for War hit" }));
  expect(screen.queryByRole("menuitem", { name: "Excuse" })).toBeNull();
  expect(screen.getByText(/entered by your officers/)).toBeTruthy();
  expect((await screen.findByRole("link", { name: "Yesterday" })).getAttribute("href")).toContain("2026-03-02");
  await userEvent.click(own.getByRole("button", { name: "Yes" }));
  expect(await screen.findByText("10", { selector: "strong" })).toBeTruthy();
  await waitFor(() => expect(sent(backend)).toMatchObject([{ entries: [{ activity_id: warHit.id, value: 1 }] }]));
});

test("a plain member without self-entry reads, and is offered nothing to change", async () => {
  fakeDay(dayOf([], {}, { can_write: false }), ironwood);
  await openDay(ironwood);
  await screen.findByRole("grid");
  expect(screen.getByText("Read only")).toBeTruthy();
  for (const name of ["Import", "Copy previous day", "Undo", "More for this day"]) {
    expect(screen.queryByRole("button", { name })).toBeNull();
  }
});

test("empty, coming, refused and unloadable days say what they are", async () => {
  const backend = fakeDay(dayOf([], { activities: [], due: 0 }));
  const { queries } = await openDay();
  expect((await screen.findByRole("link", { name: "Customize activities" })).getAttribute("href")).toContain(
    nightOwls.id,
  );
  backend.answers(getDay, dayOf([], {}, { state: "future", today: "2026-03-02", can_write: false }));
  await queries.invalidateQueries();
  expect(await screen.findByText("Not started yet")).toBeTruthy();
});

test("a day that does not load says so and can be asked for again", async () => {
  const backend = fakeClans(nightOwls).refuses(getDay, 500);
  await openDay();
  expect((await screen.findByText(/This day could not be loaded/)).textContent).toContain("Nothing was changed");
  backend.answers(getDay, dayOf()).answers(listDays, { items: [] }).answers(getMyClanSettings, rowSettings);
  await userEvent.click(screen.getByRole("button", { name: "Try again", hidden: true }));
  expect(await screen.findByRole("grid", { hidden: true })).toBeTruthy();
});

test("a file is checked before it is imported, and the import can be taken back", async () => {
  const backend = fakeDay(dayOf());
  const counts = { new: 2, changed: 0, same: 1, skipped: 0, unknown_player: 1, unknown_activity: 0, invalid: 1 };
  const answer = {
    counts,
    players_added: 0,
    aliases_added: 0,
    unknown_players: [{ name: "Aelwin", lines: 1, similar: [{ id: aelwynOfDay.id, name: "Aelwyn" }] }],
    unknown_activities: [],
    problems: [{ line: 4, column: "Value", problem: "Enter a whole number." }],
    same_file: null,
    import: null,
  };
  backend
    .answers(listActivities, { items: [] })
    .answers(findImportMapping, { remembered: null })
    .answers(importEntries, answer)
    .answers(exportEntriesCsv, undefined);
  await openDay();
  await userEvent.click(await screen.findByRole("button", { name: "Import" }));
  await userEvent.click(screen.getByRole("menuitem", { name: "Import values" }));
  await userEvent.type(
    await screen.findByLabelText("Values"),
    "Date,Player,Activity,Value\n2026-03-03,Aelwin,Donations,5",
  );
  await userEvent.click(screen.getByRole("button", { name: "Next" }));
  await userEvent.click(await screen.findByRole("button", { name: "Check the file" }));
  expect((await screen.findByRole("list", { name: "What the file would do" })).textContent).toContain("2 new");
  expect(screen.getByText("Enter a whole number.")).toBeTruthy();
  await userEvent.selectOptions(screen.getByLabelText("Aelwin · 1 line"), "This is Aelwyn");
  const done = {
    id: "aaaaaaaa-0000-4000-8000-000000000001",
    file_name: "",
    format: "long" as const,
    policy: "skip" as const,
    counts,
    imported_by_name: "Kara",
    created_at: "2026-03-03T10:00:00.000Z",
    undone_at: null,
  };
  await waitFor(() => expect(backend.callsTo(importEntries)).toHaveLength(2));
  const confirm = screen.getByRole("button", { name: "Import 2 values" });
  await waitFor(() => expect(confirm.getAttribute("aria-busy")).toBe("false"));
  backend.answers(importEntries, { ...answer, import: done });
  await userEvent.click(confirm);
  const toast = await screen.findByText("2 values imported");
  expect(backend.callsTo(importEntries).at(-1)?.body).toMatchObject({
    format: "long",
    dry_run: false,
    policy: "skip",
    players: [{ name: "Aelwin", member_id: aelwynOfDay.id }],
    remember: [{ name: "Aelwin", member_id: aelwynOfDay.id }],
    add_players: [],
    mapping: { date: 0, player: 1, activity: 2, value: 3 },
  });
  const names = { players_removed: 0, aliases_removed: 1, players_kept: ["Zorro"] };
  backend.answers(undoImport, { restored: 2, kept: 0, ...names, import: done });
  await userEvent.click(within(toast).getByRole("button", { name: "Undo" }));
  await screen.findByText("Zorro stays on the roster because other data was added since.");
  expect(backend.callsTo(undoImport)).toHaveLength(1);
});

test("an import that ends after its dialog was closed is said, and why it could not be undone", async () => {
  const counts = { new: 2, changed: 0, same: 0, skipped: 0, unknown_player: 0, unknown_activity: 0, invalid: 0 };
  const added = { players_added: 0, aliases_added: 0, unknown_players: [], unknown_activities: [] };
  const answer = { counts, ...added, problems: [], same_file: null, import: null };
  const backend = fakeDay(dayOf()).answers(listActivities, { items: [] }).answers(importEntries, answer);
  backend.answers(findImportMapping, { remembered: null });
  await openDay();
  await userEvent.click(await screen.findByRole("button", { name: "Import" }));
  await userEvent.click(screen.getByRole("menuitem", { name: "Import values" }));
  await userEvent.type(
    await screen.findByLabelText("Values"),
    "Date,Player,Activity,Value\n2026-03-03,Kara,Donations,5",
  );
  await userEvent.click(screen.getByRole("button", { name: "Next" }));
  await userEvent.click(await screen.findByRole("button", { name: "Check the file" }));
  const confirm = await screen.findByRole("button", { name: "Import 2 values" });
  const late = Promise.withResolvers<Response>();
  backend.repliesTo(`POST ${importEntries.path.replace(":clanId", nightOwls.id)}`, () => late.promise);
  await userEvent.click(confirm);
  await waitFor(() => expect(backend.callsTo(importEntries)).toHaveLength(2));
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  late.resolve(Response.json({ ...answer, import: { id: "aaaaaaaa-0000-4000-8000-000000000001" } }));
  const toast = await screen.findByText("2 values imported");
  backend.refuses(undoImport, 409);
  await userEvent.click(within(toast).getByRole("button", { name: "Undo" }));
  expect((await screen.findByText("No")).closest('[role="alert"]')).toBeTruthy();
});

test("a pasted block with names goes to those players once that was checked, in one step", async () => {
  const zorro = { ...aelwynOfDay, id: "eeeeeeee-0000-4000-8000-000000000009", name: "Zorro" };
  const values = [entryOf(karaOfDay, donations, 5)];
  const backend = fakeDay(dayOf(values));
  backend.answers(listMembers, rosterOf({ ...kara, id: karaOfDay.id }, { ...aelwyn, id: aelwynOfDay.id }));
  await openDay();
  const grid = await screen.findByRole("grid");
  act(() => grid.focus());
  const text = "Name\tWar hit\tDonations\nAelwynn\tyes\t75\nKara\tno\t60\nZorro\tno\t20\nWyn\tmany\t\n";
  const paste = () => fireEvent.paste(grid, { clipboardData: { types: ["text/plain"], getData: () => text } });
  paste();
  const dialog = within(await screen.findByRole("dialog", { name: "Paste by name" }));
  expect(sent(backend)).toEqual([]);
  expect((await dialog.findAllByRole("row")).map((row) => row.textContent)).toEqual([
    expect.stringContaining("Pasted"),
    expect.stringMatching(/^Aelwynn.*Aelwyn.*YesNo.*remember “Aelwynn” as an alias.*yes.*75/),
    expect.stringMatching(/^Zorro.*unknown.*Add as a new player.*Leave out.*no.*20/),
    expect.stringMatching(/^Kara.*no.*5 60$/),
    expect.stringMatching(/^Wyn.*Aelwyn.*many.*Enter yes or no/),
  ]);
  const after = [
    entryOf(karaOfDay, donations, 60),
    entryOf(aelwynOfDay, donations, 75),
    { ...entryOf(aelwynOfDay, donations, 20), member_id: zorro.id },
  ];
  const members = [...dayOf().members, zorro];
  backend.answers(getDay, dayOf(after, { members })).answers(importEntries, {
    counts: { new: 5, changed: 1, same: 0, skipped: 0, unknown_player: 0, unknown_activity: 0, invalid: 0 },
    players_added: 1,
    aliases_added: 1,
    unknown_players: [],
    unknown_activities: [],
    problems: [],
    same_file: null,
    import: {
      id: "aaaaaaaa-0000-4000-8000-000000000001",
      file_name: "Pasted by name",
      format: "wide",
      policy: "overwrite",
      imported_by_name: "Kara",
      counts: { new: 5, changed: 1, same: 0, skipped: 0, unknown_player: 0, unknown_activity: 0, invalid: 0 },
      created_at: "2026-03-03T10:00:00.000Z",
      undone_at: null,
    },
  });
  await userEvent.click(dialog.getByRole("button", { name: "Paste 6 values" }));
  expect(await screen.findByText("6 values pasted")).toBeTruthy();
  expect(backend.callsTo(importEntries)[0]?.body).toMatchObject({
    format: "wide",
    dry_run: false,
    policy: "overwrite",
    again: true,
    add_players: ["Zorro"],
    content: expect.stringContaining("Aelwynn,yes,75\r\nKara,no,60\r\nZorro,no,20\r\nWyn,,\r\n"),
    mapping: { player: 0, day: shownDay },
    remember: [{ name: "Aelwynn", member_id: aelwynOfDay.id }],
  });
  expect(await screen.findByRole("gridcell", { name: /^Zorro, Donations: 20/ })).toBeTruthy();
  expect(screen.getByRole("gridcell", { name: /^Kara, Donations: 60/ })).toBeTruthy();
  backend.answers(getDay, dayOf(values)).refuses(undoImport, 404);
  // The grid has one of its own.
  const undo = screen.getAllByRole("button", { name: "Undo" }).at(-1);
  await userEvent.click(undo as HTMLElement);
  await waitFor(() => expect(backend.callsTo(undoImport)).toHaveLength(1));
});

test("whoever comes to a disputed cell of the grid reads what is said against it, and accepts it there", async () => {
  const backend = fakeDay(dayOf([entryOf(aelwynOfDay, donations, 0)]));
  const request: ClanRequest = {
    id: "33333333-0000-4000-8000-000000000001",
    member: { id: aelwynOfDay.id, name: "Aelwyn", tint: 3 },
    state: "open",
    created_at: "2026-03-03T10:00:00.000Z",
    decided_by: null,
    decided_at: null,
    answer: null,
    is_mine: false,
    may_accept: true,
    may_decline: true,
    may_undo: false,
    may_withdraw: false,
    kind: "value",
    reason: "Donated before the war",
    activity: {
      id: donations.id,
      name: "Donations",
      icon: "gift",
      color: "ocean",
      unit: "troops",
      value_type: "whole",
    },
    day: shownDay,
    was: { value: 0, excused: false },
    wanted: { value: 140, excused: false },
    pictures: [],
  };
  backend.answers(listRequests, { items: [request], next_cursor: null, open: { value: 1, away: 0 } });
  backend.answers(acceptRequest, { ...request, state: "accepted" });
  await openDay();
  await screen.findByRole("gridcell", { name: /^Aelwyn, Donations: .*disputed$/ });
  act(() => screen.getByRole("grid").focus());
  await userEvent.keyboard("{ArrowDown}");
  const note = within(await screen.findByRole("group", { name: "About this cell", hidden: true }));
  expect(note.getByText(/Donated before the war/)).toBeTruthy();
  fireEvent.click(note.getByText("Accept"));
  await waitFor(() => expect(backend.callsTo(acceptRequest)).toHaveLength(1));
});

test("the day is handed out as a file, and a cell tells where its number comes from", async () => {
  const files = catchFiles();
  const backend = fakeDay(dayOf([entryOf(karaOfDay, donations, 5)]));
  backend.repliesTo(`GET /api/clans/${nightOwls.id}/entries.csv`, () => new Response("day\r\n"));
  const history = {
    member: { id: karaOfDay.id, name: "Kara", tint: 1 },
    activity: { id: donations.id, name: "Donations", unit: "troops", value_type: "whole" },
    day: shownDay,
    window: { can_write: true, needs_reason: false },
    state: "value" as const,
    why_not_due: null,
    missing: null,
    entry: entryOf(karaOfDay, donations, 5, { version: 2, source: "import" }),
    working: {
      value: 5,
      units: 5,
      points_per_unit: 0.5,
      daily_cap: null,
      daily_target: 100,
      outcome: "partly" as const,
      rule_from: "2026-01-01",
      points: 2.5,
    },
    versions: [
      { ...entryOf(karaOfDay, donations, 5, { version: 2 }), reason: null },
      { ...entryOf(karaOfDay, donations, 3), reason: "Typo" },
    ],
  };
  backend.answers(getCellHistory, history);
  narrowScreen();
  await openDay();
  await userEvent.click(await screen.findByRole("button", { name: "More for this day" }));
  await userEvent.click(screen.getByRole("menuitem", { name: "Export this day as CSV" }));
  await waitFor(() => expect(files).toHaveLength(1));
  expect(backend.callsTo(exportEntriesCsv)[0]?.query.get("from")).toBe(shownDay);
  await userEvent.click(screen.getByRole("button", { name: "More for Kara, Donations" }));
  expect(screen.getByRole("menuitem", { name: "Player page" })).toBeTruthy();
  await userEvent.keyboard("{Escape}");
  await chooseInRow("Kara, Donations", "Details");
  const drawer = within(await screen.findByRole("dialog", { name: "Kara: Donations" }));
  expect(drawer.getByText("5 × 0.5 = 2.5 points. Target of 100 partly met. Rule since Thu 1 Jan.")).toBeTruthy();
  expect(drawer.getByText(/^by Bram, /).textContent).toMatch(/ ago, imported$/);
  expect(drawer.getByRole("button", { name: "Restore 3 troops" })).toBeTruthy();
  await userEvent.clear(drawer.getByLabelText("New value"));
  await userEvent.type(drawer.getByLabelText("New value"), "+2k{Enter}");
  await waitFor(() =>
    expect(sent(backend)).toMatchObject([{ entries: [{ value: 2005, excused: false, base_version: 2 }] }]),
  );
});
