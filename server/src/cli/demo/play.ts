import { createCipheriv, createHash } from "node:crypto";
import { isScheduled, whyNotDue } from "@clanhall/contract/rules/cells";
import { weekdayOf } from "@clanhall/contract/rules/clan-day";
import { toNameKey } from "@clanhall/contract/text";
import { type ActivityRow, listActivities } from "../../clan/activities.ts";
import { listPresentMembers, type PresentMember } from "../../clan/roster.ts";
import type { Db } from "../../db/tables.ts";
import type { CellInput } from "../../features/entries/index.ts";
import type { DemoActivity, DemoClan } from "./clans.ts";

/** A clan's members and activities, with what they are like. */
interface Playground {
  random: Random;
  activities: { row: ActivityRow; habit: DemoActivity }[];
  members: { member: PresentMember; persona: Persona }[];
}

export async function loadPlayground(
  db: Db,
  clanId: string,
  { draft, activities }: DemoClan,
  activityIds: Map<string, string>,
): Promise<Playground> {
  const random = createRandom(`days of ${draft.name}`);
  const habits = new Map(activities.map((activity) => [activityIds.get(activity.draft.short_label), activity]));
  const rows = await listActivities(db, clanId);
  const present = await listPresentMembers(db, clanId, { from: "1970-01-01", to: "9999-12-31" });
  return {
    random,
    activities: rows.flatMap((row) => {
      const habit = habits.get(row.id);
      return habit ? [{ row, habit }] : [];
    }),
    members: present.map((member) => ({ member, persona: toPersona(random) })),
  };
}

interface Day {
  entered: CellInput[];
  /** What is only written down on the next day. */
  late: CellInput[];
  /** What was entered wrongly and changed an hour later. */
  mended: CellInput[];
}

/** What everybody did on a day. Today is not over: some have not played yet. */
export function playDay(
  { random, activities, members }: Playground,
  day: string,
  { progress, isToday }: { progress: number; isToday: boolean },
): Day {
  const done: Day = { entered: [], late: [], mended: [] };
  for (const { member, persona } of members) {
    const mood = toMood(persona, day, progress, random);
    if (whyNotDue(member, { grace_days: 0, first_day: null }, day) !== null || (isToday && random.chance(0.2)))
      continue;
    const isLate = !isToday && random.chance(0.04);
    for (const { row, habit } of activities) {
      const played = isScheduled(row, day) ? playActivity(habit, mood, random) : null;
      if (!played) continue;
      const cell = { member_id: member.id, activity_id: row.id, day, ...played };
      (isLate ? done.late : done.entered).push(cell);
      if (!isLate && played.value && row.value_type !== "yes_no" && random.chance(0.01)) {
        done.mended.push({ ...cell, value: amountOf(habit, random.between(1.1, 1.5)) });
      }
    }
  }
  return done;
}

/** What somebody is like, from 0 to 1, and how much that changes from the first day to the last. */
interface Persona {
  keenness: number;
  change: number;
}

function toPersona(random: Random): Persona {
  // Squared, so that most are keen and a few are hardly ever seen.
  return { keenness: 1 - 0.75 * random.between(0, 1) ** 2, change: random.between(-0.25, 0.25) };
}

/** How somebody comes to a day: how well it goes, or what is noted of them instead. */
type Mood = { vigour: number } | { instead: "zero" | "excused" | "missing" };

/** Progress is 0 on the first day of the story and 1 on the last. */
function toMood({ keenness, change }: Persona, day: string, progress: number, random: Random): Mood {
  const today = Math.min(1, Math.max(0.1, keenness + change * (progress - 0.5)));
  const isWeekend = weekdayOf(day) >= 6;
  const isPlaying = random.chance(Math.min(0.98, 0.25 + 0.72 * today + (isWeekend ? 0.06 : 0)));
  if (!isPlaying) return { instead: random.pick(["zero", "zero", "zero", "excused", "missing", "missing"]) };
  return { vigour: (0.2 + 1.05 * today) * (isWeekend ? 1.2 : 1) };
}

/** What is entered in a cell, or null for nothing. */
type Played = { state: "value"; value: number } | { state: "excused"; value: null } | null;

const nothing: Played = { state: "value", value: 0 };

function playActivity(activity: DemoActivity, mood: Mood, random: Random): Played {
  if ("instead" in mood) {
    if (mood.instead === "excused") return { state: "excused", value: null };
    return mood.instead === "zero" ? nothing : null;
  }
  if (!random.chance(activity.turnout)) return random.chance(0.8) ? nothing : null;
  return { state: "value", value: amountOf(activity, mood.vigour * random.between(0.7, 1.3)) };
}

/** At least something, and never more than the activity takes. */
function amountOf({ draft, typical, step }: DemoActivity, vigour: number): number {
  if (draft.value_type === "yes_no") return 1;
  const steps = Math.max(1, Math.round((typical * vigour) / step));
  return Math.min(steps * step, draft.max_value ?? Infinity);
}

const callNames =
  `Aiko Amara Anouk Arjun Aylin Bao Beatriz Bjarne Çağla Chidi Ciarán Dagny Dario Dilnoza Ebba Eero Efua Elif
  Emeka Esra Fatou Femi Fionn Freja Gaspard Gökçe Hana Hedda Hiro Ibrahim Ilse Imani Ingrid Itzel Jarek Jia Joaquín Jørn
  Kaia Kamal Keoni Kofi Laleh Leilani Lucía Łucja Magnus Mahnoor Malik Matéo Mei Milena Minh Nadia Naoki Nia Niamh Noor
  Oksana Olamide Ondřej Oona Paulo Petra Priya Quynh Rafael Rasmus Ravi Rin Rosalía Ruta Saoirse Selma Sanna Sione
  Solveig Søren Svetlin Tadeo Tala Taro Thandi Tomasz Tuuli Uma Valentina Vashti Wanjiru Wim Xochitl Yara Yusuf Zeynep
  Zofia Zuri さくら 小鹿 Дарина Νεφέλη`.split(/\s+/);

const firstParts = `Quiet Ember Lunar Copper Salty Frost Velvet Rusty Moss Thunder Paper Amber Silent Wild Honey Iron
  Misty Lucky Crimson Sleepy`.split(/\s+/);
const secondParts = `Otter Falcon Badger Lantern Moth Heron Comet Anvil Turnip Magpie Wolf Pickle Raven Kettle Lynx
  Biscuit Harbor Fox Marmot Sparrow`.split(/\s+/);

/** Names for so many players of one clan, no two alike and none of them already taken. */
export function inventNames(clan: string, count: number, taken: string[]): string[] {
  const random = createRandom(`names of ${clan}`);
  const handles = firstParts.flatMap((first) =>
    secondParts.map((second) => (random.chance(0.5) ? `${first} ${second}` : `${first}${second}`)),
  );
  const used = new Set(taken.map(toNameKey));
  const free = (names: string[]) =>
    names
      .filter((name) => !used.has(toNameKey(name)))
      .map((name) => ({ name, order: random.between(0, 1) }))
      .toSorted((a, b) => a.order - b.order)
      .map(({ name }) => name);
  const half = Math.min(Math.ceil(count / 2), callNames.length - taken.length);
  return [...free(callNames).slice(0, half), ...free(handles).slice(0, count - half)];
}

/** Chance that comes out the same for the same seed, so that every demo is the same. */
export interface Random {
  between(low: number, high: number): number;
  chance(share: number): boolean;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
}

const numbersAtOnce = 4_096;

export function createRandom(seed: string): Random {
  const key = createHash("sha256").update(seed).digest();
  const stream = createCipheriv("aes-256-ctr", key, Buffer.alloc(16));
  const zeros = Buffer.alloc(numbersAtOnce * 4);
  let bytes = Buffer.alloc(0);
  let offset = 0;
  const next = (): number => {
    if (offset >= bytes.length) {
      bytes = stream.update(zeros);
      offset = 0;
    }
    offset += 4;
    return bytes.readUInt32LE(offset - 4) / 2 ** 32;
  };
  return {
    between: (low, high) => low + next() * (high - low),
    chance: (share) => next() < share,
    pick: (items) => items[Math.floor(next() * items.length)] ?? items[0],
  };
}
