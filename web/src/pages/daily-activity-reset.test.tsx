import { getDay } from "@clanhall/contract/days";
import { listActivities } from "@clanhall/contract/activities";
import { putEntries } from "@clanhall/contract/entries";
import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { myClansQuery } from "../domain/clans.ts";
import { nightOwls, toCard } from "../testing/fake-clans.ts";
import { dayOf, fakeDay, openDay } from "../testing/fake-days.ts";
import { narrowScreen } from "../testing/fake-roster.ts";
import { userEvent } from "../testing/user-event.ts";

type Opened = Awaited<ReturnType<typeof openDay>>;

/** The clan's day ends, which the clans say first. */
function reset({ queries }: Opened, clan_date: string): void {
  const ends_at = new Date(Date.parse(nightOwls.today.ends_at) + 86_400_000).toISOString();
  const card = toCard({ ...nightOwls, today: { ...nightOwls.today, clan_date, ends_at } });
  act(() => {
    queries.setQueryData(myClansQuery.queryKey, [card]);
  });
}

const newDay = /A new day has begun/;

test("what is typed into a dialog stays when the clan's day ends behind it, and the new day is offered", async () => {
  const backend = fakeDay(dayOf()).answers(listActivities, { items: [] });
  const opened = await openDay();
  await userEvent.click(await screen.findByRole("button", { name: "Import" }));
  await userEvent.click(screen.getByRole("menuitem", { name: "Import values" }));
  await userEvent.insert(await screen.findByLabelText("Values"), "typed for minutes");
  reset(opened, "2026-03-04");
  expect((await screen.findByText(newDay)).textContent).toContain("You’re still on Tue 3 Mar.");
  await waitFor(() => expect(opened.router.state.location.search).toHaveProperty("day", "2026-03-03"));
  expect(screen.queryByRole("dialog", { name: "Discard changes?" })).toBeNull();
  expect(screen.getByLabelText("Values")).toHaveProperty("value", "typed for minutes");
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  await userEvent.click(await screen.findByRole("button", { name: "Discard" }));

  const ends_at = new Date(Date.now() + 3_600_000).toISOString();
  backend.answers(getDay, dayOf([], {}, { day: "2026-03-04", today: "2026-03-04", ends_at }));
  await userEvent.click(screen.getByRole("link", { name: "Go to today" }));
  await screen.findByRole("grid", { name: "Values of Wed 4 Mar" });
  expect(screen.queryByText(newDay)).toBeNull();
  expect(opened.router.state.location.search).toEqual({ clan: nightOwls.id });
  reset(opened, "2026-03-05");
  expect((await screen.findByText(newDay)).textContent).toContain("You’re still on Wed 4 Mar.");
});

test("a half-typed cell stays when the clan's day ends", async () => {
  fakeDay(dayOf());
  const opened = await openDay();
  const grid = await screen.findByRole("grid", { name: "Values of Tue 3 Mar" });
  act(() => grid.focus());
  await userEvent.keyboard("12");
  const editor = document.activeElement as HTMLInputElement;
  expect(editor.value).toBe("12");
  reset(opened, "2026-03-04");
  await screen.findByText(newDay);
  await waitFor(() => expect(opened.router.state.location.search).toHaveProperty("day", "2026-03-03"));
  expect(document.activeElement).toBe(editor);
  expect(editor.value).toBe("12");
});

test("the clan's tab Today leads to the new day, and what was half typed is saved on the old one", async () => {
  const backend = fakeDay(dayOf());
  const opened = await openDay();
  const grid = await screen.findByRole("grid", { name: "Values of Tue 3 Mar" });
  act(() => grid.focus());
  await userEvent.keyboard("12");
  reset(opened, "2026-03-04");
  await screen.findByText(newDay);
  const ends_at = new Date(Date.now() + 3_600_000).toISOString();
  backend.answers(getDay, dayOf([], {}, { day: "2026-03-04", today: "2026-03-04", ends_at }));
  await userEvent.click(within(screen.getByRole("navigation", { name: "Clan" })).getByRole("link", { name: "Today" }));
  await screen.findByRole("grid", { name: "Values of Wed 4 Mar" });
  expect(screen.queryByText(newDay)).toBeNull();
  await waitFor(() => expect(backend.callsTo(putEntries)).toHaveLength(1));
  expect(backend.callsTo(putEntries)[0]?.body).toMatchObject({ entries: [{ day: "2026-03-03", value: 12 }] });
});

test("on a phone entry goes on for the day that has ended, whose line says that it is late", async () => {
  const backend = fakeDay(dayOf());
  narrowScreen();
  const opened = await openDay();
  const field = await screen.findByRole<HTMLInputElement>("textbox", { name: "Kara, Donations" });
  expect(screen.getByText("Open")).toBeTruthy();
  await userEvent.type(field, "12");
  const locks_at = new Date(Date.now() + 5.5 * 3_600_000).toISOString();
  backend.answers(getDay, dayOf([], {}, { state: "late", today: "2026-03-04", locks_at }));
  reset(opened, "2026-03-04");
  await screen.findByText(newDay);
  await act(() => opened.queries.invalidateQueries());
  expect(await screen.findByText("Late (5 h left)")).toBeTruthy();
  expect(field.isConnected).toBe(true);
  expect(field.value).toBe("12");
});

test("an address that names an earlier day says nothing of a new one", async () => {
  fakeDay(dayOf([], {}, { day: "2026-03-02", state: "late" }));
  const opened = await openDay(nightOwls, "&day=2026-03-02");
  await screen.findByRole("grid", { name: "Values of Mon 2 Mar" });
  expect(screen.getByLabelText("Date").getAttribute("max")).toBe("2026-03-03");
  reset(opened, "2026-03-04");
  await waitFor(() => expect(screen.getByLabelText("Date").getAttribute("max")).toBe("2026-03-04"));
  expect(screen.queryByText(newDay)).toBeNull();
});

test("whoever goes on to the new day by its link hears of the next one too", async () => {
  const backend = fakeDay(dayOf());
  const opened = await openDay(nightOwls, "&day=2026-03-03");
  await screen.findByRole("grid", { name: "Values of Tue 3 Mar" });
  reset(opened, "2026-03-04");
  expect((await screen.findByText(newDay)).textContent).toContain("You’re still on Tue 3 Mar.");

  const ends_at = new Date(Date.now() + 3_600_000).toISOString();
  backend.answers(getDay, dayOf([], {}, { day: "2026-03-04", today: "2026-03-04", ends_at }));
  const days = within(screen.getByRole("group", { name: "Day" }));
  await userEvent.click(days.getByRole("link", { name: "Today" }));
  await screen.findByRole("grid", { name: "Values of Wed 4 Mar" });
  expect(opened.router.state.location.search).toHaveProperty("day", "2026-03-04");
  expect(screen.queryByText(newDay)).toBeNull();
  reset(opened, "2026-03-05");
  expect((await screen.findByText(newDay)).textContent).toContain("You’re still on Wed 4 Mar.");
});

test("whoever comes to today by keyboard stays beside the way on, which ends there", async () => {
  const backend = fakeDay(dayOf([], {}, { day: "2026-03-02" }));
  await openDay(nightOwls, "&day=2026-03-02");
  const next = await screen.findByRole("link", { name: "Next day" });
  backend.answers(getDay, dayOf());
  next.focus();
  await userEvent.keyboard("{Enter}");
  expect(await screen.findByRole("grid", { name: "Values of Tue 3 Mar" })).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Next day" })).toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText("Date"));
});
