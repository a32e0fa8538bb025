import { useQuery } from "@tanstack/react-query";
import { ButtonLink } from "../../ui/core/button.tsx";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Card } from "../../ui/card.tsx";
import { latestAuditOf } from "./audit.api.ts";
import styles from "./audit.module.css";
import { AuditCards } from "./audit-rows.tsx";

/** The last few changes, with the way to all of them. */
export function LatestAudit({ clanId }: { clanId: string }) {
  const latest = useQuery(latestAuditOf(clanId));
  return (
    <Card title="Latest changes">
      <AsyncSection query={latest} what="The latest changes">
        {(rows) =>
          rows.length === 0 ? <p className={styles.note}>Nothing happened yet.</p> : <AuditCards rows={rows} isBrief />
        }
      </AsyncSection>
      <p>
        <ButtonLink variant="plain" to="." search={{ tab: "audit" }}>
          The whole log
        </ButtonLink>
      </p>
    </Card>
  );
}
