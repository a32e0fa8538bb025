import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Card } from "../../ui/card.tsx";
import { LoadedPart } from "../../ui/loaded-part.tsx";
import { latestAuditOf } from "./audit.api.ts";
import styles from "./audit.module.css";
import { AuditCards } from "./rows.tsx";

/** The last few changes, with the way to all of them. */
export function LatestAudit({ clanId }: { clanId: string }) {
  const latest = useQuery(latestAuditOf(clanId));
  return (
    <Card title="Latest changes">
      <LoadedPart query={latest} what="The latest changes">
        {(rows) =>
          rows.length === 0 ? <p className={styles.note}>Nothing happened yet.</p> : <AuditCards rows={rows} isBrief />
        }
      </LoadedPart>
      <p>
        <Link className={styles.all} to="." search={{ tab: "audit" }}>
          The whole log
        </Link>
      </p>
    </Card>
  );
}
