import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { ClanActor } from "../../access/actor.ts";
import type { Db } from "../../db/tables.ts";
import { accessTopic, type AppEvent } from "../../events/topics.ts";
import type { EventHub } from "../../events/event-hub.ts";
import { streamEvents } from "../../events/event-stream.ts";
import { type Follower, listFollowersIn } from "./queries.ts";
import { topicOf } from "./write.ts";

interface Stream extends Follower {
  clanId: string;
  end: () => void;
}

/** As the triggers on sessions and members write them. */
const endedAccess = z.union([
  z.object({ session_id: z.string() }),
  z.object({ clan_id: z.string(), user_id: z.string() }),
]);

/** Streams of clans: each event is looked up once for all who follow the clan here, and whose access ends is sent away. */
export function createClanStreams(db: Db, events: EventHub) {
  const streams = new Map<string, Set<Stream>>();
  const lookups = new WeakMap<AppEvent, Promise<Set<string>>>();

  const lookUp = async (clanId: string): Promise<Set<string>> => {
    const followers = new Map([...(streams.get(clanId) ?? [])].map((stream) => [keyOf(stream), stream]));
    return new Set((await listFollowersIn(db, clanId, [...followers.values()])).map(keyOf));
  };
  const mayHear = (stream: Stream, event: AppEvent): Promise<boolean> => {
    const lookup = lookups.get(event) ?? lookUp(stream.clanId);
    lookups.set(event, lookup);
    return lookup.then((followers) => followers.has(keyOf(stream)));
  };

  events.subscribe(accessTopic, ({ data }) => {
    const { data: ended } = endedAccess.safeParse(data);
    if (!ended) return;
    const concerned =
      "session_id" in ended
        ? [...streams.values()].flatMap((ofClan) =>
            [...ofClan].filter(({ sessionId }) => sessionId === ended.session_id),
          )
        : [...(streams.get(ended.clan_id) ?? [])].filter(({ userId }) => userId === ended.user_id);
    for (const { end } of concerned) end();
  });

  return function stream(
    request: FastifyRequest,
    reply: FastifyReply,
    { userId, sessionId, ...actor }: ClanActor,
  ): void {
    const clanId = actor.clanId.toLowerCase();
    const own: Stream = { clanId, userId, sessionId, end: () => undefined };
    own.end = streamEvents(request, reply, events, [topicOf(clanId)], { mayHear: (event) => mayHear(own, event) });
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
