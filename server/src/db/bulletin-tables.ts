import type { BulletinAudience } from "@clanhall/contract/bulletin-drafts";
import type { Generated } from "kysely";
import type { Stamp } from "./column-types.ts";

/** What clans tell their members. */
export interface BulletinTables {
  bulletins: {
    clan_id: string;
    id: Generated<string>;
    title: string;
    content: string;
    audience: Generated<BulletinAudience>;
    pinned: Generated<boolean>;
    post_to_discord: Generated<boolean>;
    publish_at: Date | null;
    expires_at: Date | null;
    published_announced_at: Date | null;
    expired_announced_at: Date | null;
    edited_at: Date | null;
    deleted_at: Date | null;
    created_by: string | null;
    created_at: Stamp;
    updated_at: Stamp;
    version: Generated<number>;
  };
  bulletin_versions: {
    clan_id: string;
    bulletin_id: string;
    version: number;
    title: string;
    content: string;
    written_by: string | null;
    written_at: Date;
  };
  bulletin_readers: {
    clan_id: string;
    bulletin_id: string;
    user_id: string;
    seen_at: Stamp;
  };
}
