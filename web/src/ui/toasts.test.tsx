import { act, screen, waitFor } from "@testing-library/react";
import { userEvent } from "../testing/user-event.ts";
import { expect, test, vi } from "vitest";
import { fakeBackend } from "../testing/fake-backend.ts";
import { heading, openApp } from "../testing/open-app.tsx";
import { showToast } from "./toasts.ts";

async function openPage() {
  fakeBackend();
  openApp("/login");
  await heading("Login");
}

test("toasts wait their turn, stay four seconds each and can be dismissed", async () => {
  await openPage();
  await act(async () => {
    await showToast({ message: "Dashboard settings saved", kind: "success" });
    await showToast({ message: "Failed to load clans", kind: "error" });
    await showToast({ message: "One more" });
  });
  await screen.findByText("Dashboard settings saved");
  vi.useFakeTimers({ shouldAdvanceTime: true });
  expect(screen.queryByText("Failed to load clans")).toBeNull();

  await userEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  const failure = await screen.findByText("Failed to load clans");
  expect(failure.closest('[role="alert"]')).toBeTruthy();
  expect(document.querySelector('[data-position="top-right"]')?.contains(failure)).toBe(true);

  await act(() => vi.advanceTimersByTimeAsync(3_800));
  expect(screen.queryByText("Failed to load clans")).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(600));
  await waitFor(() => expect(screen.queryByText("Failed to load clans")).toBeNull());
  await screen.findByText("One more");
});
