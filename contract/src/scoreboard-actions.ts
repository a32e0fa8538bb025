import { endpoint } from "./endpoint.ts";
import { ofBoard, scoreboard } from "./scoreboards.ts";

function boardAction<const Verb extends string>(verb: Verb, summary: string) {
  return endpoint({
    method: "POST",
    path: `/api/scoreboards/:scoreboardId/${verb}`,
    access: { clan: "clan.manage" },
    summary,
    params: ofBoard,
    response: scoreboard,
  });
}

export const restoreScoreboard = boardAction("restore", "Takes a board out of the bin.");
export const endScoreboard = boardAction("end", "Ends a board now: its result is frozen and never moves again.");
export const reopenScoreboard = boardAction("reopen", "Makes an ended or archived board count again.");
export const archiveScoreboard = boardAction("archive", "Puts a board aside: managers still find it, its link is off.");
export const duplicateScoreboard = boardAction("duplicate", "Makes a new board with the same settings and no link.");
