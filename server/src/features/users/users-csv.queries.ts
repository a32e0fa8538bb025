import type { UserSort } from "@clanhall/contract/admin-users";
import { toCsvLine } from "@clanhall/contract/csv";
import type { Db } from "../../db/tables.ts";
import { listUsers, type Place, type UserFilter, type UserListRow } from "./queries.ts";

const batch = 2_000;

const columns =
  "id,display_name,email,state,app_admin,second_factor,ways_to_sign_in,clans,created_at,last_sign_in_at".split(",");

/** Users as the lines of a CSV file, read batch by batch: no connection is held while a slow reader reads. */
export async function* userCsvLines(db: Db, filter: UserFilter, sort: UserSort): AsyncGenerator<string> {
  yield toCsvLine(columns);
  let after: Place | null = null;
  do {
    const rows: UserListRow[] = await listUsers(db, filter, sort, batch, after);
    if (rows.length > 0) yield rows.map(toLine).join("");
    const last = rows.at(-1);
    after = last && rows.length === batch ? { key: last.sort_key, id: last.id } : null;
  } while (after);
}

function toLine(user: UserListRow): string {
  return toCsvLine([
    user.id,
    user.display_name,
    user.email,
    user.state,
    user.is_app_admin,
    user.has_factor,
    user.providers.join(" "),
    user.clans,
    user.created_at.toISOString(),
    user.last_sign_in_at?.toISOString() ?? null,
  ]);
}
