import type { AuditRow } from "@clanhall/contract/audit";
import { activityFieldNames, activityFields } from "@clanhall/contract/fields/activity-fields";
import { isForManagers, memberFieldNames, memberFields, memberTexts } from "@clanhall/contract/fields/member-fields";
import { productName } from "@clanhall/contract/pages";
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
  bulletin: "Bulletin",
  request: "Request",
  attention: "Attention",
  token: "API token",
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

const sentences: Record<string, string> = {
  "clan.create": "Clan created",
  "clan.update": "Clan details changed",
  "clan.day": "Clan day changed",
  "clan.permissions": "Permissions changed",
  "clan.archive": "Clan archived",
  "clan.unarchive": "Clan unarchived",
  "clan.delete": "Clan deletion requested",
  "clan.restore": "Clan deletion cancelled",
  "clan.transfer": "Clan handed over",
  "clan.transfer_offer": "Clan transfer offered",
  "clan.transfer_cancel": "Transfer offer cancelled",
  "clan.transfer_decline": "Transfer offer declined",
  "member.add": "Player added",
  "member.import": "Players imported",
  "member.update": "Player changed",
  "member.rename": "Player renamed",
  // What only managers read is recorded without what it said.
  ...Object.fromEntries(
    memberTexts.filter(isForManagers).map((text) => [`member.${text}`, `${memberFields[text].label} changed`]),
  ),
  "member.role": "Role changed",
  "member.inactivate": "Player made inactive",
  "member.reactivate": "Player made active again",
  "member.remove": "Player removed",
  "member.restore": "Player restored",
  "member.leave": "Player left",
  "member.link": "Account linked",
  "member.unlink": "Account unlinked",
  "member.merge": "Player merged with another",
  "member.merged_into": "Player merged into another",
  "member.unmerge": "Merge undone",
  "invite.create": "Invite created",
  "invite.cancel": "Invite cancelled",
  "invite.extend": "Invite extended",
  "invite.new_code": "New invite code",
  "invite.lock": "Invite locked after wrong codes",
  "invite.accept": "Invite accepted",
  "activity.create": "Activity added",
  "activity.change": "Activity changed",
  "activity.archive": "Activity archived",
  "activity.unarchive": "Activity unarchived",
  "activity.delete": "Activity moved to the bin",
  "activity.restore": "Activity restored",
  "activity.order": "Activities reordered",
  "activity.copy": "Activities copied from another clan",
  "activity.template": "Activities added from a template",
  "activity.import": "Activities imported",
  "activity.rescore": "Activity re-scored",
  "entry.revert": "Entry reverted",
  "entry.write_locked": "Entries of a locked day changed",
  "entries.import": "Entries imported",
  "entries.import_undo": "Import of entries undone",
  "day.reopen": "Day reopened",
  "scoreboard.create": "Scoreboard created",
  "scoreboard.duplicate": "Scoreboard duplicated",
  "scoreboard.update": "Scoreboard changed",
  "scoreboard.make_main": "Scoreboard made the main board",
  "scoreboard.end": "Scoreboard ended",
  "scoreboard.freeze_period": "Period result saved",
  "scoreboard.recount": "Period result recalculated",
  "scoreboard.reopen": "Scoreboard reopened",
  "scoreboard.archive": "Scoreboard archived",
  "scoreboard.delete": "Scoreboard moved to the bin",
  "scoreboard.restore": "Scoreboard restored",
  "scoreboard.share": "Scoreboard shared",
  "scoreboard.rotate": "New scoreboard link",
  "scoreboard.post": "Scoreboard posted to Discord",
  "scoreboard.unshare": "Scoreboard link turned off",
  "bulletin.create": "Bulletin created",
  "bulletin.update": "Bulletin changed",
  "bulletin.publish": "Bulletin published",
  "bulletin.expire": "Bulletin expired",
  "bulletin.pin": "Bulletin pinned",
  "bulletin.unpin": "Bulletin unpinned",
  "bulletin.delete": "Bulletin moved to the bin",
  "bulletin.restore": "Bulletin restored",
  "attention.rules": "Attention rules changed",
  "member.warn": "Player warned",
  "member.warn_undo": "Warning taken back",
  "member.warning_lift": "Warning lifted",
  "member.note": "Note about a player written",
  "member.note_undo": "Note about a player taken back",
  "member.attention_hidden": "Player hidden from the attention list",
  "member.attention_shown": "Player shown on the attention list again",
  "request.value": "Player asked for another value",
  "request.away": "Player asked to be away",
  "request.away_at_once": "Player is away",
  "request.accept": "Request accepted",
  "request.decline": "Request declined",
  "request.withdraw": "Request withdrawn",
  "token.create": "API token created",
  "token.delete": "API token deleted",
  "webhook.create": "Discord webhook added",
  "webhook.update": "Discord webhook changed",
  "webhook.delete": "Discord webhook deleted",
  "webhook.disable": "Discord webhook turned off after errors",
  "user.suspend": "User suspended",
  "user.lift": "Suspension lifted",
  "user.reset_mfa": "Second factors removed",
  "user.revoke_sessions": "User signed out everywhere",
  "user.resend_confirmation": "Confirmation sent again",
  "user.send_reset": "Password reset sent",
  "user.anonymise": "User anonymised",
  "user.export": "List of users downloaded",
  "app_admin.grant": "App admin granted",
  "app_admin.revoke": "App admin revoked",
  "service_token.create": "Service token created on the command line",
  "service_token.revoke": "Service token revoked on the command line",
  "signing_key.revoke": "Signing key revoked on the command line",
  "clan.recover": "Clan handed over by an app admin",
  "game.create": "Game added",
  "game.update": "Game changed",
  "game.delete": "Game deleted",
  "game.order": "Games put in another order",
  "game.import": "Games imported",
};

/** An action without a sentence still reads: "bulletin.frame" becomes "Bulletin: frame". */
export function actionText(action: string): string {
  const sentence = sentences[action];
  if (sentence) return sentence;
  const [group = "", ...rest] = action.split(".");
  const verb = rest.join(" ").replaceAll("_", " ");
  return [auditGroups[group] ?? adminAuditGroups[group] ?? group, verb].filter(Boolean).join(": ");
}

/** What nobody did by hand is signed with the product's name. */
export function actorText({ actor, actor_kind }: Pick<AuditRow, "actor" | "actor_kind">): string {
  return actor ?? (actor_kind === "system" ? productName : "Former member");
}

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
      field: fieldNames[group]?.get(field) ?? field.replaceAll("_", " "),
      before: before && field in before ? valueText(before[field]) : null,
      after: after && field in after ? valueText(after[field]) : null,
    }))
    .filter(({ before: old, after: now }) => (old ?? nothing) !== (now ?? nothing));
}

/** What fields are called in the log, by the group of the action. */
const fieldNames: Record<string, Map<string, string>> = {
  member: new Map(memberFieldNames.map((name) => [name, memberFields[name].audit])),
  activity: new Map(activityFieldNames.map((name) => [name, activityFields[name].label.toLowerCase()])),
};

const nothing = "nothing";
const idPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

const instantPattern = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

function plainText(text: string): string {
  if (idPattern.test(text)) return `#${text.slice(0, 8)}`;
  if (!instantPattern.test(text)) return text;
  return formatDateTime(text);
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

export const sourceNames: Record<AuditRow["source"], string> = {
  ui: "in the app",
  import: "by an import",
  api: "through the API",
  self: "by the player",
};
