import { expect, test, vi } from "vitest";
import { createEventHub } from "../../../events/event-hub.ts";
import { topics } from "../../../events/topics.ts";
import { recordedLog } from "../../../testing/recorded-log.ts";
import { createInvalidation, subscribeToChanges } from "./board-cache.ts";

function open() {
  const onChange = vi.fn<(clanId: string | null) => void>();
  const changes = createInvalidation(onChange);
  const events = createEventHub(recordedLog());
  const stop = subscribeToChanges(events, changes);
  return { changes, events, onChange, stop, generationOf: (clanId: string) => changes.changesOf(clanId).generation };
}

test("a change makes what was read of its clan old, and nothing of another clan", () => {
  const { changes, onChange, generationOf } = open();
  const [one, other] = [generationOf("one"), generationOf("other")];
  changes.invalidateClan("ONE");
  expect(generationOf("one")).toBeGreaterThan(one);
  expect(generationOf("other")).toBe(other);
  expect(changes.latest()).toBe(generationOf("one"));
  expect(onChange.mock.calls).toEqual([["one"]]);
});

test("a save is noted once by its revision, and only a change makes all of the clan old", () => {
  const { changes, events, onChange, generationOf, stop } = open();
  const save = (revision: number) => events.publishLocally(topics.clan("one"), "entries", { days: [], revision });
  for (const revision of [4, 4, 3]) save(revision);
  expect(changes.changesOf("one")).toEqual({ generation: 0, revision: 4 });
  expect(onChange).toHaveBeenCalledTimes(1);
  events.publishLocally(topics.clan("one"), "bulletins", {});
  expect(generationOf("one")).toBe(0);
  events.publishLocally(topics.clan("one"), "changed", {});
  expect(changes.changesOf("one")).toEqual({ generation: 1, revision: 4 });
  stop();
  events.publishLocally(topics.clan("one"), "changed", {});
  expect(generationOf("one")).toBe(1);
});

test("after missed events, and of more clans than it knows, everything counts as changed and nothing as it was", () => {
  const { changes, events, onChange, generationOf } = open();
  changes.invalidateClan("one");
  const known = generationOf("one");
  events.resync();
  expect([generationOf("one"), generationOf("other")].every((generation) => generation > known)).toBe(true);
  expect(onChange).toHaveBeenLastCalledWith(null);
  const resynced = generationOf("one");
  for (let clan = 0; clan <= 10_000; clan += 1) changes.invalidateClan(`clan ${clan}`);
  expect(generationOf("one")).toBeGreaterThan(resynced);
  expect(generationOf("clan 0")).toBeGreaterThan(resynced);
});
