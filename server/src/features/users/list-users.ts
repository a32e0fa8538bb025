import type { listUsers as listEndpoint, UserSort } from "@clanhall/contract/admin-users";
import type { AnswerOf } from "@clanhall/contract/endpoint";
import { z } from "zod";
import type { Db } from "../../db/tables.ts";
import { invalidField } from "../../errors.ts";
import { countMatching, listUsers, type Place, type UserListRow } from "./queries.ts";

type Page = AnswerOf<typeof listEndpoint>;
type Query = z.output<typeof listEndpoint.query>;

export async function loadUsersPage(db: Db, { limit, cursor, sort, ...filter }: Query): Promise<Page> {
  const after = cursor === undefined ? null : toPlace(cursor, sort);
  const rows = await listUsers(db, filter, sort, limit + 1, after);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(toUserRow),
    // Whoever sees everybody at once has counted them.
    total: after === null && rows.length <= limit ? rows.length : await countMatching(db, filter),
    next_cursor: last && rows.length > limit ? toCursor(sort, last) : null,
  };
}

function toUserRow({ sort_key: _place, created_at, last_sign_in_at, ...row }: UserListRow) {
  return {
    ...row,
    created_at: created_at.toISOString(),
    last_sign_in_at: last_sign_in_at?.toISOString() ?? null,
  };
}

function toCursor(sort: UserSort, { sort_key, id }: UserListRow): string {
  return Buffer.from(JSON.stringify([sort, sort_key, id])).toString("base64url");
}

const time = z.string().regex(/^\d{1,16}$/);
const name = z.string().regex(/^[^\0]*$/);

/** Only a cursor of the same order says where to go on. */
function toPlace(cursor: string, sort: UserSort): Place {
  const place = z.tuple([z.literal(sort), sort === "name" ? name : time, z.uuid()]);
  const parsed = place.safeParse(readJson(Buffer.from(cursor, "base64url").toString()));
  if (!parsed.success) throw invalidField("cursor", "This list cannot be continued from here");
  const [, key, id] = parsed.data;
  return { key, id };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
