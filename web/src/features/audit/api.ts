import { type AuditRow, exportClanAudit, listClanAudit } from "@clanhall/contract/audit";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/api-client.ts";
import { download } from "../../lib/files.ts";

export type AuditFilters = Partial<Record<"actor" | "action" | "target" | "from" | "to", string>>;

export const auditOf = (clanId: string, filters: AuditFilters) =>
  infiniteQueryOptions({
    queryKey: ["clans", clanId, "audit", filters],
    queryFn: ({ pageParam }) =>
      call(listClanAudit, { params: { clanId }, query: { ...filters, ...(pageParam && { cursor: pageParam }) } }),
    initialPageParam: "",
    getNextPageParam: (page) => page.next_cursor,
  });

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
