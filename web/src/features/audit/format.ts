import { boardLabels, bulletinLabels } from "@clanhall/contract/fields/labels";
import type { AuditRow } from "@clanhall/contract/audit";
import { activityFieldNames, activityFields } from "@clanhall/contract/fields/activity-fields";
import { memberFieldNames, memberFields } from "@clanhall/contract/fields/member-fields";
import { crestColors } from "../../domain/clan-crest.tsx";
import { formatDateTime } from "../../lib/format.ts";

/** What the log can be narrowed to: how an action's name begins, and how people call that. */
export const auditGroups: Record<string, string> = {
  clan: "Clan",
  member: "Player",
  invite: "Invite",
  activity: "Activity",
  entry: "Entry",
  entries: "Import of entries",
  day: "Day",
  scoreboard: "Scoreboard",
  season: "Season",
  bulletin: "Bulletin",
  request: "Request",
  attention: "Attention",
  token: "API token",
  discord: "Discord bot",
  webhook: "Discord webhook",
};

/** The same for what app admins do. */
export const adminAuditGroups: Record<string, string> = {
  user: "User",
  app_admin: "App admin",
  clan: "Clan",
  game: "Game",
  service_token: "Service token",
  signing_key: "Signing key",
};

export interface FieldChange {
  field: string;
  before: string | null;
  after: string | null;
}

/** Every field that is not the same before and after. */
export function toFieldChanges({
  action,
  before,
  after,
}: Pick<AuditRow, "action" | "before" | "after">): FieldChange[] {
  const [group = ""] = action.split(".");
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields
    .map((field) => ({
      field: fieldLabel(group, field),
      before: before && field in before ? fieldText(field, before[field]) : null,
      after: after && field in after ? fieldText(field, after[field]) : null,
    }))
    .filter(({ before: old, after: now }) => (old ?? nothing) !== (now ?? nothing));
}

const clanLabels = {
  name: "Clan name",
  description: "Description",
  game_id: "Game",
  game_server: "Server or region",
  crest_tint: "Crest colour",
  crest_symbol: "Crest symbol",
  week_start: "The week starts on",
  late_days: "Late window in days",
  grace_days: "Grace for new players in days",
  effective_from: "From this clan day on",
  time_zone: "Time zone",
  reset_time: "Daily reset",
  reset_in_utc: "Fixed in UTC",
  members_see_values: "Members see values",
  members_enter_own: "Members enter their own",
  maintainers_edit_locked: "Maintainers change locked days",
  maintainers_invite: "Maintainers invite",
};

/** What fields are called in their forms, by the group of the action. */
const fieldNames: Record<string, Map<string, string>> = {
  clan: new Map(Object.entries(clanLabels)),
  member: new Map(memberFieldNames.map((name) => [name, memberFields[name].label])),
  activity: new Map(activityFieldNames.map((name) => [name, activityFields[name].label])),
  scoreboard: new Map(
    Object.entries({ ...boardLabels, link: "Public link", expires_at: "Link until", passcode: "Passcode" }),
  ),
  bulletin: new Map(Object.entries(bulletinLabels)),
  webhook: new Map(
    Object.entries({ name: "Name", url: "Address", events: "Events to post", reminder_hours: "Remind before" }),
  ),
};

/** Others read as they are stored: "first_day" becomes "First day". */
function fieldLabel(group: string, field: string): string {
  const plain = field.replaceAll("_", " ");
  return fieldNames[group]?.get(field) ?? plain.charAt(0).toUpperCase() + plain.slice(1);
}

const nothing = "nothing";
const idPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

const instantPattern = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

function plainText(text: string): string {
  if (idPattern.test(text)) return `#${text.slice(0, 8)}`;
  if (!instantPattern.test(text)) return text;
  return formatDateTime(text);
}

/** What the clan's form calls a colour or a symbol. */
function fieldText(field: string, value: unknown): string {
  if (field === "crest_symbol" && value === "") return "initials";
  if (field === "crest_tint") return crestColors[Number(value) - 1] ?? "automatic";
  return valueText(value);
}

function valueText(value: unknown): string {
  if (value === null || value === undefined || value === "") return nothing;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string") return plainText(value);
  if (Array.isArray(value)) return value.length === 0 ? nothing : value.map(valueText).join(", ");
  if (typeof value !== "object") return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, part]) => `${name.replaceAll("_", " ")} ${valueText(part)}`);
  return fields.join(", ");
}
