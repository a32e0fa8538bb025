import { isForManagers, memberFieldNames, memberFields, memberTexts } from "@clanhall/contract/fields/member-fields";
import type { getMemberTimeline, MemberTimelineItem } from "@clanhall/contract/members";
import { canInClan } from "@clanhall/contract/permissions";
import type { z } from "zod";
import type { ClanActor } from "../../access/actor.ts";
import type { Db } from "../../db/tables.ts";
import { ApiError, notFound } from "../../errors.ts";
import { listAuditOfTarget } from "../audit/index.ts";
import { findRosterRow, listSpans } from "./queries.ts";

type Timeline = z.output<(typeof getMemberTimeline)["response"]>;
type AuditEvent = Awaited<ReturnType<typeof listAuditOfTarget>>[number];

/** Plain members read their own, without what the managers said among themselves. */
export async function loadTimeline(db: Db, actor: ClanActor, memberId: string): Promise<Timeline> {
  const { clanId } = actor;
  const row = await findRosterRow(db, clanId, memberId);
  if (!row) throw notFound("Player");
  const isManager = canInClan(actor.role, "clan.manage");
  if (!isManager && row.id !== actor.memberId) {
    throw new ApiError("forbidden", "Your role in this clan does not allow this");
  }
  const auditEvents = await listAuditOfTarget(db, clanId, row.id);
  const [first] = await listSpans(db, clanId, [row.id]);
  const items = auditEvents
    .filter(({ action, is_security }) => isShown(actor, action, is_security))
    .map((auditEvent) => ({
      at: auditEvent.at.toISOString(),
      action: auditEvent.action,
      kind: kindOf(auditEvent.action),
      text: toSentence(auditEvent, isManager),
      actor: auditEvent.actor_name,
    }));
  const joined = {
    at: row.joined_at,
    action: "member.joined",
    kind: "change" as const,
    text: first ? `On the roster since ${first.starts_on}.` : "Joined the clan.",
    actor: null,
  };
  return { items: [...items, joined].toSorted((a, b) => (a.at < b.at ? 1 : -1)) };
}

/** As in the audit: security events are not for maintainers; officers' notes are not for plain members. */
function isShown({ role }: ClanActor, action: string, isSecurity: boolean): boolean {
  if (role === "maintainer") return !isSecurity;
  return role === "owner" || !hiddenActions.has(action);
}

/** Managers' texts are recorded by an action of their own, without what they say. */
const hiddenTexts = memberTexts.filter(isForManagers);
const hiddenActions = new Set([
  ...hiddenTexts.map((text) => `member.${text}`),
  "member.note",
  "member.note_undo",
  "member.attention_hidden",
  "member.attention_shown",
]);

const decisions = new Set([
  ...hiddenActions,
  ...["role", "inactivate", "reactivate", "remove", "restore", "merge", "merged_into", "unmerge"].map(
    (action) => `member.${action}`,
  ),
  ...["warn", "warn_undo", "warning_lift", "warning_lift_undo"].map((action) => `member.${action}`),
  ...["accept", "decline", "undo"].map((action) => `request.${action}`),
]);

function kindOf(action: string): MemberTimelineItem["kind"] {
  return decisions.has(action) ? "decision" : "change";
}

const sentences: Record<string, (after: Record<string, unknown>, before: Record<string, unknown>) => string> = {
  "member.add": () => "Added to the roster.",
  "member.rename": (after, before) => `Renamed from ${text(before.name)} to ${text(after.name)}.`,
  "member.update": (after) => `Changed: ${Object.keys(after).map(toFieldName).join(", ")}.`,
  ...Object.fromEntries(hiddenTexts.map((text) => [`member.${text}`, () => `Changed: ${memberFields[text].audit}.`])),
  "member.role": ({ role }) => (role === "owner" ? "Became the owner." : `Made a ${text(role)}.`),
  "member.inactivate": () => "Inactivated.",
  "member.reactivate": () => "Reactivated.",
  "member.remove": () => "Marked as removed.",
  "member.restore": () => "Restored.",
  "member.leave": () => "Left the clan.",
  "member.link": () => "Linked to an account.",
  "member.unlink": () => "The link to the account ended.",
  "member.merge": (after) => `Merged with ${text(after.dropped)}.`,
  "member.merged_into": (after) => `Merged into ${text(after.kept)}.`,
  "member.unmerge": () => "A merge was undone.",
  "member.warn": (after) => (after.until ? `Warned, until ${text(after.until)}.` : "Warned."),
  "member.warn_undo": () => "A warning was taken back.",
  "member.warning_lift": () => "A warning was lifted.",
  "member.warning_lift_undo": () => "A lifted warning is active again.",
  "member.note": () => "Officers wrote a note.",
  "member.note_undo": () => "Officers took back a note.",
  "member.attention_hidden": (after) => `Hidden from the attention list until ${text(after.until)}.`,
  "member.attention_shown": () => "Shown on the attention list again.",
  "request.value": (after) => `Asked for another value: ${askedFor(after)}.`,
  "request.away": (after) => `Asked to be away from ${text(after.away)}.`,
  "request.away_at_once": (after) => `Away from ${text(after.away)}.`,
  "request.accept": (after) => `Request accepted: ${askedFor(after)}.`,
  "request.decline": (after) => `Request declined: ${askedFor(after)}.`,
  "request.undo": (after) => `Answer taken back: ${askedFor(after)}.`,
  "request.away_taken_back": (after) => `Not away from ${text(after.away)} after all.`,
  "request.away_ended": (after) => `Back again. Away from ${text(after.away)}.`,
  "request.withdraw": (after) => `Request withdrawn: ${askedFor(after)}.`,
  "entry.revert": () => "A value was put back to what it was before.",
  "clan.transfer_offer": () => "Was offered the clan.",
  "clan.transfer": () => "Accepted the transfer of the clan.",
  "clan.transfer_decline": () => "Declined the transfer.",
  "clan.transfer_cancel": () => "The offer of the clan was cancelled.",
  "clan.recover": () => "Was given the clan by an app admin.",
};

function askedFor({ away, activity, day, value }: Record<string, unknown>): string {
  return away ? `away from ${text(away)}` : `${text(activity)} of ${text(day)}, ${String(value)}`;
}

function toSentence({ action, before, after, reason }: AuditEvent, withReason: boolean): string {
  const sentence = sentences[action]?.(after ?? {}, before ?? {}) ?? toPlainText(action);
  return reason && withReason ? `${sentence} Reason: ${reason}` : sentence;
}

const auditNames = new Map<string, string>(memberFieldNames.map((field) => [field, memberFields[field].audit]));
const toFieldName = (field: string) => auditNames.get(field) ?? field.replaceAll("_", " ");
const text = (value: unknown) => (typeof value === "string" ? value : "");

/** For what has no sentence of its own: "member.frame_it" reads "Member: frame it." */
function toPlainText(action: string): string {
  const plain = action.replace(".", ": ").replaceAll("_", " ");
  return `${plain.charAt(0).toUpperCase()}${plain.slice(1)}.`;
}
