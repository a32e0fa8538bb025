import { pages } from "@clanhall/contract/pages";
import { type Scoreboard, scoreboardsMax } from "@clanhall/contract/scoreboards";
import { useQuery } from "@tanstack/react-query";
import { activitiesQuery } from "../../domain/activities.ts";
import { Notice } from "../../ui/core/notice.tsx";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Button, ButtonLink } from "../../ui/core/button.tsx";
import { Grid, Text } from "../../ui/core/layout.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { AddButton, ListTools } from "../../ui/list.tsx";
import { Menu, type MenuItem } from "../../ui/menu.tsx";
import type { BoardView } from "./actions.ts";
import type { DialogParams } from "./dialogs.tsx";
import { boardPresets } from "./fields.ts";
import styles from "./scoreboards.module.css";

interface ScoreboardToolsProps {
  /** The first board is made further down. */
  hasBoards: boolean;
  isFull: boolean;
  onShow: DialogParams["set"];
}

export function ScoreboardTools({ hasBoards, isFull, onShow }: ScoreboardToolsProps) {
  return (
    <ListTools count={isFull && `Limit reached (${scoreboardsMax}). Delete one to add another.`}>
      <Button onClick={() => onShow({ show: "bin" })}>Bin</Button>
      {hasBoards && <AddButton label="New scoreboard" disabled={isFull} onClick={() => onShow({ make: "1" })} />}
    </ListTools>
  );
}

interface BoardToolsProps {
  board: Scoreboard;
  /** An archived clan's boards can be read, but not changed. */
  canEdit: boolean;
  actions: { post: (board: Scoreboard) => void };
  items: MenuItem[];
  onOpen: (what: BoardView) => void;
}

/** What is done to a board most, and the rest behind it. */
export function BoardTools({ board, canEdit, actions, items, onOpen }: BoardToolsProps) {
  const isShown = canEdit && board.state !== "archived";
  return (
    <>
      {isShown && (
        <Button variant="primary" onClick={() => onOpen("share")}>
          Share
        </Button>
      )}
      {isShown && board.public_activities > 0 && <Button onClick={() => actions.post(board)}>Post to Discord</Button>}
      {canEdit && board.state === "active" && <Button onClick={() => onOpen("edit")}>Edit</Button>}
      <Menu label={`Actions for ${board.title}`} items={items.filter(({ label }) => !beside.has(label))} />
    </>
  );
}

/** What has a button of its own is not in the menu as well. */
const beside = new Set(["Standings", "Share…", "Post to Discord", "Edit"]);

/** A board was posted to no channel at all. */
export function NoWebhookNotice({ clanId }: { clanId: string }) {
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
      Not posted. No Discord webhook of this clan posts scoreboards.
    </Notice>
  );
}

/** What a clan without boards is shown: how to get the first one, or who makes it. */
export function NoScoreboards({ clanId, onMake }: { clanId: string; onMake: ((preset: string) => void) | null }) {
  if (onMake) return <FirstBoard clanId={clanId} onMake={onMake} />;
  return (
    <EmptyState title="No scoreboards yet">
      Once your clan’s owner or a maintainer makes one, you will see here where everyone stands.
    </EmptyState>
  );
}

/** Something to count comes first, then one of the presets or a board of one's own. */
function FirstBoard({ clanId, onMake }: { clanId: string; onMake: (preset: string) => void }) {
  const activities = useQuery(activitiesQuery(clanId));
  return (
    <AsyncSection query={activities} what="The activities" lines={3}>
      {(rows) => (rows.some(({ active }) => active) ? <Presets onMake={onMake} /> : <NothingToCount clanId={clanId} />)}
    </AsyncSection>
  );
}

function NothingToCount({ clanId }: { clanId: string }) {
  return (
    <EmptyState
      title="Add an activity first"
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
      <Grid as="ul" min={240} className={styles.presets}>
        {boardPresets.map(({ key, title, sentence }) => (
          <li key={key}>
            <Button className={styles.preset} onClick={() => onMake(key)}>
              <strong>{title}</strong>
              <Text dim weight={400}>
                {sentence}
              </Text>
            </Button>
          </li>
        ))}
      </Grid>
      <Button onClick={() => onMake("1")}>Start with a blank one</Button>
    </EmptyState>
  );
}
