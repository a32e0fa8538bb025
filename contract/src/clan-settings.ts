import { z } from "zod";
import { publicNames } from "./account.ts";
import { ofClan } from "./clans.ts";
import { endpoint } from "./endpoint.ts";

/** What a member chose for one clan. */
export const clanSettings = z.object({
  /** Null means as in the profile. */
  public_name: z.enum(publicNames).nullable(),
  /** Whether an owner has put the list of first steps away. */
  first_steps_hidden: z.boolean(),
  version: z.int(),
});
export type ClanSettings = z.infer<typeof clanSettings>;

/** Only what is given changes. */
const clanSettingsChange = clanSettings.partial().strict();
export type ClanSettingsChange = z.infer<typeof clanSettingsChange>;

export const getMyClanSettings = endpoint({
  method: "GET",
  path: "/api/me/clans/:clanId/settings",
  access: { clan: "clan.view" },
  summary: "What the caller chose for one of their clans.",
  params: ofClan,
  response: clanSettings,
});

export const putMyClanSettings = endpoint({
  method: "PUT",
  path: "/api/me/clans/:clanId/settings",
  access: { clan: "clan.view" },
  summary: "Changes what the caller chose for one of their clans; what is not named stays.",
  params: ofClan,
  body: clanSettingsChange,
  response: clanSettings,
});

export const markClanUsed = endpoint({
  method: "PUT",
  path: "/api/me/clans/:clanId/last-used",
  access: { clan: "clan.view" },
  summary: "Remembers that the caller works on this clan now; their other devices start with it.",
  params: ofClan,
  response: z.object({}),
});
