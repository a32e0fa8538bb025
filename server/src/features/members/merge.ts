import { addDays, toClanDate } from "@clanhall/contract/rules/clan-day";
import type { mergeMembers } from "@clanhall/contract/member-imports";
import { mapFields } from "@clanhall/contract/fields/field";
import {
  type MemberField,
  memberFields,
  type MemberList,
  memberLists,
  memberTexts,
} from "@clanhall/contract/fields/member-fields";
import type { z } from "zod";
import type { ClanActor } from "../../access/actor.ts";
import { listDayRules } from "../../clan/calendar.ts";
import { nextRevision } from "../../clan/lock.ts";
import { currentTime } from "../../db/clock.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { ApiError, invalidField, notFound } from "../../errors.ts";
import { recordAudit } from "../audit/index.ts";
import { type MergedCell, moveEntries, previewMove, returnEntries } from "../entries/index.ts";
import { awayMax, findMainProblem } from "./change.ts";
import {
  cancelInvitesOf,
  deleteTransfersTo,
  insertMerge,
  lockMerge,
  markMergeUndone,
  moveAlts,
  returnAlts,
} from "./links.queries.ts";
import {
  type AwayRow,
  closeSpans,
  listAlts,
  listAway,
  listNamesakes,
  listSpans,
  lockMembers,
  type MemberRow,
  replaceAway,
  replaceSpans,
  type Span,
  updateMembers,
} from "./queries.ts";
import { lockRoster, mayEdit, mayMove, nameTaken, notYours, requireRoom, toDistinct } from "./rules.ts";

type MergeInput = z.output<(typeof mergeMembers)["body"]>;
type Answer = z.output<(typeof mergeMembers)["response"]>;

/** One of two rows as it was before they became one. */
interface OldRow extends Omit<
  MemberRow,
  "clan_id" | "id" | "created_at" | "updated_at" | "merged_into_id" | "tint" | "kept_choice" | "joined_at"
> {
  joined_at: string;
}

type Away = Pick<AwayRow, "starts_on" | "ends_on" | "reason">;

/** What an undo has to know; stored as it is. */
interface BeforeMerge {
  keep: OldRow;
  drop: OldRow;
  /** Players who were alts of the dropped one. */
  alts: string[];
  spans: Span[];
  /** Missing in merges from before there were entries. */
  cells?: MergedCell[];
  /** When the kept row was away. Missing in merges from before the dropped row's time away came along. */
  away?: Away[];
}

/** Makes two rows of one player one. The dropped row stays, removed, so that this can be taken back. */
export function mergeRows(db: Db, actor: ClanActor, input: MergeInput): Promise<Answer> {
  const now = currentTime();
  const [keepId, dropId] = [input.keep.toLowerCase(), input.drop.toLowerCase()];
  if (keepId === dropId) throw invalidField("drop", "Choose two different players.");
  return db.transaction().execute(async (tx) => {
    // Before any row is locked: whoever saves entries has the number of the save first and the players' rows then.
    const revision = input.dry_run ? null : await nextRevision(tx, actor.clanId);
    await lockRoster(tx, actor.clanId);
    const rows = await lockMembers(tx, actor.clanId, [keepId, dropId]);
    const keep = rows.find(({ id }) => id === keepId);
    const drop = rows.find(({ id }) => id === dropId);
    if (!keep || !drop) throw notFound("Player");
    requireMergeable(actor, keep, drop);
    const merged = mergeMember(keep, drop);
    const { aliases, groups, joined_at } = merged;
    const result = { name: keep.name, aliases, groups, joined_at: joined_at.toISOString() };
    const pair = { keepId, dropId };
    const { cells, preview } = await previewMove(tx, actor.clanId, pair, input.policy);
    if (revision === null) return { merge_id: null, result, ...preview };
    const moved = await moveEntries(tx, { actor, pair, revision, now }, cells);
    return { merge_id: await mergeInto(tx, actor, keep, drop, merged, moved, now), result, ...preview };
  });
}

function requireMergeable(actor: ClanActor, keep: MemberRow, drop: MemberRow): void {
  if (!mayEdit(actor, keep)) throw notYours(actor, keep);
  if (!mayMove(actor, drop)) throw notYours(actor, drop);
  for (const { name, merged_into_id } of [keep, drop]) {
    if (merged_into_id !== null) throw new ApiError("conflict", `${name} has already been merged into another player`);
  }
  if (keep.status === "removed") throw new ApiError("conflict", `${keep.name} is removed`);
  if (keep.user_id !== null && drop.user_id !== null) {
    const message = `${keep.name} and ${drop.name} have an account each: unlink one of them first`;
    throw new ApiError("conflict", message);
  }
}

/** An account that moves brings its role along, so that nobody may do more after a merge than before. */
function mergeMember(keep: MemberRow, drop: MemberRow) {
  return {
    ...mapFields(memberLists, (list) => joinLists(list, keep, drop)),
    ...mapFields(memberTexts, (text) => {
      const { merge }: MemberField = memberFields[text];
      return merge === "first-filled" ? keep[text] || drop[text] : keep[text];
    }),
    joined_at: drop.joined_at < keep.joined_at ? drop.joined_at : keep.joined_at,
    user_id: keep.user_id ?? drop.user_id,
    role: drop.user_id === null ? keep.role : drop.role,
    main_member_id: keep.main_member_id === drop.id ? null : keep.main_member_id,
  };
}

/** A name that goes stays as an alias. */
function joinLists(list: MemberList, keep: MemberRow, drop: MemberRow): string[] {
  const names = [...keep[list], ...drop[list]];
  const joined = list === "aliases" ? toDistinct([drop.name, ...names], keep.name) : toDistinct(names);
  return joined.slice(0, memberFields[list].max);
}

async function mergeInto(
  tx: Tx,
  actor: ClanActor,
  keep: MemberRow,
  drop: MemberRow,
  merged: ReturnType<typeof mergeMember>,
  cells: MergedCell[],
  now: Date,
): Promise<string> {
  const { clanId } = actor;
  const spans = await listSpans(tx, clanId, [keep.id, drop.id]);
  const alts = (await listAlts(tx, clanId, drop.id)).filter((id) => id !== keep.id);
  const away = await listAwayOf(tx, keep);
  const pair = { clan_id: clanId, keep_id: keep.id, drop_id: drop.id, merged_by: actor.userId };
  const before: BeforeMerge = { keep: toOldRow(keep), drop: toOldRow(drop), alts, spans, cells, away };
  const mergeId = await insertMerge(tx, pair, before);

  await updateMembers(tx, clanId, [drop.id], {
    status: "removed",
    merged_into_id: keep.id,
    user_id: null,
    role: "member",
    main_member_id: null,
  });
  await updateMembers(tx, clanId, [keep.id], merged);
  await moveAlts(tx, clanId, [drop.id], merged.main_member_id ?? keep.id);
  const today = toClanDate(await listDayRules(tx, clanId), now);
  await closeSpans(tx, clanId, [drop.id], today);
  await replaceSpans(tx, clanId, [keep.id], mergeSpans(spans, keep, today));
  await replaceAway(tx, clanId, keep.id, joinAway(away, await listAwayOf(tx, drop)));
  await cancelInvitesOf(tx, clanId, drop.user_id === null ? [drop.id] : [keep.id, drop.id], now);
  await deleteTransfersTo(tx, clanId, [drop.id]);
  await recordAudit(
    tx,
    actor,
    {
      action: "member.merge",
      target: { type: "member", id: keep.id, name: keep.name },
      after: { merge_id: mergeId, dropped: drop.name, dropped_id: drop.id },
    },
    {
      action: "member.merged_into",
      target: { type: "member", id: drop.id, name: drop.name },
      after: { merge_id: mergeId, kept: keep.name, kept_id: keep.id },
    },
  );
  return mergeId;
}

function toOldRow({
  clan_id: _clan,
  id: _id,
  created_at: _made,
  updated_at: _at,
  merged_into_id: _merged,
  tint: _tint,
  ...row
}: MemberRow) {
  return { ...row, joined_at: row.joined_at.toISOString() } satisfies OldRow;
}

/** The days on which either was on the roster. */
function mergeSpans(spans: Span[], keep: MemberRow, today: string): Span[] {
  const merged: Span[] = [];
  for (const { starts_on, ends_on } of spans) {
    const last = merged.at(-1);
    if (!last || (last.ends_on !== null && starts_on > addDays(last.ends_on, 1))) {
      merged.push({ member_id: keep.id, starts_on, ends_on });
    } else if (last.ends_on !== null && (ends_on === null || ends_on > last.ends_on)) last.ends_on = ends_on;
  }
  return keep.status === "active" ? merged : merged.map((span) => ({ ...span, ends_on: span.ends_on ?? today }));
}

async function listAwayOf(tx: Tx, { clan_id, id }: MemberRow): Promise<Away[]> {
  const periods = await listAway(tx, clan_id, id);
  return periods.map(({ starts_on, ends_on, reason }) => ({ starts_on, ends_on, reason }));
}

/** Of the dropped row's time away, what lies outside of the kept row's comes along; of too many periods the latest. */
function joinAway(kept: Away[], dropped: Away[]): Away[] {
  const added = kept.reduce((periods, other) => periods.flatMap((period) => cutAway(period, other)), dropped);
  return [...kept, ...added].toSorted((a, b) => (a.starts_on < b.starts_on ? -1 : 1)).slice(-awayMax);
}

/** What of a period lies before and after another. */
function cutAway(period: Away, other: Away): Away[] {
  const [before, after] = [addDays(other.starts_on, -1), addDays(other.ends_on, 1)];
  return [
    { ...period, ends_on: before < period.ends_on ? before : period.ends_on },
    { ...period, starts_on: after > period.starts_on ? after : period.starts_on },
  ].filter(({ starts_on, ends_on }) => starts_on <= ends_on);
}

/** Both rows become what they were, while nobody has changed either or the entries that moved. Invites that the merge cancelled stay so. */
export function undoMergeOf(db: Db, actor: ClanActor, mergeId: string): Promise<void> {
  const now = currentTime();
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
    if (merge.undone_at) throw new ApiError("conflict", "This merge has already been undone");
    requireUntouched(keep, drop, before);
    if (before.drop.status !== "removed") await requireFreeName(tx, clanId, before.drop);

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
    if (before.away) await replaceAway(tx, clanId, keep.id, before.away);
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

async function requireFreeName(tx: Tx, clanId: string, { name_key }: OldRow): Promise<void> {
  await requireRoom(tx, clanId, 1);
  const [namesake] = await listNamesakes(tx, clanId, [name_key]);
  if (namesake) throw nameTaken(namesake.name);
}

function toColumns({ version: _version, joined_at, ...row }: OldRow) {
  return { ...row, joined_at: new Date(joined_at) };
}

/** A main who is gone meanwhile, or who became an alt, is not anybody's main again. */
async function returnMain(tx: Tx, clanId: string, id: string, { main_member_id }: OldRow): Promise<void> {
  if (main_member_id === null || (await findMainProblem(tx, clanId, id, main_member_id))) return;
  await updateMembers(tx, clanId, [id], { main_member_id });
}
