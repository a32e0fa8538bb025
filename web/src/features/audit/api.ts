import { type AuditRow, exportClanAudit, listClanAudit } from "@clanhall/contract/audit";
import type { AnswerOf } from "@clanhall/contract/endpoint";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/api-client.ts";
import { download } from "../../lib/files.ts";
import { type LoadPage, pagedQuery } from "../../lib/paged.ts";
import { type CsvColumns, fieldColumns, loadAll, saveCsv } from "../../ui/lists/csv-file.ts";
import { type AdminAuditRow, listAdminAudit } from "@clanhall/contract/admin";
import { adminAuditGroups, auditGroups } from "./format.ts";

type AuditFilters = Partial<Record<"actor" | "action" | "target" | "from" | "to", string>>;

export const auditOf = (clanId: string, filters: AuditFilters) =>
  pagedQuery(["clans", clanId, "audit", filters], (at, options) =>
    call(listClanAudit, { params: { clanId }, query: { ...filters, ...at } }, options),
  );

export const latestAuditOf = (clanId: string) =>
  queryOptions({
    queryKey: ["clans", clanId, "audit", "latest"],
    queryFn: async (): Promise<AuditRow[]> => {
      const { items } = await call(listClanAudit, { params: { clanId }, query: { limit: 5 } });
      return items;
    },
  });

/** Exactly what the filters show, as a file. */
export function downloadAudit(clanId: string, filters: AuditFilters): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  return download(exportClanAudit, { params: { clanId }, query: filters }, `audit-log-${day}.csv`);
}

type AdminAuditFilters = Omit<AuditFilters, "actor">;

function loadAdminAudit(filters: AdminAuditFilters): LoadPage<AnswerOf<typeof listAdminAudit>> {
  return (at, options) => call(listAdminAudit, { query: { ...filters, ...at } }, options);
}

export const adminAuditOf = (filters: AdminAuditFilters) => {
  const load = loadAdminAudit(filters);
  return pagedQuery(["admin", "audit", filters], async (at, options) => {
    const { items, next_cursor } = await load(at, options);
    return { items: items.map(toAuditRow), next_cursor };
  });
};

const adminAuditColumns: CsvColumns<AdminAuditRow> = {
  ...fieldColumns<AdminAuditRow>("at", "action", "actor", "target_type", "target_id", "target"),
  before: ({ before }) => before && JSON.stringify(before),
  after: ({ after }) => after && JSON.stringify(after),
  ...fieldColumns<AdminAuditRow>("reason", "request_id"),
};

/** Exactly what the filters show, as a file. */
export async function saveAdminAudit(queries: QueryClient, filters: AdminAuditFilters): Promise<void> {
  saveCsv("admin-audit", await loadAll(queries, loadAdminAudit(filters)), adminAuditColumns);
}

/** Read like a row of a clan's log. Without an actor it was done on the command line, or by somebody whose account is gone. */
function toAuditRow(row: AdminAuditRow): AuditRow {
  return { ...row, actor: row.actor ?? "Command line or former admin", actor_kind: "member", source: "ui" };
}

const day = /^\d{4}-\d\d-\d\d$/;

/** The groups of actions as the call knows them: by how their names begin. */
function whatFilter(groups: Record<string, string>) {
  return {
    kind: "select",
    label: "What",
    any: "Everything",
    names: Object.fromEntries(Object.entries(groups).map(([group, name]) => [`${group}.`, name])),
  } as const;
}

const shared = {
  target: { kind: "text", label: "Who or what" },
  from: { kind: "date", label: "From", pattern: day },
  to: { kind: "date", label: "To", pattern: day },
} as const;

export const clanLogFilters = {
  /** Those with an account; they come from the roster. */
  actor: { kind: "select", label: "Who", any: "Everyone" },
  action: whatFilter(auditGroups),
  ...shared,
} as const;

export const adminLogFilters = { action: whatFilter(adminAuditGroups), ...shared } as const;
