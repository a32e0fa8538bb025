import { type gameSet, gamesMax, type importGames } from "@clanhall/contract/admin-games";
import type { AnswerOf } from "@clanhall/contract/endpoint";
import type { z } from "zod";
import type { Actor } from "../../access/actor.ts";
import type { Db } from "../../db/tables.ts";
import { recordAdminAudit } from "../audit/index.ts";
import { pickChanged, toColumns } from "./manage.ts";
import { type GameRow, insertGame, listManagedGames, lockGames, parkNames, updateGame } from "./queries.ts";

type GameSet = z.output<typeof gameSet>;
type Draft = GameSet["games"][number];
type Report = AnswerOf<typeof importGames>;

/** Without what belongs to this installation alone: ids, order and clans. */
export async function exportCatalogue(db: Db): Promise<GameSet> {
  const games = await listManagedGames(db);
  return {
    format: "clanhall-games",
    format_version: 1,
    games: games.map(({ name, slug, icon, is_active, week_start, reset_note, servers, templates }) => {
      return { name, slug, icon, is_active, week_start, reset_note, servers, templates };
    }),
  };
}

/** Games with a problem are reported and left out; a dry run reports the same and writes nothing. */
export function importCatalogue(db: Db, actor: Actor, set: GameSet, isDryRun: boolean): Promise<Report> {
  return db.transaction().execute(async (tx) => {
    await lockGames(tx);
    const games = await listManagedGames(tx);
    const { fine, problems } = checkDrafts(games, set.games);
    const steps = fine.map((draft) => {
      const game = games.find(({ slug }) => slug === draft.slug);
      return { draft, game, change: game ? pickChanged(game, draft) : draft };
    });
    const added = steps.filter(({ game }) => !game);
    const changed = steps.filter(({ game, change }) => game && Object.keys(change).length > 0);
    const report = {
      added: added.map(toName),
      changed: changed.map(toName),
      same: steps.filter((step) => step.game && !changed.includes(step)).map(toName),
      problems,
    };
    if (isDryRun || added.length + changed.length === 0) return report;
    await write(tx, games, added, changed);
    const after = { added: report.added, changed: report.changed };
    await recordAdminAudit(tx, actor, { action: "game.import", target: { type: "game" }, after });
    return report;
  });
}

interface ImportStep {
  draft: Draft;
  game: GameRow | undefined;
  change: Partial<Draft>;
}

function toName({ draft }: ImportStep): string {
  return draft.name;
}

async function write(tx: Db, games: GameRow[], added: ImportStep[], changed: ImportStep[]): Promise<void> {
  await parkNames(
    tx,
    changed.flatMap(({ game, change }) => (game && change.name !== undefined ? [game.id] : [])),
  );
  for (const { game, change } of changed) if (game) await updateGame(tx, game.id, toColumns(change));
  const end = Math.max(-1, ...games.map(({ position }) => position)) + 1;
  for (const [index, { draft }] of added.entries()) {
    const { name, slug } = draft;
    await insertGame(tx, { name, slug, ...toColumns(draft), position: end + index });
  }
}

/** A game that is left out keeps its old name, which another one may want: repeats until none is refused. */
function checkDrafts(games: GameRow[], drafts: Draft[]): { fine: Draft[]; problems: Report["problems"] } {
  const problems: Report["problems"] = [];
  let fine = drafts;
  for (;;) {
    const refused = fine.flatMap((draft) => {
      const problem = findProblem(games, fine, draft);
      return problem === null ? [] : [{ draft, problem }];
    });
    if (refused.length === 0) return { fine, problems };
    problems.push(...refused.map(({ draft, problem }) => ({ name: draft.name, problem })));
    fine = fine.filter((draft) => !refused.some((one) => one.draft === draft));
  }
}

function findProblem(games: GameRow[], drafts: Draft[], draft: Draft): string | null {
  const first = drafts.indexOf(draft);
  const earlier = drafts.slice(0, first);
  if (earlier.some(({ slug }) => slug === draft.slug)) return "Another game in the file has this slug.";
  const isSameName = ({ name }: { name: string }) => name.toLowerCase() === draft.name.toLowerCase();
  if (earlier.some(isSameName)) return "Another game in the file has this name.";
  const untouched = games.filter(({ slug }) => !drafts.some((one) => one.slug === slug));
  if (untouched.some(isSameName)) return "Another game already has this name.";
  const added = drafts.slice(0, first + 1).filter(({ slug }) => !games.some((game) => game.slug === slug));
  const isNew = added.includes(draft);
  return isNew && games.length + added.length > gamesMax ? `There can be at most ${gamesMax} games.` : null;
}
