import type { Scoreboard } from "@clanhall/contract/scoreboards";
import { useQuery } from "@tanstack/react-query";
import { toStandings } from "../../domain/clan-screens.ts";
import { ButtonLink } from "../../ui/core/button.tsx";
import { Row } from "../../ui/core/layout.tsx";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { AsyncSection } from "../../ui/async-section.tsx";
import { hasStatus } from "../../lib/api-errors.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { boardPreviewQuery } from "./share-api.ts";
import { formatFullDate } from "../../lib/format.ts";
import styles from "./scoreboards.module.css";
import { toEmbedPath } from "./format.ts";
import type { SyntheticEvent } from "react";

/** The board as somebody with the link would see it, whether the link is on or not. */
export function PreviewDialog({ board, onClose }: { board: Scoreboard; onClose: () => void }) {
  const preview = useQuery(boardPreviewQuery(board.id));
  return (
    <Dialog title={`${board.title} as visitors see it`} size="page" onClose={onClose}>
      {hasStatus(preview.error, 403, 404, 409) ? (
        <ErrorMessage error={preview.error} />
      ) : (
        <AsyncSection query={preview} what="The preview" lines={6}>
          {({ path }) => <BoardFrame path={path} title={`Preview of ${board.title}`} />}
        </AsyncSection>
      )}
    </Dialog>
  );
}

/** A board of the dashboard: what everybody with its link sees. */
export function ScoreboardDialog({ board, onClose }: { board: Scoreboard; onClose: () => void }) {
  const { title, clan_name, created_at, expires_at, share_token } = board;
  return (
    <Dialog title={title} size="page" onClose={onClose}>
      <Row as="p" tight dim gap={5} size="sm" className={styles.facts}>
        {clan_name && <strong className={styles.clan}>{clan_name}</strong>}
        {created_at && <span>Created {formatFullDate(created_at)}</span>}
        {expires_at && <span>Expires {formatFullDate(expires_at)}</span>}
      </Row>
      {share_token === null ? (
        <>
          <p>No public view is available for this scoreboard.</p>
          <Row>
            <ButtonLink variant="primary" {...toStandings(board.clan_id, board.id)}>
              Show the standings
            </ButtonLink>
          </Row>
        </>
      ) : (
        <BoardFrame path={toEmbedPath(share_token)} title={`Scoreboard ${title}`} />
      )}
    </Dialog>
  );
}

/** The public page of a board inside of ours. */
function BoardFrame({ path, title }: { path: string; title: string }) {
  // oxlint-disable-next-line react/iframe-missing-sandbox -- a page of our own origin, which nothing in a sandbox would hold back
  return <iframe className={styles.frame} src={path} title={title} onLoad={handEscapeOn} />;
}

/** What is pressed in the page inside never reaches the dialog around it; Escape closes that all the same. */
function handEscapeOn({ currentTarget: frame }: SyntheticEvent<HTMLIFrameElement>): void {
  frame.contentDocument?.addEventListener("keydown", ({ key, defaultPrevented }) => {
    if (key === "Escape" && !defaultPrevented) frame.closest("dialog")?.dispatchEvent(new Event("cancel"));
  });
}
