import type { ClanRole } from "@clanhall/contract/permissions";
import type { ColumnType, Generated, Kysely } from "kysely";

type Stamp = ColumnType<Date, Date | undefined, Date>;

/** The schema as the migrations leave it; the names here are the names in SQL. */
export interface Tables {
  users: { id: Generated<string>; email: string | null; display_name: Generated<string>; created_at: Stamp };
  app_admins: { user_id: string; note: string | null; granted_at: Stamp };
  login_activity: { user_id: string; adblock: boolean | null; updated_at: Stamp };
  clans: {
    id: Generated<string>;
    name: string;
    description: Generated<string>;
    created_by: string | null;
    created_at: Stamp;
  };
  clan_members: {
    clan_id: string;
    id: Generated<string>;
    user_id: string | null;
    name: string;
    role: Generated<ClanRole>;
    status: Generated<"active" | "inactive" | "removed">;
    created_at: Stamp;
    joined_at: Stamp;
    updated_at: Stamp;
  };
  mails: {
    id: Generated<string>;
    recipient: string;
    subject: string;
    text: string;
    html: string;
    state: Generated<"waiting" | "sent" | "kept" | "failed">;
    attempts: Generated<number>;
    last_error: string | null;
    claimed_until: Date | null;
    created_at: Stamp;
    sent_at: Date | null;
  };
}

/** The database or a transaction on it: query functions take either. */
export type Db = Kysely<Tables>;
