import { type AppEvent, resyncName } from "../../../events/topics.ts";
import type { EventHub } from "../../../events/event-hub.ts";
import type { BoardShelf } from "./board-cache.ts";
import type { LiveBoard } from "./live-board.ts";

export interface ChangeEars {
  /** Somebody wrote through this instance: what is read next must have it. */
  doubtClan: (clanId: string) => void;
  doubtBoard: (boardId: string) => void;
  close: () => void;
}

/** Notes on the live boards what may have changed on them, and says which. */
export function hearChanges(events: EventHub, shelf: BoardShelf, onDoubt: (live: LiveBoard) => void): ChangeEars {
  const doubt = (concerns: (live: LiveBoard) => boolean) => {
    for (const live of shelf.all()) {
      // While it is not known whose a board is, it may be anybody's.
      if (live.clanId !== null && !concerns(live)) continue;
      live.changes += 1;
      onDoubt(live);
    }
  };
  const hearSave = (clanId: string, revision: number) => {
    for (const live of shelf.all()) {
      if (live.clanId !== clanId || live.revision >= revision) continue;
      live.revision = revision;
      onDoubt(live);
    }
  };
  const hear = ({ topic, name, data }: AppEvent) => {
    if (name === resyncName) return doubt(() => true);
    const [kind, id = ""] = topic.split("/");
    if (kind === "boards") return doubt(({ clanId }) => clanId === id);
    const revision = kind === "clan" && name === "entries" ? findRevisionIn(data) : null;
    if (revision !== null) hearSave(id, revision);
  };
  return {
    doubtClan: (id) => doubt(({ clanId }) => clanId === id.toLowerCase()),
    doubtBoard: (id) => doubt(({ boardId }) => boardId === id.toLowerCase()),
    close: events.overhear(hear),
  };
}

function findRevisionIn(data: unknown): number | null {
  const isSave = typeof data === "object" && data !== null && "revision" in data;
  return isSave && typeof data.revision === "number" ? data.revision : null;
}
