import { adminAuditGroups, auditGroups } from "./format.ts";

const day = /^\d{4}-\d\d-\d\d$/;

/** The groups of actions as the call knows them: by how their names begin. */
function whatFilter(groups: Record<string, string>) {
  return {
    kind: "select",
    label: "What",
    any: "Everything",
    names: Object.fromEntries(Object.entries(groups).map(([group, name]) => [`${group}.`, name])),
  } as const;
}

const shared = {
  target: { kind: "text", label: "Whom or what" },
  from: { kind: "date", label: "From", pattern: day },
  to: { kind: "date", label: "To", pattern: day },
} as const;

export const clanLogFilters = {
  /** Those with an account; they come from the roster. */
  actor: { kind: "select", label: "Who", any: "Everybody" },
  action: whatFilter(auditGroups),
  ...shared,
} as const;

export const adminLogFilters = { action: whatFilter(adminAuditGroups), ...shared } as const;
