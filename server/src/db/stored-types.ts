import type { activityColors } from "@clanhall/contract/activities";
import type { activityIcons } from "@clanhall/contract/fields/activity-fields";
import type { Award } from "@clanhall/contract/rules/awards";
import type { Measure } from "@clanhall/contract/scoreboard-drafts";
import type { ColumnType } from "kysely";

/** What the columns hold whose types the schema cannot say: JSON, and texts out of a fixed set. */

/** Written as text, because the driver would turn a list into an array of PostgreSQL's. */
export type StoredJson<Value> = ColumnType<Value, string, string>;
export type StoredJsonWithDefault<Value> = ColumnType<Value, string | undefined, string>;
export type StoredObject = Record<string, unknown>;

/** How and when somebody proved who they are. */
export interface AuthMethod {
  method:
    | "password"
    | "anonymous"
    | "otp"
    | "magiclink"
    | "recovery"
    | "invite"
    | "email/signup"
    | "email_change"
    | "oauth"
    | "totp"
    | "mfa/phone"
    | "mfa/recovery_code"
    | "mfa/webauthn"
    | "passkey";
  /** Seconds since 1970, as tokens count. */
  timestamp: number;
}

export type OneTimeTokenKind =
  | "signup"
  | "invite"
  | "recovery"
  | "magiclink"
  | "email_change_current"
  | "email_change_new"
  | "reauthentication";

/** How an address was confirmed: by a mailed link or code, by a provider, by an administrator, or without any proof. */
export type EmailProof = "mail" | "provider" | "admin" | "auto";

export interface GameServer {
  label: string;
  time_zone: string;
  reset_time: string;
  reset_in_utc: boolean;
}

/** Activities a new clan can start with. */
export interface ActivityTemplate {
  key: string;
  name: string;
  activities: {
    name: string;
    short_label: string;
    category?: string;
    icon?: (typeof activityIcons)[number];
    color?: (typeof activityColors)[number];
    value_type: "whole" | "decimal" | "yes_no" | "duration";
    unit: string;
    aggregate: "sum" | "best" | "latest" | "days_done";
    points_per_unit: number;
    missing_points?: number;
    daily_target?: number;
    weekdays?: number[];
  }[];
}

export type EntryState = "value" | "excused" | "cleared";
export type EntrySource = "ui" | "import" | "api" | "self" | "discord";

/** Computed standings. Names are looked up when they are read. */
export interface BoardResult {
  range: { from: string; to: string };
  /** When it was computed, in ISO 8601. */
  computed_at: string;
  has_results: boolean;
  left_out: number;
  rows: ResultRow[];
}

/** A result as it is kept when it is frozen. */
export interface FrozenResult extends BoardResult {
  /** What it counts. Older results do not have it. */
  activities?: { activity_id: string; weight: number }[];
  /** The result without the activities that were kept off public boards, where there were any. */
  public?: { activity_ids: string[]; has_results: boolean; rows: ResultRow[] };
}

/** Who was first and what was won, counting these activities. */
export interface SeasonHonours {
  activity_ids: string[];
  podium: { member_id: string; rank: number; score: number }[];
  awards: Award[];
}

/** What is kept of a season that has ended. */
export interface SeasonResult extends SeasonHonours {
  measure: Measure;
  /** The same without the activities that were kept off public boards, where there were any. */
  public?: SeasonHonours;
}

interface ResultRow {
  member_id: string;
  rank: number;
  previous_rank: number | null;
  score: number;
  per_activity: { activity_id: string; value: number | null; points: number }[];
  days_met: number;
  days_due: number;
  trend: (number | null)[];
}

export type BoardMembers =
  | { kind: "active"; ids: never[] }
  | { kind: "groups"; ids: string[] }
  | { kind: "chosen"; ids: string[] };
