import { pages } from "@clanhall/contract/pages";
import { type Scoreboard, shareDays } from "@clanhall/contract/scoreboards";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Muted } from "../../ui/core/layout.tsx";
import { Switch } from "../../ui/fields.tsx";
import { ErrorMessage, Notice } from "../../ui/core/notice.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useNow } from "../../ui/relative-time.tsx";
import { isRepeating, linkStateOf, viewsText } from "./format.ts";
import { ShareEmbed, EndLink, RotateLink, ShareExpiry, ShareLink, SharePasscode } from "./share-fields.tsx";
import { useShare } from "./share-api.ts";
import styles from "./share.module.css";

interface ShareDialogProps {
  board: Scoreboard;
  /** Its link could not be copied, so it is offered selected. */
  startsByHand?: boolean;
  onClose: () => void;
}

/** The link of a board: who has it sees the board without an account. */
export function ShareDialog({ board, startsByHand = false, onClose }: ShareDialogProps) {
  const { share } = board;
  const now = useNow();
  const { change } = useShare(board);
  const [isEnding, setEnding] = useState(false);
  const toggle = () => {
    if (share) setEnding(!isEnding);
    else if (!change.isPending) change.mutate(isRepeating(board.period.kind) ? { expires_at: null } : {});
  };
  const isPaused = board.public_activities === 0;
  return (
    <Dialog title={`Share ${board.title}`} onClose={onClose}>
      {isPaused && <NothingPublic board={board} />}
      {(share || !isPaused) && (
        <Switch
          label={<strong>Public link</strong>}
          hint={meaningOf(board)}
          checked={share !== null}
          busy={change.isPending}
          onChange={toggle}
        />
      )}
      <ErrorMessage error={change.error} />
      {!isPaused && <HiddenNote count={board.hidden_activities} />}
      {share && isEnding && <EndLink board={board} onDone={() => setEnding(false)} />}
      {share === null && !isPaused && (
        <Muted as="p">
          Once it is on, the link works {isRepeating(board.period.kind) ? "without end" : `for ${shareDays} days`}{" "}
          unless you choose otherwise. Visitors see names as the board and each player allow, and nothing else about
          anybody.
        </Muted>
      )}
      {share && !isPaused && (
        <>
          <ShareLink share={share} isExpired={linkStateOf(board, now) === "expired"} startsByHand={startsByHand} />
          <ShareExpiry board={board} now={now} />
          <SharePasscode key={String(share.has_passcode)} board={board} hasPasscode={share.has_passcode} />
          <ShareEmbed token={share.token} title={board.title} />
          <RotateLink board={board} />
          <Muted as="p">{viewsText(share.views)}</Muted>
        </>
      )}
    </Dialog>
  );
}

function meaningOf({ share, public_activities }: Scoreboard): string {
  if (!share) return "Off: only members of the clan see this board.";
  return public_activities === 0
    ? "On, but visitors see nothing for now."
    : "Everybody who has the link sees this board.";
}

/** Why visitors see nothing of the board, and where that is changed. */
function NothingPublic({ board: { clan_id, share } }: { board: Scoreboard }) {
  return (
    <Notice role="alert" tone="warning">
      <p>
        None of this board’s activities is shown on public scoreboards, so{" "}
        {share ? "its link is paused" : "it cannot be shared"}.{" "}
        <Link className={styles.way} to={pages.customizeActivities.path} search={{ clan: clan_id }}>
          Customize activities
        </Link>
      </p>
    </Notice>
  );
}

function HiddenNote({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Muted as="p">
      {count === 1
        ? "1 activity is not shown on public scoreboards. Visitors see scores without it."
        : `${count} activities are not shown on public scoreboards. Visitors see scores without them.`}
    </Muted>
  );
}
