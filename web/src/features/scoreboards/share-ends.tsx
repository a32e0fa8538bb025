import type { Scoreboard } from "@clanhall/contract/scoreboards";
import { useState } from "react";
import { ErrorMessage, SavedNote } from "../../ui/core/notice.tsx";
import { Button } from "../../ui/core/button.tsx";
import { useShare } from "./share-api.ts";
import styles from "./share.module.css";

/** Asks before the link dies for good. */
export function EndLink({ board, onDone }: { board: Scoreboard; onDone: () => void }) {
  const { disable } = useShare(board);
  return (
    <div className={styles.inset} role="group" aria-label="Disable the link">
      <p>The link stops working at once. When you switch it on again, the board gets a new one.</p>
      <div className={styles.actions}>
        <Button onClick={onDone}>Keep it</Button>
        <Button
          variant="danger"
          busy={disable.isPending}
          onClick={() => disable.isPending || disable.mutate(undefined, { onSuccess: onDone })}
        >
          Disable link
        </Button>
      </div>
      <ErrorMessage error={disable.error} />
    </div>
  );
}

/** For a link that got about too far. */
export function RotateLink({ board }: { board: Scoreboard }) {
  const { rotate } = useShare(board);
  const [isAsking, setAsking] = useState(false);
  return (
    <div className={styles.part}>
      <div className={styles.actions}>
        <Button aria-expanded={isAsking} onClick={() => setAsking(!isAsking)}>
          Rotate link
        </Button>
        <SavedNote text={rotate.isSuccess && !isAsking && "There is a new link; the old one is dead."} />
      </div>
      {isAsking && (
        <div className={styles.inset}>
          <p>The board gets a new link, and the old one dies at once. Expiry and passcode stay.</p>
          <Button
            variant="danger"
            busy={rotate.isPending}
            onClick={() => rotate.isPending || rotate.mutate(undefined, { onSuccess: () => setAsking(false) })}
          >
            Rotate it now
          </Button>
          <ErrorMessage error={rotate.error} />
        </div>
      )}
    </div>
  );
}
