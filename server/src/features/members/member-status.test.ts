import { expect, test } from "vitest";
import { sharedApp } from "../../testing/test-app.ts";

const world = await sharedApp();

const of = (clan: { id: string }) => `/api/clans/${clan.id}/members`;
const today = () => new Date().toISOString().slice(0, 10);

async function createClan() {
  const clan = await world.clan();
  const owner = await world.memberOf(clan, "owner");
  const add = async (draft: object): Promise<string> => (await owner.send("POST", of(clan), draft)).json().id;
  const act = (memberId: string, action: string, body: object = {}, who = owner) =>
    who.send("POST", `${of(clan)}/${memberId}/${action}`, body);
  const bulk = (member_ids: string[], action: string, more: object = {}) =>
    owner.send("POST", `${of(clan)}/bulk`, { member_ids, action, ...more });
  return { clan, owner, add, act, bulk };
}

const rowOf = (id: string) =>
  world.db.selectFrom("clan_members").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const spansOf = (id: string) =>
  world.db
    .selectFrom("clan_member_spans")
    .select(["starts_on", "ends_on"])
    .where("member_id", "=", id)
    .orderBy("starts_on")
    .execute();
const auditOf = (id: string) =>
  world.db.selectFrom("clan_audit").selectAll().where("target_id", "=", id).orderBy("at", "desc").execute();

async function offerClan(clan: { id: string }, to: { memberId: string; userId: string }) {
  const offer = { clan_id: clan.id, to_member_id: to.memberId, to_user_id: to.userId };
  await world.db.insertInto("clan_transfers").values(offer).execute();
}
const offersOf = (clan: { id: string }) =>
  world.db.selectFrom("clan_transfers").selectAll().where("clan_id", "=", clan.id).execute();

async function invite(clan: { id: string }, memberId: string) {
  const secret = Buffer.from(crypto.randomUUID());
  const sealed = { sealed_token: secret, sealed_code: secret, token_hash: secret };
  await world.db
    .insertInto("invites")
    .values({ clan_id: clan.id, clan_member_id: memberId, ...sealed })
    .execute();
}

test("S07: an inactive player loses access at once, keeps the account and gets back in when reactivated", async () => {
  const { clan, owner, act } = await createClan();
  const kara = await world.memberOf(clan, "member");
  await offerClan(clan, kara);
  const answer = await act(kara.memberId, "inactivate", { reason: "on holiday" });
  expect(answer.json()).toMatchObject({ status: "inactive", user_id: kara.userId, version: 2 });
  expect((await kara.get(of(clan))).statusCode).toBe(404);
  expect(await spansOf(kara.memberId)).toEqual([{ starts_on: "1970-01-01", ends_on: today() }]);
  expect(await offersOf(clan)).toEqual([]);
  expect(await auditOf(kara.memberId)).toMatchObject([
    { action: "member.inactivate", actor_user_id: owner.userId, reason: "on holiday" },
  ]);
  expect((await act(kara.memberId, "reactivate")).json()).toMatchObject({ status: "active" });
  expect((await kara.get(of(clan))).statusCode).toBe(200);
  expect(await spansOf(kara.memberId)).toEqual([{ starts_on: "1970-01-01", ends_on: null }]);
});

test("whoever comes back on a later day has a second time on the roster", async () => {
  const { clan, act } = await createClan();
  const { memberId } = await world.memberOf(clan, "member");
  await act(memberId, "inactivate");
  await world.db
    .updateTable("clan_member_spans")
    .set({ ends_on: "2026-01-31" })
    .where("member_id", "=", memberId)
    .execute();
  await act(memberId, "reactivate");
  expect(await spansOf(memberId)).toEqual([
    { starts_on: "1970-01-01", ends_on: "2026-01-31" },
    { starts_on: today(), ends_on: null },
  ]);
});

test("a removed player has no account, role, invite, alts or offer any more, and keeps the history", async () => {
  const { clan, add, act } = await createClan();
  const kara = await world.memberOf(clan, "maintainer");
  await offerClan(clan, kara);
  await invite(clan, kara.memberId);
  const alt = await add({ name: "Alt", main_member_id: kara.memberId });
  const answer = await act(kara.memberId, "mark-removed", { reason: "left the game" });
  expect(answer.json()).toMatchObject({ status: "removed", user_id: null, role: "member", invite: { state: "none" } });
  expect((await kara.get(of(clan))).statusCode).toBe(404);
  expect(await rowOf(alt)).toMatchObject({ main_member_id: null, version: 2 });
  expect(await offersOf(clan)).toEqual([]);
  const invites = world.db.selectFrom("invites").selectAll().where("clan_id", "=", clan.id);
  expect(await invites.execute()).toMatchObject([{ cancelled_at: expect.any(Date) }]);
  expect(await spansOf(kara.memberId)).toEqual([{ starts_on: "1970-01-01", ends_on: today() }]);

  const restored = await act(kara.memberId, "restore");
  expect(restored.json()).toMatchObject({ status: "active", user_id: null, role: "member" });
  expect((await kara.get(of(clan))).statusCode).toBe(404);
});

test("a maintainer who left comes back as a plain player", async () => {
  const { clan, act } = await createClan();
  const kara = await world.memberOf(clan, "maintainer");
  const gone = { user_id: null, status: "removed" } as const;
  await world.db.updateTable("clan_members").set(gone).where("id", "=", kara.memberId).execute();
  expect((await act(kara.memberId, "restore")).json()).toMatchObject({ status: "active", role: "member" });
});

test("a removed player whose name was given away stays removed until one of them is renamed", async () => {
  const { add, act } = await createClan();
  const first = await add({ name: "Kara" });
  await act(first, "mark-removed");
  await add({ name: "KARA" });
  const answer = await act(first, "restore");
  expect(answer.json()).toMatchObject({ error: "conflict", message: "There is already a player called KARA" });
  expect(await rowOf(first)).toMatchObject({ status: "removed" });
});

test.each([
  ["inactivate", ["inactivate"], "Kara is already inactive"],
  ["inactivate", ["mark-removed"], "Kara is removed"],
  ["reactivate", [], "Kara is already active"],
  ["reactivate", ["mark-removed"], "Kara is removed"],
  ["mark-removed", ["mark-removed"], "Kara is already removed"],
  ["restore", [], "Kara is already active"],
  ["restore", ["inactivate"], "Kara is inactive"],
  ["unlink", [], "Kara has no account"],
])("%s after %j is refused with a sentence", async (action, earlier, message) => {
  const { add, act } = await createClan();
  const kara = await add({ name: "Kara" });
  for (const step of earlier) await act(kara, step);
  const before = await rowOf(kara);
  const answer = await act(kara, action);
  expect(answer.statusCode).toBe(409);
  expect(answer.json()).toMatchObject({ message });
  expect(await rowOf(kara)).toEqual(before);
});

test("unlinking ends access and an offer of the clan, and the next account gets neither", async () => {
  const { clan, act } = await createClan();
  const kara = await world.memberOf(clan, "member");
  await offerClan(clan, kara);
  expect((await act(kara.memberId, "unlink")).json()).toMatchObject({ status: "active", user_id: null, version: 2 });
  expect((await kara.get(of(clan))).statusCode).toBe(404);
  expect(await offersOf(clan)).toEqual([]);
});

test.each(["inactivate", "mark-removed", "unlink"])(
  "S08: nobody does %s to the owner or to themselves",
  async (action) => {
    const { clan, owner, act } = await createClan();
    const maintainer = await world.memberOf(clan, "maintainer");
    const other = await world.memberOf(clan, "maintainer");
    const member = await world.memberOf(clan, "member");
    expect((await act(owner.memberId, action)).statusCode).toBe(403);
    expect((await act(owner.memberId, action, {}, maintainer)).statusCode).toBe(403);
    expect((await act(maintainer.memberId, action, {}, maintainer)).statusCode).toBe(403);
    expect((await act(other.memberId, action, {}, maintainer)).statusCode).toBe(403);
    expect((await act(member.memberId, action, {}, member)).statusCode).toBe(403);
    expect((await act(member.memberId, action, {}, maintainer)).statusCode).toBe(200);
  },
);

test("S03: players of another clan are not found, by path or in bulk", async () => {
  const mine = await createClan();
  const theirs = await createClan();
  const foreign = await theirs.add({ name: "Secret Player" });
  const own = await mine.add({ name: "Kara" });
  for (const action of ["inactivate", "reactivate", "mark-removed", "restore", "unlink"]) {
    expect((await mine.act(foreign, action)).statusCode).toBe(404);
    expect((await theirs.act(foreign, action, {}, mine.owner)).statusCode).toBe(404);
  }
  const bulk = await mine.bulk([own, foreign], "inactivate");
  expect(bulk.json()).toMatchObject({ error: "not_found", details: [{ path: foreign }] });
  expect(bulk.body).not.toContain("Secret Player");
  expect(await rowOf(own)).toMatchObject({ status: "active", version: 1 });
  expect(await rowOf(foreign)).toMatchObject({ status: "active", version: 1 });
});

test("the owner makes maintainers and takes that back; it acts on the next request", async () => {
  const { clan, owner } = await createClan();
  const kara = await world.memberOf(clan, "member");
  const give = (body: object) => owner.send("PUT", `${of(clan)}/${kara.memberId}/role`, body);
  expect((await give({ role: "maintainer", version: 1 })).json()).toMatchObject({ role: "maintainer", version: 2 });
  expect((await kara.send("POST", of(clan), { name: "New" })).statusCode).toBe(200);
  expect((await give({ role: "member", version: 1 })).json()).toMatchObject({
    error: "conflict",
    current: { version: 2 },
    changed_by: expect.stringMatching(/^Player /),
    changed_at: expect.any(String),
  });
  expect((await give({ role: "member" })).statusCode).toBe(200);
  expect((await kara.send("POST", of(clan), { name: "Newer" })).statusCode).toBe(403);
  expect(await auditOf(kara.memberId)).toMatchObject([
    { action: "member.role", before: { role: "maintainer" }, after: { role: "member" }, is_security: true },
    { action: "member.role", is_security: true },
  ]);
});

test("roles are the owner's to give, never their own, never 'owner', and only to active players", async () => {
  const { clan, owner, add, act } = await createClan();
  const maintainer = await world.memberOf(clan, "maintainer");
  const kara = await add({ name: "Kara" });
  const give = async (who: typeof owner, id: string, role: string) =>
    (await who.send("PUT", `${of(clan)}/${id}/role`, { role })).statusCode;
  expect(await give(maintainer, kara, "maintainer")).toBe(403);
  expect(await give(owner, owner.memberId, "member")).toBe(403);
  expect(await give(owner, kara, "owner")).toBe(400);
  await act(kara, "inactivate");
  expect(await give(owner, kara, "maintainer")).toBe(409);
});

test("one action reaches many players, and those already there are left as they are", async () => {
  const { add, act, bulk } = await createClan();
  const [kara, tom, zoe] = [await add({ name: "Kara" }), await add({ name: "Tom" }), await add({ name: "Zoë" })];
  await act(zoe, "inactivate");
  const answer = await bulk([kara, tom, zoe, kara.toUpperCase()], "inactivate", { reason: "season over" });
  expect(answer.json()).toEqual({ changed: 2 });
  expect(await rowOf(zoe)).toMatchObject({ version: 2 });
  expect(await spansOf(tom)).toMatchObject([{ ends_on: today() }]);
  expect(await auditOf(tom)).toMatchObject([{ action: "member.inactivate", reason: "season over" }, {}]);
  expect((await bulk([kara, tom, zoe], "reactivate")).json()).toEqual({ changed: 3 });
  expect((await bulk([kara, tom], "mark-removed")).json()).toEqual({ changed: 2 });
  expect((await bulk([kara, tom], "restore")).json()).toEqual({ changed: 2 });
});

test("a bulk action that one player refuses does nothing, and names who and why", async () => {
  const { clan, owner, add, act, bulk } = await createClan();
  const [kara, tom] = [await add({ name: "Kara" }), await add({ name: "Tom" })];
  const own = await bulk([kara, owner.memberId], "mark-removed");
  expect(own.json()).toMatchObject({ error: "forbidden", details: [{ path: owner.memberId }] });
  await act(tom, "mark-removed");
  const wrong = await bulk([kara, tom], "inactivate");
  expect(wrong.json()).toMatchObject({ error: "conflict", details: [{ path: tom, message: "Tom is removed" }] });
  expect(await rowOf(kara)).toMatchObject({ status: "active", version: 1 });

  const maintainer = await world.memberOf(clan, "maintainer");
  const body = { member_ids: [kara, owner.memberId], action: "add-group", group: "Raid" };
  const group = await maintainer.send("POST", `${of(clan)}/bulk`, body);
  expect(group.json()).toMatchObject({ error: "forbidden", details: [{ path: owner.memberId }] });
  expect(await rowOf(kara)).toMatchObject({ groups: [] });
});

test("two removed players of one name are not restored together", async () => {
  const { add, act, bulk } = await createClan();
  const first = await add({ name: "Kara" });
  await act(first, "mark-removed");
  const second = await add({ name: "kara" });
  await act(second, "mark-removed");
  expect((await bulk([first, second], "restore")).statusCode).toBe(409);
  expect((await rowOf(first)).status).toBe("removed");
});

test("groups are given to many and taken from many", async () => {
  const { add, bulk } = await createClan();
  const kara = await add({ name: "Kara", groups: ["Raid", "Farm"] });
  const tom = await add({ name: "Tom" });
  const full = await add({ name: "Zoë", groups: Array.from({ length: 10 }, (_, n) => `g${n}`) });
  expect((await bulk([kara, tom], "add-group")).json()).toMatchObject({ details: [{ path: "group" }] });
  expect((await bulk([kara, tom], "add-group", { group: "RAID" })).json()).toEqual({ changed: 1 });
  expect(await rowOf(kara)).toMatchObject({ groups: ["Raid", "Farm"], version: 1 });
  expect(await rowOf(tom)).toMatchObject({ groups: ["RAID"], version: 2 });
  const tooMany = await bulk([tom, full], "add-group", { group: "Eleventh" });
  expect(tooMany.json()).toMatchObject({ error: "conflict", details: [{ path: full }] });
  expect((await bulk([kara, tom, full], "remove-group", { group: "raid" })).json()).toEqual({ changed: 2 });
  expect(await rowOf(kara)).toMatchObject({ groups: ["Farm"] });
});

test("a bulk action and single ones at the same moment leave every player in one piece", async () => {
  const { add, act, bulk } = await createClan();
  const ids: string[] = [];
  for (let n = 0; n < 6; n++) ids.push(await add({ name: `Player ${n}` }));
  const answers = await Promise.all([
    bulk(ids, "inactivate"),
    ...ids.map((id) => act(id, "mark-removed")),
    bulk(ids.toReversed(), "add-group", { group: "Raid" }),
    bulk(ids, "mark-removed"),
  ]);
  expect(answers.filter(({ statusCode }) => statusCode >= 500)).toEqual([]);
  for (const id of ids) {
    expect(await rowOf(id)).toMatchObject({ status: "removed", groups: ["Raid"] });
    expect(await spansOf(id)).toEqual([{ starts_on: today(), ends_on: today() }]);
  }
});

test("a bulk action over 2,000 players is one request", async () => {
  const { clan, bulk } = await createClan();
  const rows = Array.from({ length: 2_000 }, (_, n) => ({ clan_id: clan.id, name: `P${n}`, name_key: `p${n}` }));
  const members = await world.db.insertInto("clan_members").values(rows).returning("id").execute();
  const ids = members.map(({ id }) => id);
  expect((await bulk(ids, "add-group", { group: "Raid" })).json()).toEqual({ changed: 2_000 });
  expect((await bulk(ids, "mark-removed")).json()).toEqual({ changed: 2_000 });
  expect((await bulk([...ids, ...ids], "restore")).statusCode).toBe(400);
});
