import { listActivities } from "@clanhall/contract/activities";
import { listMembers } from "@clanhall/contract/members";
import { createLayout, listLayouts, patchLayout, type ScreenshotLayout } from "@clanhall/contract/screenshot-layouts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { donations } from "../../testing/fake-activities.ts";
import { fakeClans, nightOwls } from "../../testing/fake-clans.ts";
import { aelwyn, kara, rosterOf } from "../../testing/fake-roster.ts";
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
  geometry: { ...geometry, columns: [{ left: 700, right: 900, tall: 30, way: "brightness", meaning: donations.id }] },
  known_crops: [],
  last_used_at: "2026-03-03T10:00:00.000Z",
  version: 1,
};

const noSum = { value: 0, points: 0, due: 0, entered: 0, done: 0, met: 0, excused: 0 };

async function openDialog(engine: Partial<Parameters<typeof ScreenshotsDialog>[0]["engine"]> = {}) {
  const backend = fakeClans(nightOwls)
    .answers(listActivities, { items: [donations] })
    .answers(listMembers, rosterOf(kara, aelwyn))
    .answers(listLayouts, { items: [] })
    .answers(createLayout, layout)
    .answers(patchLayout, layout);
  backend.repliesTo(`GET /api/clans/${nightOwls.id}/entries`, () =>
    Response.json({ items: [], groups: [], totals: noSum, next_cursor: null }),
  );
  const onChecked = vi.fn();
  const onClose = vi.fn();
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
            day="2026-03-03"
            today="2026-03-03"
            engine={full}
            onChecked={onChecked}
            onClose={onClose}
          />,
        )}
      </QueryClientProvider>,
    );
  return { backend, onChecked, onClose, engine: full, show };
}

async function choosePicture() {
  const file = new File(["png"], "list.png", { type: "image/png" });
  await userEvent.upload(screen.getByLabelText("Pictures"), file);
  await userEvent.click(await screen.findByRole("button", { name: "Read 1 picture" }));
}

test("a new list is marked and remembered, what is unsure is corrected by keyboard, and the rest goes to the import", async () => {
  const { backend, onChecked, engine, show } = await openDialog();
  show();
  await waitFor(() => expect(backend.callsTo(listMembers)).toHaveLength(1));
  await waitFor(() => expect(backend.callsTo(listActivities)).toHaveLength(1));
  await choosePicture();
  expect(await screen.findByRole("heading", { name: "Screenshots: 2 Columns" })).toBeTruthy();
  const edge = screen.getByRole("slider", { name: "Left edge of Column 1" });
  edge.focus();
  await userEvent.keyboard("{ArrowRight}");
  expect(edge.getAttribute("aria-valuenow")).toBe("704");
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
  expect(screen.queryByRole("button", { name: /Take the last/ })).toBeNull();

  const [aelwjn, zorro] = ["r2", "r3"].map((key) => {
    const item = document.querySelector(`[data-key="${key}"]`);
    if (!(item instanceof HTMLElement)) throw new Error(`No item ${key}`);
    return within(item);
  });
  await userEvent.click(aelwjn?.getByRole("combobox") as HTMLElement);
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

test("a known list is read at once, and the last ones can be taken as read after their names were said", async () => {
  const rows = readings.rows.slice(0, 1).map((row) => ({ ...row, cells: [cellOf(9, ["Hardly legible"])] }));
  const { backend, show } = await openDialog({
    fitsLayout: () => true,
    readPictures: async () => ({
      ...readings,
      rows,
      leftOut: [{ picture: 0, reason: "Another list?", code: "other_list" }],
    }),
  });
  backend.answers(listLayouts, { items: [layout] });
  show();
  await waitFor(() => expect(backend.callsTo(listLayouts)).toHaveLength(1));
  await waitFor(() => expect(backend.callsTo(listActivities)).toHaveLength(1));
  await choosePicture();
  await userEvent.click(await screen.findByRole("button", { name: "Take the last 1 as read" }));
  const confirm = within(screen.getByRole("dialog", { name: "Take 1 as read?" }));
  expect(confirm.getByText("Nobody looked at: Kara, Troops donated.")).toBeTruthy();
  await userEvent.click(confirm.getByRole("button", { name: "Take as read" }));
  expect(await screen.findByText("All checked")).toBeTruthy();
  expect(screen.getByText("list.png: Another list?")).toBeTruthy();
  expect(backend.callsTo(patchLayout)).toHaveLength(1);
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
