import type { Scoreboard } from "@clanhall/contract/scoreboards";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useSingleFlight } from "../../ui/core/use-form.ts";
import { CallError } from "../../lib/call-error.ts";
import { type BoardFields, toDraft, toFields } from "./fields.ts";
import {
  type BoardChange,
  changeOf,
  checkDraft,
  doCollide,
  type FieldProblems,
  mergeFields,
  refusedFields,
} from "./board-fields-check.ts";
import { saveBoard, useAddBoard, useRefreshBoards, useTakeBoard } from "./scoreboards.api.ts";

/** The form of a board, whether it is a new one or one that is there. */
export interface BoardForm {
  fields: BoardFields;
  set: (change: Partial<BoardFields>) => void;
  problems: FieldProblems;
}

interface BoardDraftInput {
  clanId: string;
  /** Null for a new one. */
  board: Scoreboard | null;
  /** What the form holds at first. */
  initial: BoardFields;
  onSaved: (board: Scoreboard) => void;
}

/** Makes or edits one board; a change of the same settings elsewhere is put before the person. */
export function useBoardDraft({ clanId, board, initial, onSaved }: BoardDraftInput) {
  const [base, setBase] = useState({ board, fields: initial });
  const [fields, setFields] = useState(initial);
  const [refused, setRefused] = useState<FieldProblems>({});
  const [failures, setFailures] = useState(0);
  const [isPending, runAlone] = useSingleFlight();
  const save = useSave(clanId);
  const draft = toDraft(fields);
  const change = changeOf(base.fields, fields);
  const found = checkDraft(draft);
  const theirs = save.data && "theirs" in save.data ? save.data.theirs : null;
  const send = (from: Scoreboard | null) =>
    runAlone(async () => {
      try {
        const outcome = await save.mutateAsync({ from, draft, change });
        if ("saved" in outcome) onSaved(outcome.saved);
      } catch (error) {
        setRefused(refusedFields(error, draft) ?? {});
        setFailures((before) => before + 1);
      }
    });
  return {
    fields,
    set: (next: Partial<BoardFields>) => {
      setFields((before) => ({ ...before, ...next }));
      setRefused({});
    },
    // Nobody is told off before the first try.
    problems: failures > 0 ? { ...refused, ...found } : {},
    /** How often it could not be sent or was refused. */
    failures,
    isChanged: Object.keys(change).length > 0,
    isPending,
    theirs,
    /** What concerns no single field. */
    problem: refusedFields(save.error, draft) ? null : save.error,
    submit: () => {
      if (Object.keys(found).length > 0) setFailures(failures + 1);
      else void send(base.board);
    },
    keepMine: () => theirs && void send(theirs),
    /** What they did not touch stays as it was typed. */
    takeTheirs: () => {
      if (!theirs) return;
      const newer = toFields(theirs);
      setFields(mergeFields(base.fields, fields, newer));
      setBase({ board: theirs, fields: newer });
      save.reset();
    },
  };
}

interface Sent {
  from: Scoreboard | null;
  draft: ReturnType<typeof toDraft>;
  change: BoardChange;
}
type Outcome = { saved: Scoreboard } | { theirs: Scoreboard };

function useSave(clanId: string) {
  const add = useAddBoard(clanId);
  const take = useTakeBoard(clanId);
  const refresh = useRefreshBoards();
  return useMutation({
    mutationFn: async ({ from, draft, change }: Sent): Promise<Outcome> => {
      if (from === null) return { saved: await add.mutateAsync(draft) };
      if (Object.keys(change).length === 0) return { saved: from };
      const outcome = await sendChange(from, change);
      if ("saved" in outcome) take(outcome.saved);
      void refresh();
      return outcome;
    },
  });
}

/** A change elsewhere stands in the way only if it is of the same settings, and only until the person has decided. */
async function sendChange(from: Scoreboard, change: BoardChange): Promise<Outcome> {
  try {
    return { saved: await saveBoard(from.id, { ...change, version: from.version }) };
  } catch (error) {
    const theirs = error instanceof CallError ? (error.current as Scoreboard | undefined) : undefined;
    if (theirs?.id !== from.id) throw error;
    if (doCollide(change, changeOf(toFields(from), toFields(theirs)))) return { theirs };
    return { saved: await saveBoard(from.id, { ...change, version: theirs.version }) };
  }
}
