import type { Day } from "@clanhall/contract/days";
import type { Sheet } from "../sheet.ts";

/** A sheet with what the page around the grid needs of it. */
export interface LiveSheet extends Sheet {
  /** Sends at once what waits for its time. */
  flush: () => void;
  /** Sends again what did not arrive. */
  resume: () => void;
  /** Gives up what could not be saved. */
  discard: () => void;
  /** Takes in what the server has now, all of it or what changed since; what is typed here stays. */
  mergeDay: (day: Day) => void;
  /** Whether a save with this number brought this day something that is not here yet. */
  isNews: (revision: number, touchesDay: boolean) => boolean;
  revision: () => number;
  needsReason: () => boolean;
  giveReason: (reason: string) => void;
  /** A day as it was read, with everything that is known here to have happened since. */
  bringUp: (day: Day) => Day;
  /** Writes down what is not saved, for when the page goes. */
  keepDrafts: () => void;
}
