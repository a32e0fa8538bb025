import type { BoardPeriod } from "@clanhall/contract/board-periods";
import type { BoardColumn, Measure, NameDisplay } from "@clanhall/contract/scoreboard-drafts";
import type { BoardState } from "@clanhall/contract/scoreboards";
import type { ColumnType, Generated } from "kysely";
import type { Json, Stamp } from "./column-types.ts";

/** Who stands where. Names are looked up when it is read. */
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

/** What clans publish. */
export interface BoardTables {
  scoreboards: {
    clan_id: string;
    id: Generated<string>;
    title: string;
    description: Generated<string>;
    measure: Measure;
    activities: Json<{ activity_id: string; weight: number }[]>;
    period: Json<BoardPeriod>;
    members: Json<BoardMembers>;
    include_former: Generated<boolean>;
    min_due_days: Generated<number>;
    top_n: number | null;
    ties: Generated<"standard" | "dense">;
    sort_order: Generated<"high" | "low">;
    name_display: Generated<NameDisplay>;
    columns: Json<BoardColumn[]>;
    state: Generated<BoardState>;
    result: ColumnType<FrozenResult | null, string | null | undefined, string | null>;
    ended_at: Date | null;
    ends_by_itself: Generated<boolean>;
    running_from: string | null;
    share_hash: Buffer | null;
    share_sealed: Buffer | null;
    share_expires_at: Date | null;
    passcode_hash: string | null;
    passcode_version: Generated<number>;
    views: Generated<number>;
    deleted_at: Date | null;
    created_by: string | null;
    created_at: Stamp;
    updated_at: Stamp;
    version: Generated<number>;
  };
  scoreboard_periods: {
    clan_id: string;
    scoreboard_id: string;
    starts_on: string;
    ends_on: string;
    result: Json<FrozenResult>;
    frozen_at: Stamp;
  };
}
