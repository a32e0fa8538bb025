import type { Member } from "@clanhall/contract/members";
import { formatDate, plural } from "../../lib/format.ts";

export function accountText({ user_id, invite }: Member): string {
  if (user_id !== null) return "Linked";
  if (invite.state === "open") return invite.expires_at ? `Invited until ${formatDate(invite.expires_at)}` : "Invited";
  return invite.state === "expired" ? "Invite expired" : "None";
}

/** One player by name, several by number. */
export function whoText(rows: Member[]): string {
  const [only] = rows;
  return rows.length === 1 && only ? only.name : plural(rows.length, "player");
}
