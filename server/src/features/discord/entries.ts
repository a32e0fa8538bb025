import { canInClan } from "@clanhall/contract/permissions";
import { readCellText } from "@clanhall/contract/rules/cell-text";
import { isScheduled } from "@clanhall/contract/rules/cells";
import { addDays, toClanDate } from "@clanhall/contract/rules/clan-day";
import { rangeLabel } from "@clanhall/contract/rules/periods";
import { inOneLine, toAmountText, toNumberText } from "@clanhall/contract/rules/score-text";
import type { ClanActor } from "../../access/actor.ts";
import { type ActivityRow, listActivities } from "../../clan/activities.ts";
import { getDaySettings, listDayRules } from "../../clan/calendar.ts";
import type { Db } from "../../db/tables.ts";
import { ApiError } from "../../errors.ts";
import { makeRequest } from "../decisions/index.ts";
import {
  type DueDay,
  listMissing,
  listMissingActivities,
  listStillDue,
  previewCell,
  revertTo,
  saveEntries,
} from "../entries/index.ts";
import { changeMember, loadMember } from "../members/index.ts";
import { clip, escapeMarkdown, nameForDiscord } from "../webhooks/index.ts";
import { type BotDeps, type Call, type InClan, mayEnter, requireCaller, requireCallerIn } from "./callers.ts";
import {
  button,
  embed,
  embedMax,
  explainRefusal,
  type Message,
  type Outcome,
  Refusal,
  row,
  say,
  texts,
} from "./message.ts";
import { findClanOfActivity } from "./queries.ts";
import { findPlayer } from "./standings.ts";

const undoMs = 600_000;

function labelDay(day: string): string {
  return rangeLabel({ from: day, to: day }).replace(/ \d{4}$/u, "");
}

async function findToday(db: Db, clanId: string, now: Date): Promise<string> {
  return toClanDate(await listDayRules(db, clanId), now);
}

/** A date as people type it, in the clan's own days. */
function readDay(text: string | undefined, today: string): string {
  const word = (text ?? "today").trim().toLowerCase();
  if (word === "today") return today;
  if (word === "yesterday") return addDays(today, -1);
  if (word === "tomorrow") return addDays(today, 1);
  const isDate = /^\d{4}-\d{2}-\d{2}$/u.test(word) && !Number.isNaN(Date.parse(word));
  if (!isDate || new Date(word).toISOString().slice(0, 10) !== word) {
    throw new Refusal("Write the day as 2026-11-12, today or yesterday.");
  }
  return word;
}

async function toDueDay(db: Db, clanId: string, day: string, memberId: string | null) {
  const activities = await listActivities(db, clanId);
  const due = activities.filter((activity) => isScheduled(activity, day));
  const { grace_days, first_day } = await getDaySettings(db, clanId);
  const ids = due.map(({ id }) => id);
  const asked: DueDay = { clan_id: clanId, day, grace_days, first_day, member_id: memberId, activities: ids };
  return { asked, due };
}

/** What the player still has to enter and the caller may. */
async function listOpen(db: Db, actor: ClanActor, memberId: string, day: string): Promise<ActivityRow[]> {
  const { asked, due } = await toDueDay(db, actor.clanId, day, memberId);
  const open = new Set(await listStillDue(db, asked));
  return due.filter((activity) => open.has(activity.id) && mayEnter(actor, activity));
}

const everybody = 100_000;
const namedMax = 60;
const activitiesNamed = 8;

/** /today: members read what they still have to do, managers who is missing. */
export async function showToday({ db }: BotDeps, call: Call): Promise<Outcome> {
  const { options } = call.interaction;
  const { actor, clanName, isArchived } = await requireCaller(db, call, "clan.view");
  if (isArchived) return say(texts.archived);
  const manages = canInClan(actor.role, "clan.manage");
  const isPublic = options.get("show") === "everyone";
  if (isPublic && !manages) throw new Refusal(texts.noRight(escapeMarkdown(clanName)));
  const today = await findToday(db, actor.clanId, call.now);
  const day = readDay(options.get("day"), today);
  if (day > today) throw new Refusal("This day has not begun yet.");
  const { asked, due } = await toDueDay(db, actor.clanId, day, manages ? null : actor.memberId);
  const title = `${escapeMarkdown(clanName)} · ${labelDay(day)}`;
  if (!manages) {
    const open = new Set(await listStillDue(db, asked));
    const names = due.filter(({ id }) => open.has(id)).map(({ name }) => escapeMarkdown(name));
    return toToday(
      title,
      [names.length > 0 ? `**Still due**: ${names.join(", ")}` : "Nothing is due any more."],
      false,
    );
  }
  const missing = await listMissing(db, [asked], everybody, "missing");
  if (missing.length === 0) return toToday(title, ["Nothing is missing."], isPublic);
  const shown = missing.slice(0, namedMax);
  const publicNames = isPublic
    ? await nameForDiscord(
        db,
        actor.clanId,
        shown.map(({ member_id }) => member_id),
      )
    : null;
  const ids = shown.map(({ member_id }) => member_id);
  const open = await listMissingActivities(db, asked, ids);
  const lines = shown.map(({ member_id, name, missing: count }) => {
    const who = publicNames ? (publicNames.get(member_id) ?? "Hidden player") : escapeMarkdown(name);
    return `${who} · ${describeOpen(due, open.get(member_id) ?? [], count)}`;
  });
  return toToday(title, fitLines(lines, missing.length), isPublic);
}

/** By name while they are few. */
function describeOpen(due: ActivityRow[], open: string[], count: number): string {
  if (count === due.length && count > 1) return `everything (${count})`;
  const names = due.filter(({ id }) => open.includes(id)).map(({ short_label }) => escapeMarkdown(short_label));
  const shown = names.slice(0, activitiesNamed);
  return [shown.join(", "), ...(names.length > shown.length ? [`and ${names.length - shown.length} more`] : [])].join(
    " ",
  );
}

/** As many lines as Discord shows in one answer, and how many others there are. */
function fitLines(lines: string[], count: number): string[] {
  const last = (shown: number) => (count > shown ? [`and ${count - shown} more`] : []);
  let shown = lines.length;
  while (shown > 0 && [...lines.slice(0, shown), ...last(shown)].join("\n").length > embedMax) shown -= 1;
  return [...lines.slice(0, shown), ...last(shown)];
}

function toToday(title: string, lines: string[], isPublic: boolean): Outcome {
  return { kind: "message", message: { embeds: [embed(title, lines)] }, isPublic };
}

/** The activity that somebody named; members enter only what members enter. */
async function findActivity(db: Db, actor: ClanActor, named: string): Promise<ActivityRow> {
  const wanted = named.trim().toLowerCase();
  const found = (await listActivities(db, actor.clanId)).find(
    ({ id, name, short_label }) =>
      id === named || name.toLowerCase() === wanted || short_label.toLowerCase() === wanted,
  );
  if (!found) throw new Refusal("There is no such activity. Choose one of the list.");
  return found;
}

/** /enter: one value, or without options a form of what is due. */
export async function enter({ db }: BotDeps, call: Call): Promise<Outcome> {
  const { options } = call.interaction;
  const caller = await requireCaller(db, call, "entry.write");
  const { actor } = caller;
  const day = readDay(options.get("day"), await findToday(db, actor.clanId, call.now));
  const player = await findPlayer(db, caller, options.get("player"));
  const [named, value] = [options.get("activity"), options.get("value")];
  if (named === undefined && value === undefined) return openForm(db, actor, { day, memberId: player.id });
  if (named === undefined || value === undefined) throw new Refusal("Give both an activity and a value.");
  const activity = await findActivity(db, actor, named);
  return { kind: "message", message: await write(db, caller, { activity, player, day, text: value }, call.now) };
}

interface Cell {
  activity: ActivityRow;
  player: { id: string; name: string };
  day: string;
  text: string;
  /** The version that the writer saw; the present one without it. */
  version?: number;
}

async function write(db: Db, { actor, clanName }: InClan, cell: Cell, now: Date): Promise<Message> {
  const { activity, player, day, text } = cell;
  const key = { member_id: player.id, activity_id: activity.id, day };
  const before = await previewCell(db, actor.clanId, { ...key, value: null, excused: false }, now);
  const read = readCellText(text, { value_type: activity.value_type, current: before.value });
  if (read.kind === "problem") throw new Refusal(read.problem);
  const value = read.kind === "value" ? read.value : null;
  const base_version = cell.version ?? before.version;
  const draft = { ...key, value, excused: read.kind === "excused", base_version };
  const written = await saveEntries(db, actor, { entries: [draft] }, now).catch((error: unknown) =>
    refuseWrite(error, day, clanName),
  );
  const [conflict] = written.conflicts;
  if (conflict) return sayConflict(conflict.current, { ...cell, version: conflict.current?.version ?? 0 });
  const [saved] = written.versions;
  const amount = (content: number | null, isExcused: boolean) =>
    content === null ? (isExcused ? "excused" : "–") : toText(content, activity);
  const change = `${amount(before.value, before.excused)} → ${amount(value, draft.excused)}`;
  const points = saved ? ` · ${toNumberText(saved.points)} points` : "";
  const isChanged = written.saved > 0 && saved !== undefined;
  return {
    content: `**${escapeMarkdown(activity.name)}** of ${escapeMarkdown(player.name)}, ${labelDay(day)}: ${change}${points}`,
    components: isChanged ? row(button("Undo", `undo:${player.id}:${activity.id}:${day}:${saved.version}`)) : [],
  };
}

function toText(value: number, activity: ActivityRow): string {
  return escapeMarkdown(inOneLine(toAmountText(value, activity)));
}

function refuseWrite(error: unknown, day: string, clanName: string): never {
  if (error instanceof ApiError && isLocked(error)) {
    throw new Refusal(`${labelDay(day)} is locked; an officer can re-open it.`);
  }
  if (error instanceof ApiError && error.code === "forbidden") {
    throw new Refusal(texts.noRight(escapeMarkdown(clanName)));
  }
  throw error;
}

/** Whoever may write there all the same gives a reason, which the grid asks for. */
function isLocked({ code, extras }: ApiError): boolean {
  return code === "locked" || (extras.details ?? []).some(({ path }) => path === "reason");
}

interface Current {
  entered_by_name: string;
  entered_at: string;
  value: number | null;
}

/** Ids in 22 letters, because Discord gives a button 100. */
const shorten = (id: string) => Buffer.from(id.replaceAll("-", ""), "hex").toString("base64url");
const lengthen = (text: string) =>
  Buffer.from(text, "base64url")
    .toString("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, "$1-$2-$3-$4-$5");

function sayConflict(current: Current | null, { activity, player, day, text, version }: Cell): Message {
  const who = escapeMarkdown(current?.entered_by_name || "Someone");
  const what = current?.value === null || current === null ? "something else" : toText(current.value, activity);
  const when = current ? `<t:${Math.floor(Date.parse(current.entered_at) / 1000)}:R>` : "a moment ago";
  const id = `over:${shorten(player.id)}:${shorten(activity.id)}:${day}:${version}:${text.trim()}`;
  const isShort = id.length <= 100;
  return {
    content: `${who} entered ${what} ${when}. ${isShort ? "Press again to overwrite." : "Send it again to overwrite."}`,
    components: isShort ? row(button("Overwrite", id, 4)) : [],
  };
}

/** The button below a conflict: writes over what the caller was shown, and nothing newer. */
export async function overwrite({ db }: BotDeps, call: Call, [who, what, day, version, ...text]: string[]) {
  const activityId = lengthen(what ?? "");
  const caller = await requireCallerOf(db, call, { activityId });
  const player = await findPlayer(db, caller, lengthen(who ?? ""));
  const activity = await findActivity(db, caller.actor, activityId);
  const cell = { activity, player, day: day ?? "", text: text.join(":"), version: Number(version) };
  return { kind: "message", message: await write(db, caller, cell, call.now) } satisfies Outcome;
}

/** A button names an activity, and the activity its clan. */
async function requireCallerOf(db: Db, call: Call, { activityId }: { activityId: string }): Promise<InClan> {
  return requireCallerIn(db, call, (await findClanOfActivity(db, activityId)) ?? "", "entry.write");
}

const changedSince = "This value has changed since. Nothing was undone.";

/** Takes back what the button's message said, unless somebody changed it since. */
export async function undo({ db }: BotDeps, call: Call, parts: string[]): Promise<Outcome> {
  const [memberId = "", activityId = "", day = "", version = ""] = parts;
  const { messageAt } = call.interaction;
  const caller = await requireCallerOf(db, call, { activityId });
  if (!messageAt || call.now.getTime() - messageAt.getTime() > undoMs) {
    throw new Refusal("This was more than ten minutes ago. Enter the right value instead.");
  }
  const key = { member_id: memberId, activity_id: activityId, day };
  const base = Number(version);
  const cell = { ...key, value: null, excused: false };
  if ((await previewCell(db, caller.actor.clanId, cell, call.now)).version !== base) throw new Refusal(changedSince);
  try {
    const entry = await revertTo(db, caller.actor, key, { version: base - 1, base_version: base }, call.now);
    const now = entry.state === "value" ? toNumberText(entry.value ?? 0) : entry.state === "excused" ? "excused" : "–";
    return say(`Undone: ${labelDay(day)} is ${now} again.`);
  } catch (error) {
    if (error instanceof ApiError && error.code === "conflict") {
      throw new Refusal(changedSince);
    }
    return refuseWrite(error, day, caller.clanName);
  }
}

const fieldsMax = 5;

async function openForm(
  db: Db,
  actor: ClanActor,
  { day, memberId }: { day: string; memberId: string },
): Promise<Outcome> {
  const open = (await listOpen(db, actor, memberId, day)).slice(0, fieldsMax);
  if (open.length === 0) return say(`Nothing is due any more on ${labelDay(day)}.`);
  return {
    kind: "modal",
    customId: `form:${shorten(actor.clanId)}:${shorten(memberId)}:${day}`,
    title: `Enter · ${labelDay(day)}`,
    fields: open.map(({ id, name }) => ({
      type: 18,
      label: clip(name, 45),
      // Nothing is entered there yet: who is faster is not written over.
      component: { type: 4, custom_id: `${id}:0`, style: 1, required: false, max_length: 40 },
    })),
  };
}

/** The button below /me. */
export async function openOwnForm({ db }: BotDeps, call: Call, [clanId = ""]: string[]): Promise<Outcome> {
  const { actor } = await requireCallerIn(db, call, clanId, "entry.write");
  return openForm(db, actor, { day: await findToday(db, clanId, call.now), memberId: actor.memberId });
}

/** What was typed into the form; one line per value, and one button for each that somebody else was faster with. */
export async function takeForm({ db, log }: BotDeps, call: Call, [clan = "", who = "", day = ""]: string[]) {
  const caller = await requireCallerIn(db, call, lengthen(clan), "entry.write");
  const player = await findPlayer(db, caller, lengthen(who));
  const messages: Message[] = [];
  for (const [id, text] of call.interaction.fields) {
    const [activityId = "", version = "0"] = id.split(":");
    if (text.trim() === "") continue;
    try {
      messages.push(await takeField(db, caller, { activityId, version, player, day, text }, call.now));
    } catch (error) {
      if (messages.length === 0) throw error;
      // What the lines above say is saved.
      log.error({ err: error, requestId: call.requestId }, "a form of Discord failed midway");
      messages.push({ content: texts.restFailed(call.requestId) });
      break;
    }
  }
  if (messages.length === 0) return say("Nothing was entered.");
  const components = messages.flatMap((message) => message.components ?? []).slice(0, 5);
  const content = messages.map((message) => message.content).join("\n");
  return { kind: "message", message: { content, components } } satisfies Outcome;
}

interface Field extends Pick<Cell, "player" | "day" | "text"> {
  activityId: string;
  /** The version that the form was opened with. */
  version: string;
}

/** What is wrong with one value is said in its line, and keeps no other from being saved. */
async function takeField(
  db: Db,
  caller: InClan,
  { activityId, version, player, day, text }: Field,
  now: Date,
): Promise<Message> {
  const { clanId } = caller.actor;
  const activity = (await listActivities(db, clanId)).find(({ id }) => id === activityId);
  if (!activity) return { content: "An activity of this form is gone." };
  try {
    // Earlier versions of a cleared value count; a value that was never there has none.
    const cell = { member_id: player.id, activity_id: activity.id, day, value: null, excused: false };
    const known = await previewCell(db, clanId, cell, now);
    const seen = known.value === null && !known.excused ? known.version : Number(version);
    return await write(db, caller, { activity, player, day, text, version: seen }, now);
  } catch (error) {
    return { content: `**${escapeMarkdown(activity.name)}**: ${refusalText(error)}` };
  }
}

function refusalText(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  if (error instanceof ApiError && error.status < 500) return escapeMarkdown(explainRefusal(error));
  throw error;
}

/** /away: one's own absence as members report it, or that of a player one manages. */
export async function goAway({ db, workers }: BotDeps, call: Call): Promise<Outcome> {
  const { options } = call.interaction;
  const caller = await requireCaller(db, call, "request.make");
  const { actor, clanName } = caller;
  const today = await findToday(db, actor.clanId, call.now);
  const [from, to] = [readDay(options.get("from"), today), readDay(options.get("to"), today)];
  const reason = (options.get("reason") ?? "").slice(0, 200);
  const isOther = options.has("player");
  if (isOther && !canInClan(actor.role, "member.manage")) throw new Refusal(texts.noRight(escapeMarkdown(clanName)));
  const player = await findPlayer(db, caller, options.get("player"));
  const period = `${labelDay(from)} to ${labelDay(to)}`;
  if (player.id === actor.memberId) {
    const { state } = await makeRequest({ db, workers }, actor, { kind: "away", from, to, reason }, call.now);
    return say(
      state === "accepted" ? `You are away from ${period}.` : `Asked to be away from ${period}: an officer decides.`,
    );
  }
  if (to < from) throw new Refusal("The last day is before the first.");
  const member = await loadMember(db, actor, player.id, call.now);
  const away = [...(member.away ?? []), { from, to, reason }];
  await changeMember(db, actor, player.id, { away, version: member.version }, call.now);
  return say(`${escapeMarkdown(player.name)} is away from ${period}.`);
}
