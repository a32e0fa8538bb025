import { z } from "zod";
import { reasoned } from "./admin-users.ts";
import { endpoint } from "./endpoint.ts";
import { calendarDate, noteText, searchText } from "./text.ts";

export const adminOverview = z.object({
  users: z.object({ total: z.int(), suspended: z.int(), unconfirmed: z.int(), deletion_pending: z.int() }),
  clans: z.object({ total: z.int(), archived: z.int(), without_owner: z.int() }),
  sign_ups_7d: z.int(),
  failed_sign_ins_24h: z.int(),
  jobs: z.object({
    waiting: z.int(),
    active: z.int(),
    failed: z.int(),
    oldest_waiting_at: z.iso.datetime().nullable(),
  }),
  mails: z.object({ waiting: z.int(), failed: z.int() }),
  /** Of the Discord app: not set up, fine, its token refused, or paused because Discord refused too many calls. */
  discord: z.enum(["off", "ok", "token", "refusals"]),
  health: z.object({ version: z.string(), database: z.string(), database_size: z.int(), started_at: z.iso.datetime() }),
});
export type AdminOverview = z.infer<typeof adminOverview>;

export const getAdminOverview = endpoint({
  method: "GET",
  path: "/api/admin/overview",
  access: "app-admin",
  summary: "How this installation is doing.",
  response: adminOverview,
});

export const adminAuditRow = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  /** Such as "user.suspend". */
  action: z.string(),
  /** Who did it; null for the command line, or when they are gone. */
  actor: z.string().nullable(),
  target_type: z.string(),
  target_id: z.string().nullable(),
  target: z.string().nullable(),
  reason: z.string().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  request_id: z.string().nullable(),
});
export type AdminAuditRow = z.infer<typeof adminAuditRow>;

export const listAdminAudit = endpoint({
  method: "GET",
  path: "/api/admin/audit",
  access: "app-admin",
  summary: "What app admins did, the latest first.",
  query: z.strictObject({
    /** How the action begins. */
    action: searchText(60).optional(),
    /** An id, or a part of a name. */
    target: searchText(100).optional(),
    from: calendarDate.optional(),
    to: calendarDate.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
    cursor: z.string().max(200).optional(),
  }),
  response: z.object({ items: z.array(adminAuditRow), next_cursor: z.string().nullable() }),
});

/** A clan whose owner is gone, and who could take it over. */
export const ownerlessClan = z.object({
  id: z.uuid(),
  name: z.string(),
  owner: z.string().nullable(),
  created_at: z.iso.datetime(),
  candidates: z.array(z.object({ member_id: z.uuid(), player: z.string(), role: z.string(), email: z.string() })),
});
export type OwnerlessClan = z.infer<typeof ownerlessClan>;

export const listOwnerlessClans = endpoint({
  method: "GET",
  path: "/api/admin/clans/stranded",
  access: "app-admin",
  summary: "Clans whose owner has no account any more or is suspended, with the members who could take over.",
  response: z.object({ items: z.array(ownerlessClan) }),
});

export const recoverClan = endpoint({
  method: "POST",
  path: "/api/admin/clans/:clanId/transfer",
  access: "app-admin",
  summary: "Makes a member with an account the owner of a clan whose owner is gone.",
  params: z.object({ clanId: z.uuid() }),
  body: reasoned.extend({ member_id: z.uuid() }),
  response: z.object({}),
});

export const appAdmin = z.object({
  userId: z.uuid(),
  note: z.string().nullable(),
  display_name: z.string(),
  email: z.string().nullable(),
  granted_at: z.iso.datetime(),
  /** Whether they prove a second factor when they sign in. */
  has_factor: z.boolean(),
  is_me: z.boolean(),
});
export type AppAdmin = z.infer<typeof appAdmin>;

export const listAppAdmins = endpoint({
  method: "GET",
  path: "/api/app-admins",
  access: "app-admin",
  summary: "Who administers this installation, the first first.",
  response: z.object({ admins: z.array(appAdmin) }),
});

export const grantAppAdmin = endpoint({
  method: "POST",
  path: "/api/app-admins",
  access: "app-admin",
  summary: "Makes someone an app admin. Whoever is one already stays one.",
  body: z.strictObject({
    userId: z.uuid("userId is required"),
    note: noteText("The note", 200).optional(),
  }),
  response: appAdmin,
});

export const revokeAppAdmin = endpoint({
  method: "DELETE",
  path: "/api/app-admins/:userId",
  access: "app-admin",
  summary: "Ends someone's being app admin; the last one stays.",
  params: z.object({ userId: z.uuid() }),
  response: z.object({}),
});
