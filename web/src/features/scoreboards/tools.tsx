import { pages } from "@clanhall/contract/pages";
import { scoreboardsMax } from "@clanhall/contract/scoreboards";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import buttons from "../../ui/button.module.css";
import feedback from "../../ui/feedback.module.css";
import { EmptyList } from "../../ui/list-states.tsx";
import states from "../../ui/list-states.module.css";
import list from "../../ui/list.module.css";
import { LoadedPart } from "../../ui/loaded-part.tsx";
import type { DialogParams } from "./dialogs.tsx";
import { boardPresets } from "./presets.ts";
import { boardActivitiesQuery } from "./scoreboards.api.ts";
import styles from "./scoreboards.module.css";

interface ScoreboardToolsProps {
  /** The first board is made further down. */
  hasBoards: boolean;
  isFull: boolean;
  onShow: DialogParams["set"];
}

export function ScoreboardTools({ hasBoards, isFull, onShow }: ScoreboardToolsProps) {
  return (
    <div className={list.tools}>
      {hasBoards && (
        <button type="button" className={buttons.primary} disabled={isFull} onClick={() => onShow({ make: "1" })}>
          New scoreboard
        </button>
      )}
      <button type="button" className={buttons.secondary} onClick={() => onShow({ show: "bin" })}>
        Bin
      </button>
      {isFull && (
        <p role="status" className={list.note}>
          {scoreboardsMax} boards are as many as a clan can have. To make another, delete one first.
        </p>
      )}
    </div>
  );
}

/** A board was posted to no channel at all. */
export function NoWebhookNotice({ clanId }: { clanId: string }) {
  return (
    <div role="alert" className={feedback.notice} data-kind="warning">
      <p>Not posted. No webhook receives scoreboards.</p>
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

/** What a clan without boards is shown: how to get the first one, or who makes it. */
export function NoScoreboards({ clanId, onMake }: { clanId: string; onMake: ((preset: string) => void) | null }) {
  if (onMake) return <FirstBoard clanId={clanId} onMake={onMake} />;
  return (
    <EmptyList title="No scoreboards yet">
      Once your clan’s owner or a maintainer makes one, you will see here where everybody stands.
    </EmptyList>
  );
}

/** Something to count comes first, then one of the presets or a board of one's own. */
function FirstBoard({ clanId, onMake }: { clanId: string; onMake: (preset: string) => void }) {
  const activities = useQuery(boardActivitiesQuery(clanId));
  return (
    <LoadedPart query={activities} what="The activities" lines={3}>
      {(rows) => (rows.some(({ active }) => active) ? <Presets onMake={onMake} /> : <NothingToCount clanId={clanId} />)}
    </LoadedPart>
  );
}

function NothingToCount({ clanId }: { clanId: string }) {
  return (
    <EmptyList
      title="Something to count comes first"
      actions={
        <Link className={buttons.secondary} to={pages.customizeActivities.path} search={{ clan: clanId }}>
          Customize activities
        </Link>
      }
    >
      A scoreboard ranks players by your clan’s activities, such as donations or raids. There are none yet.
    </EmptyList>
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
