import { toClanDate } from "@clanhall/contract/clan-day";
import type { importMembers, importRow } from "@clanhall/contract/member-imports";
import { memberDraft } from "@clanhall/contract/members";
import { createNameFinder } from "@clanhall/contract/similar-names";
import { toNameKey } from "@clanhall/contract/text";
import type { z } from "zod";
import type { ClanActor } from "../../access/actor.ts";
import type { Db } from "../../db/tables.ts";
import { insertClanAudit } from "../audit/audit.queries.ts";
import { listDayRules } from "../clans/clan-days.queries.ts";
import { findDateProblem, toNewMember } from "./change-member.ts";
import { insertMembers, listRoster, type RosterRow } from "./members.queries.ts";
import { enterRoster, requireRoom } from "./roster-rules.ts";
import { insertSpans } from "./spans.queries.ts";

type Wish = z.output<(typeof importMembers)["body"]>;
type Answer = z.output<(typeof importMembers)["response"]>;
type Verdict = Answer["rows"][number] & { draft: Draft | null };
type Draft = z.output<typeof memberDraft>;

export function importList(db: Db, actor: ClanActor, wish: Wish, now = new Date()): Promise<Answer> {
  return wish.dry_run ? previewImport(db, actor, wish, now) : runImport(db, actor, wish, now);
}

async function previewImport(db: Db, { clanId }: ClanActor, { rows }: Wish, now: Date): Promise<Answer> {
  const today = toClanDate(await listDayRules(db, clanId), now);
  return toAnswer(judgeRows(rows, await listRoster(db, clanId), today), 0);
}

function runImport(db: Db, actor: ClanActor, { rows, add_similar = [] }: Wish, now: Date): Promise<Answer> {
  const { clanId } = actor;
  return db.transaction().execute(async (tx) => {
    await enterRoster(tx, clanId);
    const rules = await listDayRules(tx, clanId);
    const today = toClanDate(rules, now);
    const verdicts = judgeRows(rows, await listRoster(tx, clanId), today);
    const confirmed = new Set(add_similar);
    const drafts = verdicts.flatMap(({ state, index, draft }) =>
      draft && (state === "new" || (state === "similar" && confirmed.has(index))) ? [draft] : [],
    );
    if (drafts.length === 0) return toAnswer(verdicts, 0);
    await requireRoom(tx, clanId, drafts.length);
    const added = await insertMembers(
      tx,
      clanId,
      drafts.map((draft) => toNewMember(draft, rules, now)),
    );
    const joined = new Map(drafts.map(({ name, joined_on }) => [toNameKey(name), joined_on ?? today]));
    const spans = added.map(({ id, name_key }) => ({
      member_id: id,
      starts_on: joined.get(name_key) ?? today,
      ends_on: null,
    }));
    await insertSpans(tx, clanId, spans);
    const happenings = added.map(({ id, name }, index) => ({
      action: "member.add",
      target: { type: "member", id, name },
      after: { name, joined_on: spans[index]?.starts_on },
      source: "import" as const,
    }));
    const summary = {
      action: "member.import",
      target: { type: "clan", id: clanId },
      after: { added: added.length, of: rows.length },
      source: "import" as const,
    };
    await insertClanAudit(tx, actor, ...happenings, summary);
    return toAnswer(verdicts, added.length);
  });
}

function judgeRows(rows: z.output<typeof importRow>[], roster: RosterRow[], today: string): Verdict[] {
  const present = roster.filter(({ status }) => status !== "removed");
  const taken = new Set(present.map(({ name_key }) => name_key));
  const findSimilar = createNameFinder<{ id: string | null; name: string; called: string }>([]);
  for (const { id, name, aliases } of present) {
    for (const called of [name, ...aliases]) findSimilar.add({ id, name: called, called: name });
  }
  return rows.map((row, index) => {
    const verdict = { index, name: row.name, similar_to: null, problem: null, draft: null };
    const parsed = memberDraft.safeParse(toDraft(row));
    const problem = parsed.error?.issues[0] ?? findDateProblem(parsed.data?.joined_on, today);
    if (problem || !parsed.data) return { ...verdict, state: "invalid", problem: problem?.message ?? null };
    const draft = parsed.data;
    const { name } = draft;
    const key = toNameKey(name);
    if (taken.has(key)) return { ...verdict, name, state: "exists" };
    taken.add(key);
    const similar = findSimilar(name);
    findSimilar.add({ id: null, name, called: name });
    if (!similar) return { ...verdict, name, state: "new", draft };
    return { ...verdict, name, state: "similar", similar_to: { id: similar.id, name: similar.called }, draft };
  });
}

/** Empty cells of a table say nothing. */
function toDraft({ aliases = [], groups = [], joined_on = "", ...row }: z.output<typeof importRow>) {
  const isFilled = (text: string) => text.trim() !== "";
  return {
    ...row,
    aliases: aliases.filter(isFilled),
    groups: groups.filter(isFilled),
    ...(isFilled(joined_on) && { joined_on: joined_on.trim() }),
  };
}

function toAnswer(verdicts: Verdict[], added: number): Answer {
  return { rows: verdicts.map(({ draft: _draft, ...row }) => row), added };
}
