import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { inRouter } from "../../../testing/in-router.tsx";
import { expect, test, vi } from "vitest";
import { fakeActivity, fakeMember, fakeSheet } from "../../../testing/fake-sheet.ts";
import { userEvent } from "../../../testing/user-event.ts";
import { EntryGrid } from "./grid.tsx";
import type { GridOrder } from "./state.ts";

const activities = [
  fakeActivity("Donations", { unit: "troops" }),
  fakeActivity("Raid hits", { max_value: 6 }),
  fakeActivity("War", { value_type: "yes_no" }),
];

function openGrid(canEdit = (_at: { row: number; column: number }) => true) {
  const sheet = fakeSheet(
    ["Kara", "Tom", "Ada"].map((name) => fakeMember(name)),
    activities,
    canEdit,
  );
  const onOpenCell = vi.fn();
  render(
    inRouter(
      <>
        <EntryGrid sheet={sheet} rows={[0, 1, 2]} label="Entries" onOpenCell={onOpenCell} />
        <button type="button">After</button>
      </>,
    ),
  );
  const grid = screen.getByRole("grid", { name: "Entries" });
  act(() => grid.focus());
  return { sheet, grid, onOpenCell, user: userEvent.setup() };
}

const active = () => document.getElementById(screen.getByRole("grid").getAttribute("aria-activedescendant") ?? "");
const cell = (name: string) => screen.getByRole("gridcell", { name });

test("numbers typed one after the other go down the column and across the row", async () => {
  const { sheet, user } = openGrid();
  await user.keyboard("264{Enter}1.5k{Tab}4{Tab}");
  expect(cell("Kara, Donations: 264 troops").textContent).toBe("264");
  expect(sheet.cellAt({ row: 1, column: 0 }).value).toBe(1500);
  expect(sheet.cellAt({ row: 1, column: 1 }).value).toBe(4);
  expect(active()?.getAttribute("aria-label")).toBe("Tom, War: missing");
  await user.keyboard(" ");
  expect(cell("Tom, War: yes").textContent).toContain("✓");
  await user.keyboard("{ArrowUp}x{ArrowLeft}+2{Enter}");
  expect(cell("Kara, War: excused")).toBeTruthy();
  expect(cell("Kara, Raid hits: 2")).toBeTruthy();
});

test("what cannot be read stays in its field with the reason, until it is corrected or given up", async () => {
  const { sheet, user, grid } = openGrid();
  await user.keyboard("{ArrowRight}7{Enter}");
  const field = screen.getByRole("textbox");
  expect(field).toHaveProperty("value", "7");
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByRole("alert", { hidden: true }).textContent).toBe("Enter at most 6.");
  await user.click(screen.getByRole("button", { name: "After" }));
  await user.click(grid);
  expect(screen.getByRole("textbox")).toBe(document.activeElement);
  await user.keyboard("{Backspace}5{Enter}");
  expect(sheet.cellAt({ row: 0, column: 1 }).value).toBe(5);
  await user.keyboard("9{Escape}");
  expect(document.activeElement).toBe(grid);
  expect(sheet.cellAt({ row: 1, column: 1 }).state).toBe("missing");
});

test("whoever is cut off while typing goes on where they were", async () => {
  const { sheet, user } = openGrid();
  await user.keyboard("12");
  const field = screen.getByRole("textbox");
  const overlay = document.createElement("dialog");
  overlay.role = "alertdialog";
  overlay.tabIndex = -1;
  document.body.append(overlay);
  act(() => overlay.focus());
  expect(field).toHaveProperty("value", "12");
  expect(sheet.cellAt({ row: 0, column: 0 }).state).toBe("missing");
  act(() => field.focus());
  await user.keyboard("5{Enter}");
  expect(sheet.cellAt({ row: 0, column: 0 }).value).toBe(125);
});

test("whoever types cell after cell stays in one field, which tells the cell it is at", async () => {
  const { sheet, user, grid } = openGrid(({ row }) => row !== 2);
  await user.keyboard("1{Enter}");
  const field = screen.getByRole("textbox");
  expect(document.activeElement).toBe(field);
  expect(field.getAttribute("aria-activedescendant")).toBe(active()?.id);
  expect(active()?.getAttribute("aria-label")).toBe("Tom, Donations: missing");
  await user.keyboard("2");
  expect(field.getAttribute("aria-activedescendant")).toBeNull();
  expect(field.getAttribute("aria-label")).toBe("Tom, Donations: missing");
  await user.keyboard("{Enter}3{Enter}");
  expect(field).toHaveProperty("value", "");
  expect([0, 1, 2].map((row) => sheet.cellAt({ row, column: 0 }).value)).toEqual([1, 2, null]);
  await user.keyboard("{Control>}{Home}{/Control}");
  expect(document.activeElement).toBe(grid);
});

test("a letter that no key announced is typed all the same, unless the cell may not be written", async () => {
  const { sheet, user } = openGrid(({ row }) => row === 0);
  await user.keyboard("1{Enter}{ArrowUp}");
  const field = screen.getByRole("textbox");
  fireEvent.input(field, { target: { value: "7" } });
  await user.keyboard("{Enter}");
  expect(sheet.cellAt({ row: 0, column: 0 }).value).toBe(7);
  fireEvent.input(field, { target: { value: "8" } });
  expect(field).toHaveProperty("value", "");
  expect(sheet.cellAt({ row: 1, column: 0 }).value).toBeNull();
});

test("a block is pasted, its wrong cells are named, and one undo takes it back", async () => {
  const { sheet, user, grid } = openGrid();
  const text = "10\t2\tyes\n20\tmany\tno\n30\t3\tx\n40\t1\tyes\r\n";
  fireEvent.paste(grid, { clipboardData: { types: ["text/plain"], getData: () => text } });
  expect(sheet.cellAt({ row: 2, column: 0 }).value).toBe(30);
  const report = screen.getByText(/8 values changed/u).closest("div") as HTMLElement;
  expect(report.textContent).toContain("3 values did not fit into the grid.");
  expect(within(report).getByRole("listitem").textContent).toContain("Tom, Raid hits: “many”. Enter a whole number");
  const setData = vi.fn();
  fireEvent.copy(grid, { clipboardData: { setData } });
  expect(setData).toHaveBeenCalledWith("text/plain", "10\t2\tyes\n20\t\tno\n30\t3\tx");
  await user.keyboard("{Control>}z{/Control}");
  expect(sheet.cellAt({ row: 2, column: 0 }).state).toBe("missing");
  await user.keyboard("{Control>}y{/Control}");
  expect(cell("Ada, War: excused")).toBeTruthy();
});

test("a range is cleared at once, and cells that may not be written stay", async () => {
  const { sheet, user } = openGrid(({ row }) => row !== 1);
  for (const row of [0, 1, 2]) act(() => sheet.change(row, 0, { state: "value", value: 5 }));
  await user.keyboard("{Shift>}{ArrowDown}{ArrowDown}{/Shift}");
  expect(screen.getAllByRole("gridcell", { selected: true })).toHaveLength(3);
  await user.keyboard("{Delete}");
  expect([0, 1, 2].map((row) => sheet.cellAt({ row, column: 0 }).value)).toEqual([null, 5, null]);
  expect(cell("Tom, Donations: 5 troops").getAttribute("aria-readonly")).toBe("true");
  expect(screen.getByText(/1 value skipped: you cannot change them/u)).toBeTruthy();
});

test("somebody else's value is shown beside one's own, to choose from by keyboard", async () => {
  const { sheet, user, grid } = openGrid();
  const theirs = {
    member_id: "Kara",
    activity_id: "Donations",
    day: "2025-11-14",
    state: "value" as const,
    value: 270,
    points: 270,
    late: false,
    version: 2,
    entered_by: "Tom",
    entered_by_name: "Tom",
    entered_at: new Date().toISOString(),
    source: "ui" as const,
  };
  act(() => sheet.change(0, 0, { state: "value", value: 264, save: "conflict", theirs }));
  const note = screen.getByRole("group", { name: "About this cell", hidden: true });
  expect(note.textContent).toContain("Yours264Tom, just now270");
  await user.keyboard("{Alt>}{ArrowDown}{/Alt}");
  expect(document.activeElement?.textContent).toBe("Keep mine");
  fireEvent.click(within(note).getByText("Take theirs"));
  expect(sheet.resolved).toEqual([[{ row: 0, column: 0 }, "theirs"]]);
  expect(document.activeElement).toBe(grid);
  expect(screen.queryByRole("group", { hidden: true })).toBeNull();
});

test("an unusual value is kept or corrected", async () => {
  const { sheet, user } = openGrid();
  const problem = "Far above Kara's usual 250.";
  act(() => sheet.change(0, 0, { state: "value", value: 2500, save: "needsConfirmation", problem }));
  expect(active()?.getAttribute("aria-label")).toContain(`please check it, ${problem}`);
  fireEvent.click(screen.getByText("Correct"));
  expect(screen.getByRole("textbox")).toHaveProperty("value", "2500");
  await user.keyboard("{Escape}");
  fireEvent.click(screen.getByText("Keep"));
  expect(sheet.cellAt({ row: 0, column: 0 }).save).toBe("saved");
});

test("the grid is one stop: Tab goes on within it, and after Escape out of it", async () => {
  const { user, grid, onOpenCell } = openGrid();
  await user.keyboard("{Control>}{End}{/Control}");
  expect(active()?.getAttribute("aria-label")).toBe("Ada, War: missing");
  await user.keyboard("{Control>}{Home}{/Control}{Tab}");
  expect(document.activeElement).toBe(grid);
  await user.keyboard("{Alt>}{Enter}{/Alt}");
  expect(onOpenCell).toHaveBeenCalledWith({ row: 0, column: 1 });
  await user.keyboard("{Escape}{Tab}");
  expect(document.activeElement?.textContent).toBe("After");
  act(() => grid.focus());
  await user.keyboard("4{Enter}{Escape}{Tab}");
  expect(document.activeElement?.textContent).toBe("After");
  act(() => grid.focus());
  await user.keyboard("{Control>}{Home}{/Control}5{Enter}{ArrowUp}{Shift>}{Tab}{/Shift}");
  expect(document.activeElement).toBe(document.body);
});

test("a cell that cannot be written says why, and M goes to the next missing value", async () => {
  const { sheet, user } = openGrid(({ row }) => row !== 1);
  const refused = () => screen.queryByRole("group", { name: "About this cell", hidden: true })?.textContent;
  await user.keyboard("{ArrowDown}5");
  expect(refused()).toBe("You cannot change this cell.");
  expect(sheet.cellAt({ row: 1, column: 0 }).state).toBe("missing");
  await user.keyboard("{ArrowUp}{ArrowDown}{Enter}");
  expect(refused()).toBe("You cannot change this cell.");
  await user.keyboard("{Enter}");
  expect(active()?.getAttribute("aria-label")).toBe("Ada, Donations: missing");
  expect(refused()).toBeUndefined();
  await user.keyboard("m");
  expect(active()?.getAttribute("aria-label")).toBe("Kara, Donations: missing");
  await user.keyboard("1{Enter}mm");
  expect(active()?.getAttribute("aria-label")).toBe("Kara, Raid hits: missing");
  fireEvent.paste(screen.getByRole("grid"), { clipboardData: { types: ["text/plain"], getData: () => "3" } });
  await user.keyboard("{ArrowDown}");
  fireEvent.paste(screen.getByRole("grid"), { clipboardData: { types: ["text/plain"], getData: () => "3" } });
  expect(refused()).toBe("You cannot change this cell.");
});

test("whoever is away is entered only when that is meant", async () => {
  const sheet = fakeSheet([fakeMember("Kara", { not_due: "away", away_until: "2025-11-17" })], activities);
  vi.spyOn(sheet, "whyReadOnly").mockReturnValue({ text: "Kara is away until 17 Nov.", actions: ["anyway"] });
  sheet.change(0, 0, { state: "not_due" });
  render(inRouter(<EntryGrid sheet={sheet} rows={[0]} label="Entries" />));
  const user = userEvent.setup();
  act(() => screen.getByRole("grid").focus());
  await user.keyboard("5");
  expect(screen.getByText("Kara is away until 17 Nov.")).toBeTruthy();
  fireEvent.click(screen.getByText("Enter anyway"));
  await user.keyboard("5{Enter}");
  expect(sheet.cellAt({ row: 0, column: 0 }).value).toBe(5);
});

test("a column is set for all who have nothing yet", async () => {
  const { sheet, user } = openGrid();
  act(() => sheet.change(1, 0, { state: "value", value: 7 }));
  await user.keyboard("{Alt>}{ArrowUp}{/Alt}");
  fireEvent.click(screen.getByText("Set column…"));
  await user.type(await screen.findByLabelText("Value"), "12");
  await user.click(screen.getByRole("button", { name: "Set 2 values" }));
  expect([0, 1, 2].map((row) => sheet.cellAt({ row, column: 0 }).value)).toEqual([12, 7, 12]);
});

test("a column is sorted from its menu by keyboard, also on a day that can only be read", async () => {
  const sheet = fakeSheet([fakeMember("Kara")], activities, () => false);
  sheet.day.window.can_write = false;
  const sortByColumn = vi.fn();
  const order: GridOrder = { byColumn: null, ranks: new Map(), move: vi.fn(), sortByColumn };
  render(inRouter(<EntryGrid sheet={sheet} rows={[0]} order={order} label="Entries" />));
  const grid = screen.getByRole("grid", { name: "Entries" });
  act(() => grid.focus());
  const user = userEvent.setup();
  await user.keyboard("{ArrowRight}{Alt>}{ArrowUp}{/Alt}");
  expect(screen.getAllByRole("menuitem").map(({ textContent }) => textContent)).toEqual([
    "Sort by this column",
    "Select column",
  ]);
  await user.keyboard("{Enter}");
  expect(sortByColumn).toHaveBeenCalledExactlyOnceWith(1);
  expect(document.activeElement).toBe(grid);
});

test("in a grid of one activity Alt and ↑ opens the column’s menu from a cell, and moves a row chosen as a whole", async () => {
  const sheet = fakeSheet([fakeMember("Kara"), fakeMember("Tom")], activities.slice(0, 1));
  const order: GridOrder = { byColumn: null, ranks: new Map(), move: vi.fn(), sortByColumn: vi.fn() };
  render(inRouter(<EntryGrid sheet={sheet} rows={[0, 1]} order={order} label="Entries" />));
  act(() => screen.getByRole("grid").focus());
  const user = userEvent.setup();
  await user.keyboard("{ArrowDown}{Alt>}{ArrowUp}{/Alt}");
  expect(screen.getByRole("menu", { name: "Column Donations" })).toBeTruthy();
  expect(order.move).not.toHaveBeenCalled();
  await user.keyboard("{Escape}");
  act(() => screen.getByRole("grid").focus());
  await user.keyboard("{Shift>} {/Shift}{Alt>}{ArrowUp}{/Alt}");
  expect(order.move).toHaveBeenCalledExactlyOnceWith(1, 0);
});

test("of a large day only what is in sight is on the page, and one key draws one row", async () => {
  const members = Array.from({ length: 500 }, (_, row) => fakeMember(`Player ${row}`));
  const columns = Array.from({ length: 40 }, (_, column) => fakeActivity(`Activity ${column}`));
  const sheet = fakeSheet(members, columns);
  const drawn = vi.spyOn(sheet, "cellAt");
  render(inRouter(<EntryGrid sheet={sheet} rows={members.map((_, row) => row)} label="Large" />));
  const grid = screen.getByRole("grid", { name: "Large" });
  expect(grid.getAttribute("aria-rowcount")).toBe("502");
  expect(grid.getAttribute("aria-colcount")).toBe("42");
  expect(within(grid).getAllByRole("gridcell").length).toBeLessThan(600);
  act(() => grid.focus());
  drawn.mockClear();
  await userEvent.setup().keyboard("5");
  expect(new Set(drawn.mock.calls.map(([{ row }]) => row))).toEqual(new Set([0]));
});

test("the head says what is not due and that the points are of this day, which have room for the longest of them", () => {
  const raids = fakeActivity("Raids", { due: false });
  const sheet = fakeSheet([fakeMember("Kara"), fakeMember("Tom")], [raids, fakeActivity("Gold")]);
  render(inRouter(<EntryGrid sheet={sheet} rows={[0, 1]} label="Entries" />));
  const head = (name: string) => screen.getByRole("columnheader", { name: new RegExp(`^${name}`) });
  expect(head("Points").textContent).toBe("Pointsof the day");
  expect(head("Raids").textContent).toContain("not due");
  expect(head("Raids").textContent).not.toContain("today");
  expect(head("Points").style.width).toBe("112px");
  act(() => void sheet.edit([{ row: 1, column: 1, input: { kind: "value", value: 12_345_678.25 } }]));
  expect(head("Points").style.width).toBe("145px");
});

test("the points stand out from columns that lie beneath them, until the last one is in sight", () => {
  const columns = Array.from({ length: 12 }, (_, column) => fakeActivity(`Activity ${column}`));
  render(inRouter(<EntryGrid sheet={fakeSheet([fakeMember("Kara")], columns)} rows={[0]} label="Entries" />));
  const grid = screen.getByRole("grid", { name: "Entries" });
  const frame = grid.parentElement;
  const scrollTo = (left: number) => {
    if (frame) frame.scrollLeft = left;
    fireEvent.scroll(frame ?? grid);
  };
  const beyond = Number.parseInt(grid.style.width, 10) - 1200;
  expect(beyond).toBeGreaterThan(0);
  expect(grid.dataset["covering"]).toBe("true");
  scrollTo(beyond - 20);
  expect(grid.dataset["covering"]).toBe("true");
  scrollTo(beyond);
  expect(grid.dataset["covering"]).toBeUndefined();
});
