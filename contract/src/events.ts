import { z } from "zod";

/** What an event is about. Instances and browsers follow topics. */
export const topics = {
  clan: (id: string) => `clan/${id.toLowerCase()}` as const,
  board: (id: string) => `board/${id.toLowerCase()}` as const,
};

const nothing = z.object({});

/** What happens in a clan, by name, and what is said of it. */
export const clanEvents = {
  /** Entries were saved on these days; no day stands for many. */
  entries: z.object({ days: z.array(z.string()), revision: z.int() }),
  bulletins: nothing,
  /** Settings, roster, rules: whatever the audit log has a line for, or the name somebody shows to visitors. */
  changed: nothing,
  /** Events may have been missed: read everything again. */
  resync: nothing,
};

/** What the visitors of a shared scoreboard hear: that it has changed, never what. */
export const boardEvents = {
  /** Null when there is nothing to read any more. */
  standings: z.object({ version: z.string().nullable() }),
  resync: nothing,
};

/** What a page does when something happens in a clan. */
export type ClanEventHandlers = {
  [Name in keyof typeof clanEvents]?: (data: z.infer<(typeof clanEvents)[Name]>) => void;
};

export type BoardEventName = keyof typeof boardEvents;

/** What stands after `data:` in a stream. */
export interface EventFrame<Data> {
  topic: string;
  data: Data;
}

export type StandingsChange = z.infer<typeof boardEvents.standings>;
