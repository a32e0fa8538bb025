import { render, screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { userEvent } from "../../testing/user-event.ts";
import { BinDialog, leftText } from "./bin-dialog.tsx";

const settled = { isError: false, isFetching: false, refetch: vi.fn() };
const shared = { days: 30, note: "Kept for 30 days.", nameOf: ({ name }: { name: string }) => name };

test("the bin counts down to its last day", () => {
  const deleted = { deleted_at: "2026-03-01T12:00:00.000Z" };
  expect(leftText(deleted, 30, Date.parse("2026-03-01T12:00:00.000Z"))).toBe("30 days left");
  expect(leftText(deleted, 30, Date.parse("2026-03-30T13:00:00.000Z"))).toBe("1 day left");
  expect(leftText(deleted, 30, Date.parse("2026-04-02T12:00:00.000Z"))).toBe("1 day left");
});

test("something is restored, and the bin closes", async () => {
  const [onRestore, onClose] = [vi.fn(), vi.fn()];
  const row = { id: "1", name: "Raids", deleted_at: new Date().toISOString() };
  const query = { ...settled, data: [row] };
  render(<BinDialog {...shared} query={query} describe={() => "Weekly"} onRestore={onRestore} onClose={onClose} />);
  const bin = within(screen.getByRole("dialog", { name: "Bin" }));
  expect(bin.getByRole("listitem").textContent).toContain("Weekly · 30 days left");
  await userEvent.click(bin.getByRole("button", { name: "Restore Raids" }));
  expect(onRestore).toHaveBeenCalledWith(row);
  expect(onClose).toHaveBeenCalledOnce();
});

test("an empty bin says so", () => {
  render(<BinDialog {...shared} query={{ ...settled, data: [] }} onRestore={vi.fn()} onClose={vi.fn()} />);
  expect(screen.getByText("The bin is empty.")).toBeTruthy();
});
