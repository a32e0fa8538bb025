import type { Profile, ProfileChange } from "@clanhall/contract/account";
import { useState } from "react";
import { ProfileConflict, useSaveProfile } from "./account.api.ts";

type Outcome = "saved" | "conflict" | "failed";

/** Saves parts of the profile from the state they were read in; a change elsewhere is put before the person. */
export function useProfileDraft(profile: Profile) {
  const [base, setBase] = useState(profile);
  const [takenTheirs, setTakenTheirs] = useState(0);
  const save = useSaveProfile();
  const { error, variables } = save;
  const send = async (change: ProfileChange, from = base): Promise<Outcome> => {
    try {
      setBase(await save.mutateAsync({ base: from, change }));
      return "saved";
    } catch (reason) {
      return reason instanceof ProfileConflict ? "conflict" : "failed";
    }
  };
  const theirs = error instanceof ProfileConflict ? error.theirs : null;
  return {
    base,
    /** Counts up whenever the fields have to start again from `base`. */
    takenTheirs,
    theirs,
    problem: theirs ? null : error,
    isPending: save.isPending,
    isSaved: save.isSuccess,
    send,
    forget: save.reset,
    takeTheirs: () => {
      if (theirs) setBase(theirs);
      setTakenTheirs(takenTheirs + 1);
      save.reset();
    },
    keepMine: async () => (theirs && variables ? send(variables.change, theirs) : "failed"),
  };
}
