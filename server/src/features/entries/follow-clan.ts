import type { FastifyReply, FastifyRequest } from "fastify";
import type { ClanActor } from "../../access/actor.ts";
import type { Db } from "../../db/tables.ts";
import type { EventHub } from "../../events/event-hub.ts";
import { streamEvents } from "../../events/event-stream.ts";
import { accessTopic, type AppEvent, topics } from "../../events/topics.ts";
import { type Follower, listFollowersIn } from "./queries.ts";

interface Stream extends Follower {
  clanId: string;
  end: () => void;
}

/** Event streams of clans. Each event checks once who may still follow; a stream ends with the access of its user. */
export function createClanStreams(db: Db, events: EventHub) {
  const streams = new Map<string, Set<Stream>>();
  const lookups = new WeakMap<AppEvent, Promise<Set<string>>>();

  const findFollowers = async (clanId: string): Promise<Set<string>> => {
    const followers = new Map([...(streams.get(clanId) ?? [])].map((stream) => [keyOf(stream), stream]));
    return new Set((await listFollowersIn(db, clanId, [...followers.values()])).map(keyOf));
  };
  const mayReceive = (stream: Stream, event: AppEvent): Promise<boolean> => {
    const lookup = lookups.get(event) ?? findFollowers(stream.clanId);
    lookups.set(event, lookup);
    return lookup.then((followers) => followers.has(keyOf(stream)));
  };

  const endAll = (ended: Stream[]) => ended.forEach(({ end }) => end());
  events.subscribe(accessTopic, "session-ended", ({ session_id }) => {
    endAll([...streams.values()].flatMap((ofClan) => [...ofClan].filter(({ sessionId }) => sessionId === session_id)));
  });
  events.subscribe(accessTopic, "membership-ended", ({ clan_id, user_id }) => {
    endAll([...(streams.get(clan_id) ?? [])].filter(({ userId }) => userId === user_id));
  });

  return function stream(
    request: FastifyRequest,
    reply: FastifyReply,
    { userId, sessionId, ...actor }: ClanActor,
  ): void {
    const clanId = actor.clanId.toLowerCase();
    const own: Stream = { clanId, userId, sessionId, end: () => undefined };
    own.end = streamEvents(request, reply, events, topics.clan(clanId), {
      mayReceive: (event) => mayReceive(own, event),
    });
    if (reply.raw.destroyed || reply.raw.writableEnded) return;
    const ofClan = streams.get(clanId) ?? new Set();
    streams.set(clanId, ofClan.add(own));
    reply.raw.once("close", () => {
      ofClan.delete(own);
      if (ofClan.size === 0 && streams.get(clanId) === ofClan) streams.delete(clanId);
    });
  };
}

function keyOf({ userId, sessionId }: Follower): string {
  return `${userId} ${sessionId ?? ""}`;
}
