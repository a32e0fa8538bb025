import { type InfiniteData, useInfiniteQuery, type UseInfiniteQueryResult, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { membersQuery, toMembers } from "../../domain/members.ts";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Card, Disclosure } from "../../ui/card.tsx";
import { Muted, Row } from "../../ui/core/layout.tsx";
import { CsvButton, type CsvButtonProps } from "../../ui/lists/data-list.tsx";
import { FilterBar } from "../../ui/lists/filter-bar.tsx";
import { Pager } from "../../ui/pager.tsx";
import { setValues, useSearchFilters } from "../../ui/lists/search-filters.ts";
import {
  adminAuditOf,
  adminLogFilters,
  auditOf,
  clanLogFilters,
  downloadAudit,
  latestAuditOf,
  saveAdminAudit,
} from "./api.ts";
import type { AuditRow } from "@clanhall/contract/audit";
import { Button } from "../../ui/core/button.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import styles from "./audit.module.css";
import { type FoldedRow, foldJobs, sentenceOf, toFieldChanges } from "./format.ts";
import type { ReactNode } from "react";

/** What happened in a clan. The filters live in the address. */
export function ClanLog({ clanId }: { clanId: string }) {
  const filters = useSearchFilters(clanLogFilters);
  const asked = setValues(filters.values);
  const log = useInfiniteQuery(auditOf(clanId, asked));
  return (
    <Card title="Audit log" line="Every change, who made it and what was there before.">
      <FilterBar
        filters={filters}
        label="Filter the log"
        isTight
        options={{ actor: useActors(clanId, filters.values.actor) }}
      />
      <AsyncSection query={log} what="The log" lines={5}>
        {({ pages }) => {
          const rows = pages.flatMap(({ items }) => items);
          if (rows.length === 0) return <NoAuditRows filters={filters} />;
          return (
            <>
              <AuditRows rows={rows} />
              <Pager query={log} />
              <Row>
                <CsvButton label="Download CSV" onSave={() => downloadAudit(clanId, asked)} />
              </Row>
            </>
          );
        }}
      </AsyncSection>
    </Card>
  );
}

/** Players with an account; an address may name somebody who no longer is one. */
function useActors(clanId: string, chosen: string) {
  const { data: members = [] } = useQuery({ ...membersQuery(clanId, { linked: "true" }), select: toMembers });
  const known = members.map(({ user_id, name }) => ({ value: user_id ?? "", label: name }));
  const isKnown = chosen === "" || known.some(({ value }) => value === chosen);
  return isKnown ? known : [{ value: chosen, label: "Someone else" }, ...known];
}

/** The last few changes, with the way to all of them. */
export function LatestAudit({ clanId }: { clanId: string }) {
  const latest = useQuery(latestAuditOf(clanId));
  return (
    <Card title="Latest changes">
      <AsyncSection query={latest} what="The latest changes">
        {(rows) =>
          rows.length === 0 ? <Muted as="p">Nothing happened yet.</Muted> : <AuditRows rows={rows} isBrief />
        }
      </AsyncSection>
      <p>
        <Link to="." search={{ tab: "audit" }}>
          The whole log
        </Link>
      </p>
    </Card>
  );
}

/** What happened, one sentence each, the latest first. In brief, without what became of what. */
function AuditRows({ rows, isBrief = false }: { rows: AuditRow[]; isBrief?: boolean }) {
  return (
    <ul className={`${styles.rows} lined`}>
      {foldJobs(rows).map((folded) => (
        <li key={folded.row.id}>
          <Muted>
            <RelativeTime iso={folded.row.at} />
          </Muted>
          <div>
            <p>{sentenceOf(folded.row, folded.rows.length)}</p>
            {folded.row.reason && <Muted as="p">Reason: {folded.row.reason}</Muted>}
            {!isBrief && <Details folded={folded} />}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Most people want to know that something happened; some want to know how. */
function Details({ folded: { row, rows } }: { folded: FoldedRow }) {
  if (rows.length > 1) {
    return (
      <Disclosure summary={`Show all ${rows.length}`} className={styles.details}>
        <ul>
          {rows.map((one) => (
            <li key={one.id}>{sentenceOf(one)}</li>
          ))}
        </ul>
      </Disclosure>
    );
  }
  const changes = toFieldChanges(row);
  if (changes.length === 0) return null;
  return (
    <Disclosure summary="Show the change" className={styles.details}>
      <dl>
        {changes.map(({ field, label, before, after }) => (
          <div key={field}>
            <dt>{label}</dt>
            <dd>
              {before !== null && <del>{before}</del>}
              {before !== null && after !== null && <span aria-hidden> → </span>}
              {after !== null && <ins>{after}</ins>}
            </dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  );
}

/** Nothing to list: none at all yet, or none that matches. */
function NoAuditRows({ filters }: { filters: { isFiltered: boolean; clear: () => void } }) {
  if (!filters.isFiltered) return <Muted as="p">Nothing happened yet. Every change will be listed here.</Muted>;
  return (
    <Row>
      <Muted as="p">Nothing matches.</Muted>
      <Button onClick={filters.clear}>Clear filters</Button>
    </Row>
  );
}

/** What app admins did on this installation. The filters live in the address. */
export function AdminLog() {
  const filters = useSearchFilters(adminLogFilters);
  const asked = setValues(filters.values);
  const log = useInfiniteQuery(adminAuditOf(asked));
  return (
    <Card title="Admin audit" line="What app admins did, to whom and why.">
      <FilterBar filters={filters} label="Filter the audit" isTight />
      <Rows log={log} onSave={(queries) => saveAdminAudit(queries, asked)}>
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
  /** Saves them as a file, where that is offered. */
  onSave?: CsvButtonProps["onSave"];
  /** Shown where there are no rows. */
  children: ReactNode;
}

function Rows({ log, onSave, children }: RowsProps) {
  return (
    <AsyncSection query={log} what="The admin audit" lines={5}>
      {({ pages }) => {
        const rows = pages.flatMap(({ items }) => items);
        if (rows.length === 0) return children;
        return (
          <>
            <AuditRows rows={rows} />
            <Pager query={log} />
            {onSave && (
              <Row>
                <CsvButton label="Download CSV" onSave={onSave} />
              </Row>
            )}
          </>
        );
      }}
    </AsyncSection>
  );
}
