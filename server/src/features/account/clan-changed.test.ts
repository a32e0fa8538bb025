import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { listenForEvents } from "../../events/listen-for-events.ts";
import { topics } from "../../events/topics.ts";
import { recordedLog } from "../../testing/recorded-log.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { eraseDueAccounts } from "./erase.ts";

const soon = { timeout: 10_000, interval: 20 };

let world: TestApp;
let listening: Awaited<ReturnType<typeof listenForEvents>>;
beforeAll(async () => {
  world = await createTestApp();
  listening = await listenForEvents(world.database.connection, recordedLog());
});
afterAll(async () => {
  await listening.close();
  await world.close();
});

/** Somebody with a player in two clans, whose boards are listened to. */
async function openTwoClans() {
  const clans = [await world.clan(), await world.clan()];
  const heard: string[] = [];
  const kara = await world.user();
  for (const { id } of clans) {
    const player = { clan_id: id, user_id: kara.userId, name: "Kara", name_key: "kara" };
    await world.db.insertInto("clan_members").values(player).execute();
    listening.hub.subscribe(topics.clan(id), "changed", () => heard.push(id));
  }
  const [first = "", second = ""] = clans.map(({ id }) => id);
  return { kara, clan: clans[0] ?? { id: "" }, first, second, heard };
}

test("the boards of a clan hear of the name somebody chose there, and of no other choice", async () => {
  const { kara, clan, first, heard } = await openTwoClans();
  const settings = `/api/me/clans/${clan.id.toUpperCase()}/settings`;
  await kara.send("PUT", settings, { first_steps_hidden: true });
  await kara.send("PUT", settings, { public_name: "hidden" });
  await vi.waitFor(() => expect(heard).toEqual([first]), soon);
});

test("the boards of all clans hear of a name that is for all, and of nothing else in a profile", async () => {
  const { kara, first, second, heard } = await openTwoClans();
  await kara.send("PUT", "/api/me/profile", { locale: "de", privacy: { analytics_opt_out: true } });
  await kara.send("PUT", "/api/me/profile", { privacy: { public_name: "alias" } });
  await vi.waitFor(() => expect(heard.toSorted()).toEqual([first, second].toSorted()), soon);
});

test("the boards of all clans hear of an account that was deleted", async () => {
  const { kara, first, second, heard } = await openTwoClans();
  await world.db.updateTable("users").set({ deletes_at: new Date() }).where("id", "=", kara.userId).execute();
  await eraseDueAccounts(world.db, recordedLog(), new Date(Date.now() + 1_000));
  await vi.waitFor(() => expect(heard.toSorted()).toEqual([first, second].toSorted()), soon);
});
