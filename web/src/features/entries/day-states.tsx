import type { Day } from "@clanhall/contract/days";
import { pages } from "@clanhall/contract/pages";
import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { hasStatus } from "../../lib/call-error.ts";
import { formatClanDate as toDateWords } from "../../lib/format.ts";
import buttons from "../../ui/button.module.css";
import { Problem } from "../../ui/feedback.tsx";
import { LoadedPart } from "../../ui/loaded-part.tsx";
import { DayLink } from "./day-nav.tsx";
import styles from "./day.module.css";

/** The shape of the grid while it is on the way, or why it does not come. */
export function DayLoading({ query }: { query: UseQueryResult<Day> }) {
  if (hasStatus(query.error, 400, 403, 404)) return <Problem error={query.error} />;
  if (query.isError) {
    return (
      <LoadedPart query={query} what="This day">
        {() => null}
      </LoadedPart>
    );
  }
  return <DaySkeleton />;
}

export function DaySkeleton() {
  return (
    <div className={styles.skeleton} aria-busy="true">
      <span className="unseen">This day: loading</span>
      <div className={styles.skeletonStrip} />
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
      <h2>Not begun yet</h2>
      <p>{toDateWords(day)} is still to come. Values can be entered once it has begun.</p>
      <DayLink day={today} className={buttons.secondary}>
        Go to today
      </DayLink>
    </div>
  );
}

export function NoActivities({ clanId, canManage }: { clanId: string; canManage: boolean }) {
  return (
    <div className={styles.empty}>
      <h2>No activities on this day</h2>
      <p>What your clan counts, such as donations or raids, will be the columns here.</p>
      {canManage && (
        <Link className={buttons.secondary} to={pages.customizeActivities.path} search={{ clan: clanId }}>
          Customize activities
        </Link>
      )}
    </div>
  );
}

export function NoPlayers({ clanId, canManage }: { clanId: string; canManage: boolean }) {
  return (
    <div className={styles.empty}>
      <h2>Nobody was on the roster</h2>
      <p>The players of this day will be the rows here.</p>
      {canManage && (
        <Link className={buttons.secondary} to={pages.managePlayers.path} search={{ clan: clanId }}>
          Manage players
        </Link>
      )}
    </div>
  );
}

export function NoRows({ onClear }: { onClear: () => void }) {
  return (
    <div className={styles.empty}>
      <h2>Nothing matches</h2>
      <p>No player fits these filters.</p>
      <button type="button" className={buttons.secondary} onClick={onClear}>
        Clear filters
      </button>
    </div>
  );
}
