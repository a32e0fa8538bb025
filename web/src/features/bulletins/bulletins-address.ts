import { type BulletinState, bulletinStates } from "@clanhall/contract/bulletins";

const shows = ["edit", "history", "seen", "bin"] as const;
type Show = (typeof shows)[number];

/** What of the bulletins is looked at, and which dialog is open: all of it is in the address. */
export interface BulletinsAddress {
  /** Null shows the bulletins of every state. */
  state: BulletinState | null;
  q: string;
  /** The bulletin a dialog is about; it is read where nothing else is shown of it. */
  bulletin: string | null;
  show: Show | null;
  isNew: boolean;
}

export type BulletinsChange = Partial<BulletinsAddress>;

/** Reads an address; what nobody could have chosen is left out. */
export function readBulletinsAddress(search: Record<string, unknown>): BulletinsAddress {
  const text = (name: string) => toText(search[name]);
  return {
    state: bulletinStates.find((name) => name === text("state")) ?? null,
    q: text("q").slice(0, 100),
    bulletin: text("bulletin") || null,
    show: shows.find((name) => name === text("show")) ?? null,
    isNew: text("new") !== "",
  };
}

/** The address's part for it; what is as usual takes its name out of the address. */
export function toBulletinsSearch({ state, q, bulletin, show, isNew }: BulletinsAddress) {
  return {
    state: state ?? undefined,
    q: q || undefined,
    bulletin: bulletin ?? undefined,
    show: show ?? undefined,
    new: isNew ? 1 : undefined,
  };
}

export const noDialog: BulletinsChange = { bulletin: null, show: null, isNew: false };

/** A number in an address is read as one; here everything is text. */
function toText(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
