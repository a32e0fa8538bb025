import type { Activity } from "@clanhall/contract/activities";
import { createLayout, listLayouts, patchLayout, type ScreenshotLayout } from "@clanhall/contract/screenshot-layouts";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useReducer, useRef, useState } from "react";
import { changeCheck, type CheckAction, type CheckState, createCheck } from "./check-state.ts";
import { blankGeometry, type LayoutDraft, toDraft } from "./layout-step.tsx";
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
import type { CallInput } from "@clanhall/contract/endpoint";
import { call } from "../../lib/api-client.ts";

const layoutsKey = (clanId: string) => ["screenshots", clanId, "layouts"];

const layoutsQuery = (clanId: string) =>
  queryOptions({
    queryKey: layoutsKey(clanId),
    queryFn: async ({ signal }) => (await call(listLayouts, { params: { clanId } }, { signal })).items,
  });

type Draft = CallInput<typeof createLayout>["body"];

/** Keeps a layout for the next time; with one that is known already only what changed of it. */
function useKeepLayout(clanId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ known, draft }: { known: ScreenshotLayout | null; draft: Partial<Draft> & Pick<Draft, "name"> }) => {
      if (known) {
        const params = { clanId, layoutId: known.id };
        return call(patchLayout, { params, body: { ...draft, version: known.version } });
      }
      const { signs = [], geometry, ...rest } = draft;
      if (!geometry) throw new Error("A new layout has a geometry");
      return call(createLayout, { params: { clanId }, body: { ...rest, signs, geometry } });
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: layoutsKey(clanId) }),
  });
}

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
  | { kind: "check"; leftOut: PictureReadings["leftOut"] };

export const start: Extract<Step, { kind: "source" }> = { kind: "source", problem: null, canMark: false };

export interface ReadingInput {
  files: File[];
  bitmaps: (ImageBitmap | null)[];
  day: string;
  members: { id: string; name: string; aliases: string[]; status: string; merged_into_id: string | null }[];
  activities: Activity[];
}

/** The way from pictures to what is to be checked. */
export function useReading({ clanId, engine }: { clanId: string; engine: PictureEngine }, input: ReadingInput) {
  const { files, bitmaps, activities } = input;
  const layouts = useQuery(layoutsQuery(clanId));
  const keep = useKeepLayout(clanId);
  const [step, setStep] = useState<Step>(start);
  const [check, dispatch] = useReducer(reduceCheck, null);
  const stop = useRef<AbortController | null>(null);
  const [layout, setLayout] = useState<ScreenshotLayout | null>(null);
  useEffect(() => () => stop.current?.abort(), []);

  /** Runs something that may take long, and can be ended at once. */
  const work = async (task: (signal: AbortSignal) => Promise<void>) => {
    const controller = new AbortController();
    stop.current = controller;
    setStep({ kind: "busy", progress: null });
    try {
      await task(controller.signal);
    } catch (error) {
      const isCancelled = controller.signal.aborted;
      setStep({ ...start, problem: isCancelled ? null : messageOf(error) });
    }
  };
  const read = async (signal: AbortSignal, draft: ReadDraft) => {
    const onProgress = (progress: ReadProgress) => setStep({ kind: "busy", progress });
    const { readings, state } = await readAll({ clanId, engine }, input, draft, { onProgress, signal });
    if (readings.rows.length === 0) {
      setStep({ kind: "source", problem: readings.leftOut[0]?.reason ?? noList, canMark: !readings.isCancelled });
      return;
    }
    dispatch({ kind: "start", state });
    setStep({ kind: "check", leftOut: readings.leftOut });
  };
  return {
    step,
    setStep,
    check,
    dispatch,
    keepError: keep.error,
    cancel: () => stop.current?.abort(),
    /** Names that cannot be read are known by their pictures the next time. */
    keepCrops: (state: CheckState) => {
      const crops = layout ? listCrops(state, bitmaps) : [];
      if (!layout || crops.length === 0) return;
      const others = layout.known_crops.filter(({ hash }) => !crops.some((crop) => isSameCrop(crop.hash, hash)));
      const known_crops = [...crops, ...others].slice(0, cropsMax);
      keep.mutate({ known: layout, draft: { name: layout.name, known_crops } });
    },
    /** Finds the list; one that is known is read at once, another is asked about. */
    begin: () =>
      work(async (signal) => {
        const { found, picture, problem } = await findFirstList(engine, files, signal);
        if (!found) {
          setStep({ kind: "source", problem: problem ?? noList, canMark: problem === null });
          return;
        }
        const known = (layouts.data ?? []).find((stored) => engine.fitsLayout(found, stored));
        if (known) {
          keep.mutate({ known, draft: { name: known.name } }, { onSuccess: setLayout });
          await read(signal, known);
        } else setStep({ kind: "layout", picture, draft: toDraft(found.geometry, found.signs, activities) });
      }),
    mark: () => setStep({ kind: "layout", picture: 0, draft: toDraft(blankGeometry, [], activities) }),
    readWith: (draft: LayoutDraft) => {
      const name = draft.name.trim();
      const known = (layouts.data ?? []).find((stored) => isCalled(stored, name)) ?? null;
      const { signs, geometry } = draft;
      if (draft.isKept && name !== "")
        keep.mutate({ known, draft: { name, signs, geometry } }, { onSuccess: setLayout });
      return work((signal) => read(signal, draft));
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

type ReadDraft = Pick<LayoutDraft, "geometry"> & Partial<Pick<ScreenshotLayout, "known_crops">>;

async function readAll(
  { clanId, engine }: { clanId: string; engine: PictureEngine },
  { files, bitmaps, day, members, activities }: ReadingInput,
  { geometry: { columns, names, pitch }, known_crops = [] }: ReadDraft,
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
    roster: members.filter(({ status, merged_into_id }) => status !== "removed" && merged_into_id === null),
    geometry: { names, pitch, columns: columns.map(({ meaning: _meaning, ...column }) => column) },
    columns: columns.map(({ meaning }) => toUse(meaning, activities, past)),
    ...progress,
  });
  const rows = knowCrops(readings.rows, bitmaps, known_crops);
  return { readings, state: createCheck({ ...readings, rows }, counted) };
}

const cropsMax = 500;
type KnownCrops = ScreenshotLayout["known_crops"];

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

function isCalled({ name }: ScreenshotLayout, wanted: string): boolean {
  return name.toLowerCase() === wanted.toLowerCase();
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
  action: CheckAction | { kind: "start"; state: CheckState },
): CheckState | null {
  if (action.kind === "start") return action.state;
  return state && changeCheck(state, action);
}
