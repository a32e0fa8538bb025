import { parseCsv } from "@clanhall/contract/csv";
import { expect, test } from "vitest";
import { openDatabaseBefore } from "../../testing/postgres.ts";
import { sharedApp, type TestApp } from "../../testing/test-app.ts";
import { eraseUser } from "./queries.ts";
import { recordAudit } from "./record.ts";

const world = await sharedApp();

interface Row {
  id: string;
  action: string;
  target: string | null;
}

async function clanWithAudit() {
  const clan = await world.clan();
  const owner = await world.memberOf(clan, "owner");
  const maintainer = await world.memberOf(clan, "maintainer");
  const member = await world.memberOf(clan, "member");
  const row = (action: string, who: { userId: string }, more: object = {}) => ({
    clan_id: clan.id,
    action,
    actor_user_id: who.userId,
    actor_name: "Kara",
    target_type: "member",
    ...more,
  });
  await world.db
    .insertInto("clan_audit")
    .values([
      row("member.rename", owner, { at: new Date("2026-01-01T10:00:00Z"), target_id: "m1", target_name: "Tom 100%" }),
      row("member.role", owner, { at: new Date("2026-01-02T23:59:59Z"), is_security: true, target_name: "Tom" }),
      row("clan.update", maintainer, { at: new Date("2026-01-03T00:00:00Z"), after: JSON.stringify({ name: "=1+1" }) }),
      row("member.leave", member, { at: new Date("2026-01-04T00:00:00Z"), source: "self", target_name: "=cmd()" }),
    ])
    .execute();
  const url = `/api/clans/${clan.id}/audit`;
  const actions = async (who: { get: TestApp["visitor"]["get"] }, query = "") => {
    const answer = await who.get(`${url}?${query}`);
    expect(answer.statusCode).toBe(200);
    return answer.json().items.map(({ action }: Row) => action) as string[];
  };
  return { clan, owner, maintainer, member, url, actions };
}

test("owners see everything, maintainers no security events, members their own events", async () => {
  const { owner, maintainer, member, actions } = await clanWithAudit();
  expect(await actions(owner)).toEqual(["member.leave", "clan.update", "member.role", "member.rename"]);
  expect(await actions(maintainer)).toEqual(["member.leave", "clan.update", "member.rename"]);
  expect(await actions(member)).toEqual(["member.leave"]);
  expect(await actions(member, `actor=${owner.userId}`)).toEqual([]);
  expect(await actions(maintainer, "action=member.role")).toEqual([]);
});

test("a row says whether a member, a former member or the system did it", async () => {
  const { clan, owner, maintainer, url } = await clanWithAudit();
  const system = { clanId: clan.id, userId: null, name: null, requestId: null };
  await world.db
    .transaction()
    .execute((tx) => recordAudit(tx, system, { action: "bulletin.publish", target: { type: "bulletin" } }));
  await eraseUser(world.db, maintainer.userId);
  const { items } = (await owner.get(url)).json();
  expect(items).toMatchObject([
    { action: "bulletin.publish", actor: null, actor_kind: "system" },
    { action: "member.leave", actor: "Kara", actor_kind: "member" },
    { action: "clan.update", actor: "Former member", actor_kind: "former_member" },
    { action: "member.role", actor: "Kara", actor_kind: "member" },
    { action: "member.rename", actor: "Kara", actor_kind: "member" },
  ]);
});

test.each([
  ["action=member.", ["member.leave", "member.role", "member.rename"]],
  ["action=member.r%25", []],
  ["action=rename", []],
  ["target=m1", ["member.rename"]],
  ["target=TOM", ["member.role", "member.rename"]],
  ["target=0%25", ["member.rename"]],
  ["target=_", []],
  ["from=2026-01-02&to=2026-01-02", ["member.role"]],
  ["from=2026-01-03", ["member.leave", "clan.update"]],
  ["to=2026-01-01", ["member.rename"]],
  ["from=1970-01-01&to=9999-12-31&limit=1", ["member.leave"]],
])("the filter %s finds %j", async (query, found) => {
  const { owner, actions } = await clanWithAudit();
  expect(await actions(owner, query)).toEqual(found);
});

test("the filter for an actor finds what that person did", async () => {
  const { owner, maintainer, actions } = await clanWithAudit();
  expect(await actions(owner, `actor=${maintainer.userId}`)).toEqual(["clan.update"]);
});

test.each([
  "cursor=x",
  `cursor=${crypto.randomUUID()}`,
  "from=2026-02-30",
  "from=0000-01-01",
  "limit=201",
  "limit=0",
  "actor=kara",
  "target=%00",
  "action=%00",
  "other=1",
])("the query %s is refused", async (query) => {
  const { owner, url } = await clanWithAudit();
  expect((await owner.get(`${url}?${query}`)).statusCode).toBe(400);
});

test("pages follow each other without gap or repetition, also among rows of one moment and while new ones come", async () => {
  const clan = await world.clan();
  const owner = await world.memberOf(clan, "owner");
  const at = new Date("2026-01-01T00:00:00Z");
  const row = { clan_id: clan.id, target_type: "clan", actor_user_id: null, at };
  const rows = Array.from({ length: 25 }, (_, n) => ({ ...row, action: `n${n}` }));
  await world.db.insertInto("clan_audit").values(rows).execute();
  // Closer together than a JavaScript date can tell.
  await world.database.pool.query(
    "update clan_audit set at = at + (substr(action, 2)::int % 5) * interval '1 microsecond' where clan_id = $1",
    [clan.id],
  );
  const seen: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const query: string = cursor === "" ? "" : `&cursor=${cursor}`;
    const page: { items: Row[]; next_cursor: string | null } = (
      await owner.get(`/api/clans/${clan.id}/audit?limit=7${query}`)
    ).json();
    seen.push(...page.items.map(({ action }) => action));
    cursor = page.next_cursor;
    await world.db
      .insertInto("clan_audit")
      .values({ ...row, at: new Date(), action: "new" })
      .execute();
  }
  expect(seen.toSorted()).toEqual(rows.map(({ action }) => action).toSorted());
});

test("S03: another clan's row is no cursor", async () => {
  const { url, owner } = await clanWithAudit();
  const other = await clanWithAudit();
  const [foreign] = (await other.owner.get(other.url)).json().items;
  expect((await owner.get(`${url}?cursor=${foreign.id}`)).json()).toMatchObject({ details: [{ path: "cursor" }] });
});

test("the CSV file has the rows the list has, however many, and no formulas", async () => {
  const { clan, owner, maintainer, url } = await clanWithAudit();
  const answer = await owner.get(`${url}.csv?action=member.`);
  expect(answer.headers["content-type"]).toBe("text/csv; charset=utf-8");
  expect(answer.headers["content-disposition"]).toMatch(/^attachment; filename="clanhall-audit-\d{4}-\d\d-\d\d\.csv"$/);
  const [head, first, ...rest] = parseCsv(answer.payload);
  expect(head?.slice(0, 3)).toEqual(["at", "action", "actor"]);
  expect(first).toEqual(
    expect.arrayContaining(["2026-01-04T00:00:00.000Z", "member.leave", "Kara", "'=cmd()", "self"]),
  );
  expect(rest).toHaveLength(2);
  expect((await maintainer.get(`${url}.csv`)).payload).not.toContain("member.role");

  const more = Array.from({ length: 1_203 }, (_, n) => ({
    clan_id: clan.id,
    action: `bulk.${n}`,
    target_type: "clan",
    actor_user_id: null,
  }));
  await world.db.insertInto("clan_audit").values(more).execute();
  const bulk = parseCsv((await owner.get(`${url}.csv?action=bulk.`)).payload).slice(1);
  expect(new Set(bulk.map(([, action]) => action)).size).toBe(1_203);
  expect(bulk).toHaveLength(1_203);
});

test("S64: requests and invites by which people came whose accounts are gone lose their names", async () => {
  const { client, upgrade } = await openDatabaseBefore("0046_erased_askers.sql");
  const id = async (sql: string, values: string[]) => (await client.query(`${sql} returning id`, values)).rows[0].id;
  const clan = await id("insert into clans (name) values ($1)", ["Last Owls"]);
  const addInvited = async (name: string, status: string) => {
    const add = "insert into clan_members (clan_id, name, name_key, status) values ($1, $2, lower($2), $3)";
    const player = await id(add, [clan, name, status]);
    const invite = "insert into invites (clan_id, clan_member_id, token_hash, sealed_token, sealed_code)";
    return id(`${invite} values ($1, $2, $3::bytea, '', '')`, [clan, player, name]);
  };
  const [gone, staying] = [await addInvited("Former member", "removed"), await addInvited("Tom", "active")];
  const record = (actor: string | null, action: string, target: string, name: string) =>
    client.query(
      `insert into clan_audit (clan_id, actor_user_id, action, target_type, target_id, target_name)
       values ($1, $2, $3, split_part($3, '.', 1), $4, $5)`,
      [clan, actor, action, target, name],
    );
  const officer = crypto.randomUUID();
  const [erased, kept] = [crypto.randomUUID(), crypto.randomUUID()];
  await record(null, "join_request.create", erased, "Merry");
  await record(officer, "join_request.decline", erased, "Merry");
  await record(crypto.randomUUID(), "join_request.create", kept, "Pippin");
  await record(officer, "invite.create", gone, "Merry");
  await record(officer, "invite.create", staying, "Tom");

  await upgrade();
  const { rows } = await client.query("select target_name from clan_audit order by at");
  const names = rows.map(({ target_name }) => target_name);
  expect(names).toEqual(["Former member", "Former member", "Pippin", "Former member", "Tom"]);
});
