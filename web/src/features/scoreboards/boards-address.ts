import { type BoardState, boardStates } from "@clanhall/contract/scoreboards";

const shows = ["standings", "edit", "share", "preview", "bin"] as const;
type Show = (typeof shows)[number];

/** What of the boards is looked at, and which dialog is open: all of it is in the address. */
export interface BoardsAddress {
  /** Null shows the boards of every state. */
  state: BoardState | null;
  q: string;
  /** The board a dialog is about. */
  board: string | null;
  show: Show | null;
  /** A new board is made: "1", or the key of the preset it begins with. */
  make: string | null;
  /** The first day of an earlier period whose standings are open. */
  period: string | null;
}

export type BoardsChange = Partial<BoardsAddress>;

/** Reads an address; what nobody could have chosen is left out. */
export function readBoardsAddress(search: Record<string, unknown>): BoardsAddress {
  const text = (name: string) => toText(search[name]);
  return {
    state: boardStates.find((name) => name === text("state")) ?? null,
    q: text("q").slice(0, 100),
    board: text("board") || null,
    show: shows.find((name) => name === text("show")) ?? null,
    make: text("new") || null,
    period: /^\d{4}-\d\d-\d\d$/.test(text("period")) ? text("period") : null,
  };
}

/** The address's part for it; what is as usual takes its name out of the address. */
export function toBoardsSearch({ state, q, board, show, make, period }: BoardsAddress) {
  return {
    state: state ?? undefined,
    q: q || undefined,
    board: board ?? undefined,
    show: show ?? undefined,
    new: make ?? undefined,
    period: period ?? undefined,
  };
}

export const noDialog: BoardsChange = { board: null, show: null, make: null, period: null };

/** A number in an address is read as one; here everything is text. */
function toText(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
