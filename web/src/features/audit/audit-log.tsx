import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Button } from "../../ui/core/button.tsx";
import { Card } from "../../ui/card.tsx";
import { useAuditAddress } from "./audit-address.ts";
import { AuditFilterBar } from "./audit-filters.tsx";
import { type AuditFilters, auditFilterNames, auditOf, downloadAudit } from "./audit.api.ts";
import styles from "./audit.module.css";
import { AuditRows } from "./audit-rows.tsx";

/** What happened in a clan. The filters live in the address. */
export function AuditLog({ clanId }: { clanId: string }) {
  const { filters, show, clear } = useAuditAddress(auditFilterNames);
  return (
    <Card title="Audit log" line="Every change, who made it and what was there before.">
      <AuditFilterBar clanId={clanId} filters={filters} onChange={show} onClear={clear} />
      <Entries clanId={clanId} filters={filters} onClear={clear} />
    </Card>
  );
}

interface EntriesProps {
  clanId: string;
  filters: AuditFilters;
  onClear: () => void;
}

function Entries({ clanId, filters, onClear }: EntriesProps) {
  const log = useInfiniteQuery(auditOf(clanId, filters));
  return (
    <AsyncSection query={log} what="The log" lines={5}>
      {({ pages }) => {
        const rows = pages.flatMap(({ items }) => items);
        if (rows.length === 0) return <Nothing isFiltered={Object.keys(filters).length > 0} onClear={onClear} />;
        return (
          <>
            <AuditRows rows={rows} />
            <div className={styles.actions}>
              {log.hasNextPage && (
                <Button
                  busy={log.isFetchingNextPage}
                  onClick={() => log.isFetchingNextPage || void log.fetchNextPage()}
                >
                  Load more
                </Button>
              )}
              <CsvButton clanId={clanId} filters={filters} />
            </div>
            {log.isFetchNextPageError && <ErrorMessage error={log.error} />}
          </>
        );
      }}
    </AsyncSection>
  );
}

function CsvButton({ clanId, filters }: Omit<EntriesProps, "onClear">) {
  const csv = useMutation({ mutationFn: () => downloadAudit(clanId, filters) });
  return (
    <>
      <Button busy={csv.isPending} onClick={() => csv.isPending || csv.mutate()}>
        Download CSV
      </Button>
      <ErrorMessage error={csv.error} />
    </>
  );
}

/** Nothing to list: none at all yet, or none that fits. */
export function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (!isFiltered) return <p className={styles.note}>Nothing happened yet. Every change will be listed here.</p>;
  return (
    <div className={styles.actions}>
      <p className={styles.note}>Nothing matches.</p>
      <Button onClick={onClear}>Clear filters</Button>
    </div>
  );
}
