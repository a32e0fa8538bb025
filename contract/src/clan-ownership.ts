import { z } from "zod";
import { clan, ofClan } from "./clans.ts";
import { endpoint } from "./endpoint.ts";

export const deleteClan = endpoint({
  method: "DELETE",
  path: "/api/clans/:clanId",
  access: { clan: "clan.own" },
  summary: "Deletes the clan after a grace of 14 days; its name has to be typed.",
  params: ofClan,
  body: z.strictObject({ name: z.string() }),
  response: z.object({ deletes_at: z.iso.datetime() }),
});

export const restoreClan = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/restore",
  access: { clan: "clan.own" },
  summary: "Takes back the deletion of a clan.",
  params: ofClan,
  response: clan,
});

export const archiveClan = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/archive",
  access: { clan: "clan.own" },
  summary: "Makes a clan read-only and switches its links off.",
  params: ofClan,
  response: clan,
});

export const unarchiveClan = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/unarchive",
  access: { clan: "clan.own" },
  summary: "Opens an archived clan again.",
  params: ofClan,
  response: clan,
});

export const acceptTransfer = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/transfer/accept",
  access: { clan: "clan.view" },
  summary: "Takes over a clan that its owner offered.",
  params: ofClan,
  response: clan,
});

export const transferClan = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/transfer",
  access: { clan: "clan.own" },
  summary: "Offers the clan to another member, who has to accept.",
  params: ofClan,
  body: z.strictObject({ member_id: z.uuid() }),
  response: clan,
});

export const declineTransfer = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/transfer/decline",
  access: { clan: "clan.view" },
  summary: "Turns down a clan that was offered.",
  params: ofClan,
  response: clan,
});

export const cancelTransfer = endpoint({
  method: "DELETE",
  path: "/api/clans/:clanId/transfer",
  access: { clan: "clan.own" },
  summary: "Takes back the offer of a clan.",
  params: ofClan,
  response: clan,
});

export const leaveClan = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/leave",
  access: { clan: "clan.view" },
  summary: "Leaves a clan; the player's history stays.",
  params: ofClan,
  response: z.object({}),
});
