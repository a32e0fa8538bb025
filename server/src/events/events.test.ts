import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTestDatabase } from "../testing/postgres.ts";
import { recordedLog } from "../testing/recorded-log.ts";
import { listenForEvents } from "./listen-for-events.ts";
import { publishEvent } from "./publish.ts";
import { type AppEvent, type EventData, topics } from "./topics.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
const log = recordedLog();
const soon = { timeout: 10_000, interval: 20 };

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const here = topics.clan("1");
type Entries = EventData<typeof here, "entries">;

async function instance() {
  const { hub, close } = await listenForEvents(database.connection, log);
  const seen: AppEvent[] = [];
  const unsubscribe = hub.subscribeTopic(here, (event) => seen.push(event));
  const labels = () => seen.map(({ name, data }) => (name === "entries" ? (data as Entries).revision : name));
  return { hub, close, seen, unsubscribe, labels };
}

function save(revision: number, days: string[] = [], topic = here) {
  return database.db.transaction().execute((tx) => publishEvent(tx, topic, "entries", { days, revision }));
}

test("what one instance publishes, every instance receives after the commit", async () => {
  const [first, second] = [await instance(), await instance()];
  await save(7, ["2026-03-01"]);
  await vi.waitFor(() => expect(second.labels()).toEqual([7]), soon);
  await vi.waitFor(() => expect(first.seen).toEqual(second.seen), soon);
  expect(second.seen[0]).toMatchObject({
    topic: "clan/1",
    name: "entries",
    data: { days: ["2026-03-01"], revision: 7 },
  });
  await Promise.all([first.close(), second.close()]);
});

test("nobody receives a change that was rolled back", async () => {
  const listener = await instance();
  const failing = database.db.transaction().execute(async (tx) => {
    await publishEvent(tx, here, "changed", {});
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  await save(1);
  await vi.waitFor(() => expect(listener.labels()).toEqual([1]), soon);
  await listener.close();
});

test("a follower receives its own topic only, and nothing once it has left", async () => {
  const listener = await instance();
  await save(1, [], topics.clan("2"));
  await save(2);
  await vi.waitFor(() => expect(listener.labels()).toEqual([2]), soon);
  listener.unsubscribe();
  expect(listener.hub.countFollowers(here)).toBe(0);
  await listener.close();
});

test("a handler gets the events of its name alone, of one clan or of all", async () => {
  const { hub, close } = await instance();
  const received: unknown[] = [];
  hub.subscribe(here, "bulletins", (data) => received.push(data));
  hub.subscribeAll("clan", "entries", (clanId, { revision }) => received.push([clanId, revision]));
  await save(1);
  await database.db.transaction().execute((tx) => publishEvent(tx, here, "bulletins", {}));
  await save(2, [], topics.clan("ABC"));
  await vi.waitFor(() => expect(received).toEqual([["1", 1], {}, ["abc", 2]]), soon);
  await close();
});

test("a listener that lost its connection comes back and says that something may be missing", async () => {
  const listener = await instance();
  const resynced = vi.fn<() => void>();
  listener.hub.onResync(resynced);
  await database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'clanhall events' and datname = current_database()",
  );
  await vi.waitFor(() => expect(listener.labels()).toEqual(["resync"]), soon);
  expect(resynced).toHaveBeenCalledOnce();
  await save(3);
  await vi.waitFor(() => expect(listener.labels()).toEqual(["resync", 3]), soon);
  expect(log.messages("warn")).toContain("event connection lost, connecting again");
  await listener.close();
});

test("an event too large to travel is refused with its size", async () => {
  await expect(save(1, ["é".repeat(4_000)])).rejects.toThrow(/entries on clan\/1 is 8\d\d\d bytes long/);
  await save(1, ["x".repeat(7_800)]);
});

test("data that an event does not have is not published", async () => {
  const wrong = { days: "all", revision: 1 } as unknown as Entries;
  const publishing = database.db.transaction().execute((tx) => publishEvent(tx, here, "entries", wrong));
  await expect(publishing).rejects.toThrow(/days/);
});

test("a follower that fails does not keep the event from the others, and rubbish on the channel is only logged", async () => {
  const listener = await instance();
  listener.hub.subscribe(here, "entries", () => {
    throw new Error("cannot draw this");
  });
  const second: number[] = [];
  listener.hub.subscribe(here, "entries", ({ revision }) => second.push(revision));
  const id = "1";
  const rubbish = [
    "not json",
    JSON.stringify({ id, topic: "clan/1", name: "entries", data: null }),
    JSON.stringify({ id, topic: "clan/1", name: "constructor", data: {} }),
    JSON.stringify({ id, topic: "clan", name: "changed", data: {} }),
    JSON.stringify({ id, topic: "toString/1", name: "changed", data: {} }),
  ];
  for (const payload of rubbish) await database.pool.query("select pg_notify('clanhall_events', $1)", [payload]);
  await save(4);
  await vi.waitFor(() => expect(second).toEqual([4]), soon);
  expect(log.messages("error")).toEqual([...rubbish.map(() => "event could not be read"), "event listener failed"]);
  await listener.close();
});
