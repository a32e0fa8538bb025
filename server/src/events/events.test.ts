import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTestDatabase } from "../testing/postgres.ts";
import { recordedLog } from "../testing/recorded-log.ts";
import type { AppEvent } from "./topics.ts";
import { listenForEvents } from "./listen-for-events.ts";
import { publishEvent } from "./publish.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
const log = recordedLog();
const soon = { timeout: 10_000, interval: 20 };

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

async function instance() {
  const { hub, close } = await listenForEvents(database.connection, log);
  const seen: AppEvent[] = [];
  const unsubscribe = hub.subscribe("clan/1", (event) => seen.push(event));
  return { hub, close, seen, unsubscribe, names: () => seen.map(({ name }) => name) };
}

function say(name: string, data: unknown = {}, topic = "clan/1") {
  return database.db.transaction().execute((tx) => publishEvent(tx, { topic, name, data }));
}

test("what one instance publishes, every instance hears after the commit", async () => {
  const [first, second] = [await instance(), await instance()];
  await say("bulletin-posted", { id: 7 });
  await vi.waitFor(() => expect(second.names()).toEqual(["bulletin-posted"]), soon);
  await vi.waitFor(() => expect(first.seen).toEqual(second.seen), soon);
  expect(second.seen[0]).toMatchObject({ topic: "clan/1", data: { id: 7 } });
  await Promise.all([first.close(), second.close()]);
});

test("nobody hears of a change that was rolled back", async () => {
  const listener = await instance();
  const failing = database.db.transaction().execute(async (tx) => {
    await publishEvent(tx, { topic: "clan/1", name: "never", data: {} });
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  await say("afterwards");
  await vi.waitFor(() => expect(listener.names()).toEqual(["afterwards"]), soon);
  await listener.close();
});

test("a follower hears its own topic only, and nothing once it has left", async () => {
  const listener = await instance();
  await say("elsewhere", {}, "clan/2");
  await say("here");
  await vi.waitFor(() => expect(listener.names()).toEqual(["here"]), soon);
  listener.unsubscribe();
  expect(listener.hub.countFollowers("clan/1")).toBe(0);
  await listener.close();
});

test("a listener that lost its connection comes back and says that something may be missing", async () => {
  const listener = await instance();
  await database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'clanhall events' and datname = current_database()",
  );
  await vi.waitFor(() => expect(listener.names()).toEqual(["resync"]), soon);
  await say("back again");
  await vi.waitFor(() => expect(listener.names()).toEqual(["resync", "back again"]), soon);
  expect(log.messages("warn")).toContain("event connection lost, connecting again");
  await listener.close();
});

test("an event too large to travel is refused with its size", async () => {
  await expect(say("novel", { text: "é".repeat(4_000) })).rejects.toThrow(/novel on clan\/1 is 8\d\d\d bytes long/);
  await say("short story", { text: "x".repeat(7_800) });
});

test("a follower that fails does not keep the event from the others, and rubbish on the channel is only logged", async () => {
  const listener = await instance();
  listener.hub.subscribe("clan/1", () => {
    throw new Error("cannot draw this");
  });
  const second: string[] = [];
  listener.hub.subscribe("clan/1", ({ name }) => second.push(name));
  await database.pool.query("select pg_notify('clanhall_events', 'not json')");
  await say("still here");
  await vi.waitFor(() => expect(second).toEqual(["still here"]), soon);
  expect(log.messages("error")).toEqual(["event could not be read", "event listener failed"]);
  await listener.close();
});
