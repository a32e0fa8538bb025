import type { ClanActor } from "../../access/actor.ts";
import { nextRevision } from "../../clan/lock.ts";
import type { Db } from "../../db/tables.ts";
import { ApiError, notFound } from "../../errors.ts";
import { recordAudit } from "../audit/index.ts";
import { returnEntries } from "../entries/index.ts";
import { findMainProblem } from "./main-player.ts";
import type { BeforeMerge, OldRow } from "./merge.ts";
import { lockMerge, markMergeUndone, returnAlts } from "./merges.queries.ts";
import { listNamesakes, lockMembers, type MemberRow, updateMembers } from "./queries.ts";
import { lockRoster, mayEdit, mayMove, nameTaken, notYours, requireRoom } from "./rules.ts";
import { replaceSpans } from "./spans.queries.ts";

/** Both rows become what they were, while nobody has changed either or the entries that moved. Invites that the merge cancelled stay so. */
export function takeMergeBack(db: Db, actor: ClanActor, mergeId: string, now = new Date()): Promise<void> {
  const { clanId } = actor;
  return db.transaction().execute(async (tx) => {
    const revision = await nextRevision(tx, clanId);
    await lockRoster(tx, clanId);
    const merge = await lockMerge(tx, clanId, mergeId);
    if (!merge) throw notFound("Merge");
    const before = merge.before as unknown as BeforeMerge;
    const rows = await lockMembers(tx, clanId, [merge.keep_id, merge.drop_id]);
    const keep = rows.find(({ id }) => id === merge.keep_id);
    const drop = rows.find(({ id }) => id === merge.drop_id);
    if (!keep || !drop) throw notFound("Merge");
    requireRights(actor, keep, drop, before);
    if (merge.undone_at) throw new ApiError("conflict", "This merge was undone already");
    requireUntouched(keep, drop, before);
    if (before.drop.status !== "removed") await requirePlace(tx, clanId, before.drop);

    await updateMembers(tx, clanId, [keep.id], { ...toColumns(before.keep), main_member_id: null });
    await updateMembers(tx, clanId, [drop.id], {
      ...toColumns(before.drop),
      main_member_id: null,
      merged_into_id: null,
    });
    await returnAlts(tx, clanId, before.alts, keep.main_member_id ?? keep.id, drop.id);
    await returnMain(tx, clanId, keep.id, before.keep);
    await returnMain(tx, clanId, drop.id, before.drop);
    await replaceSpans(tx, clanId, [keep.id, drop.id], before.spans);
    const pair = { keepId: keep.id, dropId: drop.id };
    await returnEntries(tx, { actor, pair, revision, now }, before.cells ?? []);
    await markMergeUndone(tx, clanId, mergeId, now);
    const after = { merge_id: mergeId };
    await recordAudit(
      tx,
      actor,
      { action: "member.unmerge", target: { type: "member", id: keep.id, name: before.keep.name }, after },
      { action: "member.unmerge", target: { type: "member", id: drop.id, name: before.drop.name }, after },
    );
  });
}

/** Over the rows as they are, and as they will be. */
function requireRights(actor: ClanActor, keep: MemberRow, drop: MemberRow, before: BeforeMerge): void {
  for (const row of [keep, { ...keep, role: before.keep.role }]) if (!mayEdit(actor, row)) throw notYours(actor, row);
  const returning = { ...drop, role: before.drop.role };
  if (!mayMove(actor, returning)) throw notYours(actor, returning);
}

function requireUntouched(keep: MemberRow, drop: MemberRow, before: BeforeMerge): void {
  const isUntouched =
    keep.version === before.keep.version + 1 &&
    drop.version === before.drop.version + 1 &&
    keep.user_id === (before.keep.user_id ?? before.drop.user_id);
  if (isUntouched) return;
  throw new ApiError("conflict", `${keep.name} or ${drop.name} was changed since, so this merge cannot be undone`);
}

async function requirePlace(tx: Db, clanId: string, { name_key }: OldRow): Promise<void> {
  await requireRoom(tx, clanId, 1);
  const [namesake] = await listNamesakes(tx, clanId, [name_key]);
  if (namesake) throw nameTaken(namesake.name);
}

function toColumns({ version: _version, joined_at, ...row }: OldRow) {
  return { ...row, joined_at: new Date(joined_at) };
}

/** A main who is gone meanwhile, or who became an alt, is not anybody's main again. */
async function returnMain(tx: Db, clanId: string, id: string, { main_member_id }: OldRow): Promise<void> {
  if (main_member_id === null || (await findMainProblem(tx, clanId, id, main_member_id))) return;
  await updateMembers(tx, clanId, [id], { main_member_id });
}
