import { type UseInfiniteQueryResult, type InfiniteData, useInfiniteQuery } from "@tanstack/react-query";
import type { AuditRow } from "@clanhall/contract/audit";
import type { ReactNode } from "react";
import buttons from "../../ui/button.module.css";
import { Card } from "../../ui/card.tsx";
import { Problem } from "../../ui/feedback.tsx";
import { LoadedPart } from "../../ui/loaded-part.tsx";
import { adminAuditFilterNames, adminAuditOf } from "./admin-audit.api.ts";
import { useAuditAddress } from "./audit-address.ts";
import { ActionField, DayFields, TargetField } from "./audit-filters.tsx";
import { Nothing } from "./audit-log.tsx";
import styles from "./audit.module.css";
import { AuditRows } from "./audit-rows.tsx";
import { adminAuditGroups } from "./format.ts";

/** What app admins did on this installation. The filters live in the address. */
export function AdminAuditLog() {
  const { filters, show, clear } = useAuditAddress(adminAuditFilterNames);
  const log = useInfiniteQuery(adminAuditOf(filters));
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <Card title="Admin audit" line="What app admins did, to whom and why.">
      <div role="search" className={styles.filters} aria-label="Filter the audit">
        <ActionField groups={adminAuditGroups} filters={filters} onChange={show} />
        <TargetField key={filters.target} target={filters.target ?? ""} onChoose={(target) => show({ target })} />
        <DayFields filters={filters} onChange={show} />
        {isFiltered && (
          <button type="button" className={buttons.secondary} onClick={clear}>
            Clear filters
          </button>
        )}
      </div>
      <Rows log={log}>
        <Nothing isFiltered={isFiltered} onClear={clear} />
      </Rows>
    </Card>
  );
}

/** What app admins did to one user. */
export function AdminAuditOfUser({ userId }: { userId: string }) {
  const log = useInfiniteQuery(adminAuditOf({ target: userId }));
  return (
    <Card title="Admin audit" line="What app admins did to this account, and why.">
      <Rows log={log}>
        <p className={styles.note}>No app admin did anything here yet.</p>
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
    <LoadedPart query={log} what="The admin audit" lines={5}>
      {({ pages }) => {
        const rows = pages.flatMap(({ items }) => items);
        return rows.length === 0 ? (
          children
        ) : (
          <>
            <AuditRows rows={rows} />
            {log.hasNextPage && (
              <div className={styles.actions}>
                <button
                  type="button"
                  className={buttons.secondary}
                  aria-busy={log.isFetchingNextPage}
                  onClick={() => log.isFetchingNextPage || void log.fetchNextPage()}
                >
                  Show more
                </button>
              </div>
            )}
            {log.isFetchNextPageError && <Problem error={log.error} />}
          </>
        );
      }}
    </LoadedPart>
  );
}
