import type { ActivityDraft } from "@clanhall/contract/activities";
import type { BulletinDraft } from "@clanhall/contract/bulletin-drafts";
import type { ClanDraft } from "@clanhall/contract/clan-drafts";
import type { ScoreboardDraft } from "@clanhall/contract/scoreboard-drafts";

/** An activity, and how people usually do on a day when they play. */
export interface DemoActivity {
  draft: ActivityDraft;
  typical: number;
  /** Values come in multiples of it. */
  step: number;
  /** Share of players who do it on such a day. */
  turnout: number;
}

interface DemoBoard {
  draft: Omit<ScoreboardDraft, "activities">;
  /** By short label; all of them without. */
  labels?: string[];
  isShared: boolean;
}

export interface DemoClan {
  draft: Omit<ClanDraft, "game_id" | "player_name">;
  /** Slug of the game. */
  game: string;
  size: number;
  groups: [string, ...string[]];
  activities: DemoActivity[];
  boards: DemoBoard[];
  bulletins: { daysAgo: number; draft: BulletinDraft; publishInDays?: number }[];
}
