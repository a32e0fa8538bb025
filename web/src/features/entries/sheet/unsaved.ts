import type { Entry } from "@clanhall/contract/entries";
import { contentOf, isSameContent } from "./cell-content.ts";
import type { CellWish, SaveState } from "../sheet.ts";

/** What somebody typed that is not on the server yet. */
export interface Unsaved {
  wish: CellWish;
  /** The version that was there when it was typed. */
  base: number;
  save: Exclude<SaveState, "saved">;
  problem: string | null;
  theirs: Entry | null;
  /** An unusual value that was said yes to. */
  isConfirmed: boolean;
  /** When it goes out by itself. */
  dueAt: number;
  /** What was last sent, for an answer that never came. */
  sent: CellWish | null;
  /** It did not arrive, and goes out again as soon as it can. */
  isHeld: boolean;
}

export const freshlyTyped = {
  save: "waiting",
  problem: null,
  theirs: null,
  isConfirmed: false,
  dueAt: 0,
  sent: null,
  isHeld: false,
} satisfies Partial<Unsaved>;

/** Whether what was typed says the same as what is there. */
export function isSaved({ wish }: Unsaved, entry: Entry | null | undefined): boolean {
  return isSameContent(wish, contentOf(entry));
}

/** Somebody else was faster. An own save whose answer was lost is nobody else. */
export function afterConflict(own: Unsaved, theirs: Entry | null): Unsaved | null {
  if (theirs === null) return { ...own, base: 0, save: "waiting", dueAt: 0 };
  if (isSaved(own, theirs)) return null;
  const isOwn = own.sent !== null && theirs.version === own.base + 1 && isSameContent(own.sent, contentOf(theirs));
  if (isOwn) return { ...own, base: theirs.version, save: "waiting", dueAt: 0 };
  return { ...own, save: "conflict", problem: null, theirs };
}
