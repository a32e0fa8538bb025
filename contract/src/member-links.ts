import { z } from "zod";
import { ofClan } from "./clans.ts";
import { endpoint } from "./endpoint.ts";

export const searchMembers = endpoint({
  method: "GET",
  path: "/api/clan-members/search",
  access: "session",
  summary: "Players without an account in the clans the caller manages, by name or alias.",
  query: z.strictObject({ q: z.string().max(100).default("") }),
  response: z.array(
    z.object({
      id: z.uuid(),
      clan_id: z.uuid(),
      name: z.string(),
      tint: z.int(),
      clan: z.object({ id: z.uuid(), name: z.string() }),
    }),
  ),
});

export const listInviteStatuses = endpoint({
  method: "GET",
  path: "/api/clans/:clanId/members/invite-status",
  access: { clan: "clan.manage" },
  summary: "Which players have an account and which have an open invite.",
  params: ofClan,
  query: z.strictObject({ shape: z.enum(["map", "list"]).default("list") }),
  response: z.union([
    z.array(z.object({ member_id: z.uuid(), has_linked_user: z.boolean(), has_open_invite: z.boolean() })),
    z.record(z.string(), z.object({ member_id: z.uuid(), has_linked_user: z.boolean(), has_open_invite: z.boolean() })),
  ]),
});
