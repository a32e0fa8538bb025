import { render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { userEvent } from "../testing/user-event.ts";
import { Form } from "./core/field.tsx";
import { DayField } from "./day-field.tsx";

afterEach(() => vi.restoreAllMocks());

const year = new Date().getFullYear();

function Example({ start = "" }: { start?: string }) {
  const [day, setDay] = useState(start);
  return (
    <>
      <DayField label="First day" value={day} min="2026-03-02" onChange={setDay} />
      <output>{day}</output>
    </>
  );
}

const field = () => screen.getByRole<HTMLInputElement>("textbox", { name: "First day" });
const chosen = () => screen.getByRole("status").textContent;

test("F9: a day is typed as people write it, and then stands there in full", async () => {
  render(<Example />);
  await userEvent.type(field(), "15.11.");
  expect(chosen()).toBe(`${year}-11-15`);
  expect(field().value).toBe("15.11.");
  await userEvent.tab();
  expect(field().value).toMatch(/15.*20\d\d/);
});

test("F9: what is no day is said once the field is left, and nothing is chosen", async () => {
  render(<Example start="2026-03-04" />);
  await userEvent.clear(field());
  await userEvent.type(field(), "31.2.");
  expect(field().getAttribute("aria-invalid")).toBeNull();
  await userEvent.tab();
  expect(screen.getByText(/This is not a date/)).toBeTruthy();
  expect([chosen(), field().value]).toEqual(["", "31.2."]);
});

test("F9: a form with a text that is no day is not sent, and says why", async () => {
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  render(
    <Form onSubmit={onSubmit}>
      <Example start="2026-03-04" />
    </Form>,
  );
  await userEvent.clear(field());
  await userEvent.type(field(), "31.2.{Enter}");
  expect(onSubmit).not.toHaveBeenCalled();
  expect(screen.getByText(/This is not a date/)).toBeTruthy();
  await userEvent.clear(field());
  await userEvent.type(field(), "31.3.{Enter}");
  expect(onSubmit).toHaveBeenCalledOnce();
});

test("F9: the calendar opens at the day, knows the first one allowed, and goes on into other months", async () => {
  render(<Example start="2026-03-04" />);
  const button = screen.getByRole("button", { name: "Calendar" });
  await userEvent.click(button);
  expect(screen.getByRole("button", { name: "4 Mar 2026" }).getAttribute("aria-pressed")).toBe("true");
  expect(screen.getByRole("button", { name: "1 Mar 2026" })).toHaveProperty("disabled", true);
  await userEvent.click(screen.getByRole("button", { name: "Next month" }));
  await userEvent.click(screen.getByRole("button", { name: "9 Apr 2026" }));
  expect(chosen()).toBe("2026-04-09");
  expect(document.activeElement).toBe(field());
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("F9: where people touch, the system's picker opens behind the day", () => {
  vi.spyOn(window, "matchMedia").mockImplementation(
    (media) => Object.assign(new EventTarget(), { media, matches: media.includes("coarse") }) as MediaQueryList,
  );
  render(<Example start="2026-03-04" />);
  expect(screen.getByLabelText("First day")).toMatchObject({ type: "date", value: "2026-03-04" });
  expect(screen.getByText(/4.*2026/)).toBeTruthy();
});
