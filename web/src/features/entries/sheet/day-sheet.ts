import type { Day } from "@clanhall/contract/days";
import type { CellWish } from "../sheet.ts";
import { keyOf, valueOf } from "./cell-content.ts";
import { createSheetCells } from "./cell-store.ts";
import type { LiveSheet } from "./live-sheet.ts";
import type { Save, SaveAnswer } from "./save-batch.ts";
import { createSaveQueue } from "./save-queue.ts";
import { createAccess, type Writes } from "./sheet-access.ts";
import { takeDrafts } from "./sheet-drafts.ts";
import { createEdits } from "./sheet-edits.ts";
import { createRefresh } from "./sheet-refresh.ts";
import { createSettling } from "./sheet-settling.ts";
import { createDraftKeeper, type DraftPlace } from "./stored-drafts.ts";
import type { Unsaved } from "./unsaved.ts";
import type { Means } from "./unusual-value.ts";

export interface SheetParts {
  day: Day;
  writes: Writes;
  place: DraftPlace;
  save: Save;
  loadMeans: () => Promise<Means>;
  /** Why a locked day is changed, as it was said earlier. */
  reason: string | null;
  /** What is known of the day may no longer be true. */
  onRefused: () => void;
}

/** One day's cells, with everything that is typed into them and its way to the server. */
export function createSheet({ day, writes, place, save, onRefused, ...parts }: SheetParts): LiveSheet {
  const cells = createSheetCells(day);
  const keeper = createDraftKeeper(place, (key) => cells.unsaved.get(key) ?? null);
  const loadMeans = once(parts.loadMeans);
  const { needsReason, isStopped, canEdit, canWrite, reason, takeReason } = createAccess(cells, writes, parts.reason);
  const shown = () => cells.shape.day();
  const change = (key: string, own: Unsaved | null) => {
    cells.setUnsaved(key, own);
    keeper.note(key);
  };
  const onSaved = (answer: SaveAnswer, sent: ReadonlyMap<string, CellWish>) => {
    refresh.noteOwnSave(answer.revision);
    for (const saved of answer.versions) {
      const wish = sent.get(keyOf(saved));
      if (wish) cells.takeOwn(toEntry(shown(), saved, wish, writes));
    }
  };
  const queue = createSaveQueue({ cells, save, loadMeans, isStopped, reason, change, onSaved, onRefused });
  const refresh = createRefresh({ cells, queue, change, day });
  const edits = createEdits({ cells, queue, change, canWrite, onFirst: () => void loadMeans() });
  takeDrafts(place, cells, change);
  cells.watchers.tell();
  queue.plan();

  return {
    get day() {
      return shown();
    },
    get members() {
      return shown().members;
    },
    get activities() {
      return shown().activities;
    },
    canEdit,
    cellAt: cells.cellAt,
    seenAt: cells.seenAt,
    ...cells.sums,
    ...cells.watchers,
    ...edits,
    ...createSettling({ cells, queue, change, isStopped }),
    ...refresh,
    flush: queue.flush,
    resume: queue.resume,
    needsReason,
    giveReason: (text) => {
      takeReason(text);
      queue.flush();
    },
    keepDrafts: keeper.write,
  };
}

/** What a save left on the server, as the next answer will tell it. */
function toEntry({ members }: Day, saved: SaveAnswer["versions"][number], wish: CellWish, writes: Writes) {
  const me = members.find(({ is_me }) => is_me);
  return {
    ...saved,
    state: wish.kind === "clear" ? ("cleared" as const) : wish.kind,
    value: valueOf(wish),
    entered_by: me?.id ?? saved.member_id,
    entered_by_name: me?.name ?? "You",
    entered_at: new Date().toISOString(),
    source: writes === "own" ? ("self" as const) : ("ui" as const),
  };
}

/** Asked for once; without an answer nothing counts as unusual. */
function once(load: () => Promise<Means>): () => Promise<Means> {
  let loading: Promise<Means> | undefined;
  return () => (loading ??= load().catch(() => new Map()));
}
