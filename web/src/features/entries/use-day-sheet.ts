import type { Day } from "@clanhall/contract/days";
import { useQueryClient } from "@tanstack/react-query";
import { startTransition, useEffect, useState, useSyncExternalStore } from "react";
import { connectivity, onConnectivityChange } from "../../lib/connectivity.ts";
import { followClan } from "../../lib/events.ts";
import { onSessionChange } from "../../lib/session.ts";
import { dayQuery, loadChanges, loadUsualValues, saveCells } from "./api.ts";
import { onPageLeft } from "./leaving.ts";
import { wholeSheet } from "./sheet/cell-store.ts";
import type { AccessParts } from "./sheet/access.ts";
import { createDaySheet, type DaySheet, type Sheet } from "./sheet/day-sheet.ts";
import { type DraftKey, readReason } from "./sheet/stored-drafts.ts";

/** The sheet of a day for as long as it is open: kept on this device, sent, and in step with others. */
export function useDaySheet(day: Day, draftKey: DraftKey, access: Omit<AccessParts, "reason">): DaySheet {
  const queries = useQueryClient();
  const { clanId } = draftKey;
  const [sheet] = useState(() =>
    createDaySheet({
      day,
      draftKey,
      ...access,
      save: saveCells(draftKey),
      loadUsualValues: () => loadUsualValues(clanId, draftKey.day),
      reason: readReason(draftKey),
      onRefused: () => void queries.invalidateQueries(dayQuery(clanId, draftKey.day)),
    }),
  );
  useEffect(() => sheet.mergeDay(day), [sheet, day]);
  useEffect(() => keepSheet(sheet), [sheet]);
  useEffect(() => {
    const { queryKey } = dayQuery(clanId, draftKey.day);
    const stop = followDay(sheet, clanId, () => void queries.invalidateQueries({ queryKey }));
    return () => {
      stop();
      // Whoever comes back sees at once what was entered here.
      queries.setQueryData(queryKey, (known) => known && sheet.applyKnownChanges(known));
    };
  }, [sheet, clanId, draftKey.day, queries]);
  return sheet;
}

/** Nothing typed is lost when the page is hidden, left or reloaded, and it goes out once it can. */
function keepSheet(sheet: DaySheet): () => void {
  const leave = () => {
    sheet.flush();
    sheet.keepDrafts();
  };
  const resume = () => {
    const { online, backendAvailable } = connectivity();
    if (online && backendAvailable) sheet.resume();
  };
  const stops = [
    onPageLeft("sheet", leave),
    onConnectivityChange(resume),
    onSessionChange((session) => session && resume()),
  ];
  return () => {
    for (const stop of stops) stop();
    leave();
  };
}

/** The answer to a save of one's own comes a moment after its event, and then there is nothing to load. */
const loadAfterMs = 250;

/** Brings in what others save, one call at a time. */
function followDay(sheet: DaySheet, clanId: string, readAnew: () => void): () => void {
  const { day } = sheet.day.window;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let latest = 0;
  const load = async (heard: number): Promise<void> => {
    const isNewer = sheet.isNewer(heard, true);
    const changes = isNewer ? await loadChanges(clanId, day, sheet.revision()).catch(() => null) : null;
    timer = undefined;
    if (changes) sheet.mergeDay(changes);
    if (changes || !isNewer) plan();
  };
  const plan = () => {
    const heard = latest;
    if (sheet.isNewer(heard, true)) timer ??= setTimeout(() => void load(heard), loadAfterMs);
  };
  const stop = followClan(clanId, {
    resync: readAnew,
    entries({ revision, days }) {
      // An empty list stands for more days than were worth naming.
      const touchesDay = days.length === 0 || days.includes(day);
      if (!sheet.isNewer(revision, touchesDay)) return;
      latest = Math.max(latest, revision);
      plan();
    },
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}

/** Draws again when a cell of the row changes. */
export function useRow(sheet: Sheet, row: number): void {
  useSyncExternalStore(
    (listener) => sheet.subscribe(row, listener),
    () => sheet.versionOf(row),
  );
}

const pauseMs = 200;
const longestMs = 1_000;

/**
 * Draws again once nothing of the sheet has changed for a moment, and now and then while much does: a key press does
 * not wait for what stands around the cells.
 */
export function useWholeSheet(sheet: Sheet): number {
  const [version, setVersion] = useState(() => sheet.versionOf(wholeSheet));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let latest = 0;
    const draw = () => {
      timer = undefined;
      startTransition(() => setVersion(sheet.versionOf(wholeSheet)));
    };
    const stop = sheet.subscribe(wholeSheet, () => {
      const now = performance.now();
      if (timer === undefined) latest = now + longestMs;
      clearTimeout(timer);
      timer = setTimeout(draw, Math.min(pauseMs, latest - now));
    });
    draw();
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [sheet]);
  return version;
}
