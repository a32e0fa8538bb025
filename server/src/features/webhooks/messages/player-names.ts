import type { PublicName } from "@clanhall/contract/account";
import { listPublicNames } from "../../../clan/roster.ts";
import type { Db } from "../../../db/tables.ts";
import { escapeMarkdown } from "./markdown.ts";

/** Names as their bearers want strangers to read them, since a channel may have any; null for who wants none. */
export async function nameForDiscord(db: Db, clanId: string, memberIds: string[]): Promise<Map<string, string | null>> {
  const players = await listPublicNames(db, clanId, memberIds);
  return new Map([...players].map(([id, player]) => [id, toName(player)]));
}

function toName({ name, aliases, choice }: { name: string; aliases: string[]; choice: PublicName | null }) {
  if (choice === "hidden") return null;
  const shown = choice === "alias" ? aliases[0] : name;
  return shown === undefined ? null : escapeMarkdown(shown);
}
