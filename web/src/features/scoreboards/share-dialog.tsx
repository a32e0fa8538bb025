import type { Scoreboard } from "@clanhall/contract/scoreboards";
import { useId, useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { Problem } from "../../ui/feedback.tsx";
import { useNow } from "../../ui/use-now.ts";
import { linkStateOf, viewsText } from "./link-words.ts";
import { ShareEmbed } from "./share-embed.tsx";
import { EndLink, RotateLink } from "./share-ends.tsx";
import { ShareExpiry } from "./share-expiry.tsx";
import { ShareLink } from "./share-link.tsx";
import { SharePasscode } from "./share-passcode.tsx";
import { useShare } from "./share.api.ts";
import styles from "./share.module.css";

/** The link of a board: who has it sees the board without an account. */
export function ShareDialog({ board, onClose }: { board: Scoreboard; onClose: () => void }) {
  const { share } = board;
  const id = useId();
  const now = useNow();
  const { change } = useShare(board);
  const [isEnding, setEnding] = useState(false);
  const toggle = () => {
    if (share) setEnding(!isEnding);
    else if (!change.isPending) change.mutate({});
  };
  return (
    <Dialog title={`Share ${board.title}`} onClose={onClose}>
      <div className={styles.switch}>
        <button
          type="button"
          role="switch"
          className={styles.toggle}
          aria-checked={share !== null}
          aria-labelledby={`${id}-name`}
          aria-describedby={`${id}-meaning`}
          aria-busy={change.isPending}
          onClick={toggle}
        />
        <div>
          <strong id={`${id}-name`}>Public link</strong>
          <p id={`${id}-meaning`} className={styles.note}>
            {share ? "Everybody who has the link sees this board." : "Off: only members of the clan see this board."}
          </p>
        </div>
      </div>
      <Problem error={change.error} />
      {share === null ? (
        <p className={styles.note}>
          Once it is on, the link works for 30 days unless you choose otherwise. Visitors see names as the board and
          each player allow, and nothing else about anybody.
        </p>
      ) : (
        <>
          {isEnding && <EndLink board={board} onDone={() => setEnding(false)} />}
          <ShareLink share={share} isExpired={linkStateOf(board, now) === "expired"} />
          <ShareExpiry board={board} now={now} />
          <SharePasscode key={String(share.has_passcode)} board={board} hasPasscode={share.has_passcode} />
          <ShareEmbed token={share.token} title={board.title} />
          <RotateLink board={board} />
          <p className={styles.views}>{viewsText(share.views)}</p>
        </>
      )}
    </Dialog>
  );
}
