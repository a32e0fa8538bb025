import { clock } from "../../../db/clock.ts";
import type { Log } from "../../../db/log.ts";
import type { EventHub } from "../../../events/event-hub.ts";
import { topics } from "../../../events/topics.ts";
import type { SharedBoard } from "./queries.ts";

/** Several changes within this time are read at once. */
const gatherMs = 200;
const retryMs = 2_000;
/** The clan's day is over when it has ended on every clock. */
const afterDayMs = 1_000;

/** A link that open streams follow. */
interface FollowedLink {
  token: string;
  clanId: string;
  boardId: string;
  followers: number;
  /** What the followers have, or are about to read. */
  version: string;
  timer: NodeJS.Timeout | null;
  /** When the timer ends, in milliseconds. */
  dueAt: number;
}

interface Version {
  version: string;
  /** When the clan's day ends, in milliseconds. */
  validUntil: number;
}

interface Parts {
  events: EventHub;
  log: Log;
  /** Reads the board as visitors see it now, without its passcode; null when they see nothing. */
  load: (token: string) => Promise<Pick<Version, "validUntil"> | null>;
}

/** Has followed boards read again a moment after a change and when the clan's day ends, and publishes new versions. */
export function createFollowers({ events, log, load }: Parts) {
  const links = new Map<string, FollowedLink>();

  function schedule(link: FollowedLink, inMs: number): void {
    const dueAt = clock.now() + inMs;
    if (link.followers === 0 || (link.timer && link.dueAt <= dueAt)) return;
    if (link.timer) clearTimeout(link.timer);
    link.dueAt = dueAt;
    link.timer = setTimeout(() => void refresh(link), inMs).unref();
  }

  function cancel(link: FollowedLink): void {
    if (link.timer) clearTimeout(link.timer);
    link.timer = null;
  }

  const untilDayEnds = (validUntil: number) => Math.max(gatherMs, validUntil + afterDayMs - clock.now());

  async function refresh(link: FollowedLink): Promise<void> {
    cancel(link);
    try {
      const result = await load(link.token);
      if (result) schedule(link, untilDayEnds(result.validUntil));
      // Each stream is checked before it gets an event, and ends then.
      else events.publishLocally(topics.board(link.boardId), "standings", { version: null });
    } catch (err) {
      log.warn({ err }, "a board could not be read again for its followers");
      schedule(link, retryMs);
    }
  }

  /** Called when a board was computed. */
  function publishVersion(boardId: string, version: string): void {
    const outdated = [...links.values()].filter((link) => link.boardId === boardId && link.version !== version);
    for (const link of outdated) link.version = version;
    if (outdated.length > 0) events.publishLocally(topics.board(boardId), "standings", { version });
  }

  /** Called when a clan has changed; null stands for all clans. */
  function onChange(clanId: string | null): void {
    for (const link of links.values()) if (clanId === null || link.clanId === clanId) schedule(link, gatherMs);
  }

  return {
    publishVersion,
    onChange,
    /** Returns how to stop. */
    follow(token: string, board: Pick<SharedBoard, "clan_id" | "id">, { version, validUntil }: Version): () => void {
      const link = links.get(token) ?? {
        token,
        clanId: board.clan_id,
        boardId: board.id,
        followers: 0,
        version,
        timer: null,
        dueAt: 0,
      };
      links.set(token, link);
      link.followers += 1;
      schedule(link, untilDayEnds(validUntil));
      return () => {
        link.followers -= 1;
        if (link.followers > 0) return;
        cancel(link);
        links.delete(token);
      };
    },
    close: () => links.forEach(cancel),
  };
}
