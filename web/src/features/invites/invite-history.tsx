import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatDateTime } from "../../lib/format.ts";
import { AsyncSection } from "../../ui/async-section.tsx";
import { inviteHistoryQuery } from "./api.ts";
import styles from "./invites.module.css";

const words: Record<string, string> = {
  "invite.create": "Created",
  "invite.extend": "Extended",
  "invite.new_code": "New code",
  "invite.cancel": "Cancelled",
  "invite.accept": "Accepted",
  "invite.lock": "Locked after wrong codes",
};

/** What happened to an invite, fetched when somebody wants to know. */
export function InviteHistory({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false);
  const history = useQuery({ ...inviteHistoryQuery(id), enabled: isOpen });
  return (
    <details className={styles.history} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>History</summary>
      {isOpen && (
        <AsyncSection query={history} what="The history" lines={2}>
          {(items) => (
            <ol className={styles.events}>
              {items.map(({ at, action, actor }) => (
                <li key={`${at} ${action}`}>
                  <strong>{words[action] ?? toWords(action)}</strong>
                  {actor !== null && ` by ${actor}`}
                  <div className={styles.note}>{formatDateTime(at)}</div>
                </li>
              ))}
            </ol>
          )}
        </AsyncSection>
      )}
    </details>
  );
}

/** An action the list above does not know yet: "invite.code_wrong" reads "code wrong". */
function toWords(action: string): string {
  return action.replace(/^invite\./, "").replaceAll(/[._-]/g, " ");
}
