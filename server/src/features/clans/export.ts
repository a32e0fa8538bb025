import { Readable } from "node:stream";
import { toCsvLine } from "@clanhall/contract/csv";
import { ZipFile } from "yazl";
import type { ClanActor } from "../../access/actor.ts";
import { listDayRules } from "../../clan/calendar.ts";
import type { Db } from "../../db/tables.ts";
import { auditCsvLines, auditScope } from "../audit/index.ts";
import { versionLines } from "../bulletins/index.ts";
import { entryCsvLines, versionCsvLines } from "../entries/index.ts";
import { resultCsvLines } from "../scoreboards/index.ts";
import {
  bulletinsToExport,
  findAttentionToExport,
  getClanToExport,
  listActivitiesToExport,
  listAwayToExport,
  listBoardsToExport,
  listInvitesToExport,
  listLayoutsToExport,
  listMembersToExport,
  listNotesToExport,
  listRequestsToExport,
  listRoleRulesToExport,
  listSeasonsToExport,
  listSpansToExport,
  listWarningsToExport,
} from "./export.queries.ts";

type Chunks = AsyncIterable<string>;

/** Everything of a clan. Each file is streamed, none is held in memory as a whole. */
export async function exportClanOf(db: Db, actor: ClanActor, now: Date): Promise<{ name: string; file: Readable }> {
  const { clanId } = actor;
  const clan = await getClanToExport(db, clanId);
  const file = toZip({
    "clan.json": () => json(async () => ({ exported_at: now, ...clan, day_rules: await listDayRules(db, clanId) })),
    "members.csv": () => csv(() => listMembersToExport(db, clanId)),
    "members.json": () => json(() => loadMembers(db, clanId)),
    "away.csv": () => csv(() => listAwayToExport(db, clanId)),
    "warnings.json": () => json(() => listWarningsToExport(db, clanId)),
    "notes.json": () => json(() => listNotesToExport(db, clanId)),
    "requests.json": () => json(() => listRequestsToExport(db, clanId)),
    "attention.json": () => json(() => findAttentionToExport(db, clanId)),
    "day-rules.csv": () => csv(() => listDayRules(db, clanId)),
    "activities.csv": () => csv(() => listActivitiesToExport(db, clanId)),
    "screenshot-layouts.json": () => json(() => listLayoutsToExport(db, clanId)),
    "discord-roles.json": () => json(() => listRoleRulesToExport(db, clanId)),
    "entries.csv": () => entryCsvLines(db, clanId),
    "entry-versions.csv": () => versionCsvLines(db, clanId),
    "scoreboards.json": () => json(() => listBoardsToExport(db, clanId)),
    "scoreboard-results.ndjson": () => resultCsvLines(db, clanId),
    "seasons.json": () => json(() => listSeasonsToExport(db, clanId)),
    "bulletins.json": () => jsonList(bulletinsToExport(db, clanId)),
    "bulletin-versions.ndjson": () => versionLines(db, clanId),
    "invites.csv": () => csv(() => listInvitesToExport(db, clanId)),
    "audit.csv": () => auditCsvLines(db, auditScope(actor)),
  });
  return { name: `clanhall-${toSlug(clan.name)}-${now.toISOString().slice(0, 10)}.zip`, file };
}

async function loadMembers(db: Db, clanId: string) {
  const members = await listMembersToExport(db, clanId);
  const spans = Map.groupBy(await listSpansToExport(db, clanId), ({ member_id }) => member_id);
  const away = Map.groupBy(await listAwayToExport(db, clanId), ({ member_id }) => member_id);
  return members.map((member) => ({
    ...member,
    on_roster: (spans.get(member.id) ?? []).map(({ starts_on, ends_on }) => ({ from: starts_on, to: ends_on })),
    away: (away.get(member.id) ?? []).map(({ starts_on, ends_on, reason }) => ({
      from: starts_on,
      to: ends_on,
      reason,
    })),
  }));
}

function toZip(files: Record<string, () => Chunks>): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  zip.on("error", (error: Error) => output.destroy(error));
  let current: Readable | undefined;
  output.on("close", () => current?.destroy());
  for (const [name, open] of Object.entries(files)) {
    zip.addReadStreamLazy(name, (use) => {
      const content = Readable.from(open(), { objectMode: false });
      content.on("error", (error) => output.destroy(error));
      current = content;
      use(null, content);
    });
  }
  zip.end();
  return output;
}

async function* json(load: () => Promise<unknown>): Chunks {
  yield JSON.stringify(await load(), null, 2);
}

async function* jsonList(rows: AsyncIterable<object>): Chunks {
  let separator = "";
  yield "[";
  for await (const row of rows) {
    yield `${separator}\n${JSON.stringify(row, null, 2)}`;
    separator = ",";
  }
  yield "\n]";
}

/** Rows under the names of their columns; a table without rows is an empty file. */
async function* csv(load: () => Promise<object[]>): Chunks {
  const rows = await load();
  const columns = Object.keys(rows[0] ?? {});
  yield columns.length > 0 ? toCsvLine(columns) : "";
  for (const row of rows) yield toCsvLine(Object.values(row).map(toCell));
}

function toCell(value: unknown): string | number | boolean | null {
  if (value === null || typeof value === "number" || typeof value === "boolean") return value;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.join("; ");
  return typeof value === "string" ? value : JSON.stringify(value);
}

function toSlug(name: string): string {
  const base = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return base.replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "clan";
}
