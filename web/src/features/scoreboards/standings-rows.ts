import type { Scoreboard } from "@clanhall/contract/scoreboards";
import type { Standings } from "@clanhall/contract/standings";

export type StandingRow = Standings["rows"][number];

/** What the rows of a board are drawn from. */
export interface StandingRowsProps {
  standings: Standings;
  rows: StandingRow[];
  hasColumn: (name: Scoreboard["columns"][number]) => boolean;
  /** Who is looking, as a player of the clan. */
  ownId: string | null;
  canExplain: (memberId: string) => boolean;
  onExplain: (memberId: string) => void;
}
