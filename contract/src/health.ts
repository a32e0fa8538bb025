import { z } from "zod";
import { endpoint } from "./endpoint.ts";

export const health = z.object({ status: z.literal("ok"), version: z.string(), database: z.literal("ok") });

export const getHealth = endpoint({
  method: "GET",
  path: "/health",
  access: "public",
  summary: "Says whether the server and its database answer; 503 while the database is away.",
  response: health,
});

/** Milliseconds between two looks for a backend that is away. */
export const healthPollMs = 20_000;

/** When a browser looks first: all of them notice an outage at the same moment and must not come back at the same one. */
export function firstHealthPollMs(random = Math.random()): number {
  return random * healthPollMs;
}
