import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { listenForEvents } from "../../events/listen-for-events.ts";
import { inMinutes, openBulletins } from "../../testing/bulletins.ts";
import { recordedLog } from "../../testing/recorded-log.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { announceDueBulletins } from "./schedule.ts";

let world: TestApp;
const heard: { clanId: string; data: unknown }[] = [];
let listening: Awaited<ReturnType<typeof listenForEvents>>;
beforeAll(async () => {
  world = await createTestApp();
  listening = await listenForEvents(world.database.connection, recordedLog());
  listening.hub.subscribeAll("clan", "bulletins", (clanId, data) => heard.push({ clanId, data }));
});
afterAll(async () => {
  await listening.close();
  await world.close();
});

const log = recordedLog();
const actionsOf = (rows: { action: string }[]) => rows.map(({ action }) => action).toSorted();
const heardIn = (clan: { id: string }) => heard.filter(({ clanId }) => clanId === clan.id);

test("a scheduled bulletin is announced once when its time comes, and once when it is over", async () => {
  const { clan, make, listActions, rowOf } = await openBulletins(world);
  const { id } = await make({ publish_at: inMinutes(10).toISOString(), expires_at: inMinutes(20).toISOString() });
  await announceDueBulletins(world.db, log);
  expect(actionsOf(await listActions(id))).toEqual(["bulletin.create"]);
  for (let n = 0; n < 2; n++) await announceDueBulletins(world.db, log, inMinutes(11));
  expect(actionsOf(await listActions(id))).toEqual(["bulletin.create", "bulletin.publish"]);
  for (let n = 0; n < 2; n++) await announceDueBulletins(world.db, log, inMinutes(21));
  const rows = await listActions(id);
  expect(actionsOf(rows)).toEqual(["bulletin.create", "bulletin.expire", "bulletin.publish"]);
  expect(rows.slice(1).map(({ actor_user_id }) => actor_user_id)).toEqual([null, null]);
  expect(await rowOf(id)).toMatchObject({ version: 1, expired_announced_at: expect.any(Date) });
  await vi.waitFor(() => expect(heardIn(clan)).toHaveLength(3), 10_000);
  expect(heardIn(clan)[0]).toEqual({ clanId: clan.id, data: {} });
});

test("however many instances run the job at once, each bulletin is announced once", async () => {
  const { clan, add } = await openBulletins(world);
  const due = { publish_at: inMinutes(-5), published_announced_at: null };
  await Promise.all(Array.from({ length: 12 }, () => add(due)));
  const second = await createTestApp({ beside: world });
  await Promise.all([world.db, second.db, world.db].map((db) => announceDueBulletins(db, log)));
  await second.close();
  const announced = await world.db
    .selectFrom("clan_audit")
    .select("target_id")
    .where("clan_id", "=", clan.id)
    .where("action", "=", "bulletin.publish")
    .execute();
  expect([announced.length, new Set(announced.map(({ target_id }) => target_id)).size]).toEqual([12, 12]);
});

test("what came and went while nothing ran is announced for both, drafts and deleted ones for neither", async () => {
  const { add, listActions } = await openBulletins(world);
  const over = { publish_at: inMinutes(-20), expires_at: inMinutes(-10), published_announced_at: null };
  const missed = await add(over);
  const draft = await add({ ...over, publish_at: null });
  const binned = await add({ ...over, deleted_at: inMinutes(-1) });
  await announceDueBulletins(world.db, log);
  expect(actionsOf(await listActions(missed))).toEqual(["bulletin.expire", "bulletin.publish"]);
  expect([await listActions(draft), await listActions(binned)]).toEqual([[], []]);
});

test("a bulletin that was withdrawn and published again is announced again", async () => {
  const { make, patch, listActions } = await openBulletins(world);
  const { id } = await make();
  await patch(id, { publish_at: inMinutes(10).toISOString() });
  await announceDueBulletins(world.db, log, inMinutes(11));
  expect(actionsOf(await listActions(id)).filter((action) => action === "bulletin.publish")).toHaveLength(2);
});

test("bulletins of a clan that is being deleted wait", async () => {
  const { clan, add, listActions } = await openBulletins(world);
  const id = await add({ published_announced_at: null });
  await world.db
    .updateTable("clans")
    .set({ deletes_at: inMinutes(60) })
    .where("id", "=", clan.id)
    .execute();
  await announceDueBulletins(world.db, log);
  expect(await listActions(id)).toEqual([]);
  await world.db.updateTable("clans").set({ deletes_at: null }).where("id", "=", clan.id).execute();
  await announceDueBulletins(world.db, log);
  expect(actionsOf(await listActions(id))).toEqual(["bulletin.publish"]);
});

test("followers get an event for every change, without its content, and none when it is refused", async () => {
  const { clan, maintainer, url, make, patch } = await openBulletins(world);
  const { id } = await make({ title: "Secret plan", publish_at: null });
  await patch(id, { pinned: true });
  await patch(id, { version: 1, title: "Stale" });
  await maintainer.send("DELETE", `${url}/${id}`);
  await maintainer.send("POST", `${url}/${id}/restore`);
  await vi.waitFor(() => expect(heardIn(clan)).toHaveLength(4), 10_000);
  expect(JSON.stringify(heardIn(clan))).not.toContain("Secret");
  expect(log.lines).toEqual([]);
});
