import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { userEvent } from "../../testing/user-event.ts";
import { ColumnMapping, FileSource } from "./file-import.tsx";

test("a file is read, and one above 1 MB is refused at its field", async () => {
  const onText = vi.fn();
  render(<FileSource label="A list" accept=".csv" tooLarge="Too large." onText={onText} />);
  const field = screen.getByLabelText("A list");
  await userEvent.upload(field, new File(["x".repeat(1024 * 1024 + 1)], "large.csv", { type: "text/csv" }));
  expect((await screen.findByRole("alert")).textContent).toBe("Too large.");
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(onText).not.toHaveBeenCalled();
  await userEvent.upload(field, new File(["Kara"], "list.csv", { type: "text/csv" }));
  await vi.waitFor(() => expect(onText).toHaveBeenCalledWith("Kara"));
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a column shows what is in it and can be given another meaning or left out", async () => {
  const onChange = vi.fn();
  render(
    <ColumnMapping<"name" | "note">
      lines={[["Kara", "x"], ["Bram"]]}
      heading={["Player", ""]}
      columns={["name", null]}
      fields={{ name: "Name", note: "Note" }}
      onChange={onChange}
    />,
  );
  expect(screen.getByLabelText("Player")).toHaveProperty("value", "name");
  expect(screen.getByText("Such as Kara, Bram")).toBeTruthy();
  await userEvent.selectOptions(screen.getByLabelText("Column 2"), "Note");
  expect(onChange).toHaveBeenLastCalledWith(1, "note");
  await userEvent.selectOptions(screen.getByLabelText("Player"), "Leave out");
  expect(onChange).toHaveBeenLastCalledWith(0, null);
});
