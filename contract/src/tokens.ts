import { z } from "zod";
import { ofClan } from "./clans.ts";
import { endpoint } from "./endpoint.ts";
import { type TokenScope, tokenScopes } from "./permissions.ts";
import { nameText } from "./text.ts";

export const tokensMax = 20;
/** Days that a token works: when nobody says, and at most, unless it has no end. */
export const tokenDays = { usual: 90, most: 366 };

/** What each scope lets a program do. */
export const scopeMeanings: Record<TokenScope, string> = {
  "entries:write": "Writes and changes values, on the days a maintainer could.",
  "entries:read": "Reads days and history with everyone’s values.",
  "scoreboards:read": "Reads the clan’s boards and who stands where.",
  "decisions:read": "Reads requests, warnings and who needs attention. Decides nothing.",
};

export const apiToken = z.object({
  id: z.uuid(),
  name: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  /** The last four letters, to tell tokens apart. */
  last_four: z.string(),
  created_by_name: z.string(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime().nullable(),
  last_used_at: z.iso.datetime().nullable(),
});
export type ApiToken = z.infer<typeof apiToken>;

export const listTokens = endpoint({
  method: "GET",
  path: "/api/clans/:clanId/tokens",
  access: { clan: "settings.view" },
  summary: "The clan's API tokens, without the tokens themselves.",
  params: ofClan,
  response: z.object({ items: z.array(apiToken) }),
});

export const tokenDraft = z.strictObject({
  name: nameText("The token's name", 1, 60),
  scopes: z
    .array(z.enum(tokenScopes))
    .min(1, "Choose what the token may do.")
    .transform((scopes) => [...new Set(scopes)]),
  expires_in_days: z
    .int()
    .min(1)
    .max(tokenDays.most, `A token can last at most ${tokenDays.most} days.`)
    .nullable()
    .default(tokenDays.usual),
});
export type TokenDraft = z.input<typeof tokenDraft>;

export const createToken = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/tokens",
  access: { clan: "settings.manage" },
  summary: "Creates an API token; the answer is the only time it is shown.",
  params: ofClan,
  body: tokenDraft,
  response: apiToken.extend({ token: z.string() }),
});

export const deleteToken = endpoint({
  method: "DELETE",
  path: "/api/clans/:clanId/tokens/:tokenId",
  access: { clan: "clan.own" },
  summary: "Ends an API token at once, in an archived clan too.",
  params: z.object({ clanId: z.uuid(), tokenId: z.uuid() }),
  response: z.object({}),
});
