import { pages } from "@clanhall/contract/pages";
import type { Scoreboard } from "@clanhall/contract/scoreboards";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { activitiesQuery } from "../../domain/activities.ts";
import { hasStatus } from "../../lib/call-error.ts";
import buttons from "../../ui/button.module.css";
import feedback from "../../ui/feedback.module.css";
import { Problem } from "../../ui/feedback.tsx";
import { LoadedPart } from "../../ui/loaded-part.tsx";
import { ListLoading } from "../../ui/list-states.tsx";
import states from "../../ui/list-states.module.css";
import { boardPresets } from "./presets.ts";
import styles from "./scoreboards.module.css";

/** The shape of the list while it is on the way, or why it does not come. */
export function BoardsLoading({ query }: { query: UseQueryResult<Scoreboard[]> }) {
  if (hasStatus(query.error, 400, 403, 404)) return <Problem error={query.error} />;
  return <ListLoading query={query} what="The scoreboards" rows={5} shape="titles" />;
}

/** A board was posted to no channel at all. */
export function NobodyTold({ clanId }: { clanId: string }) {
  return (
    <div role="alert" className={feedback.notice} data-kind="warning">
      <p>Nothing was posted: no Discord webhook of this clan is told of scoreboards.</p>
      <div className={feedback.actions}>
        <Link
          className={buttons.secondary}
          to={pages.clanAdmin.path}
          params={{ id: clanId }}
          search={{ tab: "integrations" }}
        >
          Open Integrations
        </Link>
      </div>
    </div>
  );
}

export function ReadOnlyNote({ isDying }: { isDying: boolean }) {
  const state = isDying ? "will be deleted" : "is archived";
  return (
    <p className={states.readOnly}>
      This clan {state}: its boards can be read, but not changed, and their links show nothing.
    </p>
  );
}

/** What a clan without boards is told: how to get the first one, or who makes it. */
export function NoBoards({ clanId, onMake }: { clanId: string; onMake: ((preset: string) => void) | null }) {
  if (onMake) return <FirstBoard clanId={clanId} onMake={onMake} />;
  return (
    <div className={states.empty}>
      <h2>No scoreboards yet</h2>
      <p>Once your clan’s owner or a maintainer makes one, you will see here where everybody stands.</p>
    </div>
  );
}

/** Something to count comes first, then one of the presets or a board of one's own. */
function FirstBoard({ clanId, onMake }: { clanId: string; onMake: (preset: string) => void }) {
  const activities = useQuery(activitiesQuery(clanId));
  return (
    <LoadedPart query={activities} what="The activities" lines={3}>
      {(rows) => (rows.some(({ active }) => active) ? <Presets onMake={onMake} /> : <NothingToCount clanId={clanId} />)}
    </LoadedPart>
  );
}

function NothingToCount({ clanId }: { clanId: string }) {
  return (
    <div className={states.empty}>
      <h2>Something to count comes first</h2>
      <p>A scoreboard ranks players by your clan’s activities, such as donations or raids. There are none yet.</p>
      <Link className={buttons.secondary} to={pages.customizeActivities.path} search={{ clan: clanId }}>
        Customize activities
      </Link>
    </div>
  );
}

function Presets({ onMake }: { onMake: (preset: string) => void }) {
  return (
    <section className={states.empty} aria-labelledby="first-board">
      <h2 id="first-board">Make your first scoreboard</h2>
      <p>Begin with one of these three and change what you like, or start with a blank one.</p>
      <ul className={styles.presets}>
        {boardPresets.map(({ key, title, sentence }) => (
          <li key={key}>
            <button type="button" className={styles.preset} onClick={() => onMake(key)}>
              <strong>{title}</strong>
              <span>{sentence}</span>
            </button>
          </li>
        ))}
      </ul>
      <button type="button" className={buttons.secondary} onClick={() => onMake("1")}>
        Start with a blank one
      </button>
    </section>
  );
}
