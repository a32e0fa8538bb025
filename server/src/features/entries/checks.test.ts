import { expect, test } from "vitest";
import { addActivity } from "../../testing/activities.ts";
import { daysAgo, openEntries } from "../../testing/entries.ts";
import { sharedApp } from "../../testing/test-app.ts";

const world = await sharedApp();

/** With the late window of two days, the last day that is locked. */
const locked = daysAgo(3);

async function readAudit(clanId: string) {
  const rows = world.db.selectFrom("clan_audit").select(["action", "target_name", "after", "reason", "source"]);
  return rows.where("clan_id", "=", clanId).execute();
}

test("S02: a plain member enters nothing until the owner allows it", async () => {
  const { member, cell, put, allow, countVersions } = await openEntries(world, { entry_by: "members" });
  expect((await put(member, [cell()])).statusCode).toBe(403);
  expect(await countVersions()).toBe(0);
  await allow({ members_enter_own: true });
  expect((await put(member, [cell()])).json()).toMatchObject({ saved: 1 });
});

test("S02: members enter their own row alone, and what members may enter", async () => {
  const { owner, member, clan, cell, put, allow, countVersions } = await openEntries(world, { entry_by: "members" });
  await allow({ members_enter_own: true });
  const officers = await addActivity(world.db, clan.id, { name: "War stars" });
  const foreign = [cell(), cell({ member_id: owner.memberId })];
  expect((await put(member, foreign)).json()).toMatchObject({ error: "forbidden" });
  expect((await put(member, [cell({ member_id: crypto.randomUUID() })])).statusCode).toBe(403);
  expect((await put(member, [cell({ activity_id: officers })])).json()).toMatchObject({
    error: "forbidden",
    message: "War stars is entered by the clan's maintainers",
  });
  expect(await countVersions()).toBe(0);
  await put(member, [cell(), cell({ day: daysAgo(1) })]);
  await put(owner, [cell({ value: 6 })]);
  const rows = world.db.selectFrom("entry_versions").select(["source", "entered_by", "late"]);
  const versions = await rows.where("clan_id", "=", clan.id).orderBy("day").orderBy("version").execute();
  expect(versions).toEqual([
    { source: "self", entered_by: member.memberId, late: true },
    { source: "self", entered_by: member.memberId, late: false },
    { source: "ui", entered_by: owner.memberId, late: false },
  ]);
});

test("a locked day needs the owner and a reason, and the audit keeps it", async () => {
  const { owner, clan, cell, put, countVersions } = await openEntries(world);
  const cells = [cell(), cell({ day: locked }), cell({ day: daysAgo(9) })];
  for (const reason of [undefined, "", "  "]) {
    const answer = await put(owner, cells, reason);
    expect(answer.json()).toMatchObject({ error: "validation_failed", details: [{ path: "reason" }] });
  }
  expect(await countVersions()).toBe(0);
  await put(owner, cells, "Found the old notes");
  const row = {
    action: "entry.write_locked",
    target_name: `${daysAgo(9)} and 1 more`,
    after: { cells: 3, days: [daysAgo(9), locked] },
    reason: "Found the old notes",
    source: "ui",
  };
  expect(await readAudit(clan.id)).toEqual([row]);
  const reasons = await world.db.selectFrom("entry_versions").select("reason").where("clan_id", "=", clan.id).execute();
  expect(reasons).toEqual(Array.from({ length: 3 }, () => ({ reason: "Found the old notes" })));
  await put(owner, cells, "Once more");
  expect(await readAudit(clan.id)).toHaveLength(1);
});

test("S02: maintainers write locked days only where the owner allows it, members never", async () => {
  const { member, clan, cell, put, allow, countVersions } = await openEntries(world, { entry_by: "members" });
  const maintainer = await world.memberOf(clan, "maintainer");
  const refused = await put(maintainer, [cell(), cell({ day: locked })], "Please");
  expect(refused.statusCode).toBe(423);
  expect(refused.json()).toMatchObject({ error: "locked", message: expect.stringContaining(locked) });
  await allow({ members_enter_own: true, maintainers_edit_locked: true });
  expect((await put(member, [cell({ day: locked })], "Please")).statusCode).toBe(423);
  expect(await countVersions()).toBe(0);
  expect((await put(maintainer, [cell({ day: locked })], "Please")).json()).toMatchObject({ saved: 1 });
});

test("the days of the late window are late and need no reason", async () => {
  const { clan, cell, put } = await openEntries(world);
  const maintainer = await world.memberOf(clan, "maintainer");
  const answer = await put(
    maintainer,
    [0, 1, 2].map((back) => cell({ day: daysAgo(back) })),
  );
  expect(answer.json().versions.map(({ late }: { late: boolean }) => late)).toEqual([false, true, true]);
});

test("a locked day that is opened again is written by maintainers like a late one, for 24 hours", async () => {
  const { owner, clan, url, cell, put } = await openEntries(world);
  const maintainer = await world.memberOf(clan, "maintainer");
  const address = `${url}/days/${locked}/reopen`;
  expect((await maintainer.send("POST", address, { reason: "Reset bug" })).statusCode).toBe(403);
  expect((await owner.send("POST", address, { reason: " " })).json()).toMatchObject({ details: [{ path: "reason" }] });
  const opened = await owner.send("POST", address, { reason: "Reset bug" });
  const until = Date.parse(opened.json().reopened_until);
  expect(opened.json()).toMatchObject({ state: "late", needs_reason: false, locks_at: opened.json().reopened_until });
  expect(Math.abs(until - Date.now() - 24 * 3_600_000)).toBeLessThan(60_000);
  expect((await put(maintainer, [cell({ day: locked })])).json()).toMatchObject({ versions: [{ late: true }] });
  expect((await put(maintainer, [cell({ day: daysAgo(4) })])).statusCode).toBe(423);
  const other = await openEntries(world);
  const theirs = await world.memberOf(other.clan, "maintainer");
  expect((await other.put(theirs, [other.cell({ day: locked })])).statusCode).toBe(423);
  expect(await readAudit(clan.id)).toMatchObject([
    { action: "day.reopen", target_name: locked, reason: "Reset bug", after: { until: opened.json().reopened_until } },
  ]);

  const past = new Date(Date.now() - 1_000);
  await world.db.updateTable("reopened_days").set({ until: past }).where("clan_id", "=", clan.id).execute();
  expect((await put(maintainer, [cell({ day: locked, value: 9 })])).statusCode).toBe(423);
  expect((await owner.send("POST", address, { reason: "Again" })).json()).toMatchObject({ state: "late" });
});

test.each([-1, 0, 2])("a day %i days ago is not locked and cannot be opened again", async (back) => {
  const { owner, url, clan } = await openEntries(world);
  const answer = await owner.send("POST", `${url}/days/${daysAgo(back)}/reopen`, { reason: "Why not" });
  expect(answer.json()).toMatchObject({ error: "conflict" });
  expect(await readAudit(clan.id)).toEqual([]);
});

test("S07: whoever is removed or demoted is out with the next call", async () => {
  const { clan, url, cell, put } = await openEntries(world);
  const maintainer = await world.memberOf(clan, "maintainer");
  expect((await put(maintainer, [cell()])).statusCode).toBe(200);
  const row = world.db.updateTable("clan_members").where("id", "=", maintainer.memberId);
  await row.set({ role: "member" }).execute();
  expect((await put(maintainer, [cell({ value: 6 })])).statusCode).toBe(403);
  await row.set({ status: "removed" }).execute();
  expect((await put(maintainer, [cell({ value: 7 })])).statusCode).toBe(404);
  expect((await maintainer.get(`${url}/days/${daysAgo(0)}`)).statusCode).toBe(404);
  expect((await maintainer.get(`${url}/events`)).statusCode).toBe(404);
});
