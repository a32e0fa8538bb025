import type { Day } from "@clanhall/contract/days";
import { pages } from "@clanhall/contract/pages";
import type { UseQueryResult } from "@tanstack/react-query";
import { hasStatus } from "../../lib/api-errors.ts";
import { formatClanDate } from "../../lib/format.ts";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Button, ButtonLink } from "../../ui/core/button.tsx";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import styles from "./day.module.css";

/** The shape of the grid while it is on the way, or why it does not come. */
export function DayLoading({ query }: { query: UseQueryResult<Day> }) {
  if (hasStatus(query.error, 400, 403, 404)) return <ErrorMessage error={query.error} />;
  if (query.isError) {
    return (
      <AsyncSection query={query} what="This day">
        {() => null}
      </AsyncSection>
    );
  }
  return <DaySkeleton />;
}

/** With the tools and the line above it while nothing of the day is there yet. */
export function DaySkeleton({ isInCard = false }: { isInCard?: boolean }) {
  return (
    <div
      className={`${styles.skeleton} skeleton`}
      data-in-card={isInCard || undefined}
      data-shape="grid"
      aria-busy="true"
    >
      <span className="visually-hidden">This day: loading</span>
      {!isInCard && <div className={styles.skeletonStrip} />}
      <div className={styles.skeletonHead} />
      {Array.from({ length: 10 }, (_, index) => (
        <div key={index} className={styles.skeletonRow}>
          <span className={styles.skeletonAvatar} />
          <span className={styles.skeletonName} />
          <span className={styles.skeletonCells} />
        </div>
      ))}
    </div>
  );
}

export function FutureDay({ day, today }: { day: string; today: string }) {
  return (
    <div className={styles.empty}>
      <h2>Not started yet</h2>
      <p>{formatClanDate(day)} is in the future. You can enter values once it starts.</p>
      <ButtonLink to="." search={(search: Record<string, unknown>) => ({ ...search, day: today })}>
        Go to today
      </ButtonLink>
    </div>
  );
}

export function NoActivities({ clanId, canManage }: { clanId: string; canManage: boolean }) {
  return (
    <div className={styles.empty}>
      <h2>No activities on this day</h2>
      <p>Activities such as donations or raids are the columns here.</p>
      {canManage && (
        <ButtonLink to={pages.customizeActivities.path} search={{ clan: clanId }}>
          Customize activities
        </ButtonLink>
      )}
    </div>
  );
}

export function NoPlayers({ clanId, canManage }: { clanId: string; canManage: boolean }) {
  return (
    <div className={styles.empty}>
      <h2>No players on this day</h2>
      <p>Players on the roster are the rows here.</p>
      {canManage && (
        <ButtonLink to={pages.managePlayers.path} search={{ clan: clanId }}>
          Manage players
        </ButtonLink>
      )}
    </div>
  );
}

export function NoRows({ onClear }: { onClear: () => void }) {
  return (
    <div className={styles.empty}>
      <h2>Nothing matches</h2>
      <p>No players match these filters.</p>
      <Button onClick={onClear}>Clear filters</Button>
    </div>
  );
}
