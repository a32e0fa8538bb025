import type { FieldProblem } from "@clanhall/contract/errors";
import type { bulkMembers } from "@clanhall/contract/member-status";
import { groupsMax } from "@clanhall/contract/members";
import { toNameKey } from "@clanhall/contract/text";
import type { z } from "zod";
import type { ClanActor } from "../../access/actor.ts";
import type { Db } from "../../db/tables.ts";
import { ApiError, invalidField } from "../../errors.ts";
import { recordAudit } from "../audit/index.ts";
import { lockMembers, type MemberRow, updateGroups } from "./queries.ts";
import { lockRoster, mayEdit, mayMove, notYours } from "./rules.ts";
import { findMoveProblem, moveRows, moves } from "./status.ts";

type Wish = z.output<(typeof bulkMembers)["body"]>;

/** Says which of the chosen players an action is not for, and why. */
type Judge = (row: MemberRow) => string | null;

export function changeMany(db: Db, actor: ClanActor, wish: Wish, now = new Date()): Promise<{ changed: number }> {
  const ids = [...new Set(wish.member_ids.map((id) => id.toLowerCase()))];
  return db.transaction().execute(async (tx) => {
    await lockRoster(tx, actor.clanId);
    const rows = await lockMembers(tx, actor.clanId, ids);
    requireAllThere(ids, rows);
    const changed = await act(tx, actor, rows, wish, now);
    return { changed };
  });
}

async function act(tx: Db, actor: ClanActor, rows: MemberRow[], wish: Wish, now: Date): Promise<number> {
  const { action, group, reason } = wish;
  if (action === "add-group" || action === "remove-group") {
    refuseSome("forbidden", rows, (row) => (mayEdit(actor, row) ? null : notYours(actor, row).message));
    return regroup(tx, actor, rows, action, group);
  }
  const move = moves[action];
  refuseSome("forbidden", rows, (row) => (mayMove(actor, row) ? null : notYours(actor, row).message));
  const moving = rows.filter(({ status }) => status !== move.to);
  refuseSome("conflict", moving, (row) => findMoveProblem(row, move));
  await moveRows(tx, actor, moving, action, reason, now);
  return moving.length;
}

function requireAllThere(ids: string[], rows: MemberRow[]): void {
  const there = new Set(rows.map(({ id }) => id));
  const missing = ids.filter((id) => !there.has(id));
  if (missing.length === 0) return;
  const details = missing.map((id) => ({ path: id, message: "Player not found" }));
  throw new ApiError("not_found", "Some of these players are not on the roster", { details });
}

function refuseSome(code: "forbidden" | "conflict", rows: MemberRow[], judge: Judge): void {
  const details = rows.flatMap((row): FieldProblem[] => {
    const message = judge(row);
    return message === null ? [] : [{ path: row.id, message }];
  });
  if (details[0]) throw new ApiError(code, details[0].message, { details });
}

async function regroup(
  tx: Db,
  actor: ClanActor,
  rows: MemberRow[],
  action: "add-group" | "remove-group",
  group: string | undefined,
): Promise<number> {
  if (group === undefined) throw invalidField("group", "Choose a group.");
  const key = toNameKey(group);
  const isIn = ({ groups }: MemberRow) => groups.some((name) => toNameKey(name) === key);
  const isAdding = action === "add-group";
  const changing = rows.filter((row) => isIn(row) !== isAdding);
  if (isAdding) {
    refuseSome("conflict", changing, ({ name, groups }) =>
      groups.length < groupsMax ? null : `${name} is in ${groupsMax} groups already`,
    );
  }
  const changed = changing.map(({ id, groups }) => ({
    id,
    groups: isAdding ? [...groups, group] : groups.filter((name) => toNameKey(name) !== key),
  }));
  if (changed.length === 0) return 0;
  await updateGroups(tx, actor.clanId, changed);
  const happenings = changing.map(({ id, name, groups }, index) => ({
    action: "member.update",
    target: { type: "member", id, name },
    before: { groups },
    after: { groups: changed[index]?.groups },
  }));
  await recordAudit(tx, actor, ...happenings);
  return changed.length;
}
