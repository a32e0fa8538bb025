import {
  type createLayout,
  layoutsMax,
  type patchLayout,
  type PortableLayout,
  type ScreenshotLayout,
} from "@clanhall/contract/screenshot-layouts";
import { toNameKey } from "@clanhall/contract/text";
import type { z } from "zod";
import type { ClanActor } from "../../../access/actor.ts";
import { listActivities } from "../../../clan/activities.ts";
import { lockClan } from "../../../clan/lock.ts";
import { listMemberNames } from "../../../clan/roster.ts";
import type { Db, Tx } from "../../../db/tables.ts";
import { ApiError, invalidField, notFound, staleVersion } from "../../../errors.ts";
import { findLastChange, recordAudit } from "../../audit/index.ts";
import {
  deleteLayoutOf,
  insertLayouts,
  type LayoutContent,
  type LayoutRow,
  listLayoutsOf,
  lockLayout,
  updateLayout,
} from "./layouts.queries.ts";

type Draft = z.output<(typeof createLayout)["body"]>;
type Change = z.output<(typeof patchLayout)["body"]>;
type Geometry = ScreenshotLayout["geometry"];

export async function loadLayouts(db: Db, clanId: string): Promise<ScreenshotLayout[]> {
  return (await listLayoutsOf(db, clanId)).map(toLayout);
}

function toLayout({ id, name, signs, geometry, known_crops, last_used_at, version }: LayoutRow): ScreenshotLayout {
  return { id, name, signs, geometry, known_crops, last_used_at: last_used_at.toISOString(), version };
}

export function addLayout(db: Db, actor: ClanActor, draft: Draft): Promise<ScreenshotLayout> {
  const { clanId, memberId } = actor;
  return db.transaction().execute(async (tx) => {
    if (!(await lockClan(tx, clanId))) throw notFound("Clan");
    const standing = await listLayoutsOf(tx, clanId);
    if (standing.length >= layoutsMax) {
      throw new ApiError("conflict", `A clan can have at most ${layoutsMax} screenshot layouts. Delete one first.`);
    }
    requireFreeName(standing, draft.name);
    await requireOwn(tx, clanId, draft);
    const [row] = await insertLayouts(tx, clanId, memberId, [draft]);
    if (!row) throw notFound("Layout");
    await recordAudit(tx, actor, toCreation(row));
    return toLayout(row);
  });
}

function toCreation(row: LayoutRow) {
  return { action: "layout.create", target: toTarget(row), after: { columns: row.geometry.columns.length } };
}

function toTarget({ id, name }: LayoutRow) {
  return { type: "layout", id, name };
}

export function changeLayout(db: Db, actor: ClanActor, id: string, input: Change): Promise<ScreenshotLayout> {
  const { clanId } = actor;
  const { version, ...wanted } = input;
  return db.transaction().execute(async (tx) => {
    if (!(await lockClan(tx, clanId))) throw notFound("Clan");
    const row = await requireVersion(tx, clanId, id, version);
    const change = findChange(row, wanted);
    if (change.name !== undefined) {
      const others = (await listLayoutsOf(tx, clanId)).filter((other) => other.id !== row.id);
      requireFreeName(others, change.name);
    }
    await requireOwn(tx, clanId, change);
    const after = await updateLayout(tx, clanId, row.id, change);
    const fields = Object.keys(change);
    if (fields.length > 0) {
      const before = change.name === undefined ? {} : { name: row.name };
      await recordAudit(tx, actor, {
        action: "layout.change",
        target: toTarget(after),
        before,
        after: { ...(change.name !== undefined && { name: change.name }), fields },
      });
    }
    return toLayout(after);
  });
}

/** What is given and not the same. */
function findChange(row: LayoutRow, wanted: { [Field in keyof LayoutContent]?: LayoutContent[Field] | undefined }) {
  const isOther = ([field, value]: [string, unknown]) =>
    value !== undefined && JSON.stringify(value) !== JSON.stringify(toComparable(row, field));
  return Object.fromEntries(Object.entries(wanted).filter(isOther)) as Partial<LayoutContent>;
}

/** The database keeps keys in an order of its own. */
function toComparable(row: LayoutRow, field: string): unknown {
  if (field === "geometry") return sortGeometry(row.geometry);
  if (field === "known_crops") return row.known_crops.map(({ hash, member_id }) => ({ hash, member_id }));
  return field === "signs" ? row.signs : row.name;
}

function sortGeometry({ names, columns, pitch }: Geometry): Geometry {
  return {
    names: { left: names.left, right: names.right, dy: names.dy, tall: names.tall },
    columns: columns.map(({ left, right, tall, dy, way, meaning }) => ({
      left,
      right,
      tall,
      ...(dy !== undefined && { dy }),
      way,
      meaning,
    })),
    pitch,
  };
}

export function removeLayout(db: Db, actor: ClanActor, id: string, version: number): Promise<void> {
  const { clanId } = actor;
  return db.transaction().execute(async (tx) => {
    const row = await requireVersion(tx, clanId, id, version);
    await deleteLayoutOf(tx, clanId, row.id);
    await recordAudit(tx, actor, {
      action: "layout.delete",
      target: toTarget(row),
      before: { columns: row.geometry.columns.length },
    });
  });
}

async function requireVersion(tx: Tx, clanId: string, id: string, version: number): Promise<LayoutRow> {
  const row = await lockLayout(tx, clanId, id);
  if (!row) throw notFound("Layout");
  if (row.version !== version) {
    const last = await findLastChange(tx, clanId, { type: "layout", id: row.id });
    throw staleVersion(row.name, toLayout(row), last);
  }
  return row;
}

function requireFreeName(standing: LayoutRow[], name: string): void {
  const other = standing.find((row) => toNameKey(row.name) === toNameKey(name));
  if (other) throw invalidField("name", `There is already a layout called ${other.name}.`);
}

/** Activities and players that are named must be the clan's. */
async function requireOwn(tx: Tx, clanId: string, { geometry, known_crops = [] }: Partial<LayoutContent>) {
  if (geometry) {
    const known = new Set((await listActivities(tx, clanId)).map(({ id }) => id));
    const isKnown = (meaning: string) => meaning === "rank" || meaning === "ignore" || known.has(meaning.toLowerCase());
    if (!geometry.columns.every(({ meaning }) => isKnown(meaning))) {
      throw invalidField("geometry", "One of the columns is matched to an activity that this clan does not have");
    }
  }
  if (known_crops.length > 0) {
    const known = new Set((await listMemberNames(tx, clanId)).map(({ id }) => id));
    if (!known_crops.every(({ member_id }) => known.has(member_id.toLowerCase()))) {
      throw invalidField("known_crops", "One of the names is matched to a player who is not in this clan");
    }
  }
}

/** For another clan, or a file: with the names of activities, and without players. */
export async function exportLayouts(db: Db, clanId: string): Promise<PortableLayout[]> {
  const layouts = await listLayoutsOf(db, clanId);
  if (layouts.length === 0) return [];
  const names = new Map((await listActivities(db, clanId)).map(({ id, name }) => [id, name]));
  const toMeaning = (meaning: string) => {
    const activity = names.get(meaning.toLowerCase());
    return activity === undefined ? (meaning === "rank" ? "rank" : "ignore") : { activity };
  };
  return layouts.map(({ name, signs, geometry }) => {
    const { columns, ...sorted } = sortGeometry(geometry);
    const portable = columns.map(({ meaning, ...column }) => ({ ...column, meaning: toMeaning(meaning) }) as const);
    return { name, signs, geometry: { ...sorted, columns: portable } };
  });
}

/** Adds those with a new name that count something the clan has, as long as there is room. Returns how many. */
export async function importLayouts(tx: Tx, actor: ClanActor, layouts: PortableLayout[], source: "ui" | "import") {
  const { clanId, memberId } = actor;
  const added = await planLayouts(tx, clanId, layouts);
  if (added.length === 0) return 0;
  const rows = await insertLayouts(tx, clanId, memberId, added);
  await recordAudit(tx, actor, ...rows.map((row) => ({ ...toCreation(row), source })));
  return rows.length;
}

/** With activities that are about to be added, by their names. */
export async function planLayouts(db: Db, clanId: string, layouts: PortableLayout[], coming: string[] = []) {
  if (layouts.length === 0) return [];
  const standing = await listLayoutsOf(db, clanId);
  const ids = new Map((await listActivities(db, clanId)).map(({ id, name }) => [toNameKey(name), id]));
  for (const name of coming) ids.set(toNameKey(name), name);
  const taken = new Set(standing.map(({ name }) => toNameKey(name)));
  return layouts
    .map(({ name, signs, geometry }): LayoutContent => {
      const columns = geometry.columns.map(({ meaning, ...column }) => ({
        ...column,
        meaning: typeof meaning === "string" ? meaning : (ids.get(toNameKey(meaning.activity)) ?? "ignore"),
      }));
      return { name, signs, geometry: { ...geometry, columns }, known_crops: [] };
    })
    .filter(({ name, geometry }) => {
      const counts = geometry.columns.some(({ meaning }) => meaning !== "rank" && meaning !== "ignore");
      const key = toNameKey(name);
      return counts && !taken.has(key) && taken.add(key);
    })
    .slice(0, Math.max(0, layoutsMax - standing.length));
}
