import { isDeepStrictEqual } from "node:util";
import { type gameChange, type gameDraft, gamesMax, type ManagedGame } from "@clanhall/contract/admin-games";
import type { z } from "zod";
import type { Actor } from "../../access/actor.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { ApiError, notFound, staleVersion } from "../../errors.ts";
import { findLastAdminChange, recordAdminAudit } from "../audit/index.ts";
import {
  deleteGameRow,
  type GameRow,
  insertGame,
  listManagedGames,
  lockGames,
  lockGameToChange,
  updateGame,
  updatePositions,
} from "./queries.ts";

type Draft = z.output<typeof gameDraft>;
type Change = z.output<typeof gameChange>;
type Wanted = { [Field in keyof Draft]?: Draft[Field] | undefined };

export function addGame(db: Db, actor: Actor, draft: Draft): Promise<ManagedGame> {
  return inCatalogue(db, async (tx, games) => {
    if (games.length >= gamesMax) {
      throw new ApiError("conflict", `There are ${gamesMax} games, which is the maximum.`);
    }
    requireFree(games, draft, null);
    const position = Math.max(-1, ...games.map((game) => game.position)) + 1;
    const id = await insertGame(tx, { name: draft.name, slug: draft.slug, ...toColumns(draft), position });
    const { servers: _servers, templates: _templates, ...after } = draft;
    await recordAdminAudit(tx, actor, { action: "game.create", target: toTarget({ id, name: draft.name }), after });
    return getGame(tx, id);
  });
}

/** Changes the fields that are given and differ; without a difference the version stays. */
export function changeGame(db: Db, actor: Actor, gameId: string, { version, ...change }: Change): Promise<ManagedGame> {
  return inCatalogue(db, async (tx, games) => {
    const game = requireGame(games, gameId);
    if (version !== game.version) {
      throw staleVersion(game.name, game, await findLastAdminChange(tx, game.id));
    }
    const after = pickChanged(game, change);
    if (Object.keys(after).length === 0) return game;
    requireFree(games, after, game.id);
    await updateGame(tx, game.id, toColumns(after));
    const before = Object.fromEntries(Object.keys(after).map((field) => [field, game[field as keyof GameRow]]));
    const target = toTarget({ id: game.id, name: after.name ?? game.name });
    await recordAdminAudit(tx, actor, { action: "game.update", target, before, after });
    return getGame(tx, game.id);
  });
}

/** The fields that differ. */
export function pickChanged(game: GameRow, wanted: Wanted): Partial<Draft> {
  const fields = Object.entries(wanted).filter(
    ([field, value]) => value !== undefined && !isDeepStrictEqual(value, game[field as keyof GameRow]),
  );
  return Object.fromEntries(fields);
}

export function removeGame(db: Db, actor: Actor, gameId: string): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await lockGames(tx);
    await lockGameToChange(tx, gameId);
    const game = requireGame(await listManagedGames(tx), gameId);
    if (game.clans > 0) {
      const players = game.clans === 1 ? "1 clan plays" : `${game.clans} clans play`;
      throw new ApiError("conflict", `${players} ${game.name}, so it cannot be deleted. Switch it off instead.`);
    }
    await deleteGameRow(tx, game.id);
    await recordAdminAudit(tx, actor, { action: "game.delete", target: toTarget(game), before: { slug: game.slug } });
  });
}

/** Takes the ids of all games; refused if one is missing. */
export function setGameOrder(db: Db, actor: Actor, ids: string[]): Promise<ManagedGame[]> {
  return inCatalogue(db, async (tx, games) => {
    const names = new Map(games.map(({ id, name }) => [id, name]));
    if (ids.length !== games.length || new Set(ids).size !== ids.length || ids.some((id) => !names.has(id))) {
      const message = "The list of games has changed. Reload it, then sort again.";
      throw new ApiError("conflict", message, { current: games });
    }
    if (games.some(({ id }, index) => id !== ids[index])) {
      await updatePositions(tx, ids);
      await recordAdminAudit(tx, actor, {
        action: "game.order",
        target: { type: "game" },
        before: { order: games.map(({ name }) => name) },
        after: { order: ids.map((id) => names.get(id)) },
      });
    }
    return listManagedGames(tx);
  });
}

/** Runs with the catalogue locked. */
function inCatalogue<Result>(db: Db, work: (tx: Tx, games: GameRow[]) => Promise<Result>): Promise<Result> {
  return db.transaction().execute(async (tx) => {
    await lockGames(tx);
    return work(tx, await listManagedGames(tx));
  });
}

function requireFree(games: GameRow[], wanted: Partial<Draft>, ownId: string | null): void {
  const others = games.filter(({ id }) => id !== ownId);
  const taken = others.find(({ name }) => name.toLowerCase() === wanted.name?.toLowerCase());
  if (taken) throw takenField("name", `There is already a game called ${taken.name}.`);
  if (others.some(({ slug }) => slug === wanted.slug)) throw takenField("slug", "Another game has this slug.");
}

function takenField(path: string, message: string): ApiError {
  return new ApiError("conflict", message, { details: [{ path, message }] });
}

function requireGame(games: GameRow[], gameId: string): GameRow {
  const game = games.find(({ id }) => id === gameId);
  if (!game) throw notFound("Game");
  return game;
}

async function getGame(tx: Db, gameId: string): Promise<GameRow> {
  return requireGame(await listManagedGames(tx), gameId);
}

function toTarget({ id, name }: { id: string; name: string }) {
  return { type: "game" as const, id, name };
}

/** A game as columns: lists are JSON text. */
export function toColumns({ servers, templates, ...fields }: Partial<z.output<typeof gameDraft>>) {
  return {
    ...fields,
    ...(servers && { servers: JSON.stringify(servers) }),
    ...(templates && { templates: JSON.stringify(templates) }),
  };
}
