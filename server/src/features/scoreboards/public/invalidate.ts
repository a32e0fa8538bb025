import type { EventHub } from "../../../events/event-hub.ts";

/** More clans than these are not told apart: all of them count as changed. */
const clansMax = 10_000;

interface ClanChanges {
  /** Grows with every change, so that what was read before it is known to be old. */
  generation: number;
  /** The last save of entries that was published. */
  revision: number;
}

export type Invalidation = ReturnType<typeof createInvalidation>;

/** Knows when each clan last changed. Whoever must act on a change at once gives `onChange`; without a clan it is all. */
export function createInvalidation(onChange: (clanId: string | null) => void) {
  const clans = new Map<string, ClanChanges>();
  let latest = 0;
  let others: ClanChanges = { generation: 0, revision: 0 };

  const changesOf = (clanId: string): ClanChanges => clans.get(clanId) ?? others;

  function invalidateAll(): void {
    clans.clear();
    latest += 1;
    others = { generation: latest, revision: 0 };
    onChange(null);
  }

  function set(clanId: string, changes: ClanChanges): void {
    clans.set(clanId, changes);
    if (clans.size > clansMax) invalidateAll();
    else onChange(clanId);
  }

  return {
    changesOf,
    /** The generation of the change that came last, in whatever clan. */
    latest: () => latest,
    /**
     * Nothing that was read of the clan before is shown after this. Called when an event comes in, and after a write
     * through this instance. With a revision, results that have this save already stay.
     */
    invalidateClan(id: string, revision?: number): void {
      const clanId = id.toLowerCase();
      const changes = changesOf(clanId);
      if (revision === undefined) {
        latest += 1;
        set(clanId, { ...changes, generation: latest });
      } else if (revision > changes.revision) set(clanId, { ...changes, revision });
    },
    invalidateAll,
  };
}

/** Returns how to stop. */
export function subscribeToChanges(
  events: EventHub,
  changes: Pick<Invalidation, "invalidateClan" | "invalidateAll">,
): () => void {
  const stops = [
    events.subscribeAll("clan", "entries", (clanId, { revision }) => changes.invalidateClan(clanId, revision)),
    events.subscribeAll("clan", "changed", (clanId) => changes.invalidateClan(clanId)),
    events.onResync(changes.invalidateAll),
  ];
  return () => stops.forEach((stop) => stop());
}
