import { pages } from "@clanhall/contract/pages";
import type { Scoreboard } from "@clanhall/contract/scoreboards";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorMessage, Notice } from "../../ui/core/notice.tsx";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Button, ButtonLink } from "../../ui/core/button.tsx";
import { hasStatus } from "../../lib/call-error.ts";
import { ListLoading } from "../../ui/list-states.tsx";
import { boardPresets } from "./presets.ts";
import { boardActivitiesQuery } from "./scoreboards.api.ts";
import styles from "./scoreboards.module.css";

/** The shape of the list while it is on the way, or why it does not come. */
export function BoardsLoading({ query }: { query: UseQueryResult<Scoreboard[]> }) {
  if (hasStatus(query.error, 400, 403, 404)) return <ErrorMessage error={query.error} />;
  return <ListLoading query={query} what="The scoreboards" rows={5} />;
}

/** A board was posted to no channel at all. */
export function NobodyTold({ clanId }: { clanId: string }) {
  return (
    <Notice
      role="alert"
      tone="warning"
      actions={
        <ButtonLink to={pages.clanAdmin.path} params={{ id: clanId }} search={{ tab: "integrations" }}>
          Open Integrations
        </ButtonLink>
      }
    >
      <p>Nothing was posted: no Discord webhook of this clan is told of scoreboards.</p>
    </Notice>
  );
}

export function ReadOnlyNote({ isDying }: { isDying: boolean }) {
  const state = isDying ? "will be deleted" : "is archived";
  return (
    <Notice>
      <p>This clan {state}: its boards can be read, but not changed, and their links show nothing.</p>
    </Notice>
  );
}

/** What a clan without boards is told: how to get the first one, or who makes it. */
export function NoBoards({ clanId, onMake }: { clanId: string; onMake: ((preset: string) => void) | null }) {
  if (onMake) return <FirstBoard clanId={clanId} onMake={onMake} />;
  return (
    <EmptyState title="No scoreboards yet">
      Once your clan’s owner or a maintainer makes one, you will see here where everybody stands.
    </EmptyState>
  );
}

/** Something to count comes first, then one of the presets or a board of one's own. */
function FirstBoard({ clanId, onMake }: { clanId: string; onMake: (preset: string) => void }) {
  const activities = useQuery(boardActivitiesQuery(clanId));
  return (
    <AsyncSection query={activities} what="The activities" lines={3}>
      {(rows) => (rows.some(({ active }) => active) ? <Presets onMake={onMake} /> : <NothingToCount clanId={clanId} />)}
    </AsyncSection>
  );
}

function NothingToCount({ clanId }: { clanId: string }) {
  return (
    <EmptyState
      title="Something to count comes first"
      actions={
        <ButtonLink to={pages.customizeActivities.path} search={{ clan: clanId }}>
          Customize activities
        </ButtonLink>
      }
    >
      A scoreboard ranks players by your clan’s activities, such as donations or raids. There are none yet.
    </EmptyState>
  );
}

function Presets({ onMake }: { onMake: (preset: string) => void }) {
  return (
    <EmptyState title="Make your first scoreboard">
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
      <Button onClick={() => onMake("1")}>Start with a blank one</Button>
    </EmptyState>
  );
}
