import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { membersQuery, toMembers } from "../../domain/members.ts";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Card } from "../../ui/card.tsx";
import { Muted, Row } from "../../ui/core/layout.tsx";
import { CsvButton } from "../../ui/lists/data-list.tsx";
import { FilterBar } from "../../ui/lists/filter-bar.tsx";
import { Pager } from "../../ui/pager.tsx";
import { setValues, useSearchFilters } from "../../ui/lists/search-filters.ts";
import { auditOf, downloadAudit, latestAuditOf, clanLogFilters } from "./api.ts";
import { AuditRows, NoAuditRows } from "./rows.tsx";

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
              <Row>
                <Pager query={log} />
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
  return isKnown ? known : [{ value: chosen, label: "Somebody else" }, ...known];
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
