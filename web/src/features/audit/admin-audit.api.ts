import { type AdminAuditRow, listAdminAudit } from "@clanhall/contract/admin";
import type { AuditRow } from "@clanhall/contract/audit";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { call } from "../../lib/api-client.ts";
import type { AuditFilters } from "./audit.api.ts";

type AdminAuditFilters = Omit<AuditFilters, "actor">;

export const adminAuditOf = (filters: AdminAuditFilters) =>
  infiniteQueryOptions({
    queryKey: ["admin", "audit", filters],
    queryFn: async ({ pageParam }) => {
      const query = { ...filters, ...(pageParam && { cursor: pageParam }) };
      const { items, next_cursor } = await call(listAdminAudit, { query });
      return { items: items.map(toAuditRow), next_cursor };
    },
    initialPageParam: "",
    getNextPageParam: (page) => page.next_cursor,
  });

/** Read like a row of a clan's log. Without an actor it was done on the command line, or by somebody whose account is gone. */
function toAuditRow(row: AdminAuditRow): AuditRow {
  return { ...row, actor: row.actor ?? "Command line or former admin", actor_kind: "member", source: "ui" };
}
