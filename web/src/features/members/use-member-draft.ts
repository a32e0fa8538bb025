import type { Member } from "@clanhall/contract/members";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { CallError } from "../../lib/call-error.ts";
import {
  changeOf,
  checkChange,
  doCollide,
  type FieldProblems,
  type MemberFields,
  refusedFields,
  toFields,
} from "./member-fields.ts";
import type { ToDay } from "./columns.tsx";
import { saveMember, saveRole } from "./roster.api.ts";

type Role = "maintainer" | "member";

interface MemberDraftInput {
  clanId: string;
  row: Member;
  toDay: ToDay;
  onSaved: () => void;
}

/** The same fields were changed elsewhere after they were read here. */
class MemberConflict extends Error {
  readonly theirs: Member;

  constructor(theirs: Member) {
    super("The player was changed elsewhere");
    this.theirs = theirs;
  }
}

/** Edits one player from the state the row was read in; a change of the same fields elsewhere is put before the person. */
export function useMemberDraft({ clanId, row, toDay, onSaved }: MemberDraftInput) {
  const queries = useQueryClient();
  const [base, setBase] = useState(row);
  const [fields, setFields] = useState(() => toFields(row, toDay));
  const [role, setRole] = useState<Member["role"]>(row.role);
  const [problems, setProblems] = useState<FieldProblems>({});
  const save = useMutation({
    mutationFn: async (from: Member) => {
      const change = changeOf(toFields(base, toDay), fields);
      if (Object.keys(change).length > 0) await send(clanId, from, change, toDay);
      if (role !== base.role && role !== "owner") await saveRole(clanId, row.id, role satisfies Role);
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["members", clanId] });
      onSaved();
    },
    onError: (error) => setProblems(refusedFields(error) ?? {}),
  });
  const theirs = save.error instanceof MemberConflict ? save.error.theirs : null;
  return {
    fields,
    role,
    setRole,
    problems,
    theirs,
    /** What concerns no single field. */
    problem: theirs || refusedFields(save.error) ? null : save.error,
    isPending: save.isPending,
    set: (change: Partial<MemberFields>) => setFields((before) => ({ ...before, ...change })),
    submit: () => {
      const found = checkChange(changeOf(toFields(base, toDay), fields));
      setProblems(found);
      if (Object.keys(found).length === 0 && !save.isPending) save.mutate(base);
    },
    keepMine: () => theirs && save.mutate(theirs),
    takeTheirs: () => {
      if (!theirs) return;
      setBase(theirs);
      setFields(toFields(theirs, toDay));
      setRole(theirs.role);
      save.reset();
    },
  };
}

/** A change elsewhere stands in the way only if it is of the same fields, and only until the person has decided. */
async function send(clanId: string, from: Member, change: ReturnType<typeof changeOf>, toDay: ToDay): Promise<void> {
  try {
    await saveMember(clanId, from.id, { ...change, version: from.version });
  } catch (error) {
    const theirs = error instanceof CallError ? (error.current as Member | undefined) : undefined;
    if (theirs?.id !== from.id) throw error;
    const meanwhile = changeOf(toFields(from, toDay), toFields(theirs, toDay));
    if (doCollide(change, meanwhile)) throw new MemberConflict(theirs);
    await saveMember(clanId, from.id, { ...change, version: theirs.version });
  }
}
