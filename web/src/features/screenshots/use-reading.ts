import type { Activity } from "@clanhall/contract/activities";
import type { ScreenshotLayout } from "@clanhall/contract/screenshot-layouts";
import { useEffect, useReducer, useRef, useState } from "react";
import { changeCheck, type CheckAction, type CheckState, createCheck } from "./check-state.ts";
import { blankGeometry, isComplete, type LayoutDraft, toDraft, toStoredDraft } from "./layout-step.tsx";
import { hashCrop, isSameCrop } from "./picture-view.tsx";
import {
  type ColumnUse,
  type FindList,
  type FitsLayout,
  PictureError,
  type PictureReadings,
  type ReadOptions,
  type ReadPictures,
  type ReadProgress,
  type ReadRow,
} from "./types.ts";
import { listEntries } from "@clanhall/contract/entry-history";
import { addDays } from "@clanhall/contract/rules/clan-day";
import { call } from "../../lib/api-client.ts";
import { useLayouts } from "./use-layouts.ts";

const pastDays = 30;
const rowsAtOnce = 200;
const pagesMax = 30;

/** Values of the days before, by activity and member, oldest first. */
async function loadPast(
  clanId: string,
  day: string,
  activityIds: string[],
): Promise<Map<string, Map<string, number[]>>> {
  const past = new Map(activityIds.map((id) => [id, new Map<string, number[]>()]));
  if (activityIds.length === 0) return past;
  const query = {
    from: addDays(day, -pastDays),
    to: addDays(day, -1),
    activity_id: activityIds.join(),
    limit: rowsAtOnce,
  };
  let cursor: string | undefined;
  for (let page = 0; page < pagesMax; page++) {
    const answer = await call(listEntries, { params: { clanId }, query: { ...query, ...(cursor && { cursor }) } });
    for (const { activity_id, member_id, value } of answer.items) {
      const values = past.get(activity_id);
      // The latest day comes first.
      if (values && value !== null) values.set(member_id, [value, ...(values.get(member_id) ?? [])]);
    }
    if (answer.next_cursor === null) break;
    cursor = answer.next_cursor;
  }
  return past;
}

export interface PictureEngine {
  readPictures: ReadPictures;
  findList: FindList;
  fitsLayout: FitsLayout;
}

type Step =
  | { kind: "source"; problem: string | null; canMark: boolean }
  | { kind: "busy"; progress: ReadProgress | null }
  | { kind: "layout"; picture: number; draft: LayoutDraft }
  | { kind: "check" };

export const start: Extract<Step, { kind: "source" }> = { kind: "source", problem: null, canMark: false };

export interface ReadingInput {
  files: File[];
  bitmaps: (ImageBitmap | null)[];
  day: string;
  members: { id: string; name: string; aliases: string[] }[];
  activities: Activity[];
}

/** What is checked was read by this layout; the picture is the one that shows its columns. */
interface ReadResult {
  picture: number;
  draft: LayoutDraft;
  leftOut: PictureReadings["leftOut"];
}

/** What is checked, also while one is back at an earlier step. */
function useCheck() {
  const [check, dispatch] = useReducer(reduceCheck, null);
  const [result, setResult] = useState<ReadResult | null>(null);
  const begin = (state: CheckState | null, from: ReadResult | null) => {
    dispatch({ kind: "start", state });
    setResult(from);
  };
  return { check, dispatch, result, begin, clear: () => begin(null, null) };
}

/** The way from pictures to what is to be checked. */
export function useReading({ clanId, engine }: { clanId: string; engine: PictureEngine }, input: ReadingInput) {
  const { files, bitmaps, activities } = input;
  const layouts = useLayouts(clanId);
  const [step, setStep] = useState<Step>(start);
  const { begin: beginCheck, ...checked } = useCheck();
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);

  /** Runs something that may take long, and can be ended at once. What was checked before is over. */
  const work = async (task: (signal: AbortSignal) => Promise<void>) => {
    const { signal } = (stop.current = new AbortController());
    checked.clear();
    setStep({ kind: "busy", progress: null });
    try {
      await task(signal);
    } catch (error) {
      setStep({ ...start, problem: signal.aborted ? null : messageOf(error) });
    }
  };
  const read = async (signal: AbortSignal, from: Pick<ReadResult, "picture" | "draft">, known: KnownCrops) => {
    const onProgress = (progress: ReadProgress) => setStep({ kind: "busy", progress });
    const draft = { geometry: from.draft.geometry, known_crops: known };
    const { readings, state } = await readAll({ clanId, engine }, input, draft, { onProgress, signal });
    const { rows, leftOut, isCancelled } = readings;
    if (rows.length === 0) {
      setStep(isCancelled ? start : { kind: "source", problem: leftOut[0]?.reason ?? noList, canMark: true });
      return;
    }
    beginCheck(state, { ...from, leftOut });
    setStep({ kind: "check" });
  };
  return {
    step,
    setStep,
    ...checked,
    layout: layouts.current,
    keepError: layouts.error,
    cancel: () => stop.current?.abort(),
    /** Names that cannot be read are known by their pictures the next time. */
    keepCrops: (state: CheckState) => {
      const known = checked.result?.draft.isKept ? layouts.current : null;
      const crops = known ? listCrops(state, bitmaps) : [];
      if (!known || crops.length === 0) return;
      layouts.keep({ known, draft: { name: known.name, known_crops: joinCrops(crops, known.known_crops) } });
    },
    /** Finds the list; one that is known for certain is read at once, about another is asked. */
    begin: () =>
      work(async (signal) => {
        const { found, picture, problem } = await findFirstList(engine, files, signal);
        if (!found) {
          setStep({ kind: "source", problem: problem ?? noList, canMark: problem === null });
          return;
        }
        const fitting = layouts.stored.filter((stored) => engine.fitsLayout(found, stored));
        const known = fitting.find((stored) => isComplete(stored, activities)) ?? fitting[0] ?? null;
        const draft = known ? toStoredDraft(known, activities) : toDraft(found.geometry, found.signs, activities);
        layouts.setCurrent(known);
        if (known && isComplete(known, activities)) {
          layouts.keep({ known, draft: { name: known.name } });
          await read(signal, { picture, draft }, known.known_crops);
        } else setStep({ kind: "layout", picture, draft });
      }),
    mark: () => {
      layouts.setCurrent(null);
      setStep({ kind: "layout", picture: 0, draft: toDraft(blankGeometry, [], activities) });
    },
    readWith: ({ picture, draft }: Pick<ReadResult, "picture" | "draft">) => {
      const { signs, geometry, isKept } = draft;
      const name = draft.name.trim();
      const known = layouts.find(name);
      if (isKept && name !== "") layouts.keep({ known, draft: { name, signs, geometry } });
      return work((signal) => read(signal, { picture, draft }, known?.known_crops ?? []));
    },
    /** The columns stay for these pictures, and are not remembered. */
    forget: async (layout: ScreenshotLayout) => {
      await layouts.remove(layout);
      setStep((now) => (now.kind === "layout" ? { ...now, draft: { ...now.draft, isKept: false } } : now));
    },
  };
}

/** The first picture that has a list; a picture that cannot be opened says why, if there is no other. */
async function findFirstList({ findList }: PictureEngine, files: File[], signal: AbortSignal) {
  let problem: string | null = null;
  for (const [picture, file] of files.entries()) {
    try {
      const found = await findList(file, { signal });
      if (found) return { found, picture, problem };
    } catch (error) {
      if (!(error instanceof PictureError)) throw error;
      problem ??= error.message;
    }
  }
  return { found: null, picture: 0, problem };
}

type KnownCrops = ScreenshotLayout["known_crops"];

async function readAll(
  { clanId, engine }: { clanId: string; engine: PictureEngine },
  { files, bitmaps, day, members, activities }: ReadingInput,
  { geometry: { columns, names, pitch }, known_crops }: Pick<ScreenshotLayout, "geometry" | "known_crops">,
  progress: Pick<ReadOptions, "onProgress" | "signal">,
) {
  const counted = columns.flatMap(({ meaning }, column) => {
    const activity = activities.find(({ id }) => id === meaning);
    return activity ? [{ column, activity }] : [];
  });
  const ids = counted.map(({ activity }) => activity.id);
  // Without the past the values are still read, only with one check less.
  const past = await loadPast(clanId, day, ids).catch(() => new Map<string, Map<string, number[]>>());
  const readings = await engine.readPictures(files, {
    roster: members,
    geometry: { names, pitch, columns: columns.map(({ meaning: _meaning, ...column }) => column) },
    columns: columns.map(({ meaning }) => toUse(meaning, activities, past)),
    ...progress,
  });
  const present = known_crops.filter(({ member_id }) => members.some(({ id }) => id === member_id));
  const rows = knowCrops(readings.rows, bitmaps, present);
  return { readings, state: createCheck({ ...readings, rows }, counted) };
}

const cropsMax = 500;

/** New ones first; of a name whose picture is known the last choice counts. */
function joinCrops(crops: KnownCrops, known: KnownCrops): KnownCrops {
  const others = known.filter(({ hash }) => !crops.some((crop) => isSameCrop(crop.hash, hash)));
  return [...crops, ...others].slice(0, cropsMax);
}

/** Unknown names whose picture somebody has matched before. */
function knowCrops(rows: ReadRow[], bitmaps: (ImageBitmap | null)[], known: KnownCrops): ReadRow[] {
  if (known.length === 0) return rows;
  return rows.map((row) => {
    const hash = row.name.member ? null : hashCrop(bitmaps[row.name.picture] ?? null, row.name.box);
    const crop = hash === null ? undefined : known.find((one) => isSameCrop(one.hash, hash));
    return crop ? { ...row, name: { ...row.name, member: { id: crop.member_id, distance: 0 } } } : row;
  });
}

/** Unknown names that somebody matched and that are no alias: what was read of them is of no use. */
function listCrops({ rows, names }: CheckState, bitmaps: (ImageBitmap | null)[]): KnownCrops {
  return rows.flatMap(({ key, name }) => {
    const decision = names[key];
    if (name.member || decision?.choice?.kind !== "member" || decision.remember) return [];
    const hash = hashCrop(bitmaps[name.picture] ?? null, name.box);
    return hash === null ? [] : [{ hash, member_id: decision.choice.id }];
  });
}

const noList = "No list of players and numbers was found. Crop to the list and try again.";

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "Your browser cannot read pictures. Paste the numbers instead.";
}

function toUse(meaning: string, activities: Activity[], past: Map<string, Map<string, number[]>>): ColumnUse {
  const activity = activities.find(({ id }) => id === meaning);
  if (!activity) return { kind: meaning === "rank" ? "rank" : "ignore" };
  const aggregate = activity.aggregate === "best" || activity.aggregate === "latest" ? activity.aggregate : "sum";
  return { kind: "activity", aggregate, past: past.get(activity.id) ?? new Map() };
}

function reduceCheck(
  state: CheckState | null,
  action: CheckAction | { kind: "start"; state: CheckState | null },
): CheckState | null {
  if (action.kind === "start") return action.state;
  return state && changeCheck(state, action);
}
