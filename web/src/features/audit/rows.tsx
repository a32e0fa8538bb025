import type { AuditRow } from "@clanhall/contract/audit";
import { Disclosure } from "../../ui/card.tsx";
import { Button } from "../../ui/core/button.tsx";
import { Muted, Row } from "../../ui/core/layout.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import styles from "./audit.module.css";
import { toFieldChanges } from "./format.ts";
import { foldJobs, type FoldedRow, sentenceOf } from "./sentences.ts";

/** What happened, one sentence each, the latest first. In brief, without what became of what. */
export function AuditRows({ rows, isBrief = false }: { rows: AuditRow[]; isBrief?: boolean }) {
  return (
    <ul className={styles.rows}>
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
        {changes.map(({ field, before, after }) => (
          <div key={field}>
            <dt>{field}</dt>
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
export function NoAuditRows({ filters }: { filters: { isFiltered: boolean; clear: () => void } }) {
  if (!filters.isFiltered) return <Muted as="p">Nothing happened yet. Every change will be listed here.</Muted>;
  return (
    <Row>
      <Muted as="p">Nothing matches.</Muted>
      <Button onClick={filters.clear}>Clear filters</Button>
    </Row>
  );
}
