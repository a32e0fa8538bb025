import { endOfClanDay, toClanDate } from "@clanhall/contract/rules/clan-day";
import { type PublicStandings, publicStandings } from "@clanhall/contract/standings";
import { LRUCache } from "lru-cache";
import { clock, currentTime } from "../../../db/clock.ts";
import type { Secrets } from "../../../access/secrets.ts";
import { hashToken } from "../../../access/tokens.ts";
import { listDayRules } from "../../../clan/calendar.ts";
import { getRevision } from "../../../clan/lock.ts";
import { isDatabaseAway } from "../../../db/wait-for-database.ts";
import type { Log } from "../../../db/log.ts";
import type { Reads } from "../../../db/reads.ts";
import type { Db } from "../../../db/tables.ts";
import type { EventHub } from "../../../events/event-hub.ts";
import { type StoredDocument, storeDocument } from "../../../http/documents.ts";
import { findScoreboard } from "../queries.ts";
import { loadPublicStandings } from "../results/public-standings.ts";
import { type ClosedState, isPreviewToken, isShareToken, readPreview, stateOf } from "./access.ts";
import { createFollowers } from "./followers.ts";
import { findPreviewedBoard, findSharedBoard, type SharedBoard } from "./queries.ts";

/** More clans than these are not told apart: all of them count as changed. */
const clansMax = 10_000;

interface ClanChanges {
  /** Grows with every change, so that what was read before it is known to be old. */
  generation: number;
  /** The last save of entries that was published. */
  revision: number;
}

type Invalidation = ReturnType<typeof createInvalidation>;

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

/** How long it is believed who may see a board, should no event come. */
const trustMs = 2_000;
/** From this age on a link is read again in the background, so that nobody has to wait for it. */
const refreshMs = 1_000;
/** How long a link is believed while the database cannot be asked. */
const awayMs = 60_000;
const linksMax = 10_000;
const resultBytesMax = 256 * 1024 * 1024;

/** What an address leads to. */
interface CachedLink {
  board: SharedBoard | null;
  /** When it was read, in milliseconds. */
  readAt: number;
  /** The latest change, of whatever clan, before it was read. */
  generation: number;
}

/** Standings as they are sent, and how long they are right. */
export interface CachedScoreboard {
  standings: PublicStandings;
  json: StoredDocument;
  /** The page and the page in a frame, rendered when first asked for. */
  pages: { page?: StoredDocument; frame?: StoredDocument };
  /** The last save of entries that is in it. */
  revision: number;
  /** Of the board's settings. */
  boardVersion: number;
  /** When the clan's day ends, in milliseconds. */
  validUntil: number;
}

interface LinkRef {
  key: string;
  find: () => Promise<SharedBoard | null>;
}

interface Computation {
  board: SharedBoard;
  /** The first day of a frozen period; "" for what counts now. */
  period: string;
  generation: number;
}

function createLinks(changes: Invalidation) {
  const isTrusted = ({ board, generation }: CachedLink) =>
    // While it is not known whose a link is, it may be anybody's.
    generation >= (board ? changes.changesOf(board.clan_id).generation : changes.latest());

  const links = new LRUCache<string, CachedLink, LinkRef["find"]>({
    max: linksMax,
    ttl: trustMs,
    ttlResolution: 0,
    perf: clock,
    noDeleteOnStaleGet: true,
    noDeleteOnFetchRejection: true,
    ignoreFetchAbort: true,
    async fetchMethod(_key, stale, { context: find }) {
      const begin = { readAt: clock.now(), generation: changes.latest() };
      try {
        return { board: await find(), ...begin };
      } catch (error) {
        const isKnown = stale && isTrusted(stale) && begin.readAt - stale.readAt < awayMs;
        if (isKnown && error instanceof Error && isDatabaseAway(error)) return stale;
        throw error;
      }
    },
  });

  return {
    /** Who may see the board, without asking the database; null when it has to be asked. */
    peekLink({ key, find }: LinkRef, now: Date): SharedBoard | null {
      const link = links.get(key);
      if (!link || !isTrusted(link)) return null;
      if (now.getTime() - link.readAt >= refreshMs) {
        links.fetch(key, { context: find, forceRefresh: true }).catch(() => undefined);
      }
      return link.board;
    },
    async loadLink({ key, find }: LinkRef): Promise<SharedBoard | null> {
      const link = await links.fetch(key, { context: find });
      if (link && isTrusted(link)) return link.board;
      // What was being read already may have begun before a change; what is read from here on has not.
      return (await links.fetch(key, { context: find, forceRefresh: true }))?.board ?? null;
    },
  };
}

interface ResultParts {
  reads: Reads;
  secrets: Secrets;
  changes: Invalidation;
  onComputed: (boardId: string, version: string) => void;
}

function createResults(parts: ResultParts) {
  const { reads, secrets, changes, onComputed } = parts;
  let computations = 0;

  const results = new LRUCache<string, CachedScoreboard, Computation>({
    maxSize: resultBytesMax,
    sizeCalculation: sizeOf,
    ignoreFetchAbort: true,
    async fetchMethod(
      ownKey,
      stale,
      { context: { board, period, generation } },
    ): Promise<CachedScoreboard | undefined> {
      computations += 1;
      // Of generations that nobody asks for any more.
      const earlier = [...results.keys()].filter((key) => key.startsWith(`${board.id}:${period}:`) && key !== ownKey);
      const before = stale ?? results.peek(earlier[0] ?? "");
      const result = await reads.read((db) => computeStandings({ db, secrets }, board, period || null, before));
      for (const key of earlier) results.delete(key);
      const isLatest = generation === changes.changesOf(board.clan_id).generation;
      if (result && period === "" && isLatest) onComputed(board.id, result.standings.version);
      return result ?? undefined;
    },
  });

  const isCurrent = (result: CachedScoreboard, board: SharedBoard, now: Date): boolean =>
    result.revision >= Math.max(changes.changesOf(board.clan_id).revision, board.revision) &&
    result.boardVersion >= board.version &&
    now.getTime() < result.validUntil;

  /** The key of a board as it was read: most answers need the same one, and making it costs more than finding them. */
  const keys = new WeakMap<SharedBoard, { key: string; generation: number }>();

  // With the clan's generation in its key, a computation that began before a change never answers who asks after it.
  const toKey = ({ board, period, generation }: Computation) => `${board.id}:${period}:${generation}`;
  const toContext = (board: SharedBoard, period: string): Computation => ({
    board,
    period,
    generation: changes.changesOf(board.clan_id).generation,
  });

  return {
    peekResult(board: SharedBoard, now: Date): CachedScoreboard | null {
      const { generation } = changes.changesOf(board.clan_id);
      let known = keys.get(board);
      if (known?.generation !== generation) {
        known = { key: toKey({ board, period: "", generation }), generation };
        keys.set(board, known);
      }
      const result = results.get(known.key);
      return result && isCurrent(result, board, now) ? result : null;
    },
    /** Computed at most once for all who wait for it; null where there is none. */
    async loadResult(board: SharedBoard, now: Date, period = ""): Promise<CachedScoreboard | null> {
      const context = toContext(board, period);
      const result = await results.fetch(toKey(context), { context });
      if (!result || isCurrent(result, board, now)) return result ?? null;
      return (await results.fetch(toKey(context), { context, forceRefresh: true })) ?? null;
    },
    countComputations: () => computations,
    countResults: () => results.size,
  };
}

/** Null where there is no such board or period. What did not change keeps its bytes. */
async function computeStandings(
  parts: { db: Db; secrets: Secrets },
  { clan_id, id }: SharedBoard,
  period: string | null,
  before: CachedScoreboard | undefined,
): Promise<CachedScoreboard | null> {
  const { db } = parts;
  const now = currentTime();
  // Read first: a save that comes in between then counts as missing, and never as there when it is not.
  const revision = await getRevision(db, clan_id);
  const row = await findScoreboard(db, clan_id, id);
  if (!row) return null;
  const rules = await listDayRules(db, clan_id);
  const standings = await loadPublicStandings(parts, row, period, now);
  if (!standings) return null;
  const validUntil = endOfClanDay(rules, toClanDate(rules, now)).getTime();
  const good = { revision, boardVersion: row.version, validUntil };
  if (before?.standings.version === standings.version) return { ...before, ...good };
  const json = storeDocument(JSON.stringify(publicStandings.parse(standings)), 5);
  return { standings, json, pages: {}, ...good };
}

/** About how many bytes of memory it takes with both pages, which are rendered later, and the compressed copies. */
function sizeOf({ json }: CachedScoreboard): number {
  return 50_000 + json.plain.length * 12;
}

interface Ask {
  /** The first day of a frozen period. */
  period?: string | undefined;
  /** What somebody got for the passcode. */
  unlock?: string | undefined;
  now?: Date;
}

export interface OpenScoreboard {
  state: "open";
  board: SharedBoard;
  result: CachedScoreboard;
  token: string;
  isPreview: boolean;
}

export type PublicBoards = ReturnType<typeof createPublicBoards>;

/** Shared boards in memory: computed once per change, then read by everybody. */
export function createPublicBoards(parts: { db: Db; reads: Reads; secrets: Secrets; events: EventHub; log: Log }) {
  const { db, reads, secrets, events, log } = parts;
  const followers = createFollowers({ events, log, load: loadForFollowers });
  const changes = createInvalidation(followers.onChange);
  const links = createLinks(changes);
  const results = createResults({ reads, secrets, changes, onComputed: followers.publishVersion });
  const unsubscribe = subscribeToChanges(events, changes);

  const toShareRef = (token: string): LinkRef => ({
    key: token,
    find: () => findSharedBoard(db, hashToken(token)),
  });

  function toRef(token: string, now: Date): LinkRef | null {
    if (isShareToken(token)) return toShareRef(token);
    const preview = isPreviewToken(token) ? readPreview(secrets, token, now) : null;
    if (!preview) return null;
    const { clan, board } = preview;
    return { key: `${clan}/${board}`, find: () => findPreviewedBoard(db, clan, board) };
  }

  async function loadForFollowers(token: string): Promise<CachedScoreboard | null> {
    const now = currentTime();
    const board = await links.loadLink(toShareRef(token));
    const state = stateOf(secrets, board, undefined, now);
    return board && (state === "open" || state === "passcode") ? results.loadResult(board, now) : null;
  }

  /** What an address leads to for somebody, without computing any standings. */
  async function findState(token: string, { unlock, now = currentTime() }: Omit<Ask, "period"> = {}) {
    const ref = toRef(token, now);
    const board = ref && (await links.loadLink(ref));
    return { state: stateOf(secrets, board, unlock, now), board };
  }

  return {
    findState,
    async open(token: string, ask: Ask = {}): Promise<OpenScoreboard | { state: ClosedState }> {
      const { state, board } = await findState(token, ask);
      if (!board || state !== "open") return { state: state === "open" ? "not_found" : state };
      const result = await results.loadResult(board, ask.now ?? currentTime(), ask.period);
      return result ? { state, board, result, token, isPreview: isPreviewToken(token) } : { state: "not_found" };
    },
    /** A board that everybody who has its link may see and that is ready; null when anything has to be asked first. */
    peek(token: string, now: Date): OpenScoreboard | null {
      const board = links.peekLink(toShareRef(token), now);
      if (!board || stateOf(secrets, board, undefined, now) !== "open") return null;
      const result = results.peekResult(board, now);
      return result && { state: "open", board, result, token, isPreview: false };
    },
    /** Checked before a follower gets an event. */
    mayReceive(token: string, unlock: string | undefined): Promise<boolean> | true {
      const now = currentTime();
      const board = links.peekLink(toShareRef(token), now);
      if (board && stateOf(secrets, board, unlock, now) === "open") return true;
      return findState(token, { unlock }).then(({ state }) => state === "open");
    },
    /** Has the board read again for somebody who follows its topic; returns how to stop. */
    follow: ({ token, board, result }: OpenScoreboard) =>
      followers.follow(token, board, { version: result.standings.version, validUntil: result.validUntil }),
    invalidateClan: (clanId: string) => changes.invalidateClan(clanId),
    countComputations: results.countComputations,
    countBoards: results.countResults,
    close() {
      unsubscribe();
      followers.close();
    },
  };
}
