import type { StrandedClan } from "@clanhall/contract/admin";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Button } from "../../ui/core/button.tsx";
import { Card } from "../../ui/card.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { formatFullDate } from "../../lib/format.ts";
import { strandedClansQuery } from "./overview.api.ts";
import styles from "./overview.module.css";

const RecoverDialog = lazyDialog(async () => (await import("./recover-dialog.tsx")).RecoverDialog);

/** Clans that nobody can lead, and the way to somebody who can. */
export function StrandedClans() {
  const clans = useQuery(strandedClansQuery);
  const [chosen, setChosen] = useState<StrandedClan | null>(null);
  return (
    <Card
      title="Stranded clans"
      line="Their owner has no account any more, or is kept out. You can make one of their members the owner."
    >
      <AsyncSection query={clans} what="The stranded clans" lines={2}>
        {(items) =>
          items.length === 0 ? (
            <p className={styles.note}>None: every clan has an owner who can act.</p>
          ) : (
            <ul className={styles.list} aria-label="Stranded clans">
              {items.map((clan) => (
                <Stranded key={clan.id} clan={clan} onHandOver={() => setChosen(clan)} />
              ))}
            </ul>
          )
        }
      </AsyncSection>
      {chosen && <RecoverDialog clan={chosen} onClose={() => setChosen(null)} />}
    </Card>
  );
}

function Stranded({ clan, onHandOver }: { clan: StrandedClan; onHandOver: () => void }) {
  const { name, owner, created_at, candidates } = clan;
  return (
    <li className={styles.item}>
      <div className={styles.what}>
        <strong>{name}</strong>
        <div className={styles.note}>
          {owner ? `Owned by ${owner}` : "The owner’s account is gone"} · since {formatFullDate(created_at)}
        </div>
      </div>
      {candidates.length === 0 ? (
        <span className={styles.note}>No member has an account to take it over.</span>
      ) : (
        <Button onClick={onHandOver}>
          Hand over <span className="unseen">{name}</span>
        </Button>
      )}
    </li>
  );
}
