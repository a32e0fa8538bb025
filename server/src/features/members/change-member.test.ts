import { keptMembersMax, membersMax } from "@clanhall/contract/members";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { sharedApp } from "../../testing/test-app.ts";

const world = await sharedApp();

const of = (clan: { id: string }) => `/api/clans/${clan.id}/members`;
const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

async function createClan() {
  const clan = await world.clan();
  const owner = await world.memberOf(clan, "owner");
  const add = (draft: object) => owner.send("POST", of(clan), draft);
  const change = (id: string, body: object) => owner.send("PATCH", `${of(clan)}/${id}`, body);
  return { clan, owner, add, change };
}

const rowsOf = (clan: { id: string }) =>
  world.db.selectFrom("clan_members").selectAll().where("clan_id", "=", clan.id).execute();
const auditOf = (clan: { id: string }) =>
  world.db.selectFrom("clan_audit").selectAll().where("clan_id", "=", clan.id).orderBy("at").execute();
const spansOf = (memberId: string) =>
  world.db.selectFrom("clan_member_spans").select(["starts_on", "ends_on"]).where("member_id", "=", memberId).execute();

test("a maintainer adds a player, who is on the roster from that day on", async () => {
  const clan = await world.clan();
  const maintainer = await world.memberOf(clan, "maintainer");
  const draft = {
    name: "  Kara   Nightowl ",
    aliases: ["KN", "kn", "kara nightowl"],
    groups: ["Raid", "RAID"],
    public_note: "heals",
    officer_note: "new",
    joined_on: "2026-01-02",
  };
  const answer = await maintainer.send("POST", of(clan), draft);
  expect(answer.json()).toMatchObject({
    name: "Kara Nightowl",
    aliases: ["KN"],
    groups: ["Raid"],
    public_note: "heals",
    officer_note: "new",
    role: "member",
    status: "active",
    user_id: null,
    is_me: false,
    joined_at: "2026-01-02T00:00:00.000Z",
    joined_on: "2026-01-02",
    version: 1,
  });
  expect(await spansOf(answer.json().id)).toEqual([{ starts_on: "2026-01-02", ends_on: null }]);
  const [audit] = await auditOf(clan);
  expect(audit).toMatchObject({ action: "member.add", target_name: "Kara Nightowl", actor_user_id: maintainer.userId });
});

test.each([
  ["case", "KARA ZOË"],
  ["spaces", " kara   zoë"],
  ["decomposed letters", "Kara Zoe\u0308"],
  ["full-width letters", "Ｋａｒａ Ｚｏë"],
  ["zero-width characters", "Ka\u200bra\u200d Zoë\ufeff"],
])("a name that differs by %s alone is taken", async (_, name) => {
  const { clan, add } = await createClan();
  await add({ name: "Kara Zoë" });
  const second = await add({ name });
  expect(second.statusCode).toBe(409);
  expect(second.json()).toMatchObject({
    error: "conflict",
    message: "There is already a player called Kara Zoë",
    details: [{ path: "name" }],
  });
  expect(await rowsOf(clan)).toHaveLength(2);
});

test("of twenty who add one name at the same moment one succeeds", async () => {
  const { clan, add } = await createClan();
  const answers = await Promise.all(Array.from({ length: 20 }, (_, turn) => add({ name: turn % 2 ? "Kara" : "kARA" })));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(19);
  expect(await rowsOf(clan)).toHaveLength(2);
});

test("a double submit with one Idempotency-Key adds one player and answers alike", async () => {
  const { clan, owner } = await createClan();
  const submit = () =>
    world.app.server.inject({
      method: "POST",
      url: of(clan),
      headers: { "x-dev-user-id": owner.userId, "idempotency-key": "add-kara" },
      payload: { name: "Kara" },
    });
  const first = await submit();
  expect((await submit()).json()).toEqual(first.json());
  expect(await rowsOf(clan)).toHaveLength(2);
});

test("S40: a clan that is full takes nobody, however many come at once", async () => {
  const { clan, add } = await createClan();
  await sql`
    insert into clan_members (clan_id, name, name_key)
    select ${clan.id}, 'p' || n, 'p' || n from generate_series(1, ${membersMax - 2}) n
  `.execute(world.db);
  const answers = await Promise.all(Array.from({ length: 5 }, (_, turn) => add({ name: `Late ${turn}` })));
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409]);
});

test("S40: a clan that keeps as many as it may takes nobody new, and takes back whom it had", async () => {
  const { clan, owner, add } = await createClan();
  const kara = (await add({ name: "Kara" })).json<{ id: string }>();
  await owner.send("POST", `/api/clans/${clan.id}/members/${kara.id}/mark-removed`);
  await sql`
    insert into clan_members (clan_id, name, name_key, status)
    select ${clan.id}, 'p' || n, 'p' || n, 'removed' from generate_series(1, ${keptMembersMax - 2}) n
  `.execute(world.db);
  const refused = await add({ name: "Late" });
  expect(refused.json()).toMatchObject({
    message: expect.stringMatching(
      /^A clan can have at most 10,000 players.*No new players can be added; a player who was here before can be restored\.$/,
    ),
  });
  const restored = await owner.send("POST", `/api/clans/${clan.id}/members/${kara.id}/restore`);
  expect(restored.statusCode).toBe(200);
});

test.each([
  ["name", { name: "" }],
  ["name", { name: "\u200b\u200b" }],
  ["name", { name: "Ka\u0000ra" }],
  ["name", { name: "Ka\u202era" }],
  ["name", { name: "x".repeat(61) }],
  ["aliases", { aliases: Array.from({ length: 11 }, (_, n) => `a${n}`) }],
  ["groups", { groups: Array.from({ length: 11 }, (_, n) => `g${n}`) }],
  ["public_note", { public_note: "x".repeat(501) }],
  ["officer_note", { officer_note: "\u0007" }],
  ["joined_on", { joined_on: "2023-02-30" }],
  ["joined_on", { joined_on: "0000-01-01" }],
  ["joined_on", { joined_on: dayFromNow(2) }],
  ["main_member_id", { main_member_id: crypto.randomUUID() }],
])("a bad %s is refused with its name: %j", async (path, draft) => {
  const { clan, add } = await createClan();
  const answer = await add({ name: "Kara", ...draft });
  expect(answer.statusCode).toBe(400);
  expect(answer.json().details[0].path).toBe(path);
  expect(await rowsOf(clan)).toHaveLength(1);
});

test.each(["role", "status", "user_id", "clan_id", "id", "version", "merged_into_id", "name_key"])(
  "S06: nobody sets %s with a new player",
  async (field) => {
    const { clan, add } = await createClan();
    expect((await add({ name: "Kara", [field]: "owner" })).statusCode).toBe(400);
    expect(await rowsOf(clan)).toHaveLength(1);
  },
);

test("what a change names becomes so, the rest stays, and the audit keeps both", async () => {
  const { clan, add, change } = await createClan();
  const kara = (await add({ name: "Kara", groups: ["Raid"], officer_note: "old secret" })).json();
  const body = { version: 1, name: "Kara Two", aliases: ["Kara"], officer_note: "new secret", joined_on: "2026-01-01" };
  const answer = await change(kara.id, body);
  expect(answer.json()).toMatchObject({
    name: "Kara Two",
    aliases: ["Kara"],
    groups: ["Raid"],
    officer_note: "new secret",
    joined_at: "2026-01-01T00:00:00.000Z",
    version: 2,
  });
  expect(await spansOf(kara.id)).toEqual([{ starts_on: "2026-01-01", ends_on: null }]);
  const audit = (await auditOf(clan)).slice(1);
  expect(audit.map(({ action }) => action).toSorted()).toEqual([
    "member.officer_note",
    "member.rename",
    "member.update",
  ]);
  expect(audit.find(({ action }) => action === "member.update")).toMatchObject({
    before: { aliases: [] },
    after: { aliases: ["Kara"], joined_on: "2026-01-01" },
  });
  expect(JSON.stringify(audit)).not.toContain("secret");
});

test("a change that changes nothing leaves no trace", async () => {
  const { clan, add, change } = await createClan();
  const kara = (await add({ name: "Kara" })).json();
  const answer = await change(kara.id, { version: 1, name: "Kara", groups: [], away: [] });
  expect(answer.json()).toMatchObject({ version: 1 });
  expect(await auditOf(clan)).toHaveLength(1);
});

test("a change of an older version is refused with the player as they are now", async () => {
  const { add, change } = await createClan();
  const kara = (await add({ name: "Kara" })).json();
  await change(kara.id, { version: 1, public_note: "first" });
  const stale = await change(kara.id, { version: 1, public_note: "second" });
  expect(stale.statusCode).toBe(409);
  expect(stale.json()).toMatchObject({
    error: "conflict",
    current: { id: kara.id, public_note: "first", version: 2 },
    changed_by: expect.stringMatching(/^Player /),
    changed_at: expect.any(String),
  });
});

test("of twenty changes of one version at the same moment one wins", async () => {
  const { add, change } = await createClan();
  const kara = (await add({ name: "Kara" })).json();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, turn) => change(kara.id, { version: 1, public_note: `note ${turn}` })),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
});

test("a new name must be free, but may be the player's own in other letters", async () => {
  const { add, change } = await createClan();
  const kara = (await add({ name: "Kara" })).json();
  await add({ name: "Tom" });
  expect((await change(kara.id, { version: 1, name: "TOM", public_note: "x" })).statusCode).toBe(409);
  expect((await change(kara.id, { version: 1, name: "KARA" })).json()).toMatchObject({ name: "KARA", version: 2 });
});

test("away periods are replaced as a whole and come by date", async () => {
  const { add, change } = await createClan();
  const kara = (await add({ name: "Kara" })).json();
  const away = [
    { from: "2026-03-01", to: "2026-03-05", reason: "sea" },
    { from: "2026-02-01", to: "2026-02-28" },
  ];
  expect((await change(kara.id, { version: 1, away })).json().away).toMatchObject([
    { from: "2026-02-01", to: "2026-02-28", reason: null },
    { from: "2026-03-01", to: "2026-03-05", reason: "sea" },
  ]);
  expect((await change(kara.id, { version: 2, away: [] })).json()).toMatchObject({ away: [], version: 3 });
});

test.each([
  ["away.0.to", [{ from: "2026-03-02", to: "2026-03-01" }]],
  [
    "away.1.from",
    [
      { from: "2026-03-01", to: "2026-03-10" },
      { from: "2026-03-10", to: "2026-03-12" },
    ],
  ],
  [
    "away.1.from",
    [
      { from: "2026-03-05", to: "2026-03-06" },
      { from: "2026-03-01", to: "2026-03-10" },
    ],
  ],
  ["away.0.from", [{ from: "0000-01-01", to: "2026-03-01" }]],
])("%s is named when away periods do not fit", async (path, away) => {
  const { add, change } = await createClan();
  const kara = (await add({ name: "Kara" })).json();
  const answer = await change(kara.id, { version: 1, away, public_note: "half done?" });
  expect(answer.statusCode).toBe(400);
  expect(answer.json().details).toMatchObject([{ path }]);
  expect((await change(kara.id, { version: 1 })).json()).toMatchObject({ away: [], public_note: "", version: 1 });
});

test("an alt has a main on the roster, and chains are refused", async () => {
  const { clan, owner, add, change } = await createClan();
  const main = (await add({ name: "Main" })).json();
  const alt = (await add({ name: "Alt", main_member_id: main.id })).json();
  const other = (await add({ name: "Other" })).json();
  expect(alt.main_member_id).toBe(main.id);
  const refused = async (id: string, main_member_id: string) => {
    const answer = await change(id, { version: 1, main_member_id });
    expect(answer.json()).toMatchObject({ error: "validation_failed", details: [{ path: "main_member_id" }] });
  };
  await refused(other.id, alt.id);
  await refused(main.id, other.id);
  await refused(main.id, main.id.toUpperCase());
  await owner.send("POST", `${of(clan)}/${other.id}/mark-removed`);
  await refused(alt.id, other.id);
  expect((await change(alt.id, { version: 1, main_member_id: null })).json().main_member_id).toBeNull();
});

test("an alt who is not on the roster keeps nobody from being an alt", async () => {
  const { add, change } = await createClan();
  const [kara, former, main] = [await add({ name: "Kara" }), await add({ name: "Gone" }), await add({ name: "Main" })];
  const links = { status: "removed", main_member_id: kara.json().id } as const;
  await world.db.updateTable("clan_members").set(links).where("id", "=", former.json().id).execute();
  const changed = await change(kara.json().id, { version: 1, main_member_id: main.json().id });
  expect(changed.json().main_member_id).toBe(main.json().id);
});

test("S03: a player of another clan is nobody's main and cannot be changed through this clan", async () => {
  const mine = await createClan();
  const theirs = await createClan();
  const kara = (await mine.add({ name: "Kara" })).json();
  const foreign = (await theirs.add({ name: "Secret Player" })).json();
  const asMain = await mine.change(kara.id, { version: 1, main_member_id: foreign.id });
  expect(asMain.statusCode).toBe(400);
  expect(asMain.body).not.toContain("Secret Player");
  expect((await mine.change(foreign.id, { version: 1, name: "Mine" })).statusCode).toBe(404);
  expect(await rowsOf(theirs.clan)).toContainEqual(expect.objectContaining({ name: "Secret Player", version: 1 }));
});

test("managers change their own row and those below them; nobody else's", async () => {
  const { clan, owner } = await createClan();
  const people = {
    owner,
    maintainer: await world.memberOf(clan, "maintainer"),
    other: await world.memberOf(clan, "maintainer"),
    member: await world.memberOf(clan, "member"),
  };
  const status = async (who: keyof typeof people, whose: keyof typeof people) => {
    const path = `${of(clan)}/${people[whose].memberId}`;
    return (await people[who].send("PATCH", path, { version: 1 })).statusCode;
  };
  expect(await status("owner", "owner")).toBe(200);
  expect(await status("owner", "maintainer")).toBe(200);
  expect(await status("maintainer", "maintainer")).toBe(200);
  expect(await status("maintainer", "member")).toBe(200);
  expect(await status("maintainer", "other")).toBe(403);
  expect(await status("maintainer", "owner")).toBe(403);
  expect(await status("member", "member")).toBe(403);
  expect((await people.member.send("POST", of(clan), { name: "Kara" })).statusCode).toBe(403);
});

test("members keep the aliases of their own player, ten at most, and of no other", async () => {
  const { clan, owner } = await createClan();
  const [member, other] = [await world.memberOf(clan, "member"), await world.memberOf(clan, "member")];
  const put = (memberId: string, aliases: string[], version = 1) =>
    member.send("PUT", `${of(clan)}/${memberId}/aliases`, { aliases, version });
  expect((await put(member.memberId, ["Owl", "owl", "Night"])).json()).toMatchObject({ aliases: ["Owl", "Night"] });
  expect((await put(member.memberId, ["Late"])).statusCode).toBe(409);
  const many = Array.from({ length: 11 }, (_, n) => `Alias ${n}`);
  expect((await put(member.memberId, many, 2)).statusCode).toBe(400);
  for (const { memberId } of [other, owner]) expect((await put(memberId, ["Owl"])).statusCode).toBe(403);
});
