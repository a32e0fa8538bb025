import type { Day } from "@clanhall/contract/days";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { connectivity, onConnectivityChange } from "../../lib/connectivity.ts";
import { followEvents } from "../../lib/follow-events.ts";
import { asRecord } from "../../lib/compat/read-answer.ts";
import { onSessionChange } from "../../lib/session.ts";
import { createSheet } from "./sheet/create-sheet.ts";
import type { Writes } from "./sheet/sheet-access.ts";
import { dayQuery, eventsPath, loadChanges, loadMeans, saveCells } from "./entries.api.ts";
import { readReason } from "./locked-reason.ts";
import type { LiveSheet } from "./sheet/live-sheet.ts";
import type { DraftPlace } from "./sheet/stored-drafts.ts";

/** The sheet of a day for as long as it is open: kept on this device, sent, and in step with others. */
export function useDaySheet(day: Day, place: DraftPlace, writes: Writes): LiveSheet {
  const queries = useQueryClient();
  const { clanId } = place;
  const [sheet] = useState(() =>
    createSheet({
      day,
      place,
      writes,
      save: saveCells(place),
      loadMeans: () => loadMeans(clanId, place.day),
      reason: readReason(place),
      onRefused: () => void queries.invalidateQueries(dayQuery(clanId, place.day)),
    }),
  );
  useEffect(() => sheet.mergeDay(day), [sheet, day]);
  useEffect(() => keepSheet(sheet), [sheet]);
  useEffect(() => {
    const { queryKey } = dayQuery(clanId, place.day);
    const stop = followDay(sheet, clanId, () => void queries.invalidateQueries({ queryKey }));
    return () => {
      stop();
      // Whoever comes back sees at once what was entered here.
      queries.setQueryData(queryKey, (known) => known && sheet.bringUp(known));
    };
  }, [sheet, clanId, place.day, queries]);
  return sheet;
}

/** Nothing typed is lost when the page is hidden, left or reloaded, and it goes out once it can. */
function keepSheet(sheet: LiveSheet): () => void {
  const leave = () => {
    sheet.flush();
    sheet.keepDrafts();
  };
  const onVisibility = () => {
    if (document.hidden) leave();
  };
  const resume = () => {
    const { online, backendAvailable } = connectivity();
    if (online && backendAvailable) sheet.resume();
  };
  const stops = [onConnectivityChange(resume), onSessionChange((session) => session && resume())];
  document.addEventListener("visibilitychange", onVisibility);
  window.addEventListener("pagehide", leave);
  return () => {
    for (const stop of stops) stop();
    document.removeEventListener("visibilitychange", onVisibility);
    window.removeEventListener("pagehide", leave);
    leave();
  };
}

/** The answer to a save of one's own comes a moment after the news of it, and then there is nothing to look for. */
const lookAfterMs = 250;

/** Brings in what others save, one look at a time. */
function followDay(sheet: LiveSheet, clanId: string, readAnew: () => void): () => void {
  const { day } = sheet.day.window;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let latest = 0;
  const look = async (heard: number): Promise<void> => {
    const isNews = sheet.isNews(heard, true);
    const changes = isNews ? await loadChanges(clanId, day, sheet.revision()).catch(() => null) : null;
    timer = undefined;
    if (changes) sheet.mergeDay(changes);
    if (changes || !isNews) plan();
  };
  const plan = () => {
    const heard = latest;
    if (sheet.isNews(heard, true)) timer ??= setTimeout(() => void look(heard), lookAfterMs);
  };
  const stop = followEvents(eventsPath(clanId), {
    onEvent(name, data) {
      if (name === "resync") readAnew();
      if (name !== "entries") return;
      const { revision, days } = asRecord(data);
      // An empty list stands for more days than were worth naming.
      const touchesDay = !Array.isArray(days) || days.length === 0 || days.includes(day);
      if (!sheet.isNews(Number(revision), touchesDay)) return;
      latest = Math.max(latest, Number(revision));
      plan();
    },
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}
