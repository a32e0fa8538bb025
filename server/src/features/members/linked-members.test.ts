import { expect, test } from "vitest";
import { sharedApp } from "../../testing/test-app.ts";

const world = await sharedApp();

const of = (clan: { id: string }) => `/api/clans/${clan.id}/members`;

async function createClan() {
  const clan = await world.clan();
  const owner = await world.memberOf(clan, "owner");
  const add = async (draft: object): Promise<string> => (await owner.send("POST", of(clan), draft)).json().id;
  return { clan, owner, add };
}

async function join(clan: { id: string }, person: { userId: string }, role: "maintainer" | "member") {
  const { memberId } = await world.memberOf(clan, role);
  await world.db.updateTable("clan_members").set({ user_id: person.userId }).where("id", "=", memberId).execute();
  return memberId;
}

test("people list their own players in all their clans, inactive ones too, but not those who were removed", async () => {
  const { clan, owner } = await createClan();
  const second = await createClan();
  const memberId = await join(second.clan, owner, "member");
  const closed = await createClan();
  const inactive = await join(closed.clan, owner, "member");
  await closed.owner.send("POST", `${of(closed.clan)}/${inactive}/inactivate`);
  const left = await createClan();
  const removed = await join(left.clan, owner, "member");
  await left.owner.send("POST", `${of(left.clan)}/${removed}/mark-removed`);
  const mine = (await owner.get("/api/clan-members/my-linked")).json<{ id: string }[]>();
  expect(mine.map(({ id }) => id).toSorted()).toEqual([owner.memberId, memberId, inactive].toSorted());
  expect(mine.find(({ id }) => id === inactive)).toMatchObject({ status: "inactive" });
  expect(mine.find(({ id }) => id === owner.memberId)).toMatchObject({
    clan_id: clan.id,
    user_id: owner.userId,
    role: "owner",
    status: "active",
    clan: { id: clan.id, name: "Night Owls" },
  });
});

test("a search finds active players without an account by name or alias, in clans one manages alone", async () => {
  const { owner, add } = await createClan();
  const kara = await add({ name: "Kara Zoë", aliases: ["Moonlight", "LÜNE"] });
  const managed = await createClan();
  await join(managed.clan, owner, "maintainer");
  const tom = await managed.add({ name: "Kara Tom" });
  const plain = await createClan();
  await join(plain.clan, owner, "member");
  await plain.add({ name: "Kara Hidden" });
  await (await createClan()).add({ name: "Kara Foreign" });
  const archived = await createClan();
  await join(archived.clan, owner, "maintainer");
  await archived.add({ name: "Kara Archived" });
  await world.db.updateTable("clans").set({ archived_at: new Date() }).where("id", "=", archived.clan.id).execute();
  const find = async (q: string) => {
    const answer = await owner.get(`/api/clan-members/search?q=${encodeURIComponent(q)}`);
    return answer.json<{ id: string }[]>().map(({ id }) => id);
  };
  expect(await find("kara")).toEqual([tom, kara]);
  expect(await find("ＺＯe\u0308")).toEqual([kara]);
  for (const q of ["zoe", "MOON", "lune"]) expect(await find(q), q).toEqual([kara]);
  expect(await find("%")).toEqual([]);
  expect(await find("Player")).toEqual([]);
  expect(await find("\u0000")).toEqual([]);
  expect(await find("")).toEqual([]);
  expect((await owner.get("/api/clan-members/search")).json()).toEqual([]);
  expect((await world.visitor.get("/api/clan-members/search?q=kara")).statusCode).toBe(401);
});

test("a search names at most twenty", async () => {
  const { clan, owner } = await createClan();
  const rows = Array.from({ length: 25 }, (_, n) => ({ clan_id: clan.id, name: `Kara ${n}`, name_key: `kara ${n}` }));
  await world.db.insertInto("clan_members").values(rows).execute();
  expect((await owner.get("/api/clan-members/search?q=kara")).json()).toHaveLength(20);
});

test("managers see who has an account and who an open invite, as a list or by player", async () => {
  const { clan, owner, add } = await createClan();
  const [open, expired, removed] = [await add({ name: "A" }), await add({ name: "B" }), await add({ name: "C" })];
  await owner.send("POST", `${of(clan)}/${removed}/mark-removed`);
  for (const [clan_member_id, hours] of [
    [open, 1],
    [expired, -1],
  ] as const) {
    const secret = Buffer.from(crypto.randomUUID());
    const sealed = { sealed_token: secret, sealed_code: secret, token_hash: secret };
    const expires_at = new Date(Date.now() + hours * 3_600_000);
    await world.db
      .insertInto("invites")
      .values({ clan_id: clan.id, clan_member_id, ...sealed, expires_at })
      .execute();
  }
  const list = [
    { member_id: open, has_linked_user: false, has_open_invite: true },
    { member_id: expired, has_linked_user: false, has_open_invite: false },
    { member_id: owner.memberId, has_linked_user: true, has_open_invite: false },
  ];
  const path = `${of(clan)}/invite-status`;
  expect((await owner.get(path)).json()).toEqual(list);
  expect((await owner.get(`${path}?shape=map`)).json()).toEqual(
    Object.fromEntries(list.map((status) => [status.member_id, status])),
  );
  const member = await world.memberOf(clan, "member");
  expect((await member.get(path)).statusCode).toBe(403);
});

interface Timeline {
  items: { at: string; action: string; text: string; actor: string | null }[];
}

async function createHistory() {
  const { clan, owner } = await createClan();
  const kara = await world.memberOf(clan, "member");
  const path = `${of(clan)}/${kara.memberId}`;
  await owner.send("PATCH", path, { version: 1, name: "Kara", officer_note: "watch her", groups: ["Raid"] });
  await owner.send("PUT", `${path}/role`, { role: "maintainer" });
  await owner.send("PUT", `${path}/role`, { role: "member" });
  await owner.send("POST", `${path}/inactivate`, { reason: "quarrels" });
  await owner.send("POST", `${path}/reactivate`);
  const read = async (who: { get: typeof owner.get }) => (await who.get(`${path}/timeline`)).json<Timeline>().items;
  return { clan, owner, kara, path, read };
}

test("a player's timeline tells in sentences what happened, the latest first", async () => {
  const { owner, read } = await createHistory();
  const items = await read(owner);
  expect(items.map(({ at }) => at)).toEqual(
    items
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  );
  expect(items[0]).toMatchObject({ action: "member.reactivate", text: "Reactivated.", actor: expect.any(String) });
  const texts = items.map(({ text }) => text);
  expect(texts).toContain("Inactivated. Reason: quarrels");
  expect(texts).toContain("Made a maintainer.");
  expect(texts).toContain("Changed: groups.");
  expect(texts).toContain("Changed: officers' note.");
  expect(texts.some((text) => /^Renamed from Player .+ to Kara\.$/.test(text))).toBe(true);
  expect(texts).toContain("On the roster since 1970-01-01.");
});

test("S05: a plain member reads their own timeline, without notes and reasons, and nobody else's", async () => {
  const { clan, owner, kara, read, path } = await createHistory();
  const texts = (await read(kara)).map(({ text }) => text).join(" ");
  expect(texts).toContain("Inactivated.");
  expect(texts).not.toMatch(/quarrels|officers/);
  const other = await world.memberOf(clan, "member");
  expect((await other.get(`${path}/timeline`)).statusCode).toBe(403);
  expect((await other.get(`${of(clan)}/${owner.memberId}/timeline`)).statusCode).toBe(403);
});

test("S03: maintainers read timelines but for roles, and those of other clans not at all", async () => {
  const { clan, kara, read } = await createHistory();
  const maintainer = await world.memberOf(clan, "maintainer");
  const actions = (await read(maintainer)).map(({ action }) => action);
  expect(actions).toContain("member.officer_note");
  expect(actions).not.toContain("member.role");
  const outsider = await createClan();
  const through = await outsider.owner.get(`${of(outsider.clan)}/${kara.memberId}/timeline`);
  expect(through.statusCode).toBe(404);
});
