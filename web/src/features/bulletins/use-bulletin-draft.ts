import type { Bulletin } from "@clanhall/contract/bulletins";
import { useState } from "react";
import { useSingleFlight } from "../../ui/core/use-form.ts";
import { type BulletinFields, toDraft, toFields } from "./fields.ts";
import { changeOf, checkDraft, type FieldProblems, mergeFields, refusedFields } from "./bulletin-fields-check.ts";
import { type DraftPlace, writeBulletin } from "./stored-bulletin.ts";
import { useSaveBulletin } from "./use-save-bulletin.ts";
import { useTypedBulletin } from "./use-typed-bulletin.ts";

/** The form of a bulletin, whether it is a new one or one that is there. */
export interface BulletinForm {
  fields: BulletinFields;
  set: (change: Partial<BulletinFields>) => void;
  problems: FieldProblems;
}

interface BulletinDraftInput {
  place: DraftPlace;
  /** Null for a new one. */
  bulletin: Bulletin | null;
  onSaved: (bulletin: Bulletin) => void;
}

/** Writes or edits one bulletin. What is typed is kept on this device until it is saved or thrown away. */
export function useBulletinDraft({ place, bulletin, onSaved }: BulletinDraftInput) {
  const typed = useTypedBulletin(place, bulletin);
  const { base, fields, isChanged, isFromBefore } = typed;
  const [refused, setRefused] = useState<FieldProblems>({});
  const [failures, setFailures] = useState(0);
  const [isPending, runAlone] = useSingleFlight();
  const save = useSaveBulletin(place.clanId, bulletin);
  const draft = toDraft(fields);
  const change = changeOf(base.fields, fields);
  const found = checkDraft(draft);
  const theirs = save.data && "theirs" in save.data ? save.data.theirs : null;
  const send = (version: number | null) =>
    runAlone(async () => {
      try {
        const outcome = await save.mutateAsync({ version, draft, change, base: base.fields });
        if (!("saved" in outcome)) return;
        writeBulletin(place, null);
        onSaved(outcome.saved);
      } catch (error) {
        setRefused(refusedFields(error) ?? {});
        setFailures((before) => before + 1);
      }
    });
  return {
    fields,
    set: (next: Partial<BulletinFields>) => {
      typed.setFields((before) => ({ ...before, ...next }));
      setRefused({});
    },
    // Nobody is told off before the first try.
    problems: failures > 0 ? { ...refused, ...found } : {},
    /** How often it could not be sent or was refused. */
    failures,
    isChanged,
    isFromBefore,
    isPending,
    /** What somebody else made of it meanwhile, and which settings of it. */
    theirs: theirs && { bulletin: theirs, changed: changeOf(base.fields, toFields(theirs)) },
    /** What concerns no single field. */
    problem: refusedFields(save.error) ? null : save.error,
    submit: () => {
      if (Object.keys(found).length > 0) setFailures(failures + 1);
      else void send(base.version);
    },
    keepMine: () => theirs && void send(theirs.version),
    /** What they did not touch stays as it was typed. */
    takeTheirs: () => {
      if (!theirs) return;
      const newer = toFields(theirs);
      typed.setFields(mergeFields(base.fields, fields, newer));
      typed.setBase({ version: theirs.version, fields: newer });
      save.reset();
    },
    throwAway: () => {
      typed.startAnew();
      setFailures(0);
      save.reset();
    },
  };
}
