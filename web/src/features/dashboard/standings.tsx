import type { ClanCard } from "@clanhall/contract/clans";
import type { MyStanding } from "@clanhall/contract/my-standing";
import { useState } from "react";
import { hasStanding } from "@clanhall/contract/my-standing";
import { StandingCard } from "../../domain/standing-card.tsx";
import { Button } from "../../ui/core/button.tsx";
import styles from "./dashboard.module.css";

/** Clans that are shown at first. */
const shownMax = 3;

/** How one is doing in each clan, the one used last first. */
export function MyStandings({ standings, clans }: { standings: MyStanding[]; clans: ClanCard[] }) {
  const [isAll, setIsAll] = useState(false);
  const known = standings.flatMap((standing) => {
    const clan = clans.find(({ id }) => id === standing.clan_id);
    return clan && hasStanding(standing) ? [{ clan, standing }] : [];
  });
  if (known.length === 0) return null;
  const shown = isAll ? known : known.slice(0, shownMax);
  return (
    <section className={styles.own} aria-label="My standing">
      <div className={styles.standings} data-columns={Math.min(known.length, shownMax)}>
        {shown.map(({ clan, standing }) => (
          <StandingCard key={clan.id} clan={clan} standing={standing} />
        ))}
      </div>
      {known.length > shown.length && (
        <Button variant="plain" className={styles.all} onClick={() => setIsAll(true)}>
          Show all {known.length}
        </Button>
      )}
    </section>
  );
}
