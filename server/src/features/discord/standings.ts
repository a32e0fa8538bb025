import type { MyStanding } from "@clanhall/contract/my-standing";
import { pages } from "@clanhall/contract/pages";
import { canInClan } from "@clanhall/contract/permissions";
import { toNumberText } from "@clanhall/contract/rules/score-text";
import type { Standings } from "@clanhall/contract/standings";
import type { ClanActor } from "../../access/actor.ts";
import { listActivities } from "../../clan/activities.ts";
import type { Db } from "../../db/tables.ts";
import { ApiError } from "../../errors.ts";
import { toClanPath } from "../../outbox/queue.ts";
import { loadMyStandings } from "../dashboard/index.ts";
import {
  findMainBoards,
  getReadableScoreboard,
  listActiveBoards,
  loadOwnRank,
  loadStandings,
} from "../scoreboards/index.ts";
import { escapeMarkdown, isReachable, toBoardButtons, toLines, toScore } from "../webhooks/index.ts";
import {
  type BotDeps,
  type Call,
  findActor,
  type InClan,
  mayEnter,
  requireCaller,
  requireCallerIn,
} from "./callers.ts";
import {
  button,
  embed,
  linkButton,
  type Message,
  type Outcome,
  Refusal,
  row,
  say,
  texts,
  withPicture,
} from "./message.ts";
import { findClanOfBoard, listActivePlayers } from "./queries.ts";

const noBoard = "There is no scoreboard yet.";

/** /me: how the caller is doing, for them alone. */
export async function showMe({ db, publicUrl }: BotDeps, call: Call): Promise<Outcome> {
  const { actor, clanName, isArchived } = await requireCaller(db, call, "clan.view");
  if (isArchived) return say(texts.archived);
  const [standing] = await loadMyStandings(db, actor.userId, { clanId: actor.clanId, now: call.now });
  if (!standing) return say("Nothing was counted for you yet.");
  const url = isReachable(publicUrl) ? `${publicUrl}${toClanPath(pages.dailyActivity.path, actor.clanId)}` : null;
  const canEnter = canInClan(actor.role, "entry.write", actor.toggles) && (await hasToEnter(db, actor, standing));
  return {
    kind: "message",
    message: {
      embeds: [embed(`${escapeMarkdown(actor.name)} · ${escapeMarkdown(clanName)}`, describeStanding(standing))],
      components: row(
        ...(canEnter ? [button("Enter", `fill:${actor.clanId}`, 1)] : []),
        ...(url ? [linkButton("Open", url)] : []),
      ),
    },
  };
}

/** Whether something is still due that the caller may enter. */
async function hasToEnter(db: Db, actor: ClanActor, { today }: MyStanding): Promise<boolean> {
  const due = new Set(today.still_due.map(({ activity_id }) => activity_id));
  return (await listActivities(db, actor.clanId)).some((activity) => due.has(activity.id) && mayEnter(actor, activity));
}

function describeStanding({ board, week, streak, today }: MyStanding): string[] {
  const due = today.still_due.map(({ name }) => escapeMarkdown(name));
  return [
    board === null ? noBoard : `**${escapeMarkdown(board.title)}**: ${describeRank(board)}`,
    `**This week**: ${toNumberText(week.points)} points, ${week.met} of ${week.due} met`,
    `**Streak**: ${streak.days} ${streak.days === 1 ? "day" : "days"}`,
    due.length > 0 ? `**Still due today**: ${due.join(", ")}` : "Nothing is due any more today.",
  ];
}

function describeRank({ rank, previous_rank, ranked }: NonNullable<MyStanding["board"]>): string {
  if (rank === null) return "no rank yet";
  const change = previous_rank === null ? 0 : previous_rank - rank;
  const moved = change === 0 ? "" : change > 0 ? ` (▲ ${change})` : ` (▼ ${-change})`;
  return `#${rank} of ${ranked}${moved}`;
}

/** The named board, or the main one. */
async function findBoard(db: Db, { actor }: InClan, named: string | undefined) {
  if (named === undefined) {
    const main = (await findMainBoards(db, [actor.clanId])).get(actor.clanId);
    if (!main) throw new Refusal(noBoard);
    return main;
  }
  const boards = await listActiveBoards(db, actor.clanId);
  const wanted = named.trim().toLowerCase();
  const found = boards.find(({ id, title }) => id === named || title.toLowerCase() === wanted);
  if (!found) throw new Refusal("There is no such scoreboard. Choose one of the list.");
  return found;
}

function seesValues({ role, toggles }: ClanActor): boolean {
  return canInClan(role, "values.view", toggles);
}

export async function findPlayer(db: Db, { actor }: InClan, named: string | undefined) {
  if (named === undefined) return { id: actor.memberId, name: actor.name };
  const wanted = named.trim().toLowerCase();
  const players = await listActivePlayers(db, actor.clanId);
  const found = players.find(({ id, name }) => id === named || name.toLowerCase() === wanted);
  if (!found) throw new Refusal("There is no such player. Choose one of the list.");
  return found;
}

/** /rank: where somebody stands. Others' ranks are for who may see values. */
export async function showRank({ db }: BotDeps, call: Call): Promise<Outcome> {
  const { options } = call.interaction;
  const caller = await requireCaller(db, call, "clan.view");
  const { actor, clanName } = caller;
  if (options.has("player") && !seesValues(actor)) {
    const named = options.get("player")?.trim().toLowerCase();
    // Who may not see others learns nothing about who there is.
    if (named !== actor.memberId && named !== actor.name.toLowerCase()) {
      throw new Refusal(texts.noRight(escapeMarkdown(clanName)));
    }
  }
  const player = await findPlayer(db, caller, options.get("player"));
  const board = await findBoard(db, caller, options.get("board"));
  const standings = await loadStandings(db, board, { period: null, seesValues: seesValues(actor) }, call.now);
  const lines = await describePlayer(db, { board, standings, player, actor, now: call.now });
  const title = `${escapeMarkdown(player.name)} · ${escapeMarkdown(board.title)}`;
  return { kind: "message", message: { embeds: [embed(title, lines)] } };
}

interface PlayerOnBoard {
  board: Awaited<ReturnType<typeof getReadableScoreboard>>;
  standings: Standings;
  player: { id: string; name: string };
  /** Who asks. */
  actor: ClanActor;
  now: Date;
}

/** Of others only what the board shows; callers learn their own rank below it too. */
async function describePlayer(db: Db, { board, standings, player, actor, now }: PlayerOnBoard): Promise<string[]> {
  const { has_results, is_final, rows } = standings;
  const { top_n } = board;
  const period = standings.board.period.label;
  if (!has_results) return [`${is_final ? "No values" : "No values yet"} · ${period}`];
  // A final result has no more than was shown at its end.
  const fullRank = top_n === null || is_final ? null : await loadOwnRank(db, board, player.id, now);
  const shown = rows.find(({ member_id }) => member_id === player.id);
  const own = shown ?? (player.id === actor.memberId ? fullRank : null);
  if (!own || own.rank === null || own.score === null) {
    const isBelow = top_n !== null && fullRank !== null && fullRank.rank !== null;
    return [`${isBelow ? belowText(top_n) : is_final ? "No rank" : "No rank yet"} · ${period}`];
  }
  const ranked = top_n === null ? rows.length : fullRank?.ranked;
  return [
    `**#${own.rank}**${ranked === undefined ? "" : ` of ${ranked}`} · ${toScore(own.score, standings)} · ${period}`,
    ...describeOthers(standings, { ...player, rank: own.rank, score: own.score }, actor),
  ];
}

interface RankedPlayer {
  id: string;
  name: string;
  rank: number;
  score: number;
}

/** Who is level with a player, and who stands next above. */
function describeOthers(standings: Standings, player: RankedPlayer, { memberId }: ClanActor): string[] {
  const nameOf = (id: string, name: string) => (id === memberId ? "you" : escapeMarkdown(name));
  const tied = standings.rows
    .filter(({ rank, member_id }) => rank === player.rank && member_id !== player.id)
    .map(({ member_id, name }) => nameOf(member_id, name));
  const above = standings.rows.findLast(({ rank }) => rank < player.rank);
  if (!above && tied.length === 0) {
    return [player.id === memberId ? "You are in first place." : `${escapeMarkdown(player.name)} is in first place.`];
  }
  return [
    ...(tied.length > 0 ? [`Tied with ${listNames(tied)}${above ? "" : " for first place"}.`] : []),
    ...(above
      ? [`${toScore(Math.abs(above.score - player.score), standings)} behind ${nameOf(above.member_id, above.name)}`]
      : []),
  ];
}

function belowText(top: number): string {
  return top === 1 ? "Below 1st place" : `Below the top ${top}`;
}

function listNames([first = "", second, ...others]: string[]): string {
  if (others.length > 0) return `${first} and ${others.length + 1} others`;
  return second === undefined ? first : `${first} and ${second}`;
}

/** The button below a posted board: the caller's own place, for them alone. */
export async function showWhere({ db }: BotDeps, call: Call, boardId: string): Promise<Outcome> {
  const clanId = (await findActor(db, call)) ? await findClanOfBoard(db, boardId) : null;
  const { actor } = await requireCallerIn(db, call, clanId ?? "", "clan.view");
  const board = await getReadableScoreboard(db, actor, boardId).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === "not_found") throw new Refusal("This scoreboard is gone.");
    throw error;
  });
  const standings = await loadStandings(db, board, { period: null, seesValues: seesValues(actor) }, call.now);
  const player = { id: actor.memberId, name: actor.name };
  const rows = standings.has_results ? standings.rows : [];
  const index = rows.findIndex(({ member_id }) => member_id === actor.memberId);
  const near = index < 0 ? [] : rows.slice(Math.max(0, index - 1), index + 3);
  const own = rows[index];
  const names = new Map(standings.activities.map(({ key, name }) => [key, name]));
  const lines = [
    ...(await describePlayer(db, { board, standings, player, actor, now: call.now })),
    ...(near.length > 1
      ? [
          "",
          ...near.map(
            ({ rank, name, score, member_id }) =>
              `${member_id === actor.memberId ? "**→**" : ""} ${rank}. ${escapeMarkdown(name)} · ${toScore(score, standings)}`,
          ),
        ]
      : []),
    ...(own?.per_activity?.length
      ? [
          "",
          ...own.per_activity.map(
            ({ activity, points }) => `${escapeMarkdown(names.get(activity) ?? "")}: ${toNumberText(points)} points`,
          ),
        ]
      : []),
  ];
  return { kind: "message", message: { embeds: [embed(escapeMarkdown(board.title), lines)] } };
}

const topTen = 10;

/** /board: in the channel as outsiders may see it, or for the caller with real names. */
export async function showBoard(deps: BotDeps, call: Call): Promise<Outcome> {
  const { db, publicUrl } = deps;
  const { options } = call.interaction;
  const caller = await requireCaller(db, call, "clan.view");
  const { actor } = caller;
  const board = await findBoard(db, caller, options.get("board"));
  const period = options.get("period") ?? null;
  if (period !== null && !/^\d{4}-\d{2}-\d{2}$/u.test(period)) throw new Refusal("Choose a period of the list.");
  const clanPath = toClanPath(pages.scoreboards.path, actor.clanId);
  const toButtons = (path: string) => toBoardButtons(board.id, { path, publicUrl, isBot: true });
  if (options.get("show") === "me") {
    const load = async (): Promise<Message> => {
      const found = await loadStandings(db, board, { period, seesValues: seesValues(actor) }, call.now).catch(orGone);
      if (!found) return { content: noPeriod };
      const rows = found.rows.map(({ member_id, ...one }) => ({ ...one, member_key: member_id }));
      const lines = [found.board.period.label, "", ...toLines({ ...found, rows }, topTen)];
      return { embeds: [embed(escapeMarkdown(board.title), lines)], components: toButtons(clanPath) };
    };
    return { kind: "later", load, isPublic: false };
  }
  const load = async (): Promise<Message> => {
    const found = await deps.readBoard(actor.clanId, board.id, period, call.now);
    if (!found) {
      return { content: period === null ? "Outsiders may not see this scoreboard. Use show: only me." : noPeriod };
    }
    const { standings, hasPasscode, shareToken, picture } = found;
    const path = shareToken === null ? clanPath : pages.publicScoreboard.path.replace("$token", shareToken);
    const lines = hasPasscode
      ? ["Protected by a passcode."]
      : [standings.board.period.label, "", ...toLines(standings, topTen)];
    const url = isReachable(publicUrl) ? `${publicUrl}${path}` : undefined;
    const shown = embed(escapeMarkdown(standings.board.title), lines, url ? { url } : {});
    const name = "scoreboard.png";
    return withPicture({
      embeds: [{ ...shown, ...(picture && { image: { url: `attachment://${name}` } }) }],
      components: toButtons(path),
      picture: picture ? { name, png: picture } : null,
    });
  };
  return { kind: "later", load, isPublic: true };
}

const noPeriod = "There is no result of this period.";

function orGone(error: unknown): null {
  if (error instanceof ApiError && error.code === "not_found") return null;
  throw error;
}
