import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import type { ComponentProps } from "react";
import { expect, test, vi } from "vitest";
import { userEvent } from "../../testing/user-event.ts";
import { type Column, nextSort, sortRows, useSelection } from "./data-list-state.ts";
import { DataList } from "./data-list.tsx";

interface Person {
  id: string;
  name: string;
  rate: number | null;
}

const people: Person[] = [
  { id: "a", name: "Ann", rate: 50 },
  { id: "b", name: "Ben", rate: null },
  { id: "c", name: "Cat", rate: 0 },
  { id: "d", name: "Dan", rate: 50 },
];
const columns: Column<Person>[] = [
  { key: "name", label: "Name", card: "title", cell: ({ name }) => name, note: ({ id }) => `id ${id}` },
  {
    key: "rate",
    label: "Rate",
    align: "end",
    card: "figure",
    cell: ({ rate }) => (rate === null ? "—" : `${rate} %`),
    sort: ({ rate }) => rate,
    isEmpty: ({ rate }) => rate === null,
  },
  { key: "shape", label: "Shape", card: "fact", cell: () => "round", phone: () => "a round one" },
];
const settled = { isError: false, isFetching: false, isPlaceholderData: false, refetch: vi.fn() };

const settledPages = {
  hasNextPage: false,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  error: null,
  fetchNextPage: async () => undefined,
};
const queries = new QueryClient();

function listOf(props: Partial<ComponentProps<typeof DataList<Person>>>) {
  return (
    <QueryClientProvider client={queries}>
      <DataList
        label="People"
        what="The people"
        query={settled}
        rows={people}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        {...props}
      />
    </QueryClientProvider>
  );
}

function show(props: Partial<ComponentProps<typeof DataList<Person>>> = {}) {
  return render(listOf(props));
}

function phone() {
  vi.spyOn(window, "matchMedia").mockImplementation(
    (media) => Object.assign(new EventTarget(), { media, matches: media.includes("48em") }) as MediaQueryList,
  );
}

const names = () => screen.getAllByRole("rowheader").map(({ textContent }) => textContent?.slice(0, 3));

test("a column sorts up, then down, then not at all, and what is not known is last", () => {
  const up = nextSort(null, "rate");
  const down = nextSort(up, "rate");
  const sorted = (sort: Parameters<typeof sortRows>[2]) => sortRows(people, columns, sort).map(({ name }) => name);
  expect([sorted(up), sorted(down), sorted(nextSort(down, "rate"))]).toEqual([
    ["Cat", "Ann", "Dan", "Ben"],
    ["Ann", "Dan", "Cat", "Ben"],
    ["Ann", "Ben", "Cat", "Dan"],
  ]);
  expect(nextSort(down, "name")).toEqual({ key: "name", isDown: false });
});

test("a table has heads that say how it is sorted", async () => {
  show();
  expect(screen.getByRole("table", { name: "People" })).toBeTruthy();
  const head = screen.getByRole("columnheader", { name: "Rate" });
  expect(head.getAttribute("aria-sort")).toBe("none");
  expect(screen.getByRole("columnheader", { name: "Name" }).getAttribute("aria-sort")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Rate" }));
  expect(head.getAttribute("aria-sort")).toBe("ascending");
  expect(names()).toEqual(["Cat", "Ann", "Dan", "Ben"]);
});

test("a phone gets two-line rows with one figure from the same columns", () => {
  phone();
  show({ menu: () => [{ label: "Edit", onSelect: vi.fn() }] });
  expect(screen.queryByRole("table")).toBeNull();
  const [ann, ben] = within(screen.getByRole("list", { name: "People" })).getAllByRole("listitem");
  expect(ann?.textContent).toBe("Annid a · a round one50 %Rate");
  // What is not known has no label either.
  expect(ben?.textContent).toBe("Benid b · a round one");
  expect(screen.getByRole("button", { name: "Actions for Ben" })).toBeTruthy();
});

test("while it is on the way its shape is there, and a failure can be tried again", async () => {
  const refetch = vi.fn<() => Promise<never>>();
  const { unmount } = show({ rows: undefined });
  expect(screen.getByText("The people: loading")).toBeTruthy();
  unmount();
  show({ rows: undefined, query: { ...settled, isError: true, refetch } });
  expect(screen.getByRole("alert").textContent).toContain("The people could not be loaded.");
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(refetch).toHaveBeenCalledOnce();
});

test("without rows it says what to do next, or offers to clear the filters", async () => {
  const filters = { isFiltered: false, clear: vi.fn(), noMatch: { sentence: "No people match these filters." } };
  const { unmount } = show({ rows: [], filters, empty: <p>Add somebody</p> });
  expect(screen.getByText("Add somebody")).toBeTruthy();
  unmount();
  show({ rows: [], filters: { ...filters, isFiltered: true }, empty: <p>Add somebody</p> });
  expect(screen.getByText("No people match these filters.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Clear filters" }));
  expect(filters.clear).toHaveBeenCalledOnce();
});

test("rows of the filters before are marked as such", () => {
  const { container } = show({ query: { ...settled, isPlaceholderData: true } });
  expect(container.querySelector("[aria-busy=true]")).toBeTruthy();
});

test("a row is moved by its handle and by its menu, and the new order is kept", async () => {
  const order = vi.fn<(ids: string[]) => Promise<void>>().mockReturnValue(new Promise(() => undefined));
  show({ order, menu: (_row, moves) => moves });
  screen.getByRole("button", { name: "Move Ann" }).focus();
  await userEvent.keyboard(" {ArrowDown} ");
  expect(order.mock.lastCall?.[0]).toEqual(["b", "a", "c", "d"]);
  expect(names()).toEqual(["Ben", "Ann", "Cat", "Dan"]);
  await userEvent.click(screen.getByRole("button", { name: "Actions for Ben" }));
  expect(screen.getAllByRole("menuitem").map(({ textContent }) => textContent)).toEqual(["Move down"]);
});

function Selecting({ rows }: { rows: Person[] }) {
  const selection = useSelection(rows, ({ id }) => id, "Select all people");
  return (
    <>
      <p role="status">{selection.selected.map(({ name }) => name).join()}</p>
      <DataList
        label="People"
        what="The people"
        query={settled}
        rows={rows}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        selection={selection}
      />
    </>
  );
}

test("rows are chosen one by one or all, and who is filtered away is no longer chosen", async () => {
  const { rerender } = render(<Selecting rows={people} />);
  await userEvent.click(screen.getByRole("checkbox", { name: "Select Cat" }));
  await userEvent.click(screen.getByRole("checkbox", { name: "Select Ann" }));
  expect(screen.getByRole<HTMLInputElement>("checkbox", { name: "Select all people" }).indeterminate).toBe(true);
  rerender(<Selecting rows={people.slice(0, 2)} />);
  expect(screen.getByRole("status").textContent).toBe("Ann");
  await userEvent.click(screen.getByRole("checkbox", { name: "Select all people" }));
  expect(screen.getByRole("status").textContent).toBe("Ann,Ben");
});

test("on a phone the boxes come when they are wanted", async () => {
  phone();
  render(<Selecting rows={people} />);
  expect(screen.queryByRole("checkbox")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Select" }));
  await userEvent.click(screen.getByRole("checkbox", { name: "Select Ben" }));
  await userEvent.click(screen.getByRole("button", { name: "Done" }));
  expect(screen.queryByRole("checkbox")).toBeNull();
});

test("of a long list only the rows in sight are on the page", () => {
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(40);
  show({ rows: Array.from({ length: 500 }, (_, index) => ({ id: `${index}`, name: `Person ${index}`, rate: 1 })) });
  expect(screen.getByRole("table").getAttribute("aria-rowcount")).toBe("501");
  expect(screen.getAllByRole("row").length).toBeLessThan(60);
});

test("more rows are asked for once at a time", async () => {
  const fetchNextPage = vi.fn<() => Promise<void>>().mockResolvedValue();
  const pages = {
    hasNextPage: true,
    isFetchingNextPage: false,
    isFetchNextPageError: false,
    error: null,
    fetchNextPage,
  };
  const { unmount } = show({ pages });
  await userEvent.click(screen.getByRole("button", { name: "Show more" }));
  expect(fetchNextPage).toHaveBeenCalledOnce();
  unmount();
  show({ pages: { ...pages, isFetchingNextPage: true } });
  await userEvent.click(screen.getByRole("button", { name: "Show more" }));
  expect(fetchNextPage).toHaveBeenCalledOnce();
});

test("the focus stays on the button while there is more, and goes to the first row that came with the last", async () => {
  const more = { ...settledPages, hasNextPage: true };
  const { rerender } = show({ pages: more, rows: people.slice(0, 1) });
  await userEvent.click(screen.getByRole("button", { name: "Show more" }));
  rerender(listOf({ pages: more, rows: people.slice(0, 2) }));
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Show more" }));
  await userEvent.keyboard("{Enter}");
  rerender(listOf({ pages: settledPages, rows: people }));
  expect(document.activeElement).toBe(screen.getByRole("row", { name: /Cat/ }));
});

test("nobody who went on elsewhere is taken to the last rows", async () => {
  const { rerender } = show({ pages: { ...settledPages, hasNextPage: true }, rows: people.slice(0, 1) });
  await userEvent.click(screen.getByRole("button", { name: "Show more" }));
  await userEvent.tab({ shift: true });
  const elsewhere = document.activeElement;
  rerender(listOf({ pages: settledPages, rows: people }));
  expect(document.activeElement).toBe(elsewhere);
});

test("A2: all rows of a column of numbers have as many decimals as the column needs", () => {
  const rates = [1.5, 80, null];
  const number: Column<Person> = {
    key: "rate",
    label: "Rate",
    number: ({ id }) => rates[people.findIndex((person) => person.id === id)] ?? null,
    cell: (row, decimals = 0) => number.number?.(row)?.toFixed(decimals) ?? "—",
  };
  const [title] = columns;
  show({ columns: title ? [title, number] : [] });
  const texts = [...document.querySelectorAll("tbody td")].map(({ textContent }) => textContent);
  expect(texts.slice(0, 2)).toEqual(["1.5", "80.0"]);
});
