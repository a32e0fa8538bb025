import type { FieldProblem } from "@clanhall/contract/errors";
import type { Db } from "../../db/tables.ts";
import { findRosterRow, hasAlts } from "./queries.ts";

/** Why a player cannot be an alt of another; mains and alts make pairs, never chains. */
export async function findMainProblem(
  tx: Db,
  clanId: string,
  altId: string | null,
  mainId: string,
): Promise<FieldProblem | null> {
  const message = await findProblem(tx, clanId, altId, mainId);
  return message === null ? null : { path: "main_member_id", message };
}

async function findProblem(tx: Db, clanId: string, altId: string | null, mainId: string): Promise<string | null> {
  const main = await findRosterRow(tx, clanId, mainId);
  if (!main || main.status === "removed") return "The main player is not on the roster.";
  if (main.id === altId) return "A player cannot be their own alt.";
  if (main.main_member_id !== null) return `${main.name} is an alt already.`;
  if (altId !== null && (await hasAlts(tx, clanId, altId))) return "This player has alts of their own.";
  return null;
}
