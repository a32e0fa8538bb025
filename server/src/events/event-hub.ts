import { randomUUID } from "node:crypto";
import type { Log } from "../db/log.ts";
import { type AppEvent, resyncName } from "./topics.ts";

type Listener = (event: AppEvent) => void;

/** Hands events to those in this process who follow their topic. */
export interface EventHub {
  /** Returns how to stop following. */
  subscribe: (topic: string, listener: Listener) => () => void;
  /** For whoever follows too many topics to name them; a resync comes once, under no topic. Returns how to stop. */
  overhear: (listener: Listener) => () => void;
  deliver: (event: AppEvent) => void;
  /** Tells every follower that something may have been missed. */
  resync: () => void;
  /** Runs the listener when the instance stops, at once if it already does; returns how to take that back. */
  onClose: (listener: () => void) => () => void;
  close: () => void;
  countFollowers: (topic: string) => number;
  /** Each open stream to a browser waits for the close. */
  countStreams: () => number;
}

export function createEventHub(log: Log): EventHub {
  const followers = new Map<string, Set<Listener>>();
  const overhearers = new Set<Listener>();
  const closeListeners = new Set<() => void>();
  let isClosed = false;

  /** One follower's failure must not keep the event from the others. */
  const tell = (listener: Listener, event: AppEvent) => {
    try {
      listener(event);
    } catch (err) {
      log.error({ err, topic: event.topic, event: event.name }, "event listener failed");
    }
  };
  const tellFollowers = (event: AppEvent) => {
    for (const listener of followers.get(event.topic) ?? []) tell(listener, event);
  };
  const tellOverhearers = (event: AppEvent) => {
    for (const listener of overhearers) tell(listener, event);
  };

  return {
    deliver(event) {
      tellOverhearers(event);
      tellFollowers(event);
    },
    overhear(listener) {
      overhearers.add(listener);
      return () => overhearers.delete(listener);
    },
    subscribe(topic, listener) {
      const listeners = followers.get(topic) ?? new Set();
      followers.set(topic, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0 && followers.get(topic) === listeners) followers.delete(topic);
      };
    },
    resync() {
      const id = randomUUID();
      tellOverhearers({ id, topic: "", name: resyncName, data: null });
      for (const topic of followers.keys()) tellFollowers({ id, topic, name: resyncName, data: null });
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
    countFollowers: (topic) => followers.get(topic)?.size ?? 0,
    countStreams: () => closeListeners.size,
  };
}
