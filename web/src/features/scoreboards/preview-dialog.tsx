import type { Scoreboard } from "@clanhall/contract/scoreboards";
import { useQuery } from "@tanstack/react-query";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { AsyncSection } from "../../ui/async-section.tsx";
import { hasStatus } from "../../lib/api-errors.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { BoardFrame } from "./board-frame.tsx";
import { boardPreviewQuery } from "./share.api.ts";

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
