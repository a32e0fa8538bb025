import type { FoundScoreboard } from "@clanhall/contract/find";
import { getScoreboard } from "@clanhall/contract/scoreboards";
import { postScoreboard } from "@clanhall/contract/webhooks";
import type { useNavigate } from "@tanstack/react-router";
import { toScoreboard } from "../../domain/clan-screens.ts";
import { call } from "../../lib/api-client.ts";
import { errorText } from "../../lib/error-text.ts";
import { plural } from "../../lib/format.ts";
import { showToast } from "../../ui/toasts.ts";

/** Copies the link of a board; where there is none, or the browser forbids it, the dialog with the link opens. */
export async function shareBoard(board: FoundScoreboard, navigate: ReturnType<typeof useNavigate>): Promise<void> {
  try {
    const { share_token: token } = await call(getScoreboard, { params: { scoreboardId: board.scoreboard_id } });
    if (!token) throw new Error("The link is off");
    await navigator.clipboard.writeText(`${location.origin}/scoreboard/${token}`);
    showToast({ kind: "success", message: `The link of ${board.title} is copied` });
  } catch {
    await navigate(toScoreboard(board, "share"));
  }
}

export async function postBoard({ scoreboard_id }: FoundScoreboard): Promise<void> {
  try {
    const { webhooks } = await call(postScoreboard, { params: { scoreboardId: scoreboard_id } });
    if (webhooks > 0) showToast({ kind: "success", message: `Posted to ${plural(webhooks, "channel")}` });
    else showToast({ kind: "info", message: "Not posted. No Discord webhook of this clan posts scoreboards." });
  } catch (error) {
    showToast({ kind: "error", message: errorText(error) });
  }
}
