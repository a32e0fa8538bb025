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
