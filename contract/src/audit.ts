import { z } from "zod";
import { ofClan } from "./clans.ts";
import { endpoint } from "./endpoint.ts";
import { calendarDate, searchText } from "./text.ts";

export const auditSources = ["ui", "import", "api", "self", "discord"] as const;
export const auditActorKinds = ["member", "former_member", "system"] as const;

export const auditRow = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  /** Such as "member.rename". */
  action: z.string(),
  /** Who did it, by the name of their player; null for the system. */
  actor: z.string().nullable(),
  /** Somebody with an account, somebody whose account was deleted, or an automatic job. */
  actor_kind: z.enum(auditActorKinds),
  target_type: z.string(),
  target_id: z.string().nullable(),
  target: z.string().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  source: z.enum(auditSources),
  reason: z.string().nullable(),
  request_id: z.string().nullable(),
});
export type AuditRow = z.infer<typeof auditRow>;

const filters = {
  actor: z.uuid().optional(),
  /** How the action begins. */
  action: searchText(60).optional(),
  /** An id, or a part of a name. */
  target: searchText(100).optional(),
  /** Days of UTC, both of them within. */
  from: calendarDate.optional(),
  to: calendarDate.optional(),
};

export const listClanAudit = endpoint({
  method: "GET",
  path: "/api/clans/:clanId/audit",
  access: { clan: "clan.view" },
  summary:
    "What happened in a clan, the latest first: all of it for owners, without security events for maintainers, own rows for members.",
  params: ofClan,
  query: z.strictObject({
    ...filters,
    limit: z.coerce.number().int().min(1).max(200).default(50),
    cursor: z.string().max(200).optional(),
  }),
  response: z.object({ items: z.array(auditRow), next_cursor: z.string().nullable() }),
});

export const exportClanAudit = endpoint({
  method: "GET",
  path: "/api/clans/:clanId/audit.csv",
  access: { clan: "clan.view" },
  cost: "heavy",
  summary: "The same rows as a CSV file.",
  params: ofClan,
  query: z.strictObject(filters),
  response: z.void(),
  content: "text/csv",
});
