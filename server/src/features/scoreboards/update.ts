import { isDeepStrictEqual } from "node:util";
import { addDays } from "@clanhall/contract/rules/clan-day";
import { rangeOf } from "@clanhall/contract/rules/periods";
import type { scoreboardChange } from "@clanhall/contract/scoreboard-drafts";
import type { Scoreboard } from "@clanhall/contract/scoreboards";
import type { z } from "zod";
import type { ClanActor } from "../../access/actor.ts";
import { currentTime } from "../../db/clock.ts";
import type { Tx } from "../../db/tables.ts";
import { ApiError, notFound, staleVersion } from "../../errors.ts";
import { findLastChange, recordAudit } from "../audit/index.ts";
import {
  checkSettings,
  findRunningFrom,
  type ScoreboardSettings,
  toAudited,
  toAuditTarget,
  toColumns,
  toSettings,
} from "./check-settings.ts";
import { findToday, loadScoreboard, type ScoreboardDeps, toScoreboard } from "./list.ts";
import {
  findListedScoreboard,
  listActivityChoices,
  type ListedScoreboard,
  lockScoreboard,
  type ScoreboardColumns,
  updateScoreboardRow,
} from "./queries.ts";
import { freezeEndedPeriods } from "./results/freeze.ts";
import { findLastStoredDay } from "./results/queries.ts";

/** A board that nobody else changes until the transaction ends. */
export interface LockedScoreboard {
  tx: Tx;
  board: ListedScoreboard;
  today: string;
  now: Date;
}

export interface ScoreboardUpdate {
  columns: ScoreboardColumns;
  auditEvents: { action: string; before?: Record<string, unknown>; after?: Record<string, unknown> }[];
}

/** Locks the board, plans and writes. A plan of null leaves the board as it is. */
export function updateScoreboard(
  { db, secrets }: ScoreboardDeps,
  actor: ClanActor,
  boardId: string,
  plan: (locked: LockedScoreboard) => Promise<ScoreboardUpdate | null> | ScoreboardUpdate | null,
  now = currentTime(),
): Promise<Scoreboard> {
  const { clanId } = actor;
  return db.transaction().execute(async (tx) => {
    await lockScoreboard(tx, clanId, boardId);
    const board = await findListedScoreboard(tx, clanId, boardId);
    if (!board || board.deleted_at) throw notFound("Scoreboard");
    const update = await plan({ tx, board, today: await findToday(tx, clanId, now), now });
    if (update) {
      await updateScoreboardRow(tx, clanId, board.id, update.columns);
      const target = toAuditTarget({ ...board, ...update.columns });
      await recordAudit(tx, actor, ...update.auditEvents.map((event) => ({ ...event, target })));
    }
    return loadScoreboard({ db: tx, secrets }, { clanId, boardId: board.id }, now);
  });
}

type Change = z.output<typeof scoreboardChange>;

/** Changes what is given and differs; a change that changes nothing keeps the version. */
export async function changeScoreboard(
  deps: ScoreboardDeps,
  actor: ClanActor,
  boardId: string,
  change: Change,
): Promise<Scoreboard> {
  const now = currentTime();
  const { version, is_active, ...given } = change;
  const plan = async (locked: LockedScoreboard): Promise<ScoreboardUpdate | null> => {
    const { board } = locked;
    if (board.version !== version) {
      const current = toScoreboard(board, deps.secrets, locked);
      const last = await findLastChange(locked.tx, board.clan_id, { type: "scoreboard", id: board.id });
      throw staleVersion(board.title, current, last);
    }
    const reopened = is_active === true ? planReopen(board) : null;
    const changed = await planSettings(locked, given);
    if (changed && board.state !== "active" && !reopened) {
      throw new ApiError("conflict", "Reopen the board to change it.");
    }
    return joinUpdates([reopened, changed, is_active === false ? planArchive(board) : null]);
  };
  // Periods that are over count by the settings they had.
  await freezeEndedPeriods(deps.db, actor.clanId, boardId, now);
  return updateScoreboard(deps, actor, boardId, plan, now);
}

function joinUpdates(updates: (ScoreboardUpdate | null)[]): ScoreboardUpdate | null {
  const planned = updates.filter((update) => update !== null);
  if (planned.length === 0) return null;
  return {
    columns: Object.assign({}, ...planned.map(({ columns }) => columns)),
    auditEvents: planned.flatMap(({ auditEvents }) => auditEvents),
  };
}

async function planSettings(
  { tx, board, today }: LockedScoreboard,
  given: Omit<Change, "version" | "is_active">,
): Promise<ScoreboardUpdate | null> {
  const before = toSettings(board);
  const defined = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const after = await checkSettings(tx, board.clan_id, { ...before, ...defined }, before);
  const names = (Object.keys(after) as (keyof ScoreboardSettings)[]).filter(
    (name) => !isDeepStrictEqual(before[name], after[name]),
  );
  if (names.length === 0) return null;
  const choices = await listActivityChoices(tx, board.clan_id);
  const pick = (settings: ScoreboardSettings) => {
    const audited = toAudited(settings, choices);
    return Object.fromEntries(names.map((name) => [name, audited[name]]));
  };
  if (names.includes("period")) requireNoSeason(board, "Change the days of the season instead.");
  const period = names.includes("period") ? await planPeriod(tx, board, after.period, today) : {};
  return {
    columns: { ...toColumns(after), ...period },
    auditEvents: [{ action: "scoreboard.update", before: pick(before), after: pick(after) }],
  };
}

/** A board that was reopened after its end ends by itself again when it gets days in the future. */
async function planPeriod(tx: Tx, board: ListedScoreboard, period: ScoreboardSettings["period"], today: string) {
  const isToCome = rangeOf(period, today, board.week_start).to >= today;
  const start = findRunningFrom(period, today, board.week_start);
  const stored = period.kind === "weekly" ? await findLastStoredDay(tx, board.clan_id, board.id) : null;
  return {
    // A week may have begun within a month that is stored.
    running_from: start && stored && stored >= start ? addDays(stored, 1) : start,
    ...(isToCome && { ends_by_itself: true }),
  };
}

/** Until a season ends, its own board stays as it is. */
export function requireNoSeason({ own_season }: ListedScoreboard, instead: string): void {
  if (own_season === null) return;
  throw new ApiError("conflict", `This is the board of the season ${own_season}. ${instead}`);
}

/** The final result is deleted, and the board counts again; that of a season stays. */
export function planReopen({ state, ended_season }: ListedScoreboard): ScoreboardUpdate | null {
  if (state === "active") return null;
  if (ended_season !== null && state === "ended") {
    throw new ApiError("conflict", `This board ended with the season ${ended_season}. Its result stays.`);
  }
  if (ended_season !== null) {
    return {
      columns: { state: "ended" },
      auditEvents: [{ action: "scoreboard.reopen", before: { state }, after: { state: "ended" } }],
    };
  }
  return {
    columns: { state: "active", result: null, ended_at: null, ends_by_itself: false },
    auditEvents: [{ action: "scoreboard.reopen", before: { state }, after: { state: "active" } }],
  };
}

export function planArchive(board: ListedScoreboard): ScoreboardUpdate | null {
  const { state } = board;
  if (state === "archived") return null;
  requireNoSeason(board, "End or delete the season first.");
  return {
    columns: { state: "archived" },
    auditEvents: [{ action: "scoreboard.archive", before: { state }, after: { state: "archived" } }],
  };
}
