import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { type ApiError, refused, unreachable } from "../../lib/api-errors.ts";
import { userEvent } from "../../testing/user-event.ts";
import { FormErrors, FormFooter } from "./form-dialog.tsx";
import { TextField } from "../core/field.tsx";
import { useVersionedForm, type VersionedFormOptions } from "./use-versioned-form.ts";

interface Note {
  id: string;
  title: string;
  text: string;
  from: string;
  to: string;
  tags: string[];
  pinned: boolean;
  version: number;
}
type Fields = Omit<Note, "id" | "version" | "tags"> & { tags: string };
interface Body {
  title: string;
  text: string;
  days: { from: string; to: string };
  tags: string[];
  pinned: boolean;
}

const note: Note = {
  id: "1",
  title: "Raid",
  text: "Bring food",
  from: "1",
  to: "3",
  tags: ["a"],
  pinned: false,
  version: 4,
};
const toFields = ({ title, text, from, to, tags, pinned }: Note): Fields => ({
  title,
  text,
  from,
  to,
  tags: tags.join(","),
  pinned,
});
const toBody = ({ title, text, from, to, tags, pinned }: Fields): Body => ({
  title,
  text,
  days: { from, to },
  tags: tags === "" ? [] : tags.split(","),
  pinned,
});
const schema = z.strictObject({
  title: z.string().min(1, "Give it a title."),
  text: z.string().max(20, "That is too long."),
  days: z.strictObject({ from: z.string().min(1, "From when?"), to: z.string() }),
  tags: z.array(z.string()).max(2, "At most two."),
  pinned: z.boolean(),
});

type Options = VersionedFormOptions<Note, Fields, Body>;
interface NoteFormProps extends Partial<Options> {
  /** Leaves out the field of the text. */
  isShort?: boolean;
}

function NoteForm({ isShort = false, ...given }: NoteFormProps) {
  const form = useVersionedForm<Note, Fields, Body>({
    row: note,
    toFields,
    initial: () => ({ title: "", text: "", from: "1", to: "3", tags: "", pinned: false }),
    toBody,
    parts: { days: ["from", "to"] },
    schema,
    labels: { title: "Title", text: "Text", days: "Days", tags: "Tags", pinned: "Pinned" },
    show: { days: ({ from, to }) => `${from} to ${to}` },
    pathToField: ([name = "", part = ""]) => (name === "days" && part !== "" ? part : name),
    onSaved: () => undefined,
    ...given,
  });
  const pinned = form.check("pinned");
  return (
    <form aria-label="Note" {...form.formProps}>
      <FormErrors form={form} />
      <TextField label="Title" {...form.text("title")} />
      {!isShort && <TextField label="Text" {...form.text("text")} />}
      <TextField label="From" {...form.text("from")} />
      <TextField label="To" {...form.text("to")} />
      <TextField label="Tags" {...form.text("tags")} />
      <label>
        <input
          type="checkbox"
          checked={pinned.checked}
          onChange={({ currentTarget }) => pinned.onChange(currentTarget.checked)}
        />
        Pinned
      </label>
      <p role="status">
        {form.isDirty ? "changed" : "unchanged"}
        {form.isSaved && ", saved"}
        {form.isRestored && ", restored"}
      </p>
      <FormFooter form={form} action="Save" />
      <button type="button" onClick={form.reset}>
        Reset
      </button>
    </form>
  );
}

/** The form, and the same form again with other properties. */
function open(given: NoteFormProps) {
  const queries = new QueryClient();
  const toElement = (props: NoteFormProps) => (
    <QueryClientProvider client={queries}>
      <NoteForm {...props} />
    </QueryClientProvider>
  );
  const view = render(toElement(given));
  return { ...view, again: (props: NoteFormProps) => view.rerender(toElement({ ...given, ...props })) };
}

const conflictWith = (current: Note, changed_by: string | null = "Rolf") =>
  refused(409, "", { error: "conflict", message: "Someone else changed Raid", current, changed_by });
const invalid = (...details: { path: string; message: string }[]) =>
  refused(400, "", { error: "validation_failed", message: "No", details });
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const conflictOf = (name: string) => within(screen.getByRole("group", { name: `Conflict: ${name}` }));
const status = () => screen.getByRole("status").textContent;
async function retype(name: string, text: string) {
  await userEvent.clear(field(name));
  if (text !== "") await userEvent.insert(field(name), text);
}

test("only what was changed is sent, and what the server made of it is the new start", async () => {
  const save = vi.fn<NonNullable<Options["save"]>>(async () => ({ ...note, title: "Siege", version: 5 }));
  const onSaved = vi.fn<Options["onSaved"]>();
  open({ save, onSaved });
  expect(status()).toBe("unchanged");
  await retype("Title", " Siege ");
  expect(status()).toBe("changed");
  await press("Save");
  expect(save.mock.calls).toEqual([
    [{ title: " Siege ", version: 4 }, expect.objectContaining({ text: "Bring food" })],
  ]);
  expect(field("Title").value).toBe("Siege");
  expect(status()).toBe("unchanged, saved");
  await retype("Text", "x");
  expect(status()).toBe("changed");
  await press("Save");
  expect(save.mock.lastCall?.[0]).toEqual({ text: "x", version: 5 });
  expect(onSaved).toHaveBeenCalledTimes(2);
});

test("without a change nothing is sent, and the form is done", async () => {
  const save = vi.fn<NonNullable<Options["save"]>>();
  const onSaved = vi.fn<Options["onSaved"]>();
  open({ save, onSaved });
  await press("Save");
  expect(onSaved).toHaveBeenCalledWith(note);
  expect(save).not.toHaveBeenCalled();
});

test("what is pressed twice is sent once, and what is typed meanwhile stays", async () => {
  const answer = Promise.withResolvers<Note>();
  const save = vi.fn<NonNullable<Options["save"]>>(() => answer.promise);
  open({ save });
  await retype("Title", "Siege");
  await press("Save");
  await press("Save");
  await retype("Text", "Bring friends");
  answer.resolve({ ...note, title: "Siege", version: 5 });
  await waitFor(() => expect(screen.getByRole("button", { name: "Save" }).getAttribute("aria-busy")).toBe("false"));
  expect(save).toHaveBeenCalledTimes(1);
  expect([field("Title").value, field("Text").value, status()]).toEqual(["Siege", "Bring friends", "changed"]);
});

test("what the form stands in is closed once it is saved, and not by a form that has gone", async () => {
  const answer = Promise.withResolvers<Note>();
  const onSaved = vi.fn<Options["onSaved"]>();
  const onClose = vi.fn<() => void>();
  const props = { save: () => answer.promise, onSaved, onClose };
  const { unmount } = open(props);
  await retype("Title", "Siege");
  await press("Save");
  unmount();
  answer.resolve({ ...note, title: "Siege", version: 5 });
  await waitFor(() => expect(onSaved).toHaveBeenCalledTimes(1));
  expect(onClose).not.toHaveBeenCalled();
  open(props);
  await retype("Title", "Siege");
  await press("Save");
  expect(onClose).toHaveBeenCalledTimes(1);
});

test("their change of an untouched field appears silently, mine stays, and it is sent again by itself", async () => {
  const theirs = { ...note, text: "Bring drinks", version: 5 };
  const save = vi
    .fn<NonNullable<Options["save"]>>()
    .mockRejectedValueOnce(conflictWith(theirs))
    .mockResolvedValueOnce({ ...theirs, title: "Siege", version: 6 });
  const onSaved = vi.fn<Options["onSaved"]>();
  open({ save, onSaved });
  await retype("Title", "Siege");
  await press("Save");
  expect(save.mock.calls.map(([change]) => change)).toEqual([
    { title: "Siege", version: 4 },
    { title: "Siege", version: 5 },
  ]);
  expect(onSaved).toHaveBeenCalledTimes(1);
  expect([field("Title").value, field("Text").value]).toEqual(["Siege", "Bring drinks"]);
  expect([status(), screen.queryByText(/^Changed/)]).toEqual(["unchanged, saved", null]);
});

test("the same change on both sides shows nothing and is not sent again", async () => {
  const save = vi
    .fn<NonNullable<Options["save"]>>()
    .mockRejectedValueOnce(conflictWith({ ...note, title: "Siege", version: 5 }));
  const onSaved = vi.fn<Options["onSaved"]>();
  open({ save, onSaved });
  await retype("Title", "Siege");
  await press("Save");
  expect(save).toHaveBeenCalledTimes(1);
  expect(onSaved).toHaveBeenCalledWith(expect.objectContaining({ title: "Siege", version: 5 }));
  expect(screen.queryByRole("group")).toBeNull();
});

test("whoever keeps their own sends it over theirs, and other fields stay as they were typed", async () => {
  const theirs = { ...note, title: "Lobby", version: 5 };
  const save = vi
    .fn<NonNullable<Options["save"]>>()
    .mockRejectedValueOnce(conflictWith(theirs))
    .mockResolvedValueOnce({ ...theirs, title: "Siege", text: "x", version: 6 });
  open({ save });
  await retype("Text", "x");
  await retype("Title", "Siege");
  await press("Save");
  expect(conflictOf("Title").getByText("Changed by Rolf: Lobby")).toBeTruthy();
  expect(screen.getAllByRole("group")).toHaveLength(1);
  expect(document.activeElement).toBe(field("Title"));
  expect([field("Title").value, field("Text").value]).toEqual(["Siege", "x"]);
  await retype("To", "9");
  await press("Keep mine");
  expect(screen.queryByRole("group")).toBeNull();
  expect(save).toHaveBeenCalledTimes(1);
  await press("Save");
  expect(save.mock.lastCall?.[0]).toEqual({ title: "Siege", text: "x", days: { from: "1", to: "9" }, version: 5 });
});

test("whoever takes theirs takes this field alone", async () => {
  const theirs = { ...note, title: "Lobby", text: "Bring drinks", version: 5 };
  const save = vi
    .fn<NonNullable<Options["save"]>>()
    .mockRejectedValueOnce(conflictWith(theirs))
    .mockResolvedValueOnce({ ...theirs, text: "x", version: 6 });
  open({ save });
  await retype("Text", "x");
  await retype("Title", "Siege");
  await press("Save");
  await userEvent.click(conflictOf("Title").getByRole("button", { name: "Take theirs" }));
  expect([field("Title").value, field("Text").value]).toEqual(["Lobby", "x"]);
  expect(conflictOf("Text").getByText("Changed by Rolf: Bring drinks")).toBeTruthy();
  await userEvent.click(conflictOf("Text").getByRole("button", { name: "Keep mine" }));
  await press("Save");
  expect(save.mock.lastCall?.[0]).toEqual({ text: "x", version: 5 });
});

test("a key of several fields is decided as one, in words of its own", async () => {
  const theirs = { ...note, from: "2", to: "8", version: 5 };
  open({ save: () => Promise.reject(conflictWith(theirs, null)) });
  await retype("To", "9");
  await press("Save");
  expect(conflictOf("From").getByText("Changed elsewhere: 2 to 8")).toBeTruthy();
  expect([field("From").value, field("To").value]).toEqual(["1", "9"]);
  await press("Take theirs");
  expect([field("From").value, field("To").value]).toEqual(["2", "8"]);
});

test("typing what they wrote ends the conflict", async () => {
  open({ save: () => Promise.reject(conflictWith({ ...note, title: "Lobby", version: 5 })) });
  await retype("Title", "Siege");
  await press("Save");
  await retype("Title", "Lobby");
  expect(screen.queryByRole("group")).toBeNull();
  expect(status()).toBe("unchanged");
});

test("saving with open conflicts sends nothing and goes to the first of them", async () => {
  const theirs = { ...note, title: "Lobby", text: "Bring drinks", version: 5 };
  const save = vi.fn<NonNullable<Options["save"]>>().mockRejectedValue(conflictWith(theirs));
  open({ save });
  await retype("Text", "x");
  await retype("Title", "Siege");
  await press("Save");
  await userEvent.click(field("Tags"));
  await press("Save");
  expect(document.activeElement).toBe(field("Title"));
  await userEvent.click(conflictOf("Title").getByRole("button", { name: "Keep mine" }));
  await press("Save");
  expect(document.activeElement).toBe(field("Text"));
  expect(save).toHaveBeenCalledTimes(1);
});

test("yes or no never collides", async () => {
  const { again } = open({});
  await userEvent.click(screen.getByLabelText("Pinned"));
  await userEvent.click(screen.getByLabelText("Pinned"));
  expect(status()).toBe("unchanged");
  await userEvent.click(screen.getByLabelText("Pinned"));
  // There is no third value of yes or no: both made it the same.
  again({ row: { ...note, pinned: true, version: 5 } });
  expect([status(), screen.queryByRole("group")]).toEqual(["unchanged", null]);
  await userEvent.click(screen.getByLabelText("Pinned"));
  again({ row: { ...note, pinned: false, version: 6 } });
  expect([status(), screen.queryByRole("group")]).toEqual(["unchanged", null]);
});

test("a conflict that no control shows is put above the form", async () => {
  const props = { save: () => Promise.reject(conflictWith({ ...note, text: "Bring drinks", version: 5 })) };
  const { again } = open(props);
  await retype("Text", "x");
  again({ ...props, isShort: true });
  await press("Save");
  expect(conflictOf("Text").getByText("Changed by Rolf: Bring drinks")).toBeTruthy();
});

test("a second refusal after it was sent again is shown", async () => {
  const save = vi
    .fn<NonNullable<Options["save"]>>()
    .mockRejectedValueOnce(conflictWith({ ...note, text: "1", version: 5 }))
    .mockRejectedValueOnce(conflictWith({ ...note, text: "2", version: 6 }));
  open({ save });
  await retype("Title", "Siege");
  await press("Save");
  expect(save).toHaveBeenCalledTimes(2);
  expect(screen.getByText("Someone else changed Raid").getAttribute("role")).toBe("alert");
  expect(field("Title").value).toBe("Siege");
});

test("nothing is said before the first try; then each field has its message, and the first has the focus", async () => {
  const save = vi.fn<NonNullable<Options["save"]>>();
  open({ save });
  await retype("Text", "much too long for twenty characters");
  await retype("Title", "");
  expect(screen.queryByText("Give it a title.")).toBeNull();
  await press("Save");
  expect(screen.getByText("Give it a title.")).toBeTruthy();
  expect(screen.getByText("That is too long.")).toBeTruthy();
  expect(screen.getByText("Check the fields marked above.")).toBeTruthy();
  expect(field("Title").getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(field("Title"));
  await retype("Title", "Siege");
  expect(screen.queryByText("Give it a title.")).toBeNull();
  await retype("Title", "");
  expect(screen.getByText("Give it a title.")).toBeTruthy();
  expect(save).not.toHaveBeenCalled();
});

test("what was wrong before and was not touched does not stand in the way", async () => {
  const save = vi.fn<NonNullable<Options["save"]>>(async () => note);
  open({ row: { ...note, title: "" }, save });
  await retype("Text", "x");
  await press("Save");
  expect(save).toHaveBeenCalledTimes(1);
});

test("what the server has against a path stands at its field, and goes when that is changed", async () => {
  const save = vi
    .fn<NonNullable<Options["save"]>>()
    .mockRejectedValue(
      invalid({ path: "days.to", message: "Before the first day." }, { path: "text", message: "Not this." }),
    );
  open({ save });
  await retype("To", "0");
  await press("Save");
  await waitFor(() => expect(document.activeElement).toBe(field("Text")));
  expect(field("To").getAttribute("aria-describedby")).toBeTruthy();
  expect(screen.getByText("Before the first day.")).toBeTruthy();
  await retype("To", "4");
  expect(screen.queryByText("Before the first day.")).toBeNull();
  expect(screen.getByText("Not this.")).toBeTruthy();
});

test("a path without a field, or with one that is not there, is shown above the form", async () => {
  const details = [
    { path: "color", message: "No such colour." },
    { path: "text", message: "Not this." },
  ];
  open({ isShort: true, save: () => Promise.reject(invalid(...details)) });
  await retype("Title", "Siege");
  await press("Save");
  const alerts = await screen.findAllByRole("alert");
  expect(alerts[0]?.textContent).toContain("No such colour.Not this.");
});

test.each<[string, ApiError, string]>([
  ["no connection", unreachable("ENETUNREACH"), "No answer from the server. Your input is still here. Try again."],
  ["a fault of the server", refused(503, "", {}), "Something went wrong on our side. Nothing was saved. Try again."],
  ["too many calls", refused(429, "", { error: "rate_limited", message: "Wait a minute." }), "Wait a minute."],
])("after %s the input stays, and the next try has the same key", async (_, error, texts) => {
  const create = vi.fn<NonNullable<Options["create"]>>().mockRejectedValueOnce(error).mockResolvedValueOnce(note);
  open({ row: null, create });
  await userEvent.insert(field("Title"), "Siege");
  await press("Save");
  const alert = screen.getByText(texts);
  expect(alert.compareDocumentPosition(screen.getByRole("button", { name: "Save" }))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
  expect(field("Title").value).toBe("Siege");
  await press("Save");
  const [first, second] = create.mock.calls;
  expect(first?.[0]).toMatchObject({ title: "Siege", days: { from: "1", to: "3" } });
  expect(second).toEqual(first);
  expect(first?.[1]).toBeTruthy();
});

test.each([
  ["deleted", 404, "This no longer exists, so it cannot be saved. Your input is still here."],
  ["no longer theirs", 403, "You can no longer change this, so it cannot be saved. Your input is still here."],
])("what is %s cannot be saved any more, and the input stays", async (_, code, texts) => {
  const save = vi
    .fn<NonNullable<Options["save"]>>()
    .mockRejectedValue(refused(code, "", { error: "x", message: "No" }));
  open({ save });
  await retype("Title", "Siege");
  await press("Save");
  expect(screen.getByText(texts).closest("[role=alert]")).toBeTruthy();
  expect(field("Title").value).toBe("Siege");
  expect(screen.getByRole("button", { name: "Save" }).getAttribute("aria-disabled")).toBe("true");
  await press("Save");
  expect(save).toHaveBeenCalledTimes(1);
});

test("a newer row is taken in at once, around what was typed", async () => {
  const save = vi.fn<NonNullable<Options["save"]>>(async () => note);
  const { again } = open({ save });
  await retype("Title", "Siege");
  await retype("Tags", "b");
  again({ row: { ...note, title: "Lobby", text: "Bring drinks", tags: ["b"], version: 7 } });
  expect([field("Title").value, field("Text").value]).toEqual(["Siege", "Bring drinks"]);
  expect(conflictOf("Title").getByText("Changed elsewhere: Lobby")).toBeTruthy();
  again({ row: { ...note, title: "Lobby", text: "Bring all", tags: ["b"], version: 8 } });
  expect(field("Text").value).toBe("Bring all");
  expect(conflictOf("Title").getByText("Changed elsewhere: Lobby")).toBeTruthy();
  // What is older than what was read says nothing.
  again({ row: { ...note, text: "Old", version: 3 } });
  expect(field("Text").value).toBe("Bring all");
  await press("Keep mine");
  await press("Save");
  expect(save.mock.lastCall?.[0]).toEqual({ title: "Siege", version: 8 });
});

test("reset goes back to what is stored", async () => {
  open({});
  await retype("Title", "Siege");
  await press("Reset");
  expect([field("Title").value, status()]).toEqual(["Raid", "unchanged"]);
});

test("with a name for it the input is kept on this device until it is saved", async () => {
  const props: NoteFormProps = { draftKey: "draft:1", save: async () => ({ ...note, title: "Siege", version: 6 }) };
  const { unmount } = open(props);
  expect(localStorage.getItem("draft:1")).toBeNull();
  await retype("Title", "Siege");
  unmount();
  // Somebody else changed another field meanwhile.
  const later = open({ ...props, row: { ...note, text: "Bring drinks", version: 5 } });
  expect([field("Title").value, field("Text").value]).toEqual(["Siege", "Bring drinks"]);
  expect(status()).toBe("changed, restored");
  await press("Save");
  expect(status()).toBe("unchanged, saved");
  later.unmount();
  expect(localStorage.getItem("draft:1")).toBeNull();
});

test.each(["{", '{"version":null}', '{"version":4,"base":{},"fields":{}}'])(
  "a draft that cannot be read is no draft: %s",
  (stored) => {
    localStorage.setItem("draft:1", stored);
    open({ draftKey: "draft:1" });
    expect([field("Title").value, status()]).toEqual(["Raid", "unchanged"]);
  },
);
