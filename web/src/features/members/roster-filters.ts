import { type MemberStatus, memberStatuses } from "@clanhall/contract/members";
import { type ClanRole, clanRoles } from "@clanhall/contract/permissions";

const idleDays = [3, 7, 14, 30, 90] as const;
const inviteStates = ["open", "expired", "none"] as const;
const answers = ["true", "false"] as const;

/** What the roster is narrowed to, in the words of the call. */
export interface RosterFilters {
  status?: MemberStatus;
  role?: ClanRole;
  linked?: "true" | "false";
  invite?: (typeof inviteStates)[number];
  idle_days?: number;
  away?: "true" | "false";
  group?: string;
  q?: string;
}

type FilterName = keyof RosterFilters;

/** Filters that are chosen from a list; the group's choices come from the roster. */
export const filterChoices = {
  status: choices("Status", "Any status", memberStatuses, ["Active", "Inactive", "Removed"]),
  role: choices("Role", "Any role", clanRoles, ["Owner", "Maintainer", "Member"]),
  linked: choices("Account", "Linked or not", answers, ["Linked", "Not linked"]),
  invite: choices("Invite", "Any invite", inviteStates, ["Invite open", "Invite expired", "No invite"]),
  idle_days: choices(
    "No entry for",
    "Any activity",
    idleDays.map(String),
    idleDays.map((days) => `${days} days`),
  ),
  away: choices("Away", "Away or not", answers, ["Away now", "Not away"]),
};

function choices(label: string, any: string, values: readonly string[], labels: string[]) {
  return { label, any, options: values.map((value, index) => ({ value, label: labels[index] ?? value })) };
}

export type ChoiceFilter = keyof typeof filterChoices;

const addressNames: Record<FilterName, string> = {
  status: "status",
  role: "role",
  linked: "linked",
  invite: "invite",
  idle_days: "idle",
  away: "away",
  group: "group",
  q: "q",
};
const filterNames = Object.keys(addressNames) as FilterName[];

/** Reads the filters of an address; what nobody could have chosen is left out. */
export function readFilters(search: Record<string, unknown>): RosterFilters {
  const found = filterNames.flatMap((name) => {
    const value = search[addressNames[name]];
    const isPlain = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
    const text = isPlain ? String(value) : "";
    return isPossible(name, text) ? [[name, name === "idle_days" ? Number(text) : text]] : [];
  });
  return Object.fromEntries(found) as RosterFilters;
}

function isPossible(name: FilterName, text: string): boolean {
  if (name === "q") return text !== "" && text.length <= 100;
  if (name === "group") return text !== "" && text.length <= 60;
  return filterChoices[name].options.some(({ value }) => value === text);
}

/** The address's part for the filters; a filter that is not set takes its name out of the address. */
export function toSearch(filters: RosterFilters): Record<string, string | number | boolean | undefined> {
  return Object.fromEntries(
    filterNames.map((name) => {
      const value = filters[name];
      return [addressNames[name], value === "true" ? true : value === "false" ? false : value];
    }),
  );
}

export function isFiltered(filters: RosterFilters): boolean {
  return Object.keys(filters).length > 0;
}

/** How many rows a filter would find alone; null where the server does not count it. */
export function countOf(counts: Record<string, number>, name: ChoiceFilter | "group", value: string): number | null {
  return counts[`${name === "idle_days" ? "idle" : name}:${value}`] ?? null;
}
