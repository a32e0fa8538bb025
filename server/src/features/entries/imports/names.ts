import type { ClanActor } from "../../../access/actor.ts";
import type { Db, Tx } from "../../../db/tables.ts";
import type { ReadCell } from "./resolve.ts";

export interface NamesAsked {
  /** Names that become players. */
  add: string[];
  /** Names that players are known by from now on. */
  remember: { name: string; member_id: string }[];
}

export interface NamePlan {
  players: { id: string; name: string }[];
  aliases: { name: string; member_id: string }[];
  problems: { name: string; member_id: string | null; message: string }[];
  /** Of the roster that it was made for. */
  version: string;
}

export interface AddedNames {
  members: string[];
  aliases: { name: string; member_id: string }[];
}

/** What an import does to the roster. The roster is a feature above this one, which passes it in. */
export interface ImportRoster {
  plan: (db: Db, actor: ClanActor, asked: NamesAsked) => Promise<NamePlan>;
  lock: (tx: Tx, clanId: string) => Promise<void>;
  add: (
    tx: Tx,
    actor: ClanActor,
    added: { players: NewPlayer[]; aliases: NamePlan["aliases"] },
    now: Date,
  ) => Promise<void>;
  remove: (
    tx: Tx,
    actor: ClanActor,
    added: AddedNames,
  ) => Promise<{ players_removed: number; aliases_removed: number; players_kept: string[] }>;
}

export interface NewPlayer {
  id: string;
  name: string;
  starts_on: string;
}

/** New players are on the roster from the first day on that the file has a value for them, at the latest today. */
export function toNewPlayers(
  players: NamePlan["players"],
  cells: Pick<ReadCell, "member_id" | "day">[],
  today: string,
): NewPlayer[] {
  const first = new Map<string, string>();
  for (const { member_id, day } of cells) {
    if (day < (first.get(member_id) ?? today)) first.set(member_id, day);
  }
  return players.map((player) => ({ ...player, starts_on: first.get(player.id) ?? today }));
}
