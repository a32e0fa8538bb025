import { getHealth } from "@clanhall/contract/system";
import { act, screen, waitFor } from "@testing-library/react";
import { userEvent } from "../testing/user-event.ts";
import { beforeEach, expect, test, vi } from "vitest";
import { markBackend, markOnline } from "../lib/connectivity.ts";
import { fakeBackend } from "../testing/fake-backend.ts";
import { heading, openApp } from "../testing/open-app.tsx";

const offlineBanner = "You’re offline. When connection is restored, the app will become active again.";
const backendBanner = "The backend is unreachable. We’ll retry in the background and re-activate when it’s back.";
const overlayText = "When services are restored, the app will become active again.";

let backend: ReturnType<typeof fakeBackend>;

beforeEach(async () => {
  backend = fakeBackend();
  openApp("/login");
  await heading("Login");
});

const overlay = () => screen.queryByRole("alertdialog");

test("nothing is said while everything works", () => {
  expect(overlay()).toBeNull();
  expect(screen.queryByText(offlineBanner)).toBeNull();
  expect(screen.queryByText(backendBanner)).toBeNull();
});

test("somebody offline is told so and cannot retry", () => {
  act(() => markOnline(false));
  expect(screen.getByText(offlineBanner)).toBeTruthy();
  expect(screen.queryByText(backendBanner)).toBeNull();
  expect(screen.getByRole("alertdialog", { name: "You’re offline" }).textContent).toContain(overlayText);
  expect(screen.getByRole("button", { name: "Retry now" })).toHaveProperty("disabled", true);
});

test("somebody whose backend is away is told so and can retry", () => {
  act(() => markBackend(false));
  expect(screen.getByText(backendBanner)).toBeTruthy();
  expect(screen.queryByText(offlineBanner)).toBeNull();
  expect(screen.getByRole("alertdialog", { name: "Service unavailable" }).textContent).toContain(overlayText);
  expect(screen.getByRole("button", { name: "Retry now" })).toHaveProperty("disabled", false);
});

test("offline comes first when both are wrong, and the overlay stays until both are right", () => {
  act(() => {
    markOnline(false);
    markBackend(false);
  });
  expect(screen.getByRole("alertdialog", { name: "You’re offline" })).toBeTruthy();
  act(() => markOnline(true));
  expect(screen.getByRole("alertdialog", { name: "Service unavailable" })).toBeTruthy();
  act(() => markBackend(true));
  expect(overlay()).toBeNull();
});

test("a retry that works gives the page back", async () => {
  act(() => markBackend(false));
  await userEvent.click(screen.getByRole("button", { name: "Retry now" }));
  await waitFor(() => expect(overlay()).toBeNull());
  expect(backend.callsTo(getHealth)).toHaveLength(1);
});

test("a retry that fails leaves the overlay as it was", async () => {
  backend.isUnreachable();
  act(() => markBackend(false));
  const button = screen.getByRole("button", { name: "Retry now" });
  await userEvent.click(button);
  await waitFor(() => expect(button.getAttribute("aria-busy")).toBe("false"));
  expect(overlay()).toBeTruthy();
});

test("the overlay is modal, survives Escape and takes nothing from the page beneath", () => {
  const page = screen.getByRole("heading", { level: 1 });
  const showModal = vi.spyOn(HTMLDialogElement.prototype, "showModal");
  act(() => markBackend(false));
  expect(showModal).toHaveBeenCalled();
  const cancelled = overlay()?.dispatchEvent(new Event("cancel", { cancelable: true }));
  expect(cancelled).toBe(false);
  expect(overlay()).toHaveProperty("open", true);
  act(() => markBackend(true));
  expect(document.contains(page)).toBe(true);
});

test("the overlay takes the focus itself, so that keys meant for a field do not press its button", async () => {
  await userEvent.type(screen.getByLabelText("E-mail"), "kara");
  await act(async () => markBackend(false));
  expect(document.activeElement).toBe(overlay());
  await userEvent.keyboard(" {Enter}");
  expect(backend.callsTo(getHealth)).toEqual([]);
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Retry now" }));
});

test("an overlay the browser closed against our will opens again", () => {
  act(() => markBackend(false));
  const dialog = overlay() as HTMLDialogElement;
  act(() => {
    dialog.close();
    dialog.dispatchEvent(new Event("close"));
  });
  expect(dialog.open).toBe(true);
});
