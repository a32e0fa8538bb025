import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { userEvent } from "../testing/user-event.ts";
import { Form } from "./core/field.tsx";
import { formatOwnTime } from "../lib/format.ts";
import { DayField, DayRange, MomentField, TimeField } from "./day-field.tsx";

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

test("F9: the calendar opens at a day that is allowed, and the arrow keys stay among those", async () => {
  const onChange = vi.fn();
  render(<DayField label="First day" value="" min="2090-03-02" max="2090-04-03" onChange={onChange} />);
  const open = () => userEvent.click(screen.getByRole("button", { name: "Calendar" }));
  const reached = () => screen.getAllByRole("button").find((button) => button.closest("td") && button.tabIndex === 0);
  await open();
  expect(reached()).toBe(screen.getByRole("button", { name: "2 Mar 2090" }));
  reached()?.focus();
  await userEvent.keyboard("{ArrowUp}");
  expect(reached()).toBe(screen.getByRole("button", { name: "2 Mar 2090" }));
  await userEvent.click(screen.getByRole("button", { name: "Next month" }));
  await userEvent.click(screen.getByRole("button", { name: "Next month" }));
  expect(reached()).toBe(screen.getByRole("button", { name: "3 Apr 2090" }));
  await userEvent.click(screen.getByRole("button", { name: "Previous month" }));
  await userEvent.click(screen.getByRole("button", { name: "Previous month" }));
  expect(reached()).toBe(screen.getByRole("button", { name: "2 Mar 2090" }));
  reached()?.focus();
  await userEvent.keyboard("{Enter}");
  expect(onChange).toHaveBeenCalledWith("2090-03-02");
});

test("F9: Escape closes the calendar, not the dialog around it", async () => {
  render(<Example start="2026-03-04" />);
  await userEvent.click(screen.getByRole("button", { name: "Calendar" }));
  // What is prevented is no wish to close a dialog.
  expect(fireEvent.keyDown(screen.getByRole("button", { name: "4 Mar 2026" }), { key: "Escape" })).toBe(false);
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Calendar" }));
});

test("F9: where people touch, the system's picker opens behind the day", () => {
  vi.spyOn(window, "matchMedia").mockImplementation(
    (media) => Object.assign(new EventTarget(), { media, matches: media.includes("coarse") }) as MediaQueryList,
  );
  render(<Example start="2026-03-04" />);
  expect(screen.getByLabelText("First day")).toMatchObject({ type: "date", value: "2026-03-04" });
  expect(screen.getByText(/4.*2026/)).toBeTruthy();
});

test("F9: a time is typed as people write it, and stands there on the reader's own clock", async () => {
  function Reset() {
    const [time, setTime] = useState("08:00");
    return (
      <>
        <TimeField label="Daily reset" value={time} onChange={setTime} />
        <output>{time}</output>
      </>
    );
  }
  render(<Reset />);
  const reset = screen.getByRole<HTMLInputElement>("textbox", { name: "Daily reset" });
  expect(reset.value).toBe(formatOwnTime("08:00"));
  await userEvent.clear(reset);
  await userEvent.type(reset, "8.15 pm");
  await userEvent.tab();
  expect([chosen(), reset.value]).toEqual(["20:15", formatOwnTime("20:15")]);
  await userEvent.clear(reset);
  await userEvent.type(reset, "25:00");
  await userEvent.tab();
  expect(screen.getByText(/This is not a time/)).toBeTruthy();
  expect(chosen()).toBe("");
});

test("F9: a moment is a day and a time; a day alone means its noon", async () => {
  function Publish() {
    const [moment, setMoment] = useState("");
    return (
      <>
        <MomentField label="Publish at" value={moment} onChange={setMoment} />
        <output>{moment}</output>
      </>
    );
  }
  render(<Publish />);
  await userEvent.type(screen.getByLabelText("Day"), "2030-03-01");
  expect(chosen()).toBe("2030-03-01T12:00");
  await userEvent.clear(screen.getByLabelText("Time"));
  expect(chosen()).toBe("");
  await userEvent.type(screen.getByLabelText("Time"), "20:30");
  expect(chosen()).toBe("2030-03-01T20:30");
});

test("F9: a range hands on a day once its field is left, not while it is typed", async () => {
  const onChange = vi.fn();
  render(<DayRange from="2026-03-01" to="2026-03-04" onChange={onChange} error={null} />);
  const from = screen.getByRole("textbox", { name: "From" });
  await userEvent.clear(from);
  await userEvent.type(from, "2.3.2026");
  expect(onChange).not.toHaveBeenCalled();
  await userEvent.type(from, "{Enter}");
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ from: "2026-03-02" });
  await userEvent.clear(from);
  await userEvent.type(from, "31.2.");
  await userEvent.tab();
  expect(screen.getByText(/This is not a date/)).toBeTruthy();
  expect(onChange).toHaveBeenCalledOnce();
});
