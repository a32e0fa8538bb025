import type { ScoreboardDraft } from "@clanhall/contract/scoreboard-drafts";
import type { Scoreboard } from "@clanhall/contract/scoreboards";
import { readNumber } from "../../ui/forms/read-number.ts";
import { hasPoints } from "./format.ts";

/** A board to begin with. */
export interface BoardPreset {
  key: string;
  title: string;
  sentence: string;
  /** Its settings, over all of these activities. */
  draft: (activityIds: string[]) => ScoreboardDraft;
}

const allOf = (activityIds: string[]) => activityIds.map((activity_id) => ({ activity_id, weight: 1 }));

/** What a clan's first board may be. */
export const boardPresets: BoardPreset[] = [
  {
    key: "week",
    title: "This week’s points",
    sentence: "Everything counts, and everyone starts from zero each week.",
    draft: (activityIds) => ({
      title: "This week’s points",
      measure: "points",
      activities: allOf(activityIds),
      period: { kind: "weekly" },
    }),
  },
  {
    key: "reliable",
    title: "Most reliable, 30 days",
    sentence: "Who did what was due, whatever it was worth. New players need a week before they count.",
    draft: (activityIds) => ({
      title: "Most reliable, 30 days",
      measure: "consistency",
      activities: allOf(activityIds),
      period: { kind: "rolling", days: 30 },
      min_due_days: 7,
    }),
  },
  {
    key: "month",
    title: "Month race",
    sentence: "Points of the whole month; at its end the result is kept for good.",
    draft: (activityIds) => ({
      title: "Month race",
      measure: "points",
      activities: allOf(activityIds),
      period: { kind: "monthly" },
      columns: ["change", "trend", "days_met", "activities"],
    }),
  },
];

export type FullDraft = { [Name in keyof ScoreboardDraft]-?: Exclude<ScoreboardDraft[Name], undefined> };
type Period = FullDraft["period"];
type Whose = FullDraft["members"]["kind"];
type Shared = Pick<
  FullDraft,
  "title" | "description" | "measure" | "include_former" | "ties" | "order" | "name_display" | "columns"
>;

/** What the form of a board holds: numbers as they are typed, and what a choice hides until it is chosen again. */
export interface ScoreboardFields extends Shared {
  /** With a weight each. */
  activities: { activity_id: string; weight: string }[];
  /** The one of a board of one activity. */
  activity: string;
  /** The days of a rolling period, or the kind of another. */
  period: string;
  from: string;
  to: string;
  whose: Whose;
  groups: string[];
  chosen: string[];
  min_due_days: string;
  /** Nothing stands for everybody. */
  top_n: string;
}

type Settings = Omit<FullDraft, "period" | "members" | "activities"> &
  Pick<Scoreboard, "activities"> & {
    period: { kind: Period["kind"]; from?: string | null; to?: string | null; days?: number | null };
    members: { kind: Whose; ids?: string[] };
  };

const usual: Settings = {
  title: "",
  description: "",
  measure: "points",
  activities: [],
  period: { kind: "rolling", days: 7 },
  members: { kind: "active" },
  include_former: false,
  min_due_days: 0,
  top_n: null,
  ties: "standard",
  order: "high",
  name_display: "name",
  columns: ["change", "trend", "days_met"],
};

/** A new board as it is before anybody typed; a draft says what of it is otherwise. */
export function newFields(draft: Partial<ScoreboardDraft>): ScoreboardFields {
  const activities = (draft.activities ?? []).map(({ activity_id, weight = 1 }) => ({ activity_id, weight }));
  return toFields({ ...usual, ...withoutNothing(draft), activities });
}

function withoutNothing(draft: Partial<ScoreboardDraft>): Partial<Settings> {
  return Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined));
}

export function toFields(board: Settings): ScoreboardFields {
  const { title, description, measure, include_former, ties, order, name_display, columns } = board;
  const { period, members, activities, top_n } = board;
  return {
    title,
    description,
    measure,
    include_former,
    ties,
    order,
    name_display,
    columns,
    activities: activities.map(({ activity_id, weight }) => ({ activity_id, weight: String(weight) })),
    activity: activities.length === 1 ? (activities[0]?.activity_id ?? "") : "",
    period: period.kind === "rolling" ? String(period.days) : period.kind,
    from: period.from ?? "",
    to: period.to ?? "",
    whose: members.kind,
    groups: members.kind === "groups" ? (members.ids ?? []) : [],
    chosen: members.kind === "chosen" ? (members.ids ?? []) : [],
    min_due_days: String(board.min_due_days),
    top_n: top_n === null ? "" : String(top_n),
  };
}

/** What the fields mean. */
export function toDraft(fields: ScoreboardFields): FullDraft {
  const { title, description, measure, include_former, ties, order, name_display, columns } = fields;
  return {
    title,
    description,
    measure,
    activities: toActivities(fields),
    period: toPeriod(fields),
    members: toMembers(fields),
    include_former,
    min_due_days: readNumber(fields.min_due_days, "whole") ?? 0,
    top_n: readNumber(fields.top_n, "whole"),
    ties,
    order,
    name_display,
    columns,
  };
}

function toActivities({ measure, activity, activities }: ScoreboardFields): FullDraft["activities"] {
  if (measure === "activity") {
    const weight = activities.find(({ activity_id }) => activity_id === activity)?.weight ?? "1";
    return activity ? [{ activity_id: activity, weight: readWeight(weight, false) }] : [];
  }
  return activities.map(({ activity_id, weight }) => ({
    activity_id,
    weight: readWeight(weight, hasPoints(measure)),
  }));
}

/** A weight nobody sees must not stand in the way. */
function readWeight(text: string, isShown: boolean): number {
  const weight = readNumber(text, "decimal") ?? Number.NaN;
  return isShown || (weight >= 0 && weight <= 100) ? weight : 1;
}

function toPeriod({ period, from, to }: ScoreboardFields): Period {
  if (period === "weekly" || period === "monthly") return { kind: period };
  if (period === "fixed") return { kind: "fixed", from, to };
  return { kind: "rolling", days: Number(period) as Extract<Period, { kind: "rolling" }>["days"] };
}

function toMembers({ whose, groups, chosen }: ScoreboardFields): FullDraft["members"] {
  if (whose === "active") return { kind: "active", ids: [] };
  return whose === "groups" ? { kind: "groups", ids: groups } : { kind: "chosen", ids: chosen };
}

/** Whether two settings are the same; what is not a number is nothing else. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other) && Number.isNaN(one) === Number.isNaN(other);
}

const moreFields = [
  "members",
  "include_former",
  "min_due_days",
  "top_n",
  "ties",
  "order",
  "name_display",
  "columns",
] as const;

/** Whether something behind "More settings" is not as usual. */
export function hasMore(fields: ScoreboardFields): boolean {
  const [own, plain] = [toDraft(fields), toDraft(newFields({}))];
  return moreFields.some((name) => !isSame(own[name], plain[name]));
}

export function isMoreField(name: string): boolean {
  return moreFields.some((field) => field === name);
}
