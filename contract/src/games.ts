import { z } from "zod";
import { endpoint } from "./endpoint.ts";

export const gameServer = z.object({
  label: z.string(),
  time_zone: z.string(),
  reset_time: z.string(),
  reset_in_utc: z.boolean(),
});

export const game = z.object({
  id: z.uuid(),
  slug: z.string(),
  name: z.string(),
  icon: z.string(),
  week_start: z.int(),
  /** Where the reset times are from. */
  reset_note: z.string().optional(),
  servers: z.array(gameServer),
  templates: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      activities: z.array(z.object({ name: z.string() })),
    }),
  ),
});
export type Game = z.infer<typeof game>;

export const listGames = endpoint({
  method: "GET",
  path: "/api/games",
  access: "session",
  summary: "The games a clan can play, with their servers and activity templates.",
  response: z.object({ items: z.array(game) }),
});
