import { listActivities } from "@clanhall/contract/activities";
import { listMembers } from "@clanhall/contract/members";
import {
  createLayout,
  deleteLayout,
  listLayouts,
  patchLayout,
  type ScreenshotLayout,
} from "@clanhall/contract/screenshot-layouts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory } from "@tanstack/react-router";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { donations, raid } from "../../testing/fake-activities.ts";
import { fakeClans, nightOwls } from "../../testing/fake-clans.ts";
import { aelwyn, corvin, dara, kara, rosterOf } from "../../testing/fake-roster.ts";
import { inRouter } from "../../testing/in-router.tsx";
import { userEvent } from "../../testing/user-event.ts";
import { ScreenshotsDialog } from "./dialog.tsx";
import { EngineError, type ListGeometry, type PictureReadings, type ReadCell, type ReadName } from "./types.ts";

const geometry: ListGeometry = {
  names: { left: 200, right: 600, dy: 0, tall: 30 },
  columns: [{ left: 700, right: 900, tall: 30, way: "brightness" }],
  pitch: 120,
};
const found = { geometry, signs: ["Members", "Donated"], rows: [200, 320], width: 1000, height: 2000 };
const box = { left: 200, top: 200, width: 300, height: 40 };

function nameOf(text: string, id: string | null, distance = 0): ReadName {
  const near = { id: aelwyn.id, distance: 0.4 };
  return { text, picture: 0, box, member: id === null ? null : { id, distance }, nearest: [near], reasons: [] };
}

function cellOf(value: number, reasons: string[] = [], offered: ReadCell["offered"] = []): ReadCell {
  return { column: 0, text: String(value), value, reasons, offered, picture: 0, box };
}

const readings: PictureReadings = {
  geometry,
  signs: found.signs,
  rows: [
    { key: "r1", name: nameOf("Kara", kara.id), cells: [cellOf(120)] },
    {
      key: "r2",
      name: nameOf("Aelwjn", null),
      cells: [cellOf(71, ["Two readings: 71, 77"], [{ text: "77", value: 77 }])],
    },
    { key: "r3", name: nameOf("Zorro", null), cells: [cellOf(5)] },
  ],
  leftOut: [],
  isCancelled: false,
};

const layout: ScreenshotLayout = {
  id: "cccccccc-0000-4000-8000-000000000001",
  name: "Members",
  signs: found.signs,
  geometry: { ...geometry, columns: [columnFor(donations.id)] },
  known_crops: [],
  last_used_at: "2026-03-03T10:00:00.000Z",
  version: 1,
};

function columnFor(meaning: string) {
  return { left: 700, right: 900, tall: 30, way: "brightness" as const, meaning };
}

const noSum = { value: 0, points: 0, due: 0, entered: 0, done: 0, met: 0, excused: 0 };

async function openDialog(engine: Partial<Parameters<typeof ScreenshotsDialog>[0]["engine"]> = {}) {
  const backend = fakeClans(nightOwls)
    .answers(listActivities, { items: [donations] })
    .answers(
      listMembers,
      rosterOf(kara, aelwyn, { ...corvin, status: "removed" }, { ...dara, merged_into_id: kara.id }),
    )
    .answers(listLayouts, { items: [] })
    .answers(createLayout, layout)
    .answers(patchLayout, { ...layout, version: 2 })
    .answers(deleteLayout, {});
  backend.repliesTo(`GET /api/clans/${nightOwls.id}/entries`, () =>
    Response.json({ items: [], groups: [], totals: noSum, next_cursor: null }),
  );
  const onChecked = vi.fn();
  const onClose = vi.fn();
  const history = createMemoryHistory({ initialEntries: ["/daily-activity"] });
  const full = {
    findList: vi.fn(async () => found),
    readPictures: vi.fn(async () => readings),
    fitsLayout: vi.fn(() => false),
    ...engine,
  };
  const show = () =>
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        {inRouter(
          <ScreenshotsDialog
            clanId={nightOwls.id}
            clanName={nightOwls.name}
            day="2026-03-03"
            today="2026-03-03"
            engine={full}
            onChecked={onChecked}
            onClose={onClose}
          />,
          history,
        )}
      </QueryClientProvider>,
    );
  return { backend, onChecked, onClose, history, engine: full, show };
}

async function isLoaded(backend: Awaited<ReturnType<typeof openDialog>>["backend"]) {
  for (const list of [listLayouts, listActivities, listMembers]) {
    await waitFor(() => expect(backend.callsTo(list)).toHaveLength(1));
  }
}

/** Reads a list that is known, with one value to check. */
async function checkKnownList({ backend, show }: Awaited<ReturnType<typeof openDialog>>, stored = layout) {
  backend.answers(listLayouts, { items: [stored] });
  show();
  await isLoaded(backend);
  await choosePicture();
}

const knownRows = {
  ...readings,
  rows: readings.rows.slice(0, 1).map((row) => ({ ...row, cells: [cellOf(9, ["Hardly legible"])] })),
};
const knownEngine = () => ({ fitsLayout: vi.fn(() => true), readPictures: vi.fn(async () => knownRows) });

async function choosePicture() {
  const file = new File(["png"], "list.png", { type: "image/png" });
  await userEvent.upload(screen.getByLabelText("Pictures"), file);
  await userEvent.click(await screen.findByRole("button", { name: "Read 1 picture" }));
}

test("a new list is marked and remembered, what is unsure is corrected by keyboard, and the rest goes to the import", async () => {
  const { backend, onChecked, engine, show } = await openDialog();
  show();
  await isLoaded(backend);
  await choosePicture();
  expect(await screen.findByRole("heading", { name: "Screenshots: 2 Columns" })).toBeTruthy();
  const edge = screen.getByRole("slider", { name: "Left edge of Column 1" });
  edge.focus();
  await userEvent.keyboard("{ArrowRight}");
  expect(edge.getAttribute("aria-valuenow")).toBe("704");
  expect(edge.getAttribute("aria-valuetext")).toBe("70.4% of the picture’s width");
  const other = screen.getByRole("slider", { name: "Right edge of Column 1" });
  for (const [key, value] of [
    ["{PageUp}", "724"],
    ["{End}", "880"],
    ["{ArrowRight}", "880"],
    ["{Home}", "0"],
    ["{Shift>}{ArrowUp}{/Shift}", "20"],
    ["{ArrowDown}", "16"],
  ] as const) {
    await userEvent.keyboard(key);
    expect(edge.getAttribute("aria-valuenow")).toBe(value);
    expect(other.getAttribute("aria-valuemin")).toBe(`${Number(value) + 20}`);
  }
  await userEvent.keyboard("{End}{Shift>}{ArrowLeft>8/}{/Shift}{ArrowLeft>4/}");
  const remembered = screen.getByLabelText("Remember as");
  await userEvent.clear(remembered);
  await userEvent.type(remembered, "War list");
  await userEvent.click(screen.getByRole("button", { name: "Read 1 picture" }));

  expect(await screen.findByText("3 to look at")).toBeTruthy();
  expect(backend.callsTo(createLayout)[0]?.body).toMatchObject({
    name: "War list",
    geometry: { columns: [{ left: 704, meaning: donations.id }] },
  });
  expect(engine.readPictures).toHaveBeenCalledOnce();
  expect(screen.getByRole("button", { name: "Check" })).toHaveProperty("disabled", true);
  expect(screen.queryByRole("button", { name: /as read/ })).toBeNull();

  const [aelwjn, zorro] = ["r2", "r3"].map((key) => {
    const item = document.querySelector(`[data-key="${key}"]`);
    if (!(item instanceof HTMLElement)) throw new Error(`No item ${key}`);
    return within(item);
  });
  await userEvent.click(aelwjn?.getByRole("combobox") as HTMLElement);
  // Escape is for the open list first.
  await userEvent.keyboard("{Escape}");
  expect(document.activeElement).toBe(aelwjn?.getByRole("combobox"));
  expect(screen.queryByRole("option")).toBeNull();
  await userEvent.click(aelwjn?.getByRole("combobox") as HTMLElement);
  // Whoever was removed or merged into somebody else cannot be meant.
  expect(screen.getAllByRole("option").map((option) => option.textContent)).toEqual(["Aelwyn", "Kara"]);
  await userEvent.click(await screen.findByRole("option", { name: "Kara" }));
  await userEvent.click(aelwjn?.getByRole("button", { name: "Accept" }) as HTMLElement);
  // Kara has a row already: neither of the two is decided.
  const twice = () =>
    [...document.querySelectorAll("[data-key]")].filter((item) => item.textContent?.includes("The same player twice"));
  expect(twice()).toHaveLength(2);
  expect(screen.getByText("4 to look at")).toBeTruthy();
  await userEvent.click(aelwjn?.getByRole("combobox") as HTMLElement);
  await userEvent.click(await screen.findByRole("option", { name: "Aelwyn" }));
  expect(twice()).toEqual([]);
  const alias = aelwjn?.getByLabelText("Remember “Aelwjn” as an alias of Aelwyn");
  expect(alias).toHaveProperty("checked", true);
  await userEvent.click(aelwjn?.getByRole("button", { name: "Accept" }) as HTMLElement);
  await userEvent.click(zorro?.getByRole("button", { name: "Add as a new player" }) as HTMLElement);
  const newName = zorro?.getByLabelText("Name of the new player") as HTMLElement;
  await userEvent.clear(newName);
  expect(zorro?.getByText("Enter a name.")).toBeTruthy();
  await userEvent.click(zorro?.getByRole("button", { name: "Accept" }) as HTMLElement);
  expect(screen.getByText("2 to look at")).toBeTruthy();
  await userEvent.type(newName, "Zorro");
  await userEvent.click(zorro?.getByRole("button", { name: "Accept" }) as HTMLElement);

  const value = screen.getByLabelText<HTMLInputElement>("Aelwyn, Troops donated");
  expect(document.activeElement).toBe(value);
  await userEvent.keyboard("{Alt>}[Digit1]{/Alt}");
  expect(value.value).toBe("77");
  await userEvent.keyboard("{Control>}z{/Control}");
  expect(value.value).toBe("71");
  await userEvent.clear(value);
  await userEvent.type(value, "78{Enter}");
  expect(await screen.findByText("All checked")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Check" }));
  expect(onChecked).toHaveBeenCalledWith(
    expect.objectContaining({
      content: "Player,Donated\r\nKara,120\r\nAelwyn,78\r\nZorro,5\r\n",
      fileName: expect.stringMatching(/^Screenshots, 1 picture, 3 Mar/),
      players: [
        { name: "Kara", member_id: kara.id },
        { name: "Aelwyn", member_id: aelwyn.id },
      ],
      add: ["Zorro"],
      remember: [{ name: "Aelwjn", member_id: aelwyn.id }],
    }),
  );
});

test("a known list is read at once, and the remaining ones can be accepted after their names were said", async () => {
  const dialog = await openDialog({
    ...knownEngine(),
    readPictures: async () => ({
      ...knownRows,
      leftOut: [{ picture: 0, reason: "Another list?", code: "other_list" }],
    }),
  });
  await checkKnownList(dialog);
  await userEvent.click(await screen.findByRole("button", { name: "Take the last one as read" }));
  const confirm = within(screen.getByRole("dialog", { name: "Take the last one as read?" }));
  expect(confirm.getByText("Nobody looked at: Kara, Troops donated.")).toBeTruthy();
  await userEvent.click(confirm.getByRole("button", { name: "Accept" }));
  expect(await screen.findByText("All checked")).toBeTruthy();
  expect(screen.getByText("list.png: Another list?")).toBeTruthy();
  expect(dialog.backend.callsTo(patchLayout)).toHaveLength(1);
});

test("where everything was read for certain there is nothing to check", async () => {
  const rows = readings.rows.slice(0, 1);
  await checkKnownList(await openDialog({ ...knownEngine(), readPictures: async () => ({ ...readings, rows }) }));
  expect(await screen.findByText("Nothing to check.")).toBeTruthy();
});

test("the columns of a known list can be seen and corrected from the check, and its layout deleted", async () => {
  const engine = knownEngine();
  const dialog = await openDialog(engine);
  const { backend } = dialog;
  await checkKnownList(dialog);
  expect(await screen.findByText("Read with the remembered layout “Members”.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Change the columns…" }));
  expect(screen.getByLabelText<HTMLSelectElement>("Column 1").value).toBe(donations.id);
  expect(screen.getByLabelText<HTMLInputElement>("Remember as").value).toBe("Members");
  await userEvent.click(screen.getByRole("button", { name: "Back" }));
  expect(screen.getByText("1 to look at")).toBeTruthy();

  await userEvent.click(screen.getByRole("button", { name: "Change the columns…" }));
  const edge = screen.getByRole("slider", { name: "Right edge of Column 1" });
  edge.focus();
  await userEvent.keyboard("{ArrowRight}");
  await userEvent.click(screen.getByRole("button", { name: "Read 1 picture again" }));
  await screen.findByText("1 to look at");
  expect(backend.callsTo(createLayout)).toEqual([]);
  expect(backend.callsTo(patchLayout)[1]?.body).toMatchObject({
    version: 2,
    name: "Members",
    geometry: { columns: [{ right: 904 }] },
  });
  expect(engine.readPictures).toHaveBeenCalledTimes(2);

  await userEvent.click(screen.getByRole("button", { name: "Change the columns…" }));
  await userEvent.click(screen.getByRole("button", { name: "Delete this layout" }));
  const question = within(await screen.findByRole("dialog", { name: "Delete the layout “Members”?" }));
  await userEvent.click(question.getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Delete this layout" })).toBeNull());
  expect(backend.callsTo(deleteLayout)[0]?.body).toEqual({ version: 2 });
  // These pictures can still be read by its columns; it is not remembered again unasked.
  expect(screen.getByLabelText("Remember for this clan")).toHaveProperty("checked", false);
  await userEvent.click(screen.getByRole("button", { name: "Read 1 picture again" }));
  await screen.findByText("1 to look at");
  expect(screen.queryByText(/Read with the remembered layout/)).toBeNull();
  expect(backend.callsTo(createLayout)).toEqual([]);
});

test.each([
  ["an activity that was archived", { geometry: { ...layout.geometry, columns: [columnFor(raid.id)] } }],
  ["no signs", { signs: [] }],
])("a layout with %s is shown before anything is read by it", async (_, change) => {
  const engine = knownEngine();
  const dialog = await openDialog(engine);
  await checkKnownList(dialog, { ...layout, ...change });
  expect(await screen.findByRole("heading", { name: "Screenshots: 2 Columns" })).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("Remember as").value).toBe("Members");
  expect(screen.getByRole("button", { name: "Delete this layout" })).toBeTruthy();
  expect(engine.readPictures).not.toHaveBeenCalled();
  await userEvent.selectOptions(screen.getByLabelText("Column 1"), donations.id);
  await userEvent.click(screen.getByRole("button", { name: "Read 1 picture" }));
  expect(await screen.findByText("1 to look at")).toBeTruthy();
  expect(dialog.backend.callsTo(patchLayout)[0]?.body).toMatchObject({
    geometry: { columns: [{ meaning: donations.id }] },
  });
});

test("two columns cannot count the same activity", async () => {
  const columns = [...geometry.columns, { ...columnFor("x"), left: 910, right: 980 }];
  const two = { ...geometry, columns: columns.map(({ left, right, tall, way }) => ({ left, right, tall, way })) };
  const { backend, show } = await openDialog({ findList: async () => ({ ...found, geometry: two }) });
  show();
  await isLoaded(backend);
  await choosePicture();
  const second = await screen.findByLabelText("Column 2");
  const read = screen.getByRole("button", { name: "Read 1 picture" });
  expect(read).toHaveProperty("disabled", false);
  await userEvent.selectOptions(second, donations.id);
  expect(screen.getByText("Column 1 already counts this. Choose another activity, or Ignore.")).toBeTruthy();
  expect(read).toHaveProperty("disabled", true);
  await userEvent.selectOptions(second, "rank");
  expect(read).toHaveProperty("disabled", false);
});

test("what was decided is kept at an earlier step, and is not thrown away without a question", async () => {
  const engine = knownEngine();
  const dialog = await openDialog(engine);
  const { onClose, history } = dialog;
  await checkKnownList(dialog);
  const value = () => screen.getByLabelText<HTMLInputElement>("Kara, Troops donated");
  await screen.findByText("1 to look at");
  const close = () => screen.getByRole("button", { name: "Close" });
  await userEvent.clear(value());
  await userEvent.type(value(), "12{Enter}");

  await userEvent.click(close());
  const question = () => within(screen.getByRole("dialog", { name: "Discard changes?" }));
  await userEvent.click(question().getByRole("button", { name: "Cancel" }));
  expect(onClose).not.toHaveBeenCalled();
  act(() => history.push("/clan-home"));
  await screen.findByRole("dialog", { name: "Discard changes?" });
  await userEvent.click(question().getByRole("button", { name: "Cancel" }));
  expect(history.location.pathname).toBe("/daily-activity");

  await userEvent.click(screen.getByRole("button", { name: "Back" }));
  await userEvent.click(screen.getByRole("button", { name: "Back to the check" }));
  expect(value().value).toBe("12");
  expect(engine.readPictures).toHaveBeenCalledOnce();
  await userEvent.click(screen.getByRole("button", { name: "Back" }));
  for (const name of ["Remove list.png", "Read 1 picture again", "Cancel"]) {
    await userEvent.click(screen.getByRole("button", { name }));
    await userEvent.click(question().getByRole("button", { name: "Cancel" }));
  }
  expect(engine.readPictures).toHaveBeenCalledOnce();
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await userEvent.click(question().getByRole("button", { name: "Discard" }));
  expect(onClose).toHaveBeenCalledOnce();
});

test("a check without decisions is closed at once", async () => {
  const dialog = await openDialog(knownEngine());
  await checkKnownList(dialog);
  await screen.findByText("1 to look at");
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(dialog.onClose).toHaveBeenCalledOnce();
});

test("a reading that is cancelled before its first picture goes back to the start", async () => {
  const leftOut = [{ picture: 0, reason: "Not read, because you cancelled", code: "cancelled" as const }];
  const cancelled = { ...readings, rows: [], leftOut, isCancelled: true };
  const dialog = await openDialog({
    ...knownEngine(),
    readPictures: (_files, { signal, onProgress }) =>
      new Promise((resolve) => {
        signal?.addEventListener("abort", () => resolve(cancelled));
        onProgress?.({ picture: 1, pictures: 1, share: 0 });
      }),
  });
  await checkKnownList(dialog);
  await screen.findByText("Reading picture 1 of 1");
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(await screen.findByRole("button", { name: "Read 1 picture" })).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("reading can be cancelled, and what cannot be read says why", async () => {
  const engine = {
    findList: vi.fn(
      (_file: Blob, { signal }: { signal?: AbortSignal } = {}) =>
        new Promise<null>((_resolve, reject) => {
          signal?.addEventListener("abort", () => reject(new Error("aborted")));
        }),
    ),
  };
  const { show } = await openDialog(engine);
  show();
  await choosePicture();
  expect(await screen.findByText("Looking for the list")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(await screen.findByRole("button", { name: "Read 1 picture" })).toBeTruthy();

  engine.findList.mockImplementation(async () => null);
  await userEvent.click(screen.getByRole("button", { name: "Read 1 picture" }));
  expect((await screen.findByRole("alert")).textContent).toContain("No list of players and numbers was found");
  await userEvent.click(screen.getByRole("button", { name: "Mark the columns myself" }));
  expect(await screen.findByRole("slider", { name: "Right edge of Names" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Back" }));

  const text = "Your browser cannot read pictures. Paste the numbers instead.";
  engine.findList.mockRejectedValue(new EngineError("unsupported", text));
  await userEvent.click(screen.getByRole("button", { name: "Read 1 picture" }));
  expect((await screen.findByRole("alert")).textContent).toBe(text);
});
