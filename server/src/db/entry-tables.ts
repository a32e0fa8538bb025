import type { Generated } from "kysely";
import type { Json, Stamp } from "./column-types.ts";

export type EntryState = "value" | "excused" | "cleared";
export type EntrySource = "ui" | "import" | "api" | "self";

/** What players did, day by day, and how it was brought in. */
export interface EntryTables {
  entries: {
    clan_id: string;
    day: string;
    member_id: string;
    activity_id: string;
    state: EntryState;
    value: number | null;
    points: Generated<number>;
    is_met: Generated<boolean>;
    late: Generated<boolean>;
    version: Generated<number>;
    revision: number;
    entered_by: string;
    entered_at: Stamp;
    source: EntrySource;
  };
  entry_versions: {
    clan_id: string;
    day: string;
    member_id: string;
    activity_id: string;
    version: number;
    state: EntryState;
    value: number | null;
    points: Generated<number>;
    late: Generated<boolean>;
    entered_by: string;
    entered_at: Stamp;
    source: EntrySource;
    reason: string | null;
    import_id: string | null;
  };
  entry_months: {
    clan_id: string;
    month: string;
    member_id: string;
    activity_id: string;
    value_sum: Generated<number>;
    points: Generated<number>;
    days_entered: Generated<number>;
    days_done: Generated<number>;
    days_met: Generated<number>;
    days_excused: Generated<number>;
  };
  entry_revisions: { clan_id: string; revision: Generated<number> };
  reopened_days: {
    clan_id: string;
    day: string;
    until: Date;
    reopened_by: string;
    reason: string | null;
    created_at: Stamp;
  };
  entry_imports: {
    clan_id: string;
    id: Generated<string>;
    file_name: Generated<string>;
    file_hash: Buffer;
    format: "long" | "wide";
    policy: "skip" | "overwrite" | "add";
    counts: Json<Record<string, number>>;
    imported_by: string;
    created_at: Stamp;
    undone_at: Date | null;
  };
  entry_import_mappings: {
    clan_id: string;
    header_hash: Buffer;
    mapping: Json<unknown>;
    updated_at: Stamp;
  };
  api_tokens: {
    clan_id: string;
    id: Generated<string>;
    name: string;
    token_hash: Buffer;
    last_four: string;
    scopes: Json<string[]>;
    created_by: string;
    created_at: Stamp;
    expires_at: Date | null;
    last_used_at: Date | null;
  };
}
