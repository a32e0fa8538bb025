import type { ColumnType, Generated, Kysely, Transaction } from "kysely";
import type { AccountTables } from "./account-tables.ts";
import type { AdminTables } from "./admin-tables.ts";
import type { BoardTables } from "./board-tables.ts";
import type { BulletinTables } from "./bulletin-tables.ts";
import type { ClanTables } from "./clan-tables.ts";
import type { Stamp } from "./column-types.ts";
import type { EntryTables } from "./entry-tables.ts";
import type { WebhookTables } from "./webhook-tables.ts";

/** The schema as the migrations leave it; the names here are the names in SQL. */
export interface Tables
  extends AccountTables, AdminTables, BoardTables, BulletinTables, ClanTables, EntryTables, WebhookTables {
  idempotency_keys: {
    user_id: string;
    key: string;
    request_hash: Buffer;
    status: number | null;
    answer: Buffer | null;
    created_at: Stamp;
    claim: Generated<string>;
    done_at: Date | null;
  };
  mails: {
    id: Generated<string>;
    recipient: string;
    subject: string;
    /** Only what an earlier release wrote, until the next start seals it. */
    text: ColumnType<string | null, undefined, null>;
    html: ColumnType<string | null, undefined, null>;
    unsubscribe_url: ColumnType<string | null, undefined, null>;
    sealed_body: Buffer | null;
    body_ends_at: Date | null;
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

/** For what must happen together or not at all. */
export type Tx = Transaction<Tables>;
