import { randomUUID } from "node:crypto";
import type { Log } from "../db/log.ts";
import {
  type AppEvent,
  type DataOfKind,
  type EventData,
  type EventName,
  type NameOfKind,
  type SharedKind,
  type Topic,
  topics,
} from "./topics.ts";

type Listener = (event: AppEvent) => void;
type Unsubscribe = () => void;

/** Hands events to those in this process who follow their topic. */
export interface EventHub {
  subscribe: <T extends Topic, N extends EventName<T>>(
    topic: T,
    name: N,
    handler: (data: EventData<T, N>) => void,
  ) => Unsubscribe;
  /** Every event of a topic, as a browser's stream needs them. */
  subscribeTopic: (topic: Topic, listener: Listener) => Unsubscribe;
  /** For whoever follows too many topics to name them: the same event of all clans or all scoreboards. */
  subscribeAll: <K extends SharedKind, N extends NameOfKind<K>>(
    kind: K,
    name: N,
    handler: (id: string, data: DataOfKind<K, N>) => void,
  ) => Unsubscribe;
  /** Runs when events of any topic may have been missed. */
  onResync: (handler: () => void) => Unsubscribe;
  deliver: (event: AppEvent) => void;
  /** For what each instance finds out by itself. */
  publishLocally: <T extends Topic, N extends EventName<T>>(topic: T, name: N, data: EventData<T, N>) => void;
  /** Says to every follower that something may have been missed. */
  resync: () => void;
  /** Runs the listener when the instance stops, at once if it already does; returns how to cancel that. */
  onClose: (listener: () => void) => Unsubscribe;
  close: () => void;
  countFollowers: (topic: Topic) => number;
  /** Each open stream to a browser waits for the close. */
  countStreams: () => number;
}

export function createEventHub(log: Log): EventHub {
  const byTopic = createListeners<Topic>(log);
  const byName = createListeners<string>(log);
  const closeListeners = new Set<() => void>();
  let isClosed = false;

  const deliver = (event: AppEvent) => {
    byName.run(`${kindOf(event.topic)} ${event.name}`, event);
    byTopic.run(event.topic, event);
  };

  return {
    // What is delivered was parsed, so that the data of a name has its type.
    subscribe: (topic, name, handler) =>
      byTopic.add(topic, (event) => {
        if (event.name === name) handler(event.data as Parameters<typeof handler>[0]);
      }),
    subscribeTopic: (topic, listener) => byTopic.add(topic, listener),
    subscribeAll: (kind, name, handler) =>
      byName.add(`${kind} ${name}`, ({ topic, data }) =>
        handler(topic.slice(kind.length + 1), data as Parameters<typeof handler>[1]),
      ),
    onResync: (handler) => byName.add(resyncEvent.name, handler),
    deliver,
    publishLocally: (topic, name, data) => deliver({ id: randomUUID(), topic, name, data }),
    resync() {
      const event = { id: randomUUID(), ...resyncEvent };
      byName.run(resyncEvent.name, { topic: topics.clan(""), ...event });
      for (const topic of byTopic.keys()) if (kindOf(topic) in topics) byTopic.run(topic, { topic, ...event });
    },
    onClose(listener) {
      if (isClosed) listener();
      closeListeners.add(listener);
      return () => closeListeners.delete(listener);
    },
    close() {
      isClosed = true;
      for (const listener of closeListeners) listener();
    },
    countFollowers: byTopic.count,
    countStreams: () => closeListeners.size,
  };
}

/** Of every topic that browsers follow. */
export const resyncEvent = {
  name: "resync",
  data: {},
} satisfies { name: NameOfKind<SharedKind>; data: DataOfKind<SharedKind, "resync"> };

function kindOf(topic: Topic): string {
  return topic.split("/", 1)[0] ?? "";
}

function createListeners<Key extends string>(log: Log) {
  const listeners = new Map<Key, Set<Listener>>();
  return {
    keys: () => listeners.keys(),
    count: (key: Key) => listeners.get(key)?.size ?? 0,
    add(key: Key, listener: Listener): Unsubscribe {
      const ofKey = listeners.get(key) ?? new Set();
      listeners.set(key, ofKey.add(listener));
      return () => {
        ofKey.delete(listener);
        if (ofKey.size === 0 && listeners.get(key) === ofKey) listeners.delete(key);
      };
    },
    /** One listener's failure must not keep the event from the others. */
    run(key: Key, event: AppEvent): void {
      for (const listener of listeners.get(key) ?? []) {
        try {
          listener(event);
        } catch (err) {
          log.error({ err, topic: event.topic, event: event.name }, "event listener failed");
        }
      }
    },
  };
}
