import type { Clan } from "@clanhall/contract/clans";
import { useState } from "react";
import { type Change, ClanConflict, useSaveClan } from "./clan-admin.api.ts";

/** Saves parts of a clan from the state they were read in; somebody else's change is put before the person. */
export function useClanDraft(clan: Clan) {
  const [base, setBase] = useState(clan);
  const [takenTheirs, setTakenTheirs] = useState(0);
  const save = useSaveClan(clan.id);
  const { error, variables } = save;
  const send = async (change: Change, from = base): Promise<void> => {
    try {
      setBase(await save.mutateAsync({ base: from, change }));
    } catch {
      // The state of the save tells what happened.
    }
  };
  const theirs = error instanceof ClanConflict ? error.theirs : null;
  return {
    base,
    /** Counts up whenever the fields have to start again from `base`. */
    takenTheirs,
    theirs,
    problem: theirs ? null : error,
    isPending: save.isPending,
    isSaved: save.isSuccess,
    send,
    startAgain: () => setTakenTheirs(takenTheirs + 1),
    forget: save.reset,
    takeTheirs: () => {
      if (theirs) setBase(theirs);
      setTakenTheirs(takenTheirs + 1);
      save.reset();
    },
    keepMine: async () => {
      if (theirs && variables) await send(variables.change, theirs);
    },
  };
}

export type ClanDraftState = ReturnType<typeof useClanDraft>;
