import { boardEvents, clanEvents, topics } from "@clanhall/contract/events";
import { z } from "zod";

export { topics };

/** The PostgreSQL channel between the instances. */
export const eventChannel = "clanhall_events";

/** Published by triggers when a session or a membership ends. */
export const accessTopic = "access";
const accessEvents = {
  "session-ended": z.object({ session_id: z.string() }),
  "membership-ended": z.object({ clan_id: z.string(), user_id: z.string() }),
};

export const keysTopic = "signing-keys";
const keyEvents = { revoked: z.object({ kid: z.string() }) };

/** Every event there is: by the first part of its topic, then by its name. */
const events = { clan: clanEvents, board: boardEvents, [accessTopic]: accessEvents, [keysTopic]: keyEvents };

type Events = typeof events;
type Kind = keyof Events;
/** Kinds of which there is a topic for each clan or scoreboard. */
export type SharedKind = keyof typeof topics;
export type Topic = ReturnType<(typeof topics)[SharedKind]> | typeof accessTopic | typeof keysTopic;
type KindOf<T extends Topic> = T extends `${infer K extends SharedKind}/${string}` ? K : T & Kind;
export type NameOfKind<K extends Kind> = keyof Events[K] & string;
export type DataOfKind<K extends Kind, N extends NameOfKind<K>> =
  Events[K][N] extends z.ZodType<infer Data> ? Data : never;
export type EventName<T extends Topic> = NameOfKind<KindOf<T>>;
export type EventData<T extends Topic, N extends EventName<T>> = DataOfKind<KindOf<T>, N>;

export interface AppEvent {
  /** The same on every instance. */
  id: string;
  topic: Topic;
  name: string;
  data: unknown;
}

const anyEvent = z.object({ id: z.string(), topic: z.string(), name: z.string(), data: z.unknown() });

/** Refuses whatever no topic has: another topic, name or data. */
export function parseEvent(input: unknown): AppEvent {
  const { id, topic, name, data } = anyEvent.parse(input);
  const [kind = "", subject] = topic.split("/");
  const isShared = Object.hasOwn(topics, kind);
  const named: Record<string, Record<string, z.ZodType>> = isShared === (subject !== undefined) ? events : {};
  const schema = new Map(Object.entries(named[kind] ?? {})).get(name);
  if (!schema) throw new Error(`There is no event ${name} on ${topic}`);
  return { id, topic: topic as Topic, name, data: schema.parse(data) };
}
