import type { ManagedGame } from "@clanhall/contract/admin-games";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { CallError } from "../../lib/call-error.ts";
import {
  changeOf,
  checkChange,
  checkDraft,
  doCollide,
  type FullDraft,
  type GameFields,
  type GameProblems,
  newFields,
  refusedFields,
  toDraft,
  toFields,
} from "./game-fields.ts";
import { saveGame, useAddGame, useRefreshGames } from "./api.ts";

/** The form of a game, whether it is a new one or one that is there. */
export interface GameForm {
  fields: GameFields;
  set: (change: Partial<GameFields>) => void;
  problems: GameProblems;
}

export function useNewGame(onSaved: (game: ManagedGame) => void) {
  const [fields, setFields] = useState(newFields);
  const [problems, setProblems] = useState<GameProblems>({});
  const add = useAddGame();
  return {
    fields,
    set: (change: Partial<GameFields>) => setFields((before) => ({ ...before, ...change })),
    problems,
    /** What concerns no single field. */
    problem: refusedFields(add.error) ? null : add.error,
    isPending: add.isPending,
    submit: () => {
      const draft = toDraft(fields);
      const found = checkDraft(draft);
      setProblems(found);
      if (Object.keys(found).length > 0 || add.isPending) return;
      add.mutate(draft, { onSuccess: onSaved, onError: (error) => setProblems(refusedFields(error) ?? {}) });
    },
  };
}

/** The same fields were changed elsewhere after they were read here. */
class GameConflict extends Error {
  readonly theirs: ManagedGame;

  constructor(theirs: ManagedGame) {
    super("The game was changed elsewhere");
    this.theirs = theirs;
  }
}

/** Edits one game from the state it was read in; a change of the same fields elsewhere is put before the person. */
export function useGameDraft(game: ManagedGame, onSaved: () => void) {
  const refresh = useRefreshGames();
  const [base, setBase] = useState(game);
  const [read, setRead] = useState(() => toFields(game));
  const [fields, setFields] = useState(read);
  const [problems, setProblems] = useState<GameProblems>({});
  const change = changeOf(read, fields);
  const save = useMutation({
    mutationFn: async (from: ManagedGame) => {
      if (Object.keys(change).length > 0) await send(from, change);
    },
    onSuccess: async () => {
      await refresh();
      onSaved();
    },
    onError: (error) => setProblems(refusedFields(error) ?? {}),
  });
  const theirs = save.error instanceof GameConflict ? save.error.theirs : null;
  return {
    fields,
    set: (next: Partial<GameFields>) => setFields((before) => ({ ...before, ...next })),
    problems,
    theirs,
    problem: theirs || refusedFields(save.error) ? null : save.error,
    isPending: save.isPending,
    submit: () => {
      const found = checkChange(change);
      setProblems(found);
      if (Object.keys(found).length === 0 && !save.isPending) save.mutate(base);
    },
    keepMine: () => theirs && save.mutate(theirs),
    takeTheirs: () => {
      if (!theirs) return;
      const fresh = toFields(theirs);
      setBase(theirs);
      setRead(fresh);
      setFields(fresh);
      save.reset();
    },
  };
}

/** A change elsewhere stands in the way only if it is of the same fields, and only until the person has decided. */
async function send(from: ManagedGame, change: Partial<FullDraft>): Promise<void> {
  try {
    await saveGame(from.id, { ...change, version: from.version });
  } catch (error) {
    const theirs = error instanceof CallError ? (error.current as ManagedGame | undefined) : undefined;
    if (theirs?.id !== from.id) throw error;
    if (doCollide(change, changeOf(toFields(from), toFields(theirs)))) throw new GameConflict(theirs);
    await saveGame(from.id, { ...change, version: theirs.version });
  }
}
