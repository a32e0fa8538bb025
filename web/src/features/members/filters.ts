import type { CallInput } from "@clanhall/contract/endpoint";
import { type listMembers, memberStatuses } from "@clanhall/contract/members";
import { clanRoles } from "@clanhall/contract/permissions";
import { type Filters, setValues } from "../../ui/lists/search-filters.ts";
import { roleNames, statusNames } from "../../domain/formats.ts";

/** What the roster is narrowed to, in the words of the call. */
export type RosterFilters = NonNullable<CallInput<typeof listMembers>["query"]>;

const idleDays = ["3", "7", "14", "30", "90"] as const;
const answers = ["true", "false"] as const;

export const memberFilters = {
  q: { kind: "text", label: "Find by name or alias" },
  status: { kind: "select", label: "Status", any: "Any status", values: memberStatuses, names: statusNames },
  /** The groups come from the roster. */
  group: { kind: "select", label: "Group", any: "Any group", max: 60 },
  role: { kind: "select", isFolded: true, label: "Role", any: "Any role", values: clanRoles, names: roleNames },
  linked: {
    kind: "select",
    isFolded: true,
    label: "Account",
    any: "Linked or not",
    values: answers,
    names: { true: "Linked", false: "Not linked" },
  },
  invite: {
    kind: "select",
    isFolded: true,
    label: "Invite",
    any: "Any invite",
    values: ["open", "expired", "none"],
    names: { open: "Invite open", expired: "Invite expired", none: "No invite" },
  },
  idle_days: {
    kind: "select",
    isFolded: true,
    param: "idle",
    label: "No entry for",
    any: "Any activity",
    values: idleDays,
    names: Object.fromEntries(idleDays.map((days) => [days, `${days} days`])),
  },
  away: {
    kind: "select",
    isFolded: true,
    label: "Away",
    any: "Away or not",
    values: answers,
    names: { true: "Away now", false: "Not away" },
  },
} as const;

type Values = Filters<typeof memberFilters>["values"];

export function toRosterFilters({ idle_days, ...values }: Values): RosterFilters {
  return { ...setValues(values), ...(idle_days && { idle_days: Number(idle_days) }) };
}
