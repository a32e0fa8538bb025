import { CompiledQuery } from "kysely";
import { escapeIdentifier, escapeLiteral } from "pg";
import { currentTime } from "./clock.ts";
import type { Log } from "./log.ts";
import { errorCode } from "./start-error.ts";
import type { Db } from "./tables.ts";

/** Tables that are split by the day of their rows: a part for each month, and one for days that have none yet. */
const splitTables = ["entries", "entry_versions"] as const;

/** So many months after this one have their part before anybody writes in them. */
const monthsAhead = 2;

/** Far more inserts than changes: without these, a part is hardly ever vacuumed and its indexes alone never answer. */
const storage = `
  autovacuum_vacuum_insert_threshold = 10000, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02`;

export type RunSql = (text: string) => Promise<{ rows: unknown[] }>;

interface Part {
  split: string;
  name: string;
  /** The first day of it and the first one after it; null where it has no such end. */
  since: string | null;
  ends: string | null;
}

/** All parts but those for the rest. */
export async function listParts(run: RunSql): Promise<Part[]> {
  const { rows } = await run(`
    select split.relname::text as split, part.relname::text as name,
      substring(bounds from 'FROM \\(''(.{10})''') as since, substring(bounds from 'TO \\(''(.{10})''') as ends
    from pg_inherits
    join pg_class as split on split.oid = inhparent and split.relkind = 'p'
    join pg_class as part on part.oid = inhrelid
    cross join pg_get_expr(part.relpartbound, part.oid) as bounds
    where split.relnamespace = current_schema()::regnamespace and bounds <> 'DEFAULT'
    order by split.relname, since nulls first`);
  return rows as Part[];
}

interface MissingPart {
  split: string;
  name: string;
  since: string;
  ends: string;
}

/** Months from the first part on that have none of their own, those ahead too. */
export async function listMissingParts(run: RunSql, now = currentTime()): Promise<MissingPart[]> {
  const parts = await listParts(run);
  return splitTables.flatMap((split) => {
    const ofTable = parts.filter((part) => part.split === split);
    const [first] = ofTable.flatMap(({ ends }) => ends ?? []).toSorted();
    const covered = new Set(ofTable.map(({ since }) => since));
    return listMonths(first, monthAfter(now, monthsAhead))
      .filter((since) => !covered.has(since))
      .map((since) => ({
        split,
        name: `${split}_${since.slice(0, 7).replace("-", "_")}`,
        since,
        ends: monthAfter(new Date(since), 1),
      }));
  });
}

/** Makes the parts that are missing; returns those that this role may not make, or not now because somebody is at work. */
export async function makeParts(run: RunSql, now = currentTime()): Promise<MissingPart[]> {
  const missing: MissingPart[] = [];
  for (const part of await listMissingParts(run, now)) {
    await run("begin");
    try {
      await makePart(run, part);
      await run("commit");
    } catch (error) {
      await run("rollback");
      if (!["42501", "55P03", "57014"].includes(errorCode(error))) throw error;
      missing.push(part);
    }
  }
  return missing;
}

/** Rows of the month that came before it had a part are moved there; nobody can add one meanwhile. */
async function makePart(run: RunSql, { split, name, since, ends }: MissingPart): Promise<void> {
  const isOfPart = `day >= '${since}' and day < '${ends}'`;
  await run("set local lock_timeout = '2s'");
  await run(`lock table ${split}_rest in access exclusive mode`);
  await run(`create table ${name} (like ${split} including defaults including constraints) with (${storage})`);
  await run(`with moved as (delete from ${split}_rest where ${isOfPart} returning *)
    insert into ${name} select * from moved`);
  await run(`alter table ${split} attach partition ${name} for values from ('${since}') to ('${ends}')`);
}

/** Gives empty tables the parts they had where their rows come from. */
export async function replaceParts(run: RunSql, parts: Part[]): Promise<void> {
  if (parts.length === 0) return;
  for (const { name } of await listParts(run)) await run(`drop table ${escapeIdentifier(name)}`);
  const toBound = (day: string | null, open: string) => (day ? escapeLiteral(day) : open);
  for (const { split, name, since, ends } of parts) {
    await run(`create table ${escapeIdentifier(name)} partition of ${escapeIdentifier(split)}
      for values from (${toBound(since, "minvalue")}) to (${toBound(ends, "maxvalue")}) with (${storage})`);
  }
}

/** Every day: parts that are missing, and what PostgreSQL knows of a split table, which it does not look at by itself. */
export async function prepareParts(db: Db, log: Log, now = currentTime()): Promise<void> {
  await db.connection().execute(async (connection) => {
    const run: RunSql = (text) => connection.executeQuery(CompiledQuery.raw(text));
    const missing = await makeParts(run, now);
    if (missing.length > 0) {
      const parts = missing.map(({ name }) => name);
      log.warn({ parts }, "Parts for the coming months are missing: run clanhall migrate as the owner of the tables");
    }
    for (const split of splitTables) await run(`analyze ${split}`).catch(ignoreSlow);
  });
}

/** A large one takes longer than a request may; what was known before still holds. */
function ignoreSlow(error: unknown): void {
  if (errorCode(error) !== "57014") throw error;
}

function listMonths(first: string | undefined, last: string): string[] {
  const months: string[] = [];
  for (let month = first; month && month <= last; month = monthAfter(new Date(month), 1)) months.push(month);
  return months;
}

/** The first day of a month so many months later. */
function monthAfter(day: Date, months: number): string {
  return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + months)).toISOString().slice(0, 10);
}
