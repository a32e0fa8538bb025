import type { GameDraft, ManagedGame } from "@clanhall/contract/admin-games";
import { readNumber } from "../../ui/forms/read-number.ts";
import { randomId } from "../../lib/hooks.ts";

type Server = ManagedGame["servers"][number];
/** Rows of a form can be taken out from between others, so each has a name of its own. */
export type GameServer = Server & { row: string };

/** What the form of a game holds: numbers as they are typed. */
export interface GameFields {
  name: string;
  slug: string;
  icon: string;
  is_active: boolean;
  week_start: number;
  reset_note: string;
  servers: GameServer[];
  templates: GameTemplate[];
}

type FullDraft = { [Name in keyof GameDraft]-?: Exclude<GameDraft[Name], undefined> };

export function newFields(): GameFields {
  const basics = { name: "", slug: "", icon: "", is_active: true, week_start: 1, reset_note: "" };
  return { ...basics, servers: [newServer()], templates: [] };
}

export function newServer(): GameServer {
  return { row: randomId(), label: "Worldwide", time_zone: "UTC", reset_time: "00:00", reset_in_utc: true };
}

export function toFields({
  name,
  slug,
  icon,
  is_active,
  week_start,
  reset_note = "",
  ...lists
}: ManagedGame): GameFields {
  const { servers, templates } = lists;
  return {
    name,
    slug,
    icon,
    is_active,
    week_start,
    reset_note,
    servers: servers.map((server) => ({ ...server, row: randomId() })),
    templates: templates.map(toTemplateRow),
  };
}

/** Small letters, digits and single hyphens: what an address can hold. */
export function toSlug(name: string): string {
  const plain = name.normalize("NFKD").replace(/\p{M}+/gu, "");
  return plain
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 60)
    .replace(/^-|-$/g, "");
}

export function toDraft({ servers, templates, ...fields }: GameFields): FullDraft {
  return { ...fields, servers: servers.map(toServer), templates: templates.map(toTemplate) };
}

function toServer({ label, time_zone, reset_time, reset_in_utc }: GameServer): Server {
  return { label, time_zone, reset_time, reset_in_utc };
}

type Template = ManagedGame["templates"][number];
type Activity = Template["activities"][number];
const numberFields = ["points_per_unit", "missing_points", "daily_target"] as const;
type NumberField = (typeof numberFields)[number];

/** An activity of a template as a form holds it: numbers as they are typed, where nothing means none. */
export type ActivityFields = Pick<Activity, "name" | "short_label" | "value_type" | "unit" | "aggregate"> &
  Record<NumberField, string> & {
    row: string;
    category: string;
    icon: NonNullable<Activity["icon"]>;
    color: NonNullable<Activity["color"]>;
    weekdays: number[];
  };

export interface GameTemplate {
  row: string;
  key: string;
  name: string;
  activities: ActivityFields[];
}

const everyDay = [1, 2, 3, 4, 5, 6, 7];

export function newTemplate(): GameTemplate {
  return { row: randomId(), key: "", name: "", activities: [newActivity()] };
}

export function newActivity(): ActivityFields {
  return {
    row: randomId(),
    name: "",
    short_label: "",
    category: "",
    icon: "",
    color: "",
    value_type: "whole",
    unit: "",
    aggregate: "sum",
    points_per_unit: "1",
    missing_points: "",
    daily_target: "",
    weekdays: everyDay,
  };
}

function toTemplateRow({ key, name, activities }: Template): GameTemplate {
  return { row: randomId(), key, name, activities: activities.map(toActivityFields) };
}

function toActivityFields(activity: Activity): ActivityFields {
  const { name, short_label, value_type, unit, aggregate } = activity;
  const { category = "", icon = "", color = "", weekdays = everyDay } = activity;
  const typed = numberFields.map((field) => [field, activity[field]?.toString() ?? ""]);
  return {
    row: randomId(),
    name,
    short_label,
    value_type,
    unit,
    aggregate,
    category,
    icon,
    color,
    weekdays,
    ...(Object.fromEntries(typed) as Record<NumberField, string>),
  };
}

function toTemplate({ key, name, activities }: GameTemplate): Template {
  return { key, name, activities: activities.map(toActivity) };
}

/** What is as usual is left out, as in the files games come in. */
function toActivity(fields: ActivityFields): Activity {
  const { name, short_label, value_type, unit, aggregate, category, icon, color, weekdays } = fields;
  const missing = readNumber(fields.missing_points, "decimal");
  const target = readNumber(fields.daily_target, value_type);
  return {
    name,
    short_label,
    ...(category.trim() && { category }),
    ...(icon && { icon }),
    ...(color && { color }),
    value_type,
    unit: value_type === "yes_no" || value_type === "duration" ? "" : unit,
    aggregate,
    points_per_unit: readNumber(fields.points_per_unit, "decimal") ?? Number.NaN,
    ...(missing !== null && { missing_points: missing }),
    ...(target !== null && { daily_target: target }),
    ...(weekdays.length < 7 && { weekdays }),
  };
}
