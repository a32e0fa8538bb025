import { toClanDate } from "@clanhall/contract/rules/clan-day";
import type { importMembers } from "@clanhall/contract/member-imports";
import { toNameKey } from "@clanhall/contract/text";
import type { z } from "zod";
import type { ClanActor } from "../../access/actor.ts";
import { listDayRules } from "../../clan/calendar.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { ApiError } from "../../errors.ts";
import { defineTask, type ResultOf } from "../../workers/task.ts";
import type { WorkerPool } from "../../workers/worker-pool.ts";
import { recordAudit } from "../audit/index.ts";
import { toNewMember } from "./change.ts";
import type { checkRows } from "./check-rows.ts";
import { insertMembers, insertSpans, listRoster, type RosterRow } from "./queries.ts";
import { lockRoster, requireRoom } from "./rules.ts";

type ImportInput = z.output<(typeof importMembers)["body"]>;
type Answer = z.output<(typeof importMembers)["response"]>;
type CheckedList = ResultOf<typeof checkRows>[number];

const task = defineTask<typeof checkRows>(new URL("./check-rows.ts", import.meta.url), "checkRows");

interface Parts {
  db: Db;
  workers: WorkerPool;
}

/** How often a list is checked again because the roster changed between the check and the lock. */
const triesMax = 5;

/** Checked before the roster is locked: a worker may have to be waited for. */
export async function importList(
  parts: Parts,
  actor: ClanActor,
  input: ImportInput,
  now = new Date(),
): Promise<Answer> {
  const { db, workers } = parts;
  const { clanId } = actor;
  for (let tries = 0; tries < triesMax; tries++) {
    const roster = await listRoster(db, clanId);
    const today = toClanDate(await listDayRules(db, clanId), now);
    const present = roster
      .filter(({ status }) => status !== "removed")
      .map(({ id, name, name_key, aliases }) => ({ id, name, name_key, aliases }));
    const checked = await workers.run(task, { rows: input.rows, present, today }, { account: actor.userId });
    if (input.dry_run) return toAnswer(checked, 0);
    const added = await db.transaction().execute(async (tx) => {
      await lockRoster(tx, clanId);
      const isSame = versionsOf(await listRoster(tx, clanId)) === versionsOf(roster);
      return isSame ? addRows(tx, actor, input, checked, now) : null;
    });
    if (added !== null) return toAnswer(checked, added);
  }
  throw new ApiError("conflict", "Someone else changed the roster. Try again.", { retryAfter: 1 });
}

function versionsOf(roster: RosterRow[]): string {
  return roster
    .map(({ id, version }) => `${id} ${version}`)
    .toSorted()
    .join();
}

async function addRows(
  tx: Tx,
  actor: ClanActor,
  input: ImportInput,
  checked: CheckedList[],
  now: Date,
): Promise<number> {
  const { clanId } = actor;
  const rules = await listDayRules(tx, clanId);
  const today = toClanDate(rules, now);
  const confirmed = new Set(input.add_similar ?? []);
  const drafts = checked.flatMap(({ state, index, draft }) =>
    draft && (state === "new" || (state === "similar" && confirmed.has(index))) ? [draft] : [],
  );
  if (drafts.length === 0) return 0;
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
  const auditEvents = added.map(({ id, name }, index) => ({
    action: "member.add",
    target: { type: "member", id, name },
    after: { name, joined_on: spans[index]?.starts_on },
    source: "import" as const,
  }));
  const summary = {
    action: "member.import",
    target: { type: "clan", id: clanId },
    after: { added: added.length, of: input.rows.length },
    source: "import" as const,
  };
  await recordAudit(tx, actor, ...auditEvents, summary);
  return added.length;
}

function toAnswer(checked: CheckedList[], added: number): Answer {
  return { rows: checked.map(({ draft: _draft, ...row }) => row), added };
}
