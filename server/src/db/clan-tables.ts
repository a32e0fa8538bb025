import type { PublicName } from "@clanhall/contract/account";
import type { Pause } from "@clanhall/contract/cells";
import type { ClanRole, ClanToggles } from "@clanhall/contract/permissions";
import type { ColumnType, Generated } from "kysely";
import type { Json, JsonObject, JsonWithDefault, Stamp } from "./column-types.ts";

interface GameServer {
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
    value_type: "whole" | "decimal" | "yes_no" | "duration";
    unit: string;
    aggregate: "sum" | "best" | "latest" | "days_done";
    points_per_unit: number;
    missing_points?: number;
    daily_target?: number;
    weekdays?: number[];
  }[];
}

/** What belongs to clans, and the games they play. */
export interface ClanTables {
  games: {
    id: Generated<string>;
    slug: string;
    name: string;
    icon: Generated<string>;
    is_active: Generated<boolean>;
    position: Generated<number>;
    week_start: Generated<number>;
    servers: JsonWithDefault<GameServer[]>;
    templates: JsonWithDefault<ActivityTemplate[]>;
    version: Generated<number>;
    created_at: Stamp;
    updated_at: Stamp;
  };
  clans: {
    id: Generated<string>;
    name: string;
    description: Generated<string>;
    created_by: string | null;
    created_at: Stamp;
    game_id: string | null;
    game_server: string | null;
    week_start: Generated<number>;
    late_days: Generated<number>;
    grace_days: Generated<number>;
    toggles: JsonWithDefault<Partial<ClanToggles>>;
    archived_at: Date | null;
    deletes_at: Date | null;
    version: Generated<number>;
    updated_at: Stamp;
  };
  clan_day_rules: {
    clan_id: string;
    effective_from: string;
    time_zone: string;
    reset_time: string;
    reset_in_utc: Generated<boolean>;
    created_at: Stamp;
  };
  clan_members: {
    clan_id: string;
    id: Generated<string>;
    user_id: string | null;
    name: string;
    name_key: string;
    aliases: JsonWithDefault<string[]>;
    groups: JsonWithDefault<string[]>;
    public_note: Generated<string>;
    officer_note: Generated<string>;
    main_member_id: string | null;
    merged_into_id: string | null;
    /** The avatar's colour, 1 to 8. */
    tint: Generated<number>;
    role: Generated<ClanRole>;
    status: Generated<"active" | "inactive" | "removed">;
    /** Set by the database when the account goes. */
    kept_choice: ColumnType<PublicName | null, undefined, undefined>;
    created_at: Stamp;
    joined_at: Stamp;
    updated_at: Stamp;
    version: Generated<number>;
  };
  clan_member_spans: { clan_id: string; member_id: string; starts_on: string; ends_on: string | null };
  clan_member_away: {
    clan_id: string;
    id: Generated<string>;
    member_id: string;
    starts_on: string;
    ends_on: string;
    reason: string | null;
  };
  clan_member_merges: {
    clan_id: string;
    id: Generated<string>;
    keep_id: string;
    drop_id: string;
    before: Json<JsonObject>;
    merged_by: string | null;
    merged_at: Stamp;
    undone_at: Date | null;
  };
  clan_transfers: {
    clan_id: string;
    to_member_id: string;
    to_user_id: string;
    offered_by: string | null;
    created_at: Stamp;
  };
  invites: {
    clan_id: string;
    id: Generated<string>;
    clan_member_id: string;
    token_hash: Buffer;
    sealed_token: Buffer;
    sealed_code: Buffer;
    is_processed: Generated<boolean>;
    processed_at: Date | null;
    processed_by_user_id: string | null;
    cancelled_at: Date | null;
    expires_at: Date | null;
    created_at: Stamp;
    created_by: string | null;
    updated_at: Stamp;
  };
  invite_sessions: {
    id: Generated<string>;
    clan_id: string;
    invite_id: string;
    token_hash: Buffer;
    expires_at: Date;
    used_at: Date | null;
    created_at: Stamp;
  };
  invite_guesses: {
    token_hash: Buffer;
    wrong: Generated<number>;
    locked_until: Date | null;
    guessed_at: Stamp;
  };
  clan_audit: {
    clan_id: string;
    id: Generated<string>;
    at: Stamp;
    action: string;
    actor_user_id: string | null;
    actor_name: string | null;
    target_type: string;
    target_id: string | null;
    target_name: string | null;
    before: ColumnType<JsonObject | null, string | null | undefined, string | null>;
    after: ColumnType<JsonObject | null, string | null | undefined, string | null>;
    source: Generated<"ui" | "import" | "api" | "self">;
    reason: string | null;
    request_id: string | null;
    is_security: Generated<boolean>;
  };
  activities: {
    clan_id: string;
    id: Generated<string>;
    name: string;
    name_key: string;
    short_label: string;
    description: Generated<string>;
    category: Generated<string>;
    icon: Generated<string>;
    color: Generated<string>;
    value_type: Generated<"whole" | "decimal" | "yes_no" | "duration">;
    unit: Generated<string>;
    aggregate: Generated<"sum" | "best" | "latest" | "days_done">;
    min_value: number | null;
    max_value: number | null;
    start_date: string | null;
    end_date: string | null;
    entry_by: Generated<"maintainers" | "members">;
    is_public: Generated<boolean>;
    is_active: Generated<boolean>;
    pauses: JsonWithDefault<Pause[]>;
    position: Generated<number>;
    version: Generated<number>;
    created_at: Stamp;
    updated_at: Stamp;
    deleted_at: Date | null;
  };
  activity_rules: {
    clan_id: string;
    activity_id: string;
    effective_from: string;
    points_per_unit: Generated<number>;
    missing_points: Generated<number>;
    daily_cap: number | null;
    daily_target: number | null;
    weekly_target: number | null;
    weekdays: Generated<number[]>;
  };
}
