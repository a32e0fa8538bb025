import { z } from "zod";
import { nameText, noteText, timeZone } from "./text.ts";
import { activityIcons } from "./fields/activity-fields.ts";
import { tintCount } from "./rules/avatar.ts";

/** Initials, or one of the symbols that activities have, on one of the colours that players have. */
export const clanCrest = z.strictObject({
  tint: z.int().min(1).max(tintCount, "Choose one of the colours.").nullable(),
  symbol: z.enum(activityIcons, "Choose one of the symbols."),
});
export type ClanCrest = z.infer<typeof clanCrest>;

export const clanName = nameText("The clan's name", 3, 50);
export const clanDescription = noteText("The description", 300);

export const resetTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Enter a time as HH:MM.");
export const weekStart = z.int().min(1, "A week starts on a day from 1 (Monday) to 7 (Sunday).").max(7);

/** The name of a game that is not in the catalogue. */
export const gameName = nameText("The game's name", 1, 60);

/** What a new clan is made of. */
export const clanDraft = z.strictObject({
  name: clanName,
  description: clanDescription.default(""),
  game_id: z.uuid().nullable().default(null),
  game_name: gameName.nullable().optional(),
  game_server: nameText("The server", 1, 60).nullable().default(null),
  time_zone: timeZone,
  reset_time: resetTime.default("00:00"),
  reset_in_utc: z.boolean().default(false),
  week_start: weekStart.default(1),
  /** The key of one of the game's activity templates. */
  template: z.string().max(60).nullable().default(null),
  player_name: nameText("Your player's name", 1, 60),
});
export type ClanDraft = z.input<typeof clanDraft>;
