import { putEntries } from "@clanhall/contract/entries";
import { expect, onTestFinished, test } from "vitest";
import { devUserKey } from "../../lib/stored-session.ts";
import { signOut, startSession } from "../../lib/session.ts";
import { fakeBackend } from "../../testing/fake-backend.ts";
import { dayOf, donations, karaOfDay, shownDay } from "../../testing/fake-days.ts";
import { saveCells } from "./api.ts";
import { createDaySheet } from "./sheet/day-sheet.ts";

test("what one person typed never goes out in another's name", async () => {
  const backend = fakeBackend();
  localStorage.setItem(devUserKey, "bram");
  startSession();
  onTestFinished(() => signOut());
  const entries = [{ member_id: karaOfDay.id, activity_id: donations.id, day: shownDay, value: 5 }];
  await expect(saveCells({ clanId: "owls", userId: "kara" })({ entries })).rejects.toMatchObject({ status: 401 });
  expect(backend.callsTo(putEntries)).toEqual([]);
  await expect(saveCells({ clanId: "owls", userId: "bram" })({ entries })).rejects.toMatchObject({ status: 404 });
  expect(backend.callsTo(putEntries)).toHaveLength(1);
});

test("drafts of a day that was locked meanwhile are kept until they are given up", () => {
  const draftKey = { userId: "kara", clanId: "owls", day: shownDay };
  const key = `${karaOfDay.id} ${donations.id}`;
  const draft = { input: { kind: "value", value: 4 }, base: 0, isConfirmed: false };
  localStorage.setItem(`drafts:kara:owls:${shownDay}`, JSON.stringify({ [key]: draft }));
  const sheet = createDaySheet({
    day: dayOf([], {}, { state: "locked", can_write: false }),
    writes: "all",
    closed: null,
    draftKey,
    save: saveCells(draftKey),
    loadUsualValues: async () => new Map(),
    reason: null,
    onRefused: () => undefined,
  });
  expect(sheet.cellAt({ row: 0, column: 0 })).toMatchObject({ value: 4, save: "waiting" });
  sheet.discard();
  expect(sheet.cellAt({ row: 0, column: 0 }).state).toBe("missing");
});
