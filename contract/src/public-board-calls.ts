/** Sent with every call for a board that asks for a passcode. */
export const unlockHeader = "x-scoreboard-unlock";

/** Where the script of a board's page calls. It has no room for the rest of the contract, so these stand alone. */
export const boardCalls = {
  unlock: "/api/public/scoreboards/:token/unlock",
  events: "/api/public/scoreboards/:token/events",
  ownRow: "/api/me/scoreboards/:token",
} as const;
