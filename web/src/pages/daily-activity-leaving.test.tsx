import { getDay } from "@clanhall/contract/days";
import { type Entry, putEntries } from "@clanhall/contract/entries";
import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { dayQuery } from "../features/entries/api.ts";
import { nightOwls } from "../testing/fake-clans.ts";
import { dayOf, donations, entryOf, fakeDay, karaOfDay, openDay, shownDay } from "../testing/fake-days.ts";
import { narrowScreen } from "../testing/fake-roster.ts";
import { userEvent } from "../testing/user-event.ts";

/** The line drops, which is said above the page; it ends with the returned function. */
function cutOff(): () => void {
  const before = document.activeElement as HTMLElement;
  const overlay = document.createElement("dialog");
  overlay.role = "alertdialog";
  overlay.tabIndex = -1;
  document.body.append(overlay);
  act(() => overlay.focus());
  return () => {
    act(() => before.focus());
    overlay.remove();
  };
}

function turnPage(hidden: boolean): void {
  vi.spyOn(document, "hidden", "get").mockReturnValue(hidden);
  act(() => void document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
}

/** What this device keeps of the day. */
function kept(): unknown {
  return JSON.parse(localStorage.getItem(`drafts:kara:${nightOwls.id}:${shownDay}`) ?? "{}");
}

const draftOf = (value: number) => ({
  [`${karaOfDay.id} ${donations.id}`]: { input: { kind: "value", value } },
});

async function typeIntoGrid(text: string) {
  const backend = fakeDay(dayOf());
  const { router, queries } = await openDay();
  const grid = await screen.findByRole("grid", { name: "Values of Tue 3 Mar" });
  act(() => grid.focus());
  await userEvent.keyboard(text);
  return { backend, router, queries };
}

async function typeOnPhone(text: string, entered: Entry[] = []) {
  const backend = fakeDay(dayOf(entered));
  narrowScreen();
  const { router } = await openDay();
  const field = await screen.findByRole<HTMLInputElement>("textbox", { name: "Kara, Donations" });
  await userEvent.type(field, text);
  return { backend, router, field };
}

const savedValues = (backend: ReturnType<typeof fakeDay>) =>
  backend.callsTo(putEntries).flatMap(({ body }) => (body as { entries: { value: number }[] }).entries);

test.each(["grid", "phone"])("a value half typed when the line dropped outlives a reload: %s", async (where) => {
  await (where === "grid" ? typeIntoGrid("12") : typeOnPhone("12"));
  cutOff();
  expect(kept()).toEqual({});
  act(() => void window.dispatchEvent(new Event("pagehide")));
  expect(kept()).toMatchObject(draftOf(12));
});

test.each(["grid", "phone"])(
  "a value half typed when the line dropped is saved when its day goes: %s",
  async (where) => {
    const { backend, router } = await (where === "grid" ? typeIntoGrid("12") : typeOnPhone("12"));
    cutOff();
    await act(() => router.navigate({ to: "/dashboard" }));
    await waitFor(() => expect(savedValues(backend)).toMatchObject([{ day: shownDay, value: 12 }]));
  },
);

test("what never arrived from another day is said with that day, and what is open is not", async () => {
  for (const day of [shownDay, "2026-03-01"]) {
    const draft = { input: { kind: "value", value: 12 }, base: 0, isConfirmed: false };
    const drafts = JSON.stringify({ [`${karaOfDay.id} ${donations.id}`]: draft });
    localStorage.setItem(`drafts:kara:${nightOwls.id}:${day}`, drafts);
  }
  fakeDay(dayOf());
  await openDay();
  const notice = (await screen.findByText(/^Not sent yet, kept on this device/)).parentElement as HTMLElement;
  const links = within(notice).getAllByRole("link");
  expect(links.map(({ textContent }) => textContent)).toEqual(["Sun 1 Mar: 1 value"]);
});

test("whoever looks at another tab finds what they typed in the grid saved, and goes on with it", async () => {
  const { backend } = await typeIntoGrid("12");
  turnPage(true);
  await waitFor(() => expect(savedValues(backend)).toMatchObject([{ value: 12 }]));
  turnPage(false);
  await userEvent.keyboard("5{Enter}");
  await waitFor(() => expect(savedValues(backend)).toMatchObject([{ value: 12 }, { value: 125 }]));
});

test("whoever comes back and types no more does not write over what others entered meanwhile", async () => {
  const { backend, queries } = await typeIntoGrid("12");
  turnPage(true);
  await waitFor(() => expect(savedValues(backend)).toMatchObject([{ value: 12 }]));
  turnPage(false);
  backend.answers(getDay, dayOf([entryOf(karaOfDay, donations, 70, { version: 2 })], { revision: 12 }));
  await act(() => queries.invalidateQueries({ queryKey: dayQuery(nightOwls.id, shownDay).queryKey }));
  const cell = await screen.findByRole("gridcell", { name: /^Kara, Donations: 70/ });
  await userEvent.keyboard("{Enter}");
  // Without a conflict that somebody would have to settle.
  await waitFor(() => expect(cell.getAttribute("aria-selected")).toBe("false"));
  expect(cell.getAttribute("aria-label")).toMatch(/^Kara, Donations: 70 troops, changed since it was entered$/);
  expect(savedValues(backend)).toHaveLength(1);
});

test("whoever is cut off on a phone goes on where they were", async () => {
  const { backend, field } = await typeOnPhone("12");
  const comeBack = cutOff();
  expect(field.value).toBe("12");
  comeBack();
  await userEvent.keyboard("5{Enter}");
  await waitFor(() => expect(savedValues(backend)).toMatchObject([{ value: 125 }]));
});

test("what is added to a value on a phone counts once", async () => {
  const { backend, field } = await typeOnPhone("5{Enter}");
  await userEvent.click(field);
  await userEvent.keyboard("{Control>}a{/Control}+5{Enter}");
  await waitFor(() => expect(savedValues(backend).at(-1)).toMatchObject({ value: 10 }));
  expect(field.value).toBe("10");
});

test("what is typed on a phone counts when Next missing leads on to another activity", async () => {
  const others = dayOf()
    .members.slice(1)
    .map((member) => entryOf(member, donations, 5));
  const { backend } = await typeOnPhone("7", others);
  await userEvent.click(screen.getByRole("button", { name: "Next missing" }));
  expect(screen.getByText("Donations is done. Next: War hit.")).toBeTruthy();
  await waitFor(() => expect(savedValues(backend)).toMatchObject([{ value: 7 }]));
});
