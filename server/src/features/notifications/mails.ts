import { rangeLabel } from "@clanhall/contract/rules/periods";
import { isScheduled } from "@clanhall/contract/rules/cells";
import { endOfClanDay } from "@clanhall/contract/rules/clan-day";
import type { NotificationKind } from "@clanhall/contract/notifications";
import { pages, productName } from "@clanhall/contract/pages";
import { listSchedules, type ScheduledActivity } from "../../clan/activities.ts";
import { listDayRules } from "../../clan/calendar.ts";
import type { Db } from "../../db/tables.ts";
import { composeMail, type MailMessage } from "../../mail/layout.ts";
import { toClanPath } from "../../outbox/queue.ts";
import { findLiveBulletin } from "../bulletins/index.ts";
import { countOpenRequests, findGivenWarning } from "../decisions/index.ts";
import { listMissing } from "../entries/index.ts";
import { countWaiting as countWaitingRequests } from "../joining/index.ts";
import {
  findAnsweredRequest,
  findEndedBoard,
  findInvitedMember,
  listEnteredCells,
  listOwnActivities,
  type Reader,
} from "./queries.ts";

/** The text of a mail before it gets its layout. */
interface MailText {
  subject: string;
  title: string;
  paragraphs: string[];
  button: string;
  /** The page that the button opens. */
  path: string;
}

interface MailContext {
  db: Db;
  clan: { id: string; name: string; grace_days: number; first_day: string | null };
  now: Date;
}

/** The text for one reader; null for somebody who gets no mail. */
type MailContents = (reader: Reader) => MailText | null;

/** The mails with the data of now; null if there is nothing left to send. */
export type ComposeMail = (context: MailContext, subject: string) => Promise<MailContents | null>;

export const writeBulletin: ComposeMail = async ({ db, clan, now }, bulletinId) => {
  const bulletin = await findLiveBulletin(db, clan.id, bulletinId, now);
  if (!bulletin) return null;
  const { title, audience, created_by } = bulletin;
  const text = {
    subject: `${clan.name}: ${title}`,
    title,
    paragraphs: [`There is a new bulletin in ${clan.name}.`],
    button: "Read the bulletin",
    path: toClanPath(pages.bulletins.path, clan.id, { bulletin: bulletinId }),
  };
  return ({ user_id, role }) => {
    const isForThem = audience === "everyone" || role !== "member";
    return isForThem && user_id !== created_by ? text : null;
  };
};

export const writeBoardEnded: ComposeMail = async ({ db, clan }, boardId) => {
  const board = await findEndedBoard(db, clan.id, boardId);
  if (!board) return null;
  const text = {
    subject: `${clan.name}: ${board.title} has ended`,
    title: `${board.title} has ended`,
    paragraphs: [`The final result is ready.`],
    button: "See the result",
    path: toClanPath(pages.scoreboards.path, clan.id),
  };
  return () => text;
};

export const writeInviteAccepted: ComposeMail = async ({ db, clan }, inviteId) => {
  const member = await findInvitedMember(db, clan.id, inviteId);
  if (!member) return null;
  const text = {
    subject: `${member.name} has joined ${clan.name}`,
    title: `${member.name} has joined`,
    paragraphs: [`${member.name} accepted the invite and now has an account in ${clan.name}.`],
    button: "Open players",
    path: toClanPath(pages.managePlayers.path, clan.id),
  };
  return ({ user_id }) => (user_id === member.user_id ? null : text);
};

/** How many wait, whatever hour they asked in: the mail is about all of them. */
export const writeJoinRequest: ComposeMail = async ({ db, clan }) => {
  const waiting = await countWaitingRequests(db, clan.id);
  if (waiting === 0) return null;
  const people = waiting === 1 ? "One person asks" : `${waiting} people ask`;
  const text = {
    subject: `${people} to join ${clan.name}`,
    title: `${people} to join`,
    paragraphs: [`${people} to join ${clan.name}. You decide who comes in.`],
    button: "Open the requests",
    path: toClanPath(pages.managePlayers.path, clan.id, { view: "requests" }),
  };
  return () => text;
};

/** Without who asked for what: the list says it to those who decide. */
export const writeRequest: ComposeMail = async ({ db, clan }) => {
  const open = (await countOpenRequests(db, [clan.id])).reduce((sum, { count }) => sum + count, 0);
  if (open === 0) return null;
  const requests = open === 1 ? "One request waits" : `${open} requests wait`;
  const text = {
    subject: `${clan.name}: ${requests.toLowerCase()}`,
    title: `${requests} for an answer`,
    paragraphs: [`${requests} for an answer in ${clan.name}: disputed values and absences.`],
    button: "Open the requests",
    path: toClanPath(pages.managePlayers.path, clan.id, { view: "requests" }),
  };
  return () => text;
};

/** For the one who asked alone. */
export const writeRequestDecided: ComposeMail = async ({ db, clan }, requestId) => {
  const request = await findAnsweredRequest(db, clan.id, requestId);
  if (!request) return null;
  const { officer, state, answer, activity, day, starts_on, ends_on } = request;
  const range = { from: day ?? starts_on ?? "", to: day ?? ends_on ?? "" };
  const what = `${activity ?? "your absence"}, ${rangeLabel(range)}`;
  const text = {
    subject: `${clan.name}: your request was ${state}`,
    title: `Your request was ${state}`,
    paragraphs: [`${officer} ${state} your request about ${what}.`, ...(answer ? [`“${answer}”`] : [])],
    button: "Open your page",
    path: pages.player.path.replace("$memberId", request.member_id),
  };
  return ({ member_id }) => (member_id === request.member_id ? text : null);
};

/** For the player who was warned alone. */
export const writeWarning: ComposeMail = async ({ db, clan }, warningId) => {
  const warning = await findGivenWarning(db, clan.id, warningId);
  if (!warning) return null;
  const { ends_on } = warning;
  const until = ends_on ? `It ends on ${rangeLabel({ from: ends_on, to: ends_on })}.` : "It has no end.";
  const text = {
    subject: `${clan.name}: a warning`,
    title: `A warning from ${clan.name}`,
    paragraphs: [warning.message, until],
    button: "Open your page",
    path: pages.player.path.replace("$memberId", warning.member_id),
  };
  return ({ member_id }) => (member_id === warning.member_id ? text : null);
};

/** More players than a clan can have. */
const everybody = 100_000;

const namedMax = 40;

/** Managers get the names of everybody with missing entries, members what they can still enter themselves. */
export const writeReminder: ComposeMail = async (context, day) => {
  const { db, clan, now } = context;
  const ends = endOfClanDay(await listDayRules(db, clan.id), day);
  if (now >= ends) return null;
  const scheduled = (await listSchedules(db, [clan.id])).filter((activity) => isScheduled(activity, day));
  const activities = scheduled.map(({ id }) => id);
  const { grace_days, first_day } = clan;
  const dueDay = { clan_id: clan.id, day, grace_days, first_day, member_id: null, activities };
  const missing = await listMissing(db, [dueDay], everybody);
  if (missing.length === 0) return null;

  const forManagers = toManagerMail(
    context,
    day,
    ends,
    missing.map(({ name }) => name),
  );
  const late = new Set(missing.map(({ member_id }) => member_id));
  const listOwnMissing = await readOwnMissing(context, day, scheduled);
  return ({ role, member_id }) => {
    if (role !== "member") return forManagers;
    const own = late.has(member_id) ? listOwnMissing(member_id) : [];
    return own.length === 0 ? null : toOwnMail(context, day, ends, own);
  };
};

async function readOwnMissing({ db, clan }: MailContext, day: string, scheduled: ScheduledActivity[]) {
  const theirs = await listOwnActivities(db, clan.id);
  const cells = await listEnteredCells(db, clan.id, day);
  const entered = new Set(cells.map(({ member_id, activity_id }) => `${member_id} ${activity_id}`));
  const open = scheduled.filter(({ id }) => theirs.has(id));
  return (memberId: string) => open.filter(({ id }) => !entered.has(`${memberId} ${id}`)).map(({ name }) => name);
}

function toManagerMail({ clan }: MailContext, day: string, ends: Date, names: string[]): MailText {
  const players = names.length === 1 ? "One player has" : `${names.length} players have`;
  return {
    ...toFrame(clan),
    paragraphs: [`${players} values missing for ${toDayText(day, ends)}`, toList(names)],
  };
}

function toOwnMail({ clan }: MailContext, day: string, ends: Date, activities: string[]): MailText {
  const values = activities.length === 1 ? "One of your values is" : `${activities.length} of your values are`;
  return {
    ...toFrame(clan),
    paragraphs: [`${values} missing for ${toDayText(day, ends)}`, toList(activities)],
  };
}

function toFrame({ id, name }: MailContext["clan"]) {
  return {
    subject: `${name}: values are missing`,
    title: "Values are missing",
    button: "Enter values",
    path: toClanPath(pages.dailyActivity.path, id),
  };
}

function toDayText(day: string, ends: Date): string {
  return `${rangeLabel({ from: day, to: day })}. The day ends at ${ends.toISOString().slice(11, 16)} UTC.`;
}

function toList(names: string[]): string {
  const others = names.length - namedMax;
  return [...names.slice(0, namedMax), ...(others > 0 ? [`${others} more`] : [])].join(", ");
}

/** What a kind of mail is about, after "mails about". */
export const kindLabels: Record<NotificationKind, string> = {
  bulletin: "new bulletins",
  reminder: "missing values",
  board_ended: "ended scoreboards",
  request_decided: "answers to your requests",
  warning: "warnings you get",
  request: "requests to decide",
  invite_accepted: "accepted invites",
  join_request: "people who ask to join",
};

interface Frame {
  kind: NotificationKind;
  clanName: string;
  publicUrl: string;
  unsubscribeToken: string;
}

/** A mail with a link to unsubscribe: to a page for people, and in its header for mail programs. */
export function composeNotification(
  { subject, title, paragraphs, button, path }: MailText,
  { kind, clanName, publicUrl, unsubscribeToken }: Frame,
): MailMessage & { unsubscribeUrl: string } {
  const message = composeMail({
    subject: toOneLine(subject),
    title,
    paragraphs,
    action: { label: button, url: `${publicUrl}${path}` },
    reason: `You get this mail because you turned on ${productName} mails about ${kindLabels[kind]} in ${clanName}.`,
    stopUrl: `${publicUrl}/unsubscribe/${unsubscribeToken}`,
  });
  return { ...message, unsubscribeUrl: `${publicUrl}/api/unsubscribe/${unsubscribeToken}` };
}

/** A line break in a name or title would make the subject invalid. */
function toOneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}
