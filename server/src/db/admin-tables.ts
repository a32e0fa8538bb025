import type { Generated } from "kysely";
import type { JsonObject, Stamp } from "./column-types.ts";

/** What those who run the installation leave behind. */
export interface AdminTables {
  admin_audit: {
    id: Generated<string>;
    at: Stamp;
    actor_id: string | null;
    action: string;
    target_type: string;
    target_id: string | null;
    target: string | null;
    reason: string | null;
    before: JsonObject | null;
    after: JsonObject | null;
    request_id: string | null;
  };
}
