import { act, render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "../testing/user-event.ts";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { unreachable } from "../lib/api-errors.ts";
import { fakeBackend } from "../testing/fake-backend.ts";
import { heading, openApp } from "../testing/open-app.tsx";
import { Button } from "./core/button.tsx";
import { Dialog } from "./dialog.tsx";
import { ToastRegion } from "./toast-region.tsx";
import { dismissToasts, showToast } from "./toasts.ts";

async function openPage() {
  fakeBackend();
  openApp("/login");
  await heading("Login");
}

test("toasts wait their turn, stay four seconds each and can be dismissed", async () => {
  await openPage();
  act(() => {
    showToast({ message: "Dashboard settings saved", kind: "success" });
    showToast({ message: "Failed to load clans", kind: "error" });
    showToast({ message: "One more" });
  });
  await screen.findByText("Dashboard settings saved");
  vi.useFakeTimers({ shouldAdvanceTime: true });
  expect(screen.queryByText("Failed to load clans")).toBeNull();

  await userEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  const failure = await screen.findByText("Failed to load clans");
  expect(failure.closest('[role="alert"]')).toBeTruthy();

  await act(() => vi.advanceTimersByTimeAsync(3_800));
  expect(screen.queryByText("Failed to load clans")).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(600));
  await waitFor(() => expect(screen.queryByText("Failed to load clans")).toBeNull());
  await screen.findByText("One more");
});

test("of one topic there is one toast at a time, and none once what it speaks of is gone", async () => {
  await openPage();
  act(() => {
    showToast({ message: "Locked", topic: "refusal" });
    showToast({ message: "Player saved" });
    showToast({ message: "Locked as well", topic: "refusal" });
  });
  await screen.findByText("Player saved");
  await userEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  await screen.findByText("Locked as well");
  act(() => dismissToasts("refusal"));
  expect(screen.queryByText(/Locked/)).toBeNull();
});

test("a toast stays while somebody points at it", async () => {
  await openPage();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  act(() => showToast({ message: "Player saved", kind: "success" }));
  const person = userEvent.setup();
  const toast = await screen.findByText("Player saved");
  await person.hover(toast);
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(screen.queryByText("Player saved")).toBeTruthy();
  await person.unhover(toast);
  await act(() => vi.advanceTimersByTimeAsync(4_100));
  expect(screen.queryByText("Player saved")).toBeNull();
});

test("what is undone in another way takes its toast along, and does not hold up the next", async () => {
  await openPage();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let undone = () => {};
  act(() => {
    showToast({ message: "3 values pasted", whenUndone: (dismiss) => (undone = dismiss) });
    showToast({ message: "Player saved" });
  });
  await userEvent.setup().hover(await screen.findByText("3 values pasted"));
  act(() => undone());
  await screen.findByText("Player saved");
  await act(() => vi.advanceTimersByTimeAsync(4_100));
  expect(screen.queryByText("Player saved")).toBeNull();
});

test("a toast can be undone in the dialog that covers the page, and goes back to the page with its end", async () => {
  const onUndo = vi.fn<() => Promise<void>>(async () => undefined);
  const dialog = (title: string) => (
    <Dialog title={title} onClose={() => undefined}>
      A text
    </Dialog>
  );
  const { rerender } = render(
    <>
      {dialog("Below")}
      {dialog("Above")}
      <ToastRegion />
    </>,
  );
  act(() => showToast({ message: "Player removed", onUndo }));
  const above = screen.getByRole("dialog", { name: "Above" });
  expect(above.contains(screen.getByText("Player removed"))).toBe(true);
  await userEvent.click(within(above).getByRole("button", { name: "Undo" }));
  expect(onUndo).toHaveBeenCalledOnce();
  expect(screen.queryByText("Player removed")).toBeNull();

  act(() => showToast({ message: "Player saved" }));
  rerender(<ToastRegion />);
  expect(screen.getByText("Player saved").closest("dialog")).toBeNull();
});

test("a toast comes into a part that was there before, and is said once", async () => {
  render(<ToastRegion />);
  const part = screen.getByRole("status");
  expect(part.textContent).toBe("");
  act(() => showToast({ message: "Player saved" }));
  expect(part.textContent).toBe("Player saved");
  expect(screen.getAllByRole("status")).toEqual([part]);
  await userEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  act(() => showToast({ kind: "error", message: "Not saved" }));
  expect(screen.getByRole("alert").textContent).toBe("Not saved");
  expect(part.textContent).toBe("");
});

test.each(["Undo", "Dismiss"])("%s gives the focus of the keyboard back to where it was", async (name) => {
  render(
    <main id="main">
      <h1>Players</h1>
      <Button>More</Button>
      <ToastRegion />
    </main>,
  );
  const more = screen.getByRole("button", { name: "More" });
  const toast = { message: "Player removed", onUndo: async () => undefined };
  for (const before of [more, null]) {
    act(() => before?.focus());
    act(() => showToast(toast));
    act(() => screen.getByRole("button", { name }).focus());
    await userEvent.keyboard("{Enter}");
    expect(screen.queryByText("Player removed")).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(before ?? screen.getByRole("heading")));
    act(() => (document.activeElement as HTMLElement).blur());
  }
});

test("why something could not be undone is said", async () => {
  render(<ToastRegion />);
  act(() => showToast({ message: "Player removed", onUndo: () => Promise.reject(unreachable("ENETUNREACH")) }));
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect((await screen.findByRole("alert")).textContent).toMatch(/^No answer from the server/);
});

function Saving() {
  const [isOpen, setOpen] = useState(true);
  const save = () => {
    showToast({ message: "Player saved" });
    setOpen(false);
  };
  return (
    isOpen && (
      <Dialog title="Edit">
        <Button onClick={save}>Save</Button>
      </Dialog>
    )
  );
}

test("a toast of a dialog that closes at once appears on the page", async () => {
  // As a browser has it.
  HTMLElement.prototype.showPopover = function showPopover(this: HTMLElement) {
    if (!this.isConnected) throw new DOMException("Invalid on disconnected popover elements.", "InvalidStateError");
    this.dataset["shown"] = "";
  };
  try {
    render(
      <>
        <Saving />
        <ToastRegion />
      </>,
    );
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.getByText("Player saved").closest("[data-shown]")).toBeTruthy();
  } finally {
    Reflect.deleteProperty(HTMLElement.prototype, "showPopover");
  }
});
