import { putEntries } from "@clanhall/contract/entries";
import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { nightOwls } from "../testing/fake-clans.ts";
import { dayOf, donations, entryOf, fakeDay, karaOfDay, openDay } from "../testing/fake-days.ts";
import { narrowScreen } from "../testing/fake-roster.ts";
import { userEvent } from "../testing/user-event.ts";

const { members } = dayOf();
const allDonated = members.map((member) => entryOf(member, donations, 5));

test("entry begins with the first activity that has something missing", async () => {
  fakeDay(dayOf(allDonated));
  narrowScreen();
  await openDay();
  expect((await screen.findByRole("tab", { selected: true })).textContent).toContain("War hit");
});

test("with only what is missing, a complete activity says so below the tabs, which lead on to the others", async () => {
  fakeDay(dayOf(allDonated));
  narrowScreen();
  await openDay(undefined, "&missing=true");
  await userEvent.click(await screen.findByRole("tab", { name: /^Donations.*done/ }));
  expect(screen.getByText("No players match these filters.")).toBeTruthy();
  await userEvent.click(screen.getByRole("tab", { name: /^War hit.*3 missing/ }));
  expect(screen.getByRole("group", { name: "Kara, War hit" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Player" }));
  expect(screen.getByRole("tab", { name: /^Kara/ })).toBeTruthy();
});

/** The day before is asked for, and answers when it is let go. */
async function askDayBefore() {
  const backend = fakeDay(dayOf());
  narrowScreen();
  await openDay();
  const field = await screen.findByRole<HTMLInputElement>("textbox", { name: "Kara, Donations" });
  const answer = Promise.withResolvers<Response>();
  backend.repliesTo(`GET /api/clans/${nightOwls.id}/days/2026-03-02`, () => answer.promise);
  await userEvent.click(screen.getByRole("button", { name: "More for Kara, Donations" }));
  await userEvent.click(screen.getByRole("menuitem", { name: "Same as the day before" }));
  expect(await screen.findByText("loading the day before…")).toBeTruthy();
  return { backend, field, answer };
}

const dayBefore = dayOf([entryOf(karaOfDay, donations, 9)], {}, { day: "2026-03-02" });

test("a value is filled as it was the day before", async () => {
  const { backend, field, answer } = await askDayBefore();
  answer.resolve(Response.json(dayBefore));
  await waitFor(() => expect(field.value).toBe("9"));
  await waitFor(() => expect(screen.queryByText("loading the day before…")).toBeNull());
  await waitFor(() => expect(backend.callsTo(putEntries)[0]?.body).toMatchObject({ entries: [{ value: 9 }] }));
});

test("what was entered while the day before was on its way stays", async () => {
  const { backend, field, answer } = await askDayBefore();
  await userEvent.type(field, "5{Enter}");
  await waitFor(() => expect(backend.callsTo(putEntries)).toHaveLength(1));
  answer.resolve(Response.json(dayBefore));
  expect(await screen.findByText("Not copied: the value has changed meanwhile.")).toBeTruthy();
  expect(field.value).toBe("5");
  expect(backend.callsTo(putEntries)).toHaveLength(1);
});

test("a day before that does not come says so, and not that it was empty", async () => {
  const { answer } = await askDayBefore();
  answer.resolve(Response.json({ error: "internal", message: "The server failed" }, { status: 500 }));
  expect(await screen.findByRole("alert")).toBeTruthy();
  expect(screen.queryByText("Nothing was entered there the day before.")).toBeNull();
});

/** Somebody else has entered 9 where 5 is typed. */
async function openConflict() {
  const backend = fakeDay(dayOf());
  const saves = `PUT /api/clans/${nightOwls.id}/entries`;
  const current = entryOf(karaOfDay, donations, 9);
  backend.repliesTo(saves, () => {
    const { member_id, activity_id, day } = current;
    const conflicts = [{ member_id, activity_id, day, current }];
    return Response.json({ saved: 0, unchanged: 0, conflicts, versions: [], revision: 11 });
  });
  narrowScreen();
  await openDay();
  const field = await screen.findByRole<HTMLInputElement>("textbox", { name: "Kara, Donations" });
  await userEvent.type(field, "5{Enter}");
  const theirs = await screen.findByRole("button", { name: "Take theirs" });
  return { backend, current, field, theirs };
}

test("whoever decides about somebody else's value by keyboard is back in its field", async () => {
  const { backend, field, theirs } = await openConflict();
  theirs.focus();
  await userEvent.keyboard("{Enter}");
  expect(document.activeElement).toBe(field);
  expect(field.value).toBe("9");
  expect(backend.callsTo(putEntries)).toHaveLength(1);
});

test("whoever keeps their own value has it saved over somebody else's", async () => {
  const { backend, current, field } = await openConflict();
  await userEvent.click(screen.getByRole("button", { name: "Keep mine" }));
  expect(field.value).toBe("5");
  await waitFor(() =>
    expect(backend.callsTo(putEntries)[1]?.body).toMatchObject({
      entries: [{ value: 5, base_version: current.version }],
    }),
  );
});

test("an owner who taps a value of a locked day gives a reason or reopens the day", async () => {
  const locked = { day: "2026-02-20", state: "locked" as const, needs_reason: true, locks_at: null };
  fakeDay(dayOf([], {}, locked));
  narrowScreen();
  await openDay(nightOwls, "&day=2026-02-20");
  const tap = async () =>
    userEvent.click(await screen.findByRole("button", { name: "Kara, Donations: missing, read only" }));
  await tap();
  // Tapped twice, it is said once.
  await tap();
  await userEvent.click(await screen.findByRole("button", { name: "Give a reason" }));
  expect(document.activeElement).toBe(screen.getByLabelText("Reason"));
  expect(screen.queryByText(/is locked\. Give a reason/)).toBeNull();
  await tap();
  await userEvent.click(await screen.findByRole("button", { name: "Reopen for 24 h" }));
  expect(await screen.findByRole("dialog", { name: "Reopen Fri 20 Feb" })).toBeTruthy();
});

test("an officer who taps a value of a locked day asks the owner", async () => {
  const officer = { ...nightOwls, role: "maintainer" as const };
  fakeDay(dayOf([], {}, { day: "2026-02-20", state: "locked", can_write: false, locks_at: null }), officer);
  vi.spyOn(navigator, "clipboard", "get").mockReturnValue(undefined as unknown as Clipboard);
  narrowScreen();
  await openDay(officer, "&day=2026-02-20");
  await userEvent.click(await screen.findByRole("button", { name: "Kara, Donations: missing, read only" }));
  await userEvent.click(await screen.findByRole("button", { name: "Ask the owner" }));
  expect(await screen.findByText(/^Please reopen Fri 20 Feb: http/)).toBeTruthy();
});

test("in an archived clan a tap says that it can only be read", async () => {
  const archived = { ...nightOwls, archived_at: "2026-03-01T10:00:00.000Z" };
  fakeDay(dayOf([], {}, { can_write: false }), archived);
  narrowScreen();
  await openDay(archived);
  await userEvent.click(await screen.findByRole("button", { name: "Kara, Donations: missing, read only" }));
  expect(await screen.findByText("This clan is archived and can only be read.")).toBeTruthy();
});
