import type { Day } from "@clanhall/contract/days";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { refused, unreachable } from "../../../lib/api-errors.ts";
import { aelwynOfDay, dayOf, donations, entryOf, karaOfDay, shownDay, warHit } from "../../../testing/fake-days.ts";
import type { CellInput } from "./cell-store.ts";
import { createDaySheet, type DaySheetParts } from "./day-sheet.ts";
import type { Save, SaveAnswer } from "./save-queue.ts";
import { listDraftDays } from "./stored-drafts.ts";

const kara = { row: 0, column: 0 };
const aelwyn = { row: 1, column: 0 };
const draftKey = { userId: "kara", clanId: "owls", day: shownDay };
const value = (number: number): CellInput => ({ kind: "value", value: number });
const saveDelay = () => vi.advanceTimersByTimeAsync(600);

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Takes everything, one version further than the writer saw. */
const takeAll: Save = ({ entries }) =>
  Promise.resolve({
    saved: entries.length,
    unchanged: 0,
    conflicts: [],
    versions: entries.map(({ member_id, activity_id, day, base_version = 0 }) => {
      return { member_id, activity_id, day, version: base_version + 1, points: 0, late: false };
    }),
    revision: 11,
  });

function open(day: Day = dayOf(), more: Partial<DaySheetParts> = {}) {
  const save = vi.fn<Save>(takeAll);
  const onRefused = vi.fn<() => void>();
  const parts = {
    day,
    writes: "all",
    closed: null,
    draftKey,
    save,
    reason: null,
    onRefused,
    loadUsualValues: async () => new Map(),
  } as const;
  const sheet = createDaySheet({ ...parts, ...more });
  return { sheet, save, onRefused };
}

/** Holds an answer back until it is asked for. */
function heldAnswer() {
  const held = Promise.withResolvers<SaveAnswer>();
  return { held, once: () => held.promise };
}

test("cells typed within the delay go out in one call and are saved", async () => {
  const { sheet, save } = open();
  sheet.edit([{ ...kara, input: value(5) }]);
  await vi.advanceTimersByTimeAsync(300);
  sheet.edit([{ ...kara, input: value(55) }]);
  await vi.advanceTimersByTimeAsync(300);
  expect(save).not.toHaveBeenCalled();
  expect(sheet.cellAt(kara)).toMatchObject({ state: "value", value: 55, points: 27.5, save: "waiting" });
  sheet.edit([{ ...aelwyn, input: { kind: "excused" } }]);
  sheet.flush();
  await vi.advanceTimersByTimeAsync(0);
  expect(save.mock.calls).toHaveLength(1);
  expect(save.mock.calls[0]?.[0]).toEqual({
    entries: [
      { member_id: karaOfDay.id, activity_id: donations.id, day: shownDay, value: 55, base_version: 0 },
      {
        member_id: aelwynOfDay.id,
        activity_id: donations.id,
        day: shownDay,
        value: null,
        excused: true,
        base_version: 0,
      },
    ],
  });
  expect(sheet.cellAt(kara).save).toBe("saved");
  expect(sheet.counts()).toMatchObject({ due: 6, entered: 2, waiting: 0, failed: 0 });
});

test("cells typed in a run share few calls", async () => {
  const { sheet, save } = open();
  for (let row = 0; row < 3; row++) {
    sheet.edit([{ row, column: 0, input: value(5) }]);
    await vi.advanceTimersByTimeAsync(100);
  }
  await vi.advanceTimersByTimeAsync(1_000);
  expect(save.mock.calls.map(([{ entries }]) => entries.length)).toEqual([1, 2]);
});

test("cells of one step go out in one call, however long it took to write them down", async () => {
  const { sheet, save } = open();
  let now = Date.now();
  const clock = vi.spyOn(Date, "now").mockImplementation(() => now++);
  sheet.edit([
    { ...kara, input: value(5) },
    { ...aelwyn, input: value(6) },
  ]);
  clock.mockRestore();
  await vi.advanceTimersByTimeAsync(610);
  expect(save.mock.calls.map(([{ entries }]) => entries.length)).toEqual([2]);
});

test("one call is on its way at a time, and what is typed meanwhile follows with the new version", async () => {
  const { sheet, save } = open();
  const first = heldAnswer();
  save.mockImplementationOnce(first.once);
  sheet.edit([{ ...kara, input: value(1) }]);
  await saveDelay();
  sheet.edit([{ ...kara, input: value(2) }]);
  await saveDelay();
  expect(save).toHaveBeenCalledTimes(1);
  first.held.resolve(await takeAll(save.mock.calls[0]?.[0] as Parameters<Save>[0]));
  await vi.advanceTimersByTimeAsync(0);
  expect(save.mock.calls[1]?.[0].entries).toMatchObject([{ value: 2, base_version: 1 }]);
  expect(sheet.cellAt(kara)).toMatchObject({ value: 2, save: "saved", edited: true });
});

test("more cells than a call should have go out one call after the other", async () => {
  const activities = Array.from({ length: 40 }, (_, index) => ({ ...donations, id: `activity-${index}` }));
  const members = Array.from({ length: 150 }, (_, index) => ({ ...aelwynOfDay, id: `member-${index}` }));
  const { sheet, save } = open(dayOf([], { activities, members, due: 6000 }));
  sheet.edit(members.flatMap((_, row) => activities.map((__, column) => ({ row, column, input: value(1) }))));
  expect(sheet.pointsOf(0)).toBe(20);
  await saveDelay();
  expect(save.mock.calls.map(([{ entries }]) => entries.length)).toEqual([5000, 1000]);
  expect(sheet.counts()).toMatchObject({ entered: 6000, waiting: 0 });
  expect(sheet.totalOf(0)).toBe(150);
});

test("a conflict keeps both sides until one is chosen", async () => {
  const theirs = entryOf(karaOfDay, donations, 7, { version: 3 });
  const conflict: Save = async (input) => {
    const [{ member_id, activity_id, day } = { member_id: "", activity_id: "", day: "" }] = input.entries;
    const answer = await takeAll(input);
    return { ...answer, versions: [], conflicts: [{ member_id, activity_id, day, current: theirs }] };
  };
  const { sheet, save } = open();
  save.mockImplementationOnce(conflict);
  sheet.edit([{ ...kara, input: value(5) }]);
  await saveDelay();
  expect(sheet.cellAt(kara)).toMatchObject({ value: 5, save: "conflict", theirs });
  sheet.resolveConflict(kara, "mine");
  await vi.advanceTimersByTimeAsync(0);
  expect(save.mock.calls[1]?.[0].entries).toMatchObject([{ value: 5, base_version: 3 }]);
  expect(sheet.cellAt(kara)).toMatchObject({ value: 5, save: "saved", theirs: null });

  save.mockImplementationOnce(conflict);
  sheet.edit([{ ...kara, input: value(6) }]);
  await saveDelay();
  sheet.resolveConflict(kara, "theirs");
  expect(sheet.cellAt(kara)).toMatchObject({ value: 5, save: "saved" });
});

test("two people who enter the same are in no conflict", async () => {
  const { sheet, save } = open();
  save.mockImplementationOnce(async (input) => {
    const current = entryOf(karaOfDay, donations, 5, { version: 2 });
    const { member_id, activity_id, day } = current;
    return { ...(await takeAll(input)), versions: [], conflicts: [{ member_id, activity_id, day, current }] };
  });
  sheet.edit([{ ...kara, input: value(5) }]);
  await saveDelay();
  expect(sheet.cellAt(kara)).toMatchObject({ value: 5, save: "saved" });
});

test("a save that the server failed over is not sent again by itself, one that found no server is", async () => {
  const { sheet, save } = open();
  save.mockRejectedValueOnce(refused(500, "", {}));
  sheet.edit([{ ...kara, input: value(1) }]);
  await saveDelay();
  sheet.resume();
  await saveDelay();
  expect([sheet.cellAt(kara).save, save.mock.calls.length]).toEqual(["failed", 1]);

  save.mockRejectedValueOnce(refused(503, "", {}));
  sheet.retry();
  await saveDelay();
  sheet.resume();
  await saveDelay();
  expect([sheet.cellAt(kara).save, save.mock.calls.length]).toEqual(["saved", 3]);
});

test("a refused cell says why, and the others are sent again without it", async () => {
  const { sheet, save } = open();
  const details = [{ path: "entries.0.value", message: "Kara was not on the roster that day." }];
  save.mockRejectedValueOnce(refused(400, "", { error: "validation_failed", message: "No", details }));
  sheet.edit([
    { ...kara, input: value(1) },
    { ...aelwyn, input: value(2) },
  ]);
  await saveDelay();
  expect(sheet.cellAt(kara)).toMatchObject({ save: "failed", problem: details[0]?.message });
  expect(save.mock.calls[1]?.[0].entries).toMatchObject([{ member_id: aelwynOfDay.id, value: 2 }]);
  expect(sheet.cellAt(aelwyn).save).toBe("saved");
  expect(sheet.counts().failed).toBe(1);
  sheet.discard();
  expect(sheet.cellAt(kara)).toMatchObject({ state: "missing", save: "saved" });
});

test("a value outside of its limits is kept but never sent", async () => {
  const { sheet, save } = open();
  sheet.edit([{ ...kara, input: value(99_999) }]);
  sheet.retry();
  await saveDelay();
  expect(save).not.toHaveBeenCalled();
  expect(sheet.cellAt(kara)).toMatchObject({ save: "failed", problem: "Enter at most 10000." });
});

test("without a connection cells stay on the device, outlive the page, and go out when it is back", async () => {
  const { sheet, save } = open();
  save.mockRejectedValueOnce(unreachable("ENETUNREACH"));
  sheet.edit([{ ...kara, input: value(5) }]);
  await saveDelay();
  expect(sheet.cellAt(kara)).toMatchObject({ value: 5, save: "failed" });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(save).toHaveBeenCalledTimes(1);
  expect(listDraftDays(draftKey)).toEqual([{ day: shownDay, count: 1 }]);

  const reloaded = open();
  expect(reloaded.sheet.cellAt(kara)).toMatchObject({ value: 5, save: "waiting" });
  await vi.advanceTimersByTimeAsync(300);
  expect(reloaded.save).toHaveBeenCalledTimes(1);
  expect(listDraftDays(draftKey)).toEqual([]);

  sheet.resume();
  await vi.advanceTimersByTimeAsync(0);
  expect(sheet.cellAt(kara).save).toBe("saved");
});

test("an answer that was lost is no conflict with oneself", async () => {
  const { sheet, save } = open();
  save.mockRejectedValueOnce(unreachable("ETIMEDOUT"));
  sheet.edit([{ ...kara, input: value(5) }]);
  await saveDelay();
  sheet.edit([{ ...kara, input: value(6) }]);
  sheet.mergeDay(dayOf([entryOf(karaOfDay, donations, 5)], { revision: 11 }));
  await saveDelay();
  expect(save.mock.calls[1]?.[0].entries).toMatchObject([{ value: 6, base_version: 1 }]);
  expect(sheet.cellAt(kara)).toMatchObject({ value: 6, save: "saved" });
});

test("a locked day refuses, keeps what was typed and asks what is true now", async () => {
  const { sheet, save, onRefused } = open();
  save.mockRejectedValueOnce(refused(423, "", { error: "locked", message: "This day is locked." }));
  sheet.edit([{ ...kara, input: value(5) }]);
  await saveDelay();
  expect(sheet.cellAt(kara)).toMatchObject({ value: 5, save: "failed", problem: "This day is locked." });
  expect(onRefused).toHaveBeenCalledTimes(1);
  expect(listDraftDays(draftKey)).toHaveLength(1);
});

test("drafts belong to the person who typed them", async () => {
  const { sheet, save } = open();
  save.mockRejectedValue(refused(401, "", {}));
  sheet.edit([{ ...kara, input: value(5) }]);
  sheet.keepDrafts();
  const outsider = { ...draftKey, userId: "bram" };
  expect(open(dayOf(), { draftKey: outsider }).sheet.cellAt(kara).state).toBe("missing");
  expect(listDraftDays(outsider)).toEqual([]);
  expect(open().sheet.cellAt(kara).value).toBe(5);
});

test("what others save comes in without touching what is being typed", async () => {
  const { sheet } = open();
  sheet.edit([{ ...kara, input: value(5) }]);
  const theirs = entryOf(karaOfDay, donations, 8);
  sheet.mergeDay(dayOf([theirs, entryOf(aelwynOfDay, donations, 3)], { revision: 12 }));
  expect(sheet.cellAt(aelwyn)).toMatchObject({ value: 3, save: "saved" });
  expect(sheet.cellAt(kara)).toMatchObject({ value: 5, save: "conflict", theirs });
  sheet.mergeDay(dayOf([], { revision: 11 }));
  expect(sheet.cellAt(aelwyn).value).toBe(3);
  expect(sheet.isNewer(12, true)).toBe(false);
  expect(sheet.isNewer(13, false)).toBe(false);
  expect(sheet.isNewer(14, true)).toBe(true);
});

test("the day counts players whom its reader does not see, and what is typed here only", () => {
  const { sheet } = open(dayOf([], { due: 9, entered: 2 }));
  expect(sheet.counts()).toMatchObject({ due: 9, entered: 2 });
  sheet.edit([{ ...kara, input: value(5) }]);
  expect(sheet.counts()).toMatchObject({ due: 9, entered: 3 });
  sheet.mergeDay(dayOf([entryOf(aelwynOfDay, donations, 3)], { due: 9, entered: 4, revision: 12 }));
  expect(sheet.counts()).toMatchObject({ due: 9, entered: 5 });
});

test("what others save into a cell while somebody types there is not written over unasked", async () => {
  const { sheet, save } = open();
  const seen = sheet.versionAt(kara);
  const theirs = entryOf(karaOfDay, donations, 8);
  sheet.mergeDay(dayOf([theirs], { revision: 12 }));
  sheet.edit([{ ...kara, input: value(5), seen }]);
  await saveDelay();
  expect(save).not.toHaveBeenCalled();
  expect(sheet.cellAt(kara)).toMatchObject({ value: 5, save: "conflict", theirs });
  sheet.edit([{ ...aelwyn, input: value(1) }]);
  const before = sheet.versionAt(aelwyn);
  await saveDelay();
  sheet.edit([{ ...aelwyn, input: value(2), seen: before }]);
  expect(sheet.cellAt(aelwyn)).toMatchObject({ value: 2, save: "waiting" });
});

test("an own save that others hear of before its answer comes is no conflict", async () => {
  const { sheet, save } = open();
  const first = heldAnswer();
  save.mockImplementationOnce(first.once);
  sheet.edit([{ ...kara, input: value(5) }]);
  await saveDelay();
  sheet.edit([{ ...kara, input: value(6) }]);
  sheet.mergeDay(dayOf([entryOf(karaOfDay, donations, 5)], { revision: 11 }));
  expect(sheet.cellAt(kara)).toMatchObject({ value: 6, save: "waiting" });
  first.held.resolve(await takeAll(save.mock.calls[0]?.[0] as Parameters<Save>[0]));
  await saveDelay();
  expect(sheet.cellAt(kara)).toMatchObject({ value: 6, save: "saved" });
});

test("a step is taken back and done again as a whole, each time as a new edit", async () => {
  const { sheet, save } = open(dayOf([entryOf(karaOfDay, donations, 1)]));
  sheet.edit([
    { ...kara, input: value(2) },
    { ...aelwyn, input: value(2) },
  ]);
  await saveDelay();
  expect(sheet.undo()).toEqual([kara, aelwyn]);
  expect(sheet.cellAt(kara).value).toBe(1);
  expect(sheet.cellAt(aelwyn).state).toBe("missing");
  await saveDelay();
  expect(save.mock.calls[1]?.[0].entries).toMatchObject([
    { value: 1, base_version: 2 },
    { value: null, base_version: 1 },
  ]);
  expect([sheet.canUndo(), sheet.canRedo()]).toEqual([false, true]);
  sheet.redo();
  expect(sheet.cellAt(aelwyn).value).toBe(2);
  sheet.edit([{ ...aelwyn, input: value(3) }]);
  expect(sheet.canRedo()).toBe(false);
});

test("an edit can be taken back alone, once, where nothing else was entered since", async () => {
  const { sheet } = open();
  const step = sheet.edit([
    { ...kara, input: value(2) },
    { ...aelwyn, input: value(2) },
  ]);
  sheet.edit([{ ...kara, input: value(3) }]);
  expect(await step?.onUndo()).toEqual([aelwyn]);
  expect([sheet.cellAt(kara).value, sheet.cellAt(aelwyn).value]).toEqual([3, null]);
  sheet.redo();
  expect([sheet.cellAt(kara).value, sheet.cellAt(aelwyn).value]).toEqual([3, 2]);
  await step?.onUndo();
  sheet.edit([{ ...aelwyn, input: value(2) }]);
  expect(await step?.onUndo()).toEqual([]);
  expect(sheet.cellAt(aelwyn).value).toBe(2);
  expect(sheet.edit([{ ...aelwyn, input: value(2) }])).toBeNull();
});

test("what was done is taken back after a reload too, except where somebody else wrote since", async () => {
  const first = open();
  first.sheet.edit([{ ...kara, input: value(2) }]);
  first.sheet.edit([{ ...aelwyn, input: value(3) }]);
  await saveDelay();
  first.sheet.keepDrafts();
  const saved = [entryOf(karaOfDay, donations, 2), entryOf(aelwynOfDay, donations, 9, { version: 2 })];
  const { sheet, save } = open(dayOf(saved));
  expect(sheet.undo()).toEqual([]);
  expect(sheet.cellAt(aelwyn).value).toBe(9);
  expect(sheet.undo()).toEqual([kara]);
  expect(sheet.cellAt(kara).state).toBe("missing");
  await saveDelay();
  expect(save.mock.calls[0]?.[0].entries).toMatchObject([{ value: null, base_version: 1 }]);
});

test("a cell that cannot be written knows why", () => {
  const locked = {
    day: "2026-02-20",
    state: "locked",
    can_write: false,
    locked_at: "2026-02-23T08:00:00.000Z",
  } as const;
  expect(open(dayOf([], {}, locked)).sheet.whyReadOnly(kara)).toEqual({
    text: expect.stringMatching(
      /^Fri 20 Feb is locked since 23 Feb, ..:..\. Only the owner can change it, with a reason\.$/,
    ),
    actions: ["ask"],
  });
  const owner = open(dayOf([], {}, { ...locked, can_write: true, needs_reason: true })).sheet.whyReadOnly(kara);
  expect(owner.actions).toEqual(["reason", "reopen"]);
  expect(open(dayOf(), { writes: "none" }).sheet.whyReadOnly(kara).text).toBe("Only officers can enter values here.");
  const own = open(dayOf(), { writes: "own" }).sheet;
  expect(own.whyReadOnly(kara).text).toBe("Only officers can enter Donations.");
  expect(own.whyReadOnly(aelwyn).text).toBe("You can only enter your own values.");
  for (const closed of ["archived", "being deleted"] as const) {
    const text = `This clan is ${closed} and can only be read.`;
    expect(open(dayOf([], {}, { can_write: false }), { writes: "none", closed }).sheet.whyReadOnly(kara).text).toBe(
      text,
    );
    expect(open(dayOf([], {}, locked), { closed }).sheet.whyReadOnly(kara)).toEqual({ text, actions: [] });
  }
  const away = { ...aelwynOfDay, not_due: "away" as const, away_until: "2026-03-17" };
  const day = dayOf([], { members: [karaOfDay, away] });
  expect(open(day).sheet.whyReadOnly(aelwyn)).toEqual({
    text: expect.stringMatching(/^Aelwyn is away until 17 Mar/),
    actions: ["anyway"],
  });
});

test("a value far above what is usual waits for a yes", async () => {
  const loadUsualValues = async () => new Map([[`${karaOfDay.id} ${donations.id}`, 12]]);
  const { sheet, save } = open(dayOf(), { loadUsualValues });
  sheet.edit([
    { ...kara, input: value(500) },
    { ...aelwyn, input: value(500) },
  ]);
  await saveDelay();
  expect(save.mock.calls[0]?.[0].entries).toMatchObject([{ member_id: aelwynOfDay.id }]);
  expect(sheet.cellAt(kara)).toMatchObject({
    value: 500,
    save: "needsConfirmation",
    problem: "Much higher than usual (12). Is 500 correct?",
  });
  sheet.confirm(kara);
  await vi.advanceTimersByTimeAsync(0);
  expect(sheet.cellAt(kara).save).toBe("saved");
});

test("a day that asks for a reason is read-only until there is one, and sends it along", async () => {
  const { sheet, save } = open(dayOf([], {}, { state: "locked", needs_reason: true }));
  expect(sheet.canEdit(kara)).toBe(false);
  sheet.edit([{ ...kara, input: value(5) }]);
  expect(sheet.cellAt(kara).state).toBe("missing");
  sheet.giveReason("Forgot Sunday");
  expect(sheet.canEdit(kara)).toBe(true);
  sheet.edit([{ ...kara, input: value(5) }]);
  await saveDelay();
  expect(save.mock.calls[0]?.[0].reason).toBe("Forgot Sunday");
});

test("a plain member writes only their own cells, and excuses none", () => {
  const { sheet } = open(dayOf(), { writes: "own" });
  const war = sheet.activities.indexOf(warHit);
  expect(sheet.canEdit({ row: 0, column: war })).toBe(true);
  expect(sheet.canEdit(kara)).toBe(false);
  expect(sheet.canEdit({ row: 1, column: war })).toBe(false);
  sheet.edit([{ row: 0, column: war, input: { kind: "excused" } }]);
  expect(sheet.counts().waiting).toBe(0);
});

test("one edit draws one row and the totals; missing cells cost points once their day is over", () => {
  const { sheet } = open(dayOf([], { due: 9 }, { today: "2026-03-04", state: "late" }));
  expect(sheet.pointsOf(0)).toBe(-2);
  expect(sheet.counts().due).toBe(9);
  const drawn: number[] = [];
  for (const row of [-1, 0, 1]) sheet.subscribe(row, () => void drawn.push(row));
  sheet.edit([{ ...aelwyn, input: value(4) }]);
  expect(new Set(drawn)).toEqual(new Set([-1, 1]));
  expect(sheet.cellAt(aelwyn)).toMatchObject({ points: 2, late: true });
});

test("an edit says when it is taken back, by whichever undo", async () => {
  const { sheet } = open();
  const undone: string[] = [];
  for (const name of ["first", "second", "third"]) {
    const step = sheet.edit([{ ...kara, input: value(name.length) }]);
    step?.whenUndone(() => undone.push(name));
    if (name === "third") await step?.onUndo();
    else sheet.edit([{ ...aelwyn, input: value(name.length) }]);
  }
  expect(undone).toEqual(["third"]);
  sheet.undo();
  expect(undone).toEqual(["third"]);
  sheet.undo();
  expect(undone).toEqual(["third", "second"]);
});
