import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { userEvent } from "../testing/user-event.ts";
import { service } from "../lib/services.ts";
import { CopyButton, LinkText } from "./copy-button.tsx";
import { createToasts } from "./toasts.ts";

const field = () => screen.queryByRole<HTMLTextAreaElement>("textbox", { name: "Copy the selected text." });

async function press() {
  render(<CopyButton label="Copy link" text="https://clan.example/invite/abc" />);
  await userEvent.click(screen.getByRole("button", { name: "Copy link" }));
}

test("the text goes into the clipboard, and the button says so", async () => {
  const writeText = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await press();
  expect(writeText).toHaveBeenCalledWith("https://clan.example/invite/abc");
  expect(screen.getByRole("button", { name: "Copied" })).toBeTruthy();
  expect(field()).toBeNull();
});

test.each([
  ["there is no clipboard", () => vi.spyOn(navigator, "clipboard", "get").mockReturnValue(undefined as never)],
  ["the clipboard is forbidden", () => vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("no"))],
])("where %s, the text is offered selected", async (_, arrange) => {
  arrange();
  const media = { matches: true } as MediaQueryList;
  vi.spyOn(window, "matchMedia").mockReturnValue(media);
  await press();
  const offered = field();
  expect(document.activeElement).toBe(offered);
  expect(service(createToasts).current()).toMatchObject({ message: "Press Ctrl C" });
  expect(offered?.value.slice(offered.selectionStart, offered.selectionEnd)).toBe("https://clan.example/invite/abc");
  const setData = vi.fn();
  if (offered) fireEvent.copy(offered, { clipboardData: { setData } });
  expect(setData).toHaveBeenCalledWith("text/plain", "https://clan.example/invite/abc");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Copied" }));
  expect(field()).toBeNull();
});

test("leaving the field puts it away", async () => {
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("no"));
  await press();
  await userEvent.tab();
  expect(field()).toBeNull();
});

test("a link stands in one line and is copied whole", () => {
  const link = "https://clan.example/scoreboard/0123456789abcdef";
  render(<LinkText link={link} />);
  const shown = screen.getByTitle(link);
  expect(shown.textContent).toBe(link);
  const setData = vi.fn();
  fireEvent.copy(shown, { clipboardData: { setData } });
  expect(setData).toHaveBeenCalledWith("text/plain", link);
});
