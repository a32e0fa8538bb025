import { z } from "zod";
import { ofClan } from "./clans.ts";
import { endpoint } from "./endpoint.ts";
import { manyMembersMax, member, ofMember } from "./members.ts";
import { nameText, noteText, version } from "./text.ts";

export const putMemberRole = endpoint({
  method: "PUT",
  path: "/api/clans/:clanId/members/:memberId/role",
  access: { clan: "member.change_role" },
  summary: "Makes a member a maintainer or the other way round.",
  params: ofMember,
  body: z.strictObject({ role: z.enum(["maintainer", "member"]), version: version.optional() }),
  response: member,
});

const reason = z.strictObject({ reason: noteText("The reason", 200).optional() }).optional();

export const inactivateMember = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/members/:memberId/inactivate",
  access: { clan: "member.manage" },
  summary: "Takes a player off the daily roster for now; they lose access at once.",
  params: ofMember,
  body: reason,
  response: member,
});

export const reactivateMember = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/members/:memberId/reactivate",
  access: { clan: "member.manage" },
  summary: "Puts an inactive player back on the roster.",
  params: ofMember,
  response: member,
});

export const markMemberRemoved = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/members/:memberId/mark-removed",
  access: { clan: "member.manage" },
  summary: "Marks a player as removed: the link to an account ends, an open invite is cancelled, history stays.",
  params: ofMember,
  body: reason,
  response: member,
});

export const restoreMember = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/members/:memberId/restore",
  access: { clan: "member.manage" },
  summary: "Puts a removed player back on the roster, without an account.",
  params: ofMember,
  response: member,
});

export const unlinkMember = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/members/:memberId/unlink",
  access: { clan: "member.manage" },
  summary: "Ends the link between a player and an account.",
  params: ofMember,
  response: member,
});

export const memberActions = [
  "inactivate",
  "reactivate",
  "mark-removed",
  "restore",
  "add-group",
  "remove-group",
] as const;

export const bulkMembers = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/members/bulk",
  access: { clan: "member.manage" },
  summary: "Does one thing to many players: to all of them or to none.",
  params: ofClan,
  body: z.strictObject({
    member_ids: z.array(z.uuid()).min(1, "Choose at least one player.").max(manyMembersMax),
    action: z.enum(memberActions),
    group: nameText("A group", 1, 40).optional(),
    reason: noteText("The reason", 200).optional(),
  }),
  response: z.object({ changed: z.int() }),
});
