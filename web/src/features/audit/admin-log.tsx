import type { AuditRow } from "@clanhall/contract/audit";
import { type InfiniteData, useInfiniteQuery, type UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Card } from "../../ui/card.tsx";
import { Muted } from "../../ui/core/layout.tsx";
import { FilterBar } from "../../ui/lists/filter-bar.tsx";
import { Pager } from "../../ui/pager.tsx";
import { setValues, useSearchFilters } from "../../ui/lists/search-filters.ts";
import { adminAuditOf, adminLogFilters } from "./api.ts";
import { AuditRows, NoAuditRows } from "./rows.tsx";

/** What app admins did on this installation. The filters live in the address. */
export function AdminLog() {
  const filters = useSearchFilters(adminLogFilters);
  const log = useInfiniteQuery(adminAuditOf(setValues(filters.values)));
  return (
    <Card title="Admin audit" line="What app admins did, to whom and why.">
      <FilterBar filters={filters} label="Filter the audit" isTight />
      <Rows log={log}>
        <NoAuditRows filters={filters} />
      </Rows>
    </Card>
  );
}

/** What app admins did to one user. */
export function AdminLogOfUser({ userId }: { userId: string }) {
  const log = useInfiniteQuery(adminAuditOf({ target: userId }));
  return (
    <Card title="Admin audit" line="What app admins did to this account, and why.">
      <Rows log={log}>
        <Muted as="p">No app admin did anything here yet.</Muted>
      </Rows>
    </Card>
  );
}

interface RowsProps {
  log: UseInfiniteQueryResult<InfiniteData<{ items: AuditRow[] }>>;
  /** Shown where there are no rows. */
  children: ReactNode;
}

function Rows({ log, children }: RowsProps) {
  return (
    <AsyncSection query={log} what="The admin audit" lines={5}>
      {({ pages }) => {
        const rows = pages.flatMap(({ items }) => items);
        if (rows.length === 0) return children;
        return (
          <>
            <AuditRows rows={rows} />
            <Pager query={log} />
          </>
        );
      }}
    </AsyncSection>
  );
}
