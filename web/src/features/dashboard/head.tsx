import { useState } from "react";
import type { ClanCard } from "@clanhall/contract/clans";
import { Surface } from "../../ui/card.tsx";
import { Combobox } from "../../ui/forms/combobox.tsx";
import { Stack } from "../../ui/core/layout.tsx";
import { Notice } from "../../ui/core/notice.tsx";
import { CreateClanLink } from "../../domain/no-clan.tsx";
import { Button } from "../../ui/core/button.tsx";
import styles from "./dashboard.module.css";

interface DashboardHeadProps {
  /** Undefined where nobody is to be greeted. */
  name: string | undefined;
  /** Null for who has none to choose from. */
  clans: ClanCard[] | null;
  chosen: string[];
  onChoose: (clanIds: string[]) => void;
}

export function DashboardHead({ name, clans, chosen, onChoose }: DashboardHeadProps) {
  const [hour] = useState(() => new Date().getHours());
  return (
    <div className={styles.head}>
      <div>
        <h1>Dashboard</h1>
        <p className={styles.greeting}>{name && `${greetingAt(hour)}, ${name}`}</p>
      </div>
      {clans && (
        <div className={styles.filter}>
          <Combobox
            multiple
            clearable
            label="Filter clans"
            placeholder="All clans"
            options={clans.map((clan) => ({ value: clan.id, label: clan.name }))}
            value={chosen}
            onChange={onChoose}
          />
        </div>
      )}
    </div>
  );
}

function greetingAt(hour: number): string {
  if (hour < 5 || hour >= 18) return "Good evening";
  return hour < 12 ? "Good morning" : "Good afternoon";
}

/** The shape of the page until it is known what belongs on it. */
export function DashboardLoading() {
  return (
    <Stack gap={5} className={`${styles.skeleton} skeleton`} data-shape="rows" aria-busy="true">
      <p className="visually-hidden" role="status">
        Loading your dashboard…
      </p>
      <Surface className={styles.skeletonStrip} />
      <div className={styles.grid}>
        {["first", "second", "third"].map((card) => (
          <Surface key={card} className={styles.skeletonCard} />
        ))}
      </div>
    </Stack>
  );
}

export function ClansMissing({ isTrying, onTry }: { isTrying: boolean; onTry: () => void }) {
  return (
    <Notice role="alert" tone="warning" className={styles.banner}>
      <p>Your clans could not be loaded. Nothing was changed.</p>
      <Button busy={isTrying} onClick={onTry}>
        Try again
      </Button>
    </Notice>
  );
}

/** For who only belongs to the clans of others. */
export function AskForInvite() {
  return (
    <Notice role="complementary" className={`${styles.banner} ${styles.join}`} aria-label="Joining another clan">
      <p>To join another clan, ask a clan owner for an invite link. Or create a clan of your own.</p>
      <CreateClanLink isSmall />
    </Notice>
  );
}
