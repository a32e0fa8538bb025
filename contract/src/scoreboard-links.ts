import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { ofBoard, scoreboard } from "./scoreboards.ts";

/** Days that a link lives when nobody says otherwise. */
export const shareDays = 30;
export const passcodeMin = 6;

const manage = { clan: "clan.manage" } as const;

export const shareScoreboard = endpoint({
  method: "POST",
  path: "/api/scoreboards/:scoreboardId/share",
  access: manage,
  summary:
    "Switches the link on, or changes its expiry and passcode. What is not named stays; a new link lives 30 days.",
  params: ofBoard,
  body: z.strictObject({
    /** Null is for ever. */
    expires_at: z.iso.datetime({ offset: true, error: "Enter a moment, or null for no end." }).nullable().optional(),
    /** Null takes it away. */
    passcode: z
      .string()
      .min(passcodeMin, `A passcode has at least ${passcodeMin} characters.`)
      .max(64, "A passcode has at most 64 characters.")
      .nullable()
      .optional(),
  }),
  response: scoreboard,
});

export const rotateShare = endpoint({
  method: "POST",
  path: "/api/scoreboards/:scoreboardId/share/rotate",
  access: manage,
  summary: "Gives the board a new link; the old one stops working at once.",
  params: ofBoard,
  response: scoreboard,
});

export const unshareScoreboard = endpoint({
  method: "DELETE",
  path: "/api/scoreboards/:scoreboardId/share",
  access: manage,
  summary: "Switches the link off for good; the next one is a new one.",
  params: ofBoard,
  response: scoreboard,
});

export const previewScoreboard = endpoint({
  method: "POST",
  path: "/api/scoreboards/:scoreboardId/preview",
  access: manage,
  summary: "An address that shows the board for some minutes as a visitor would see it, link on or off.",
  params: ofBoard,
  response: z.object({ path: z.string(), expires_in: z.int() }),
});
