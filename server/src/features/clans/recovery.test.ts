import { ownedClansMax } from "@clanhall/contract/clans";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { readAdminAudit } from "../../testing/admin-audit.ts";
import { openMailbox } from "../../testing/mailbox.ts";
import { createTestDatabase } from "../../testing/postgres.ts";
import { sharedApp, type TestApp } from "../../testing/test-app.ts";
import { countOwnerlessClans } from "./ownership.queries.ts";

const world = await sharedApp();
let admin: Awaited<ReturnType<TestApp["appAdmin"]>>;
beforeAll(async () => {
  admin = await world.appAdmin();
});

const reason = "The owner is gone";
const later = () => new Date(Date.now() + 86_400_000);

type Columns = Partial<Record<"banned_until" | "deletes_at" | "deleted_at", Date>>;
const change = ({ userId }: { userId: string }, columns: Columns) =>
  world.db.updateTable("users").set(columns).where("id", "=", userId).execute();

async function openClan() {
  const clan = await world.clan();
  const owner = await world.memberOf(clan, "owner");
  const heir = await world.memberOf(clan, "member");
  const recover = (memberId: string, body: object = {}) =>
    admin.send("POST", `/api/admin/clans/${clan.id}/transfer`, { member_id: memberId, reason, ...body });
  return { clan, owner, heir, recover };
}

async function findStranded(clan: { id: string }) {
  const { items } = (await admin.get("/api/admin/clans/stranded")).json();
  return items.find(({ id }: { id: string }) => id === clan.id);
}

const emailOf = async ({ userId }: { userId: string }) => {
  const row = await world.db.selectFrom("users").select("email").where("id", "=", userId).executeTakeFirst();
  return row?.email ?? "";
};

const rolesIn = async (clan: { id: string }) => {
  const rows = await world.db
    .selectFrom("clan_members")
    .select(["id", "role"])
    .where("clan_id", "=", clan.id)
    .execute();
  return Object.fromEntries(rows.map(({ id, role }) => [id, role]));
};

test("a clan whose owner is suspended goes to a member; both get a mail, and both audits have it", async () => {
  const { clan, owner, heir, recover } = await openClan();
  expect(await findStranded(clan)).toBeUndefined();
  await change(owner, { banned_until: later() });
  const email = await emailOf(heir);
  expect(await findStranded(clan)).toMatchObject({
    name: "Night Owls",
    owner: expect.stringMatching(/^Player /),
    candidates: [{ member_id: heir.memberId, role: "member", email }],
  });

  expect((await recover(heir.memberId)).json()).toEqual({});
  expect(await rolesIn(clan)).toEqual({ [owner.memberId]: "maintainer", [heir.memberId]: "owner" });
  expect(await findStranded(clan)).toBeUndefined();
  expect((await openMailbox(world.db, email).next()).subject).toBe("You own the clan Night Owls now");
  expect((await openMailbox(world.db, await emailOf(owner)).next()).subject).toBe(
    "The clan Night Owls has a new owner",
  );
  const [row] = await readAdminAudit(world, clan.id);
  expect(row).toMatchObject({
    action: "clan.recover",
    actor_id: admin.userId,
    target: "Night Owls",
    reason,
    before: { owner_member_id: owner.memberId },
    after: { owner_member_id: heir.memberId },
  });
  const { items } = (await heir.get(`/api/clans/${clan.id}/audit`)).json();
  expect(items.map(({ action, actor }: Record<string, string>) => [action, actor]).toSorted()).toEqual([
    ["clan.recover", "App admin"],
    ["member.role", "App admin"],
    ["member.role", "App admin"],
  ]);
  const security = await world.db
    .selectFrom("clan_audit")
    .select("is_security")
    .where("clan_id", "=", clan.id)
    .execute();
  expect(security.every(({ is_security }) => is_security)).toBe(true);
});

test.each([
  ["is going to be deleted", { deletes_at: later() }],
  ["was closed", { deleted_at: new Date() }],
])("so does a clan whose owner's account %s", async (_, columns) => {
  const { clan, owner, heir, recover } = await openClan();
  await change(owner, columns);
  expect(await findStranded(clan)).toBeDefined();
  expect((await recover(heir.memberId)).statusCode).toBe(200);
  expect(await rolesIn(clan)).toEqual({ [owner.memberId]: "maintainer", [heir.memberId]: "owner" });
});

test("so does a clan whose owner's account does not exist any more", async () => {
  const { clan, owner, heir, recover } = await openClan();
  await world.db.deleteFrom("users").where("id", "=", owner.userId).execute();
  expect(await findStranded(clan)).toBeDefined();
  expect((await recover(heir.memberId)).statusCode).toBe(200);
  expect((await heir.get(`/api/clans/${clan.id}`)).json()).toMatchObject({ role: "owner" });
});

test("a clan with an owner who can run it is not touched, and neither is one that is being deleted", async () => {
  const { clan, owner, heir, recover } = await openClan();
  const kept = await recover(heir.memberId);
  expect([kept.statusCode, kept.json().error]).toEqual([409, "conflict"]);
  await change(owner, { banned_until: later() });
  await world.db.updateTable("clans").set({ deletes_at: later() }).where("id", "=", clan.id).execute();
  expect(await findStranded(clan)).toBeUndefined();
  expect((await recover(heir.memberId)).statusCode).toBe(409);
  expect(await rolesIn(clan)).toEqual({ [owner.memberId]: "owner", [heir.memberId]: "member" });
  expect(await readAdminAudit(world, clan.id)).toEqual([]);
});

test("only an active player whose account is in order can take over", async () => {
  const { clan, owner, heir, recover } = await openClan();
  await change(owner, { banned_until: later() });
  const unlinked = { clan_id: clan.id, user_id: null, name: "Nobody", name_key: "nobody" };
  const { id } = await world.db.insertInto("clan_members").values(unlinked).returning("id").executeTakeFirstOrThrow();
  const inactive = await world.memberOf(clan, "maintainer");
  await world.db.updateTable("clan_members").set({ status: "inactive" }).where("id", "=", inactive.memberId).execute();
  const suspended = await world.memberOf(clan, "maintainer");
  await change(suspended, { banned_until: later() });
  expect((await findStranded(clan)).candidates).toHaveLength(1);
  for (const memberId of [id, inactive.memberId, suspended.memberId, owner.memberId]) {
    const answer = await recover(memberId);
    expect([answer.statusCode, answer.json().details?.[0].path]).toEqual([400, "member_id"]);
  }
  const outsider = await world.memberOf(await world.clan(), "member");
  expect((await recover(outsider.memberId)).statusCode).toBe(404);
  expect((await recover(heir.memberId, { reason: "why" })).statusCode).toBe(400);
  const unknown = `/api/admin/clans/${crypto.randomUUID()}/transfer`;
  expect((await admin.send("POST", unknown, { member_id: heir.memberId, reason })).statusCode).toBe(404);
});

test("nobody gets more clans than anybody may own", async () => {
  const { owner, heir, recover } = await openClan();
  await change(owner, { banned_until: later() });
  for (let count = 0; count < ownedClansMax; count++) {
    const { id } = await world.clan();
    const own = { clan_id: id, user_id: heir.userId, name: "Own", name_key: "own", role: "owner" as const };
    await world.db.insertInto("clan_members").values(own).execute();
  }
  const answer = await recover(heir.memberId);
  expect([answer.statusCode, answer.json().message]).toEqual([
    409,
    expect.stringMatching(/^This player owns \d+ clans/),
  ]);
});

test("an open offer of the clan ends with it, and of two rescues at once one counts", async () => {
  const { clan, owner, heir, recover } = await openClan();
  const other = await world.memberOf(clan, "maintainer");
  await owner.send("POST", `/api/clans/${clan.id}/transfer`, { member_id: other.memberId });
  await change(owner, { banned_until: later() });
  const answers = await Promise.all([recover(heir.memberId), recover(other.memberId)]);
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]));
  const owners = Object.values(await rolesIn(clan)).filter((role) => role === "owner");
  expect(owners).toHaveLength(1);
  const offers = await world.db.selectFrom("clan_transfers").selectAll().where("clan_id", "=", clan.id).execute();
  expect(offers).toEqual([]);
});

test("they are counted among thousands of clans whose tables the database knows nothing about yet", async () => {
  const database = await createTestDatabase();
  const count = await database.db.transaction().execute(async (db) => {
    await sql`set local session_replication_role = replica`.execute(db);
    await sql`insert into users (id, email) select md5('u' || n)::uuid, n || '@example.com'
      from generate_series(1, 10000) as n`.execute(db);
    await sql`insert into clans (id, name) select md5('c' || n)::uuid, 'Clan ' || n
      from generate_series(0, 10000) as n`.execute(db);
    await sql`insert into clan_members (clan_id, user_id, name, role)
      select md5('c' || n)::uuid, md5('u' || n)::uuid, 'Player', 'owner' from generate_series(1, 10000) as n`.execute(
      db,
    );
    await sql`set local statement_timeout = '1s'`.execute(db);
    return countOwnerlessClans(db);
  });
  await database.close();
  expect(count).toBe(1);
});
