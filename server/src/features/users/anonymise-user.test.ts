import { beforeAll, expect, test } from "vitest";
import { readAdminAudit } from "../../testing/admin-audit.ts";
import { openBoard } from "../../testing/board-results.ts";
import { sharedApp, type TestApp } from "../../testing/test-app.ts";

const world = await sharedApp();
let admin: Awaited<ReturnType<TestApp["appAdmin"]>>;
beforeAll(async () => {
  admin = await world.appAdmin();
});

const reason = "Asked for by mail";
const act = (verb: string, userId: string, why = reason) =>
  admin.send("POST", `/api/admin/users/${userId}/${verb}`, { reason: why });

test("an anonymised person is gone for good, and what they did keeps counting", async () => {
  const board = await openBoard(world, { include_former: true });
  const { kara, tom, url, owner } = board;
  await board.enter(kara, 5);
  await board.enter(tom, 3);
  const scoresOf = async () => {
    const { rows } = (await owner.get(`${url}/standings`)).json();
    return rows.map(({ name, score }: { name: string; score: number }) => [name, score]);
  };
  expect(await scoresOf()).toContainEqual(["Kara Moon", 5]);

  const answer = await act("anonymise", kara.userId);
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toMatchObject({ display_name: "Former member", email: null, memberships: [], sessions: [] });
  expect(await scoresOf()).toContainEqual(["Former member", 5]);
  expect(await scoresOf()).toContainEqual(["Tom Hill", 3]);
  expect((await kara.get("/api/me/profile")).statusCode).toBe(401);
  expect((await admin.get(`/api/admin/users/${kara.userId}`)).statusCode).toBe(404);
});

test("the audit keeps what was done and why, and forgets what they were called", async () => {
  const kara = await world.signedUp();
  const display_name = "Karabast of Bree";
  await kara.send("PUT", "/api/me/profile", { display_name });
  await admin.send("POST", "/api/app-admins", { userId: kara.userId, note: `${display_name} helps` });
  await admin.send("DELETE", `/api/app-admins/${kara.userId}`);
  await act("suspend", kara.userId, "Was rude to others");
  await act("lift", kara.userId, `Talked to karabast OF bree`);
  await act("revoke-sessions", kara.userId, `Wrote from ${kara.email}`);
  expect((await act("anonymise", kara.userId)).statusCode).toBe(200);

  const rows = await readAdminAudit(world, kara.userId);
  expect(rows.map(({ action, target, reason: why }) => [action, target, why])).toEqual([
    ["user.anonymise", "Former member", reason],
    ["user.revoke_sessions", "Former member", null],
    ["user.lift", "Former member", null],
    ["user.suspend", "Former member", "Was rude to others"],
    ["app_admin.revoke", "Former member", null],
    ["app_admin.grant", "Former member", null],
  ]);
  const { rows: named } = await world.database.pool.query(
    "select 1 from admin_audit as row where strpos(lower(row::text), $1) > 0 or strpos(lower(row::text), $2) > 0",
    [display_name.toLowerCase(), kara.email],
  );
  expect(named).toEqual([]);
});

test("whoever owns a clan that others could take over hands it over first", async () => {
  const clan = await world.clan();
  const owner = await world.memberOf(clan, "owner");
  const heir = await world.memberOf(clan, "member");
  const refused = await act("anonymise", owner.userId);
  expect([refused.statusCode, refused.json().message]).toEqual([409, expect.stringContaining("They own Night Owls")]);

  await act("suspend", owner.userId);
  const body = { member_id: heir.memberId, reason };
  expect((await admin.send("POST", `/api/admin/clans/${clan.id}/transfer`, body)).statusCode).toBe(200);
  expect((await act("anonymise", owner.userId)).statusCode).toBe(200);
});

test("an owner whose clan nobody could take over can be anonymised; the clan waits for an heir", async () => {
  const clan = await world.clan();
  const owner = await world.memberOf(clan, "owner");
  expect((await act("anonymise", owner.userId)).statusCode).toBe(200);
  const listed = async () => {
    const { items } = (await admin.get("/api/admin/clans/stranded")).json();
    return items.find(({ id }: { id: string }) => id === clan.id);
  };
  expect(await listed()).toMatchObject({ owner: null, candidates: [] });
  const heir = await world.memberOf(clan, "member");
  const body = { member_id: heir.memberId, reason };
  expect((await admin.send("POST", `/api/admin/clans/${clan.id}/transfer`, body)).statusCode).toBe(200);
  expect(await listed()).toBeUndefined();
});
