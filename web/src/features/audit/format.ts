import { boardLabels, bulletinLabels, clanLabels } from "@clanhall/contract/fields/labels";
import type { AuditRow } from "@clanhall/contract/audit";
import { activityFieldNames, activityFields } from "@clanhall/contract/fields/activity-fields";
import { isForManagers, memberFieldNames, memberFields, memberTexts } from "@clanhall/contract/fields/member-fields";
import { crestColors } from "../../domain/clan-crest.tsx";
import { formatDate, formatDateTime, formatRange, withDates } from "../../lib/format.ts";
import { productName } from "@clanhall/contract/pages";

/** What the log can be narrowed to: how an action's name begins, and how people call that. */
export const auditGroups: Record<string, string> = {
  clan: "Clan",
  member: "Player",
  invite: "Invite",
  join_link: "Join link",
  join_request: "Join request",
  activity: "Activity",
  entry: "Value",
  entries: "Import of values",
  day: "Day",
  layout: "Screenshot layout",
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

interface FieldChange {
  field: string;
  /** What its form calls it; two fields may be one choice there. */
  label: string;
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
      field,
      label: fieldLabel(group, field),
      before: before && field in before ? fieldText(field, before[field]) : null,
      after: after && field in after ? fieldText(field, after[field]) : null,
    }))
    .filter(({ before: old, after: now }) => (old ?? nothing) !== (now ?? nothing));
}

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
    Object.entries({ name: "Name", url: "Address", events: "What it posts", reminder_hours: "Remind before" }),
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

/** What the clan's form makes of a value that is stored as a word or a number. */
function fieldText(field: string, value: unknown): string {
  if (field === "members_away") return value === "approval" ? "yes" : "no";
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

type Facts = Pick<
  AuditRow,
  "action" | "actor" | "actor_kind" | "target" | "target_type" | "before" | "after" | "source"
>;
type Phrase = string | ((facts: Facts) => string);

/** What somebody did, as it follows their name; {target} is what they did it to. */
const phrases: Record<string, Phrase> = {
  "clan.create": "created the clan",
  "clan.update": "changed the clan’s details",
  "clan.day": "changed the clan day",
  "clan.permissions": "changed what members and maintainers may do",
  "clan.archive": "archived the clan",
  "clan.unarchive": "reopened the clan",
  "clan.delete": "asked to delete the clan",
  "clan.restore": "stopped the deletion of the clan",
  "clan.transfer": "accepted the transfer of the clan",
  "clan.transfer_offer": "offered to transfer the clan to {target}",
  "clan.transfer_cancel": "cancelled the transfer of the clan",
  "clan.transfer_decline": "declined the transfer of the clan",
  "clan.recover": "transferred the clan to {target} as an app admin",
  "member.add": "added {target}",
  "member.import": ({ after }) => `imported ${count(after?.added, "player")}`,
  "member.update": "changed {target}",
  "member.rename": ({ before, after }) => `renamed ${textOf(before?.name)} to ${textOf(after?.name)}`,
  // What only managers read is recorded without what it said.
  ...Object.fromEntries(
    memberTexts
      .filter(isForManagers)
      .map((name) => [`member.${name}`, `changed the ${memberFields[name].label.toLowerCase()} of {target}`]),
  ),
  "member.role": ({ after }) => `made {target} ${roles[textOf(after?.role)] ?? textOf(after?.role)}`,
  "member.inactivate": "made {target} inactive",
  "member.reactivate": "made {target} active again",
  "member.remove": "removed {target}",
  "member.restore": "restored {target}",
  "member.leave": "left the clan",
  "member.link": "linked an account to {target}",
  "member.unlink": "unlinked the account of {target}",
  "member.merge": ({ after }) => `merged ${textOf(after?.dropped)} into {target}`,
  "member.merged_into": ({ after }) => `merged {target} into ${textOf(after?.kept)}`,
  "member.unmerge": "undid the merge of {target}",
  "invite.create": "invited {target}",
  "invite.cancel": "cancelled the invite of {target}",
  "invite.extend": "extended the invite of {target}",
  "invite.new_code": "created a new code for the invite of {target}",
  "invite.lock": "locked the invite of {target} after wrong codes",
  "invite.accept": "accepted the invite of {target}",
  "attention.rules": "changed the attention rules",
  "member.warn": "warned {target}",
  "member.warn_undo": "took back a warning of {target}",
  "member.warning_lift": "lifted a warning of {target}",
  "member.warning_lift_undo": "made a lifted warning of {target} active again",
  "member.note": "wrote a note about {target}",
  "member.note_undo": "took back a note about {target}",
  "member.attention_hidden": "hid {target} from the attention list",
  "member.attention_shown": "put {target} back on the attention list",
  "request.value": "asked for another value of {target}",
  "request.away": "asked to be away",
  "request.away_at_once": "is away",
  "request.accept": "accepted the request of {target}",
  "request.decline": "declined the request of {target}",
  "request.undo": "took back the answer to {target}",
  "request.away_taken_back": "took back an absence",
  "request.away_ended": "ended an absence",
  "request.withdraw": "withdrew a request",
  "layout.create": "added the screenshot layout {target}",
  "layout.change": "changed the screenshot layout {target}",
  "layout.delete": "deleted the screenshot layout {target}",
  "join_link.create": "created the join link",
  "join_link.change": "changed the join link",
  "join_link.rotate": "gave the join link a new address",
  "join_request.create": "asked to join",
  "join_request.approve": "let {target} in",
  "join_request.decline": "declined {target}, who asked to join",
  "join_request.block": "blocked the account of {target}",
  "join_request.unblock": "unblocked an account",
  "join_request.withdraw": "withdrew the request to join",
  "activity.create": "added the activity {target}",
  "activity.change": "changed the activity {target}",
  "activity.archive": "archived the activity {target}",
  "activity.unarchive": "took the activity {target} out of the archive",
  "activity.delete": "moved the activity {target} to the bin",
  "activity.restore": "restored the activity {target}",
  "activity.order": "reordered the activities",
  "activity.copy": "copied activities from another clan",
  "activity.template": ({ after }) => `added activities of the template ${textOf(after?.template)}`,
  "activity.import": "imported activities",
  "activity.rescore": "re-scored {target}",
  "entry.revert": "reverted {target}",
  "entry.write_locked": "changed values of the locked day {target}",
  "entries.import": "imported values from {target}",
  "entries.import_undo": "undid the import of values from {target}",
  "day.reopen": "reopened {target}",
  "scoreboard.create": "created the scoreboard {target}",
  "scoreboard.duplicate": "duplicated a scoreboard as {target}",
  "scoreboard.update": "changed the scoreboard {target}",
  "scoreboard.make_main": "made {target} the main board",
  "scoreboard.end": "ended {target}",
  "scoreboard.freeze_period": ({ after }) => `saved the result of {target}${ofDays(after)}`,
  "scoreboard.recount": ({ after }) => `recalculated the result of {target}${ofDays(after)}`,
  "scoreboard.reopen": "reopened {target}",
  "scoreboard.archive": "archived {target}",
  "scoreboard.delete": "moved the scoreboard {target} to the bin",
  "scoreboard.restore": "restored the scoreboard {target}",
  "scoreboard.share": (facts) => `shared {target}, ${linkText(facts)}`,
  "scoreboard.rotate": (facts) => `created a new link to {target}, ${linkText(facts)}`,
  "scoreboard.post": "posted {target} to Discord",
  "scoreboard.unshare": "turned off the link to {target}",
  "season.create": "started the season {target}",
  "season.update": "changed the season {target}",
  "season.end": ({ after }) => `ended the season {target} with ${count(after?.awards, "award")}`,
  "season.delete": "deleted the season {target}",
  "bulletin.create": "wrote the bulletin {target}",
  "bulletin.update": "changed the bulletin {target}",
  "bulletin.publish": "published the bulletin {target}",
  "bulletin.expire": "took down the expired bulletin {target}",
  "bulletin.pin": "pinned the bulletin {target}",
  "bulletin.unpin": "unpinned the bulletin {target}",
  "bulletin.delete": "moved the bulletin {target} to the bin",
  "bulletin.restore": "restored the bulletin {target}",
  "token.create": "created the API token {target}",
  "token.delete": "deleted the API token {target}",
  "discord.connect": "connected {target} to the Discord bot",
  "discord.rule_create": "added a rule for the Discord role {target}",
  "discord.rule_change": "changed a rule for the Discord role {target}",
  "discord.rule_delete": "deleted a rule for the Discord role {target}",
  "webhook.create": "added the Discord webhook {target}",
  "webhook.update": "changed the Discord webhook {target}",
  "webhook.delete": "deleted the Discord webhook {target}",
  "webhook.disable": "turned off the Discord webhook {target} after errors",
  "user.suspend": "suspended {target}",
  "user.lift": "lifted the suspension of {target}",
  "user.reset_mfa": "removed the second factors of {target}",
  "user.remove_passkeys": "removed the passkeys of {target}",
  "user.revoke_sessions": "signed {target} out everywhere",
  "user.resend_confirmation": "sent {target} the confirmation again",
  "user.send_reset": "sent {target} a password reset",
  "user.anonymise": "anonymised {target}",
  "user.export": "downloaded the list of users",
  "app_admin.grant": "made {target} an app admin",
  "app_admin.revoke": "took app admin away from {target}",
  "service_token.create": "created the service token {target}",
  "service_token.revoke": "revoked the service token {target}",
  "signing_key.revoke": "revoked a signing key",
  "game.create": "added the game {target}",
  "game.update": "changed the game {target}",
  "game.delete": "deleted the game {target}",
  "game.order": "put the games in another order",
  "game.import": "imported games",
};

/** What a job did several times within an hour, in one sentence. */
const folded: Record<string, (times: number) => string> = {
  "scoreboard.freeze_period": (times) => `kept ${times} results of {target}`,
};

const roles: Record<string, string> = { owner: "the owner", maintainer: "a maintainer", member: "a member" };

/** How it was done, where that was not in the app. */
const ways: Record<AuditRow["source"], string> = {
  ui: "",
  import: ", imported",
  api: ", through the API",
  self: "",
  discord: ", from Discord",
};

/** "Juno shared Wolves of the week, link without end." */
export function sentenceOf(facts: Facts, times = 1): string {
  const known = phrases[facts.action];
  const phrase = typeof known === "function" ? known(facts) : (known ?? unknownPhrase(facts.action));
  const many = times > 1 ? (folded[facts.action]?.(times) ?? `${phrase}, ${times} times`) : phrase;
  // What stands in a name is never taken for a place to fill in.
  const said = many.replace("{target}", () => targetText(facts));
  const way = said.startsWith("imported") ? "" : ways[facts.source];
  return `${actorText(facts)} ${said}${way}.`;
}

function targetText({ target, target_type }: Facts): string {
  if (target === null) return "something";
  return target_type === "day" || target_type === "entry" ? withDates(target) : target;
}

/** What nobody did by hand is signed with the product's name. */
export function actorText({ actor, actor_kind }: Pick<AuditRow, "actor" | "actor_kind">): string {
  return actor ?? (actor_kind === "system" ? productName : "Former member");
}

/** An action without a phrase still reads: "bulletin.frame" becomes "did “frame” to the bulletin {target}". */
function unknownPhrase(action: string): string {
  const [group = "", ...rest] = action.split(".");
  const what = (auditGroups[group] ?? adminAuditGroups[group] ?? group).toLowerCase();
  return `did “${rest.join(" ").replaceAll("_", " ")}” to the ${what} {target}`;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "another one";
}

function count(value: unknown, what: string): string {
  return typeof value === "number" ? `${value} ${value === 1 ? what : `${what}s`}` : `${what}s`;
}

function linkText({ after }: Facts): string {
  const { expires_at: end } = after ?? {};
  return typeof end === "string" ? `link until ${formatDate(end)}` : "link without end";
}

function ofDays(after: AuditRow["after"]): string {
  const { from, to } = after ?? {};
  return typeof from === "string" && typeof to === "string" ? ` for ${formatRange(from, to)}` : "";
}

/** Rows that are shown as one: what a job did again and again within an hour. */
export interface FoldedRow {
  row: AuditRow;
  /** All of them, the latest first. */
  rows: AuditRow[];
}

const hourMs = 3_600_000;

/** Like rows of a job, the latest first, in one. What people do stays as it is. */
export function foldJobs(rows: AuditRow[]): FoldedRow[] {
  const all: FoldedRow[] = [];
  for (const row of rows) {
    const like = all.findLast((other) => isOfSameJob(other.row, row));
    if (like) like.rows.push(row);
    else all.push({ row, rows: [row] });
  }
  return all;
}

function isOfSameJob(a: AuditRow, b: AuditRow): boolean {
  const isJob = a.actor_kind === "system" && b.actor_kind === "system";
  if (!isJob || a.action !== b.action || a.target_id !== b.target_id || a.target !== b.target) return false;
  return Math.abs(Date.parse(a.at) - Date.parse(b.at)) <= hourMs;
}
