import type { ManagedGame } from "@clanhall/contract/admin-games";
import type { ValueType } from "@clanhall/contract/rules/scoring";
import { plural } from "../../lib/format.ts";

export const valueTypeNames: Record<ValueType, string> = {
  whole: "Whole number",
  decimal: "Decimal number",
  yes_no: "Yes or no",
  duration: "Duration in minutes",
};

/** When its day begins on the first of its servers: "Europe 04:00 UTC and 2 more". */
export function serversText({ servers }: Pick<ManagedGame, "servers">): string {
  const [first] = servers;
  if (!first) return "None";
  const { label, reset_time, reset_in_utc, time_zone } = first;
  const text = `${label} ${reset_time} ${reset_in_utc ? "UTC" : time_zone.replaceAll("_", " ")}`;
  return servers.length > 1 ? `${text} and ${servers.length - 1} more` : text;
}

export function templatesText({ templates }: Pick<ManagedGame, "templates">): string {
  return templates.length === 0 ? "None" : templates.map(({ name }) => name).join(", ");
}

/** Why a game that clans play has no Delete; null for one that nobody plays. */
export function inUseText(clans: number): string | null {
  if (clans === 0) return null;
  return `${plural(clans, "clan uses", "clans use")} it: switch it off instead of deleting it.`;
}
