import { isDeepStrictEqual } from "node:util";
import { rangeOf } from "@clanhall/contract/board-periods";
import type { scoreboardChange } from "@clanhall/contract/scoreboard-drafts";
import type { Scoreboard } from "@clanhall/contract/scoreboards";
import type { z } from "zod";
import type { ClanActor } from "../../access/actor.ts";
import { ApiError, staleVersion } from "../../errors.ts";
import { findLastChange } from "../audit/index.ts";
import { toScoreboard } from "./board-answer.ts";
import { listActivityChoices } from "./board-choices.queries.ts";
import { type BoardSettings, findRunningFrom, toAudited, toColumns, toSettings } from "./board-settings.ts";
import { planArchive, planReopen } from "./state.ts";
import { checkSettings } from "./check-settings.ts";
import { freezeTurns } from "./results/freeze.ts";
import { type Desk, type Scene, type Step, writeBoard } from "./write-board.ts";

type Change = z.output<typeof scoreboardChange>;

/** Changes what is named and differs; a change that changes nothing leaves the version alone. */
export async function changeBoard(
  desk: Desk,
  actor: ClanActor,
  boardId: string,
  change: Change,
  now = new Date(),
): Promise<Scoreboard> {
  const { version, is_active, ...wanted } = change;
  const decide = async (scene: Scene): Promise<Step | null> => {
    const { board } = scene;
    if (board.version !== version) {
      const current = toScoreboard(board, desk.secrets, scene);
      const last = await findLastChange(scene.tx, board.clan_id, { type: "scoreboard", id: board.id });
      throw staleVersion(board.title, current, last);
    }
    const opened = is_active === true ? planReopen(board) : null;
    const changed = await planSettings(scene, wanted);
    if (changed && board.state !== "active" && !opened) {
      throw new ApiError("conflict", "Open the board again to change it.");
    }
    return join([opened, changed, is_active === false ? planArchive(board) : null]);
  };
  // What is over counts by the settings it had.
  await freezeTurns(desk.db, actor.clanId, boardId, now);
  return writeBoard(desk, actor, boardId, decide, now);
}

function join(steps: (Step | null)[]): Step | null {
  const taken = steps.filter((step) => step !== null);
  if (taken.length === 0) return null;
  return {
    columns: Object.assign({}, ...taken.map(({ columns }) => columns)),
    happenings: taken.flatMap(({ happenings }) => happenings),
  };
}

type Wanted = Omit<Change, "version" | "is_active">;

async function planSettings({ tx, board, today }: Scene, wanted: Wanted): Promise<Step | null> {
  const before = toSettings(board);
  const named = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
  const after = await checkSettings(tx, board.clan_id, { ...before, ...named }, before);
  const names = (Object.keys(after) as (keyof BoardSettings)[]).filter(
    (name) => !isDeepStrictEqual(before[name], after[name]),
  );
  if (names.length === 0) return null;
  const choices = await listActivityChoices(tx, board.clan_id);
  const pick = (settings: BoardSettings) => {
    const audited = toAudited(settings, choices);
    return Object.fromEntries(names.map((name) => [name, audited[name]]));
  };
  const turn = names.includes("period") ? planTurn(after.period, today, board.week_start) : {};
  return {
    columns: { ...toColumns(after), ...turn },
    happenings: [{ action: "scoreboard.update", before: pick(before), after: pick(after) }],
  };
}

/** A board that was opened again after its end ends by itself once more when it gets days that are still to come. */
function planTurn(period: BoardSettings["period"], today: string, weekStart: number) {
  const isToCome = rangeOf(period, today, weekStart).to >= today;
  return {
    running_from: findRunningFrom(period, today, weekStart),
    ...(isToCome && { ends_by_itself: true }),
  };
}
