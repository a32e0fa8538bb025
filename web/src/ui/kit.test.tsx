import { render, screen, within } from "@testing-library/react";
import { type ComponentProps, useState } from "react";
import { expect, test, vi } from "vitest";
import { userEvent } from "../testing/user-event.ts";
import { Combobox } from "./forms/combobox.tsx";
import { Button, IconButton } from "./core/button.tsx";
import { Checkbox } from "./core/checkbox.tsx";
import { TextField } from "./core/field.tsx";
import { Notice } from "./core/notice.tsx";
import { Select } from "./core/select.tsx";
import { Dialog } from "./dialog.tsx";
import { Menu } from "./menu.tsx";
import { Switch, Textarea } from "./fields.tsx";
import { Tabs } from "./tabs.tsx";

test("a button sends no form unless it is told to, and ignores clicks while it is busy", async () => {
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  const onClick = vi.fn();
  const form = (isBusy: boolean) => (
    <form onSubmit={onSubmit}>
      <Button onClick={onClick}>Look</Button>
      <Button type="submit" busy={isBusy}>
        Save
      </Button>
    </form>
  );
  const { rerender } = render(form(true));
  await userEvent.click(screen.getByRole("button", { name: "Look" }));
  const save = screen.getByRole("button", { name: "Save" });
  await userEvent.click(save);
  expect(onClick).toHaveBeenCalledOnce();
  expect(onSubmit).not.toHaveBeenCalled();
  expect(save.getAttribute("aria-busy")).toBe("true");
  expect(document.activeElement).toBe(save);
  rerender(form(false));
  await userEvent.click(save);
  expect(onSubmit).toHaveBeenCalledOnce();
});

test("an icon button is called by its label, which is shown on hover too", () => {
  render(<IconButton icon="close" label="Close" />);
  expect(screen.getByRole("button", { name: "Close" }).title).toBe("Close");
});

test("a field names its hint and its error, and asks whose change counts", async () => {
  const onKeep = vi.fn();
  const onTake = vi.fn();
  render(
    <TextField
      label="Name"
      hint="As in the game."
      error="Enter a name."
      required
      conflict={{ text: "Changed by Kara: Bram", onKeep, onTake }}
    />,
  );
  const field = screen.getByRole("textbox", { name: "Name" });
  const described = field.getAttribute("aria-describedby")?.split(" ") ?? [];
  expect(described.map((id) => document.querySelector(`#${CSS.escape(id)}`)?.textContent)).toEqual([
    "As in the game.",
    "Enter a name.",
    "Changed by Kara: Bram",
  ]);
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(field.getAttribute("aria-required")).toBe("true");
  const conflict = within(screen.getByRole("group", { name: "Conflict: Name" }));
  await userEvent.click(conflict.getByRole("button", { name: "Keep mine" }));
  expect(document.activeElement).toBe(field);
  await userEvent.click(conflict.getByRole("button", { name: "Take theirs" }));
  expect(onKeep).toHaveBeenCalledOnce();
  expect(onTake).toHaveBeenCalledOnce();
});

test("a text area has three rows and counts where there is a limit", () => {
  render(<Textarea label="Note" max={10} value="héllo" readOnly />);
  expect(screen.getByRole("textbox", { name: "Note" }).getAttribute("rows")).toBe("3");
  expect(screen.getByText("5 / 10")).toBeTruthy();
});

test("a select hands over the value, a checkbox and a switch whether they are on", async () => {
  const chosen: unknown[] = [];
  const keep = (value: unknown) => chosen.push(value);
  const roles = [
    { value: "member", label: "Member" },
    { value: "maintainer", label: "Maintainer" },
  ] as const;
  render(
    <>
      <Select label="Role" value="member" options={roles} onChange={keep} />
      <Checkbox label="Public" checked={false} indeterminate onChange={keep} />
      <Switch label="Active" hint="Clans can choose it." checked onChange={keep} />
    </>,
  );
  await userEvent.selectOptions(screen.getByLabelText("Role"), "maintainer");
  const box = screen.getByRole<HTMLInputElement>("checkbox", { name: "Public" });
  expect(box.indeterminate).toBe(true);
  await userEvent.click(box);
  await userEvent.click(screen.getByRole("switch", { name: "Active" }));
  expect(chosen).toEqual(["maintainer", true, false]);
});

const animals = ["Ant", "Bear", "Cat"].map((label) => ({ value: label.toLowerCase(), label }));

test("one of many is found by a part of its name and taken with Enter", async () => {
  const onChange = vi.fn();
  render(<Combobox label="Animal" options={animals} value="ant" onChange={onChange} />);
  const field = screen.getByRole<HTMLInputElement>("combobox", { name: "Animal" });
  expect(field.value).toBe("Ant");
  await userEvent.click(field);
  expect(screen.getByRole("option", { selected: true }).textContent).toBe("Ant");
  await userEvent.keyboard("ea");
  expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual(["Bear"]);
  await userEvent.keyboard("{Enter}");
  expect(onChange).toHaveBeenCalledWith("bear");
  expect(screen.queryByRole("listbox")).toBeNull();
  await userEvent.type(field, "zz");
  expect(screen.getByRole("status").textContent).toBe("No matches.");
  await userEvent.keyboard("{Escape}");
  expect(field.value).toBe("Ant");
});

type Several = Partial<Extract<ComponentProps<typeof Combobox>, { multiple: true }>>;

function SeveralAnimals(props: Several) {
  const [value, setValue] = useState<string[]>([]);
  return <Combobox label="Animals" options={animals} {...props} multiple value={value} onChange={setValue} />;
}

test("several of many are ticked by keyboard and removed one by one or at once", async () => {
  render(<SeveralAnimals clearable />);
  const field = screen.getByRole("combobox", { name: "Animals" });
  await userEvent.click(field);
  await userEvent.keyboard("{Enter}{ArrowDown}{Enter}");
  expect(screen.getAllByRole("option", { selected: true }).map(({ textContent }) => textContent)).toEqual([
    "Ant",
    "Bear",
  ]);
  await userEvent.click(screen.getByRole("button", { name: "Remove Ant" }));
  expect(document.activeElement).toBe(field);
  await userEvent.keyboard("{Backspace}");
  expect(screen.queryByRole("button", { name: /^Remove/ })).toBeNull();
  await userEvent.click(screen.getByRole("option", { name: "Cat" }));
  await userEvent.click(screen.getByRole("button", { name: "Clear Animals" }));
  expect(screen.queryByRole("button", { name: /^Remove/ })).toBeNull();
});

test("what is typed is taken too where that is allowed, up to the limit", async () => {
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  render(
    <form onSubmit={onSubmit}>
      <SeveralAnimals allowNew max={3} />
      <button type="submit">Save</button>
    </form>,
  );
  const field = screen.getByRole<HTMLInputElement>("combobox", { name: "Animals" });
  await userEvent.type(field, "Dog{Enter}Elk,");
  await userEvent.type(field, "Fox");
  await userEvent.tab();
  expect(screen.getAllByRole("button", { name: /^Remove/ }).map(({ textContent }) => textContent)).toEqual([
    "Dog",
    "Elk",
    "Fox",
  ]);
  expect(field.readOnly).toBe(true);
  expect(field.getAttribute("aria-disabled")).toBe("true");
  expect(onSubmit).not.toHaveBeenCalled();
});

test("a field that is full keeps the focus, and has it again once there is room", async () => {
  render(<SeveralAnimals allowNew max={2} />);
  const field = screen.getByRole<HTMLInputElement>("combobox", { name: "Animals" });
  await userEvent.type(field, "Dog{Enter}Elk{Enter}");
  expect(document.activeElement).toBe(field);
  await userEvent.keyboard("Fox{Enter}");
  expect(field.value).toBe("");
  expect(screen.getAllByRole("button", { name: /^Remove/ })).toHaveLength(2);
  await userEvent.click(screen.getByRole("button", { name: "Remove Dog" }));
  expect(document.activeElement).toBe(field);
  await userEvent.keyboard("Fox{Enter}");
  expect(screen.getByRole("button", { name: "Remove Fox" })).toBeTruthy();
});

test("a menu opens at its first item, goes around with the arrow keys and gives the focus back", async () => {
  const onSelect = vi.fn();
  render(
    <Menu
      label="Actions"
      items={[
        { label: "Edit", onSelect },
        { label: "Delete", onSelect: () => undefined, danger: true },
      ]}
    />,
  );
  const button = screen.getByRole("button", { name: "Actions" });
  await userEvent.click(button);
  const at = () => document.activeElement?.textContent;
  expect(at()).toBe("Edit");
  await userEvent.keyboard("{ArrowUp}");
  expect(at()).toBe("Delete");
  await userEvent.keyboard("{ArrowDown}{End}{Home}{Enter}");
  expect(onSelect).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(button);
  expect(screen.queryByRole("menu")).toBeNull();
});

test("A1: a menu shows its groups in their order, a line between two, and danger last", async () => {
  const onSelect = () => undefined;
  render(
    <Menu
      label="Actions"
      items={[
        { label: "Delete", onSelect, danger: true },
        { label: "Edit", onSelect },
        { label: "Export", onSelect, group: "share" },
        { label: "Accept", onSelect, group: "decide" },
        { label: "Open", onSelect, group: "open" },
        { label: "Rename", onSelect, disabled: true, hint: "Ask the owner" },
      ]}
    />,
  );
  await userEvent.click(screen.getByRole("button", { name: "Actions" }));
  const menu = screen.getByRole("menu");
  expect([...menu.children].map((child) => (child.tagName === "HR" ? "–" : child.textContent))).toEqual([
    "Open",
    "–",
    "Accept",
    "–",
    "Edit",
    "Rename Ask the owner",
    "–",
    "Export",
    "–",
    "Delete",
  ]);
});

test("tabs without an address are one stop, and arrow keys go between them", async () => {
  const onSelect = vi.fn();
  const items = [
    { key: "one", label: "One", count: 3 },
    { key: "two", label: "Two" },
  ];
  render(<Tabs label="Parts" items={items} current="one" onSelect={onSelect} />);
  await userEvent.tab();
  expect(document.activeElement?.textContent).toBe("One 3");
  await userEvent.keyboard("{ArrowRight}{Enter}");
  expect(onSelect).toHaveBeenCalledWith("two");
});

test("a dialog keeps its footer apart from what scrolls, and its close button last", () => {
  render(
    <Dialog title="Edit" onClose={() => undefined} footer={<Button>Save</Button>}>
      <p>Content</p>
    </Dialog>,
  );
  const dialog = screen.getByRole("dialog", { name: "Edit" });
  expect(screen.getByRole("button", { name: "Save" }).closest("div")?.contains(screen.getByText("Content"))).toBe(
    false,
  );
  expect(within(dialog).getAllByRole("button").at(-1)?.getAttribute("aria-label")).toBe("Close");
});

test("a notice has a title, a text and what can be done", () => {
  render(
    <Notice tone="warning" role="alert" title="Changed" actions={<Button>Reload</Button>}>
      Someone else saved.
    </Notice>,
  );
  const notice = within(screen.getByRole("alert"));
  expect(notice.getByRole("heading", { name: "Changed" })).toBeTruthy();
  expect(notice.getByText("Someone else saved.").tagName).toBe("P");
  expect(notice.getByRole("button", { name: "Reload" })).toBeTruthy();
});
