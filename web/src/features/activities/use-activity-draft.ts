import type { Activity } from "@clanhall/contract/activities";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { CallError } from "../../lib/call-error.ts";
import { saveActivity, useAddActivity, useRefreshActivities } from "./activities.api.ts";
import {
  type ActivityFields,
  changeOf,
  changesScoring,
  checkChange,
  checkDraft,
  doCollide,
  type FieldChange,
  type FieldProblems,
  newFields,
  refusedFields,
  toCopy,
  toDraft,
  toFields,
} from "./activity-fields.ts";

/** The form of an activity, whether it is a new one or one that is there. */
export interface ActivityForm {
  fields: ActivityFields;
  set: (change: Partial<ActivityFields>) => void;
  problems: FieldProblems;
}

interface NewActivityInput {
  clanId: string;
  /** The one to make another of, where there is one. */
  like: Activity | undefined;
  today: string;
  onSaved: (row: Activity) => void;
}

export function useNewActivity({ clanId, like, today, onSaved }: NewActivityInput) {
  const [fields, setFields] = useState(() => (like ? toCopy(like, today) : newFields(today)));
  const [problems, setProblems] = useState<FieldProblems>({});
  const add = useAddActivity(clanId);
  return {
    fields,
    set: (change: Partial<ActivityFields>) => setFields((before) => ({ ...before, ...change })),
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
class ActivityConflict extends Error {
  readonly theirs: Activity;

  constructor(theirs: Activity) {
    super("The activity was changed elsewhere");
    this.theirs = theirs;
  }
}

interface ActivityDraftInput {
  clanId: string;
  row: Activity;
  today: string;
  onSaved: () => void;
}

/** Edits one activity from the state it was read in; a change of the same fields elsewhere is put before the person. */
export function useActivityDraft({ clanId, row, today, onSaved }: ActivityDraftInput) {
  const refresh = useRefreshActivities(clanId);
  const [base, setBase] = useState(row);
  const [fields, setFields] = useState(() => toFields(row));
  const [effectiveFrom, setEffectiveFrom] = useState(today);
  const [problems, setProblems] = useState<FieldProblems>({});
  const change = changeOf(toFields(base), fields);
  const isScoring = changesScoring(change);
  const save = useMutation({
    mutationFn: async (from: Activity) => {
      if (Object.keys(change).length === 0) return;
      await send(clanId, from, change, isScoring ? { effective_from: effectiveFrom } : {});
    },
    onSuccess: async () => {
      await refresh();
      onSaved();
    },
    onError: (error) => setProblems(refusedFields(error) ?? {}),
  });
  const theirs = save.error instanceof ActivityConflict ? save.error.theirs : null;
  return {
    fields,
    set: (next: Partial<ActivityFields>) => setFields((before) => ({ ...before, ...next })),
    problems,
    theirs,
    problem: theirs || refusedFields(save.error) ? null : save.error,
    isPending: save.isPending,
    /** From which day a change of the scoring counts; null while there is none. */
    effectiveFrom: isScoring ? effectiveFrom : null,
    setEffectiveFrom,
    submit: () => {
      const found = checkChange(toFields(base), change, effectiveFrom);
      setProblems(found);
      if (Object.keys(found).length === 0 && !save.isPending) save.mutate(base);
    },
    keepMine: () => theirs && save.mutate(theirs),
    takeTheirs: () => {
      if (!theirs) return;
      setBase(theirs);
      setFields(toFields(theirs));
      save.reset();
    },
  };
}

/** A change elsewhere stands in the way only if it is of the same fields, and only until the person has decided. */
async function send(clanId: string, from: Activity, change: FieldChange, date: { effective_from?: string }) {
  const body = { ...change, ...date };
  try {
    await saveActivity(clanId, from.id, { ...body, version: from.version });
  } catch (error) {
    const theirs = error instanceof CallError ? (error.current as Activity | undefined) : undefined;
    if (theirs?.id !== from.id) throw error;
    if (doCollide(change, changeOf(toFields(from), toFields(theirs)))) throw new ActivityConflict(theirs);
    await saveActivity(clanId, from.id, { ...body, version: theirs.version });
  }
}
