import { expect, test } from "vitest";
import { openMailbox } from "../../testing/mailbox.ts";
import { sharedApp, type TestApp } from "../../testing/test-app.ts";

const world = await sharedApp();

type Person = Awaited<ReturnType<TestApp["memberOf"]>>;

async function clanWithPeople() {
  const clan = await world.clan();
  const owner = await world.memberOf(clan, "owner");
  const heir = await world.memberOf(clan, "member");
  const url = `/api/clans/${clan.id}/transfer`;
  const offer = (to: Person) => owner.send("POST", url, { member_id: to.memberId });
  return { clan, owner, heir, url, offer };
}

async function rolesIn({ id }: { id: string }) {
  const rows = await world.db.selectFrom("clan_members").select(["id", "role"]).where("clan_id", "=", id).execute();
  return Object.fromEntries(rows.map((row) => [row.id, row.role]));
}

async function addressOf({ userId }: Person) {
  const row = await world.db.selectFrom("users").select("email").where("id", "=", userId).executeTakeFirst();
  return row?.email ?? "";
}

test("an offered clan changes hands when its receiver accepts, and the old owner stays as a maintainer", async () => {
  const { clan, owner, heir, url, offer } = await clanWithPeople();
  const mailbox = openMailbox(world.db, await addressOf(heir));
  expect((await offer(heir)).json()).toMatchObject({ transfer: { to_member_id: heir.memberId }, role: "owner" });
  const mail = await mailbox.next();
  expect(mail.subject).toMatch(/^Player .* wants to transfer the clan Night Owls to you$/u);
  expect(mail.text).toMatch(/^Accept the transfer of Night Owls\?\n/u);
  expect(mail.link.pathname).toBe("/clanmanagement");
  const [card] = (await heir.get("/api/clans/my")).json();
  expect(card.offered_by).toMatch(/^Player /);

  const taken = await heir.send("POST", `${url}/accept`);
  expect(taken.json()).toMatchObject({ role: "owner", transfer: null, created_by: heir.userId });
  expect(await rolesIn(clan)).toEqual({ [owner.memberId]: "maintainer", [heir.memberId]: "owner" });
  expect((await owner.send("POST", url, { member_id: heir.memberId })).statusCode).toBe(403);
  expect((await heir.send("POST", `${url}/accept`)).statusCode).toBe(404);
  const audit = await world.db.selectFrom("clan_audit").selectAll().where("clan_id", "=", clan.id).execute();
  expect(audit.map(({ action }) => action).toSorted()).toEqual([
    "clan.transfer",
    "clan.transfer_offer",
    "member.role",
    "member.role",
  ]);
  expect(audit.every(({ is_security }) => is_security)).toBe(true);
});

test("an offer is seen by the two it concerns, and answered by its receiver alone", async () => {
  const { clan, owner, heir, url, offer } = await clanWithPeople();
  const other = await world.memberOf(clan, "maintainer");
  await offer(heir);
  const seenBy = async (who: Person) => (await who.get(`/api/clans/${clan.id}`)).json().transfer !== null;
  expect([await seenBy(owner), await seenBy(heir), await seenBy(other)]).toEqual([true, true, false]);
  expect((await other.get("/api/clans/my")).json()).toMatchObject([{ offered_by: null }]);
  for (const who of [other, owner]) {
    expect((await who.send("POST", `${url}/accept`)).json()).toMatchObject({ message: "Offer not found" });
    expect((await who.send("POST", `${url}/decline`)).statusCode).toBe(404);
  }
  expect((await heir.send("DELETE", url)).statusCode).toBe(403);
  expect(await seenBy(heir)).toBe(true);
});

test("an offer can be declined and taken back", async () => {
  const { clan, owner, heir, url, offer } = await clanWithPeople();
  await offer(heir);
  expect((await heir.send("POST", `${url}/decline`)).json()).toMatchObject({ transfer: null, role: "member" });
  await offer(heir);
  expect((await owner.send("DELETE", url)).json()).toMatchObject({ transfer: null });
  expect((await owner.send("DELETE", url)).statusCode).toBe(404);
  expect((await heir.send("POST", `${url}/accept`)).statusCode).toBe(404);
  expect(await rolesIn(clan)).toMatchObject({ [owner.memberId]: "owner" });
});

test("the timelines of both tell in sentences what became of the offers", async () => {
  const { clan, owner, heir, url, offer } = await clanWithPeople();
  const timelineOf = async ({ memberId }: Person) => {
    const { items } = (await heir.get(`/api/clans/${clan.id}/members/${memberId}/timeline`)).json();
    return items.map(({ text }: { text: string }) => text);
  };
  await offer(heir);
  await heir.send("POST", `${url}/decline`);
  await offer(heir);
  await owner.send("DELETE", url);
  await offer(heir);
  await heir.send("POST", `${url}/accept`);
  expect((await timelineOf(heir)).toSorted()).toEqual([
    "Accepted the transfer of the clan.",
    "Became the owner.",
    "Declined the transfer.",
    "On the roster since 1970-01-01.",
    "The offer of the clan was cancelled.",
    "Was offered the clan.",
    "Was offered the clan.",
    "Was offered the clan.",
  ]);
  expect(await timelineOf(owner)).toContain("Made a maintainer.");
});

test("a new offer replaces the old one, and the same one again sends no second mail", async () => {
  const { clan, heir, url, offer } = await clanWithPeople();
  const second = await world.memberOf(clan, "maintainer");
  const mailbox = openMailbox(world.db, await addressOf(heir));
  await offer(heir);
  await offer(heir);
  expect(await mailbox.unread()).toBe(1);
  await offer(second);
  expect((await heir.send("POST", `${url}/accept`)).statusCode).toBe(404);
  expect((await second.send("POST", `${url}/accept`)).statusCode).toBe(200);
});

test("somebody who is offered a clan all the time is spared the mails", async () => {
  const { owner, heir, url, offer } = await clanWithPeople();
  for (let time = 0; time < 5; time++) {
    expect((await offer(heir)).statusCode).toBe(200);
    await owner.send("DELETE", url);
  }
  const refused = await offer(heir);
  expect(refused.statusCode).toBe(429);
  expect(refused.json().message).toBe("Too many transfers offered today. Try again tomorrow.");
  expect(refused.headers["retry-after"]).toBe("3600");
});

test("only an active player with an account of another person can be offered the clan", async () => {
  const { clan, owner, heir, url, offer } = await clanWithPeople();
  const outsider = await world.memberOf(await world.clan(), "member");
  expect((await offer(outsider)).json()).toMatchObject({ error: "not_found", message: "Player not found" });
  expect((await offer(owner)).json()).toMatchObject({ details: [{ path: "member_id" }] });
  await world.db.updateTable("clan_members").set({ status: "inactive" }).where("id", "=", heir.memberId).execute();
  expect((await offer(heir)).json()).toMatchObject({ details: [{ path: "member_id" }] });
  const player = { clan_id: clan.id, name: "Nobody", name_key: "nobody", user_id: null };
  const { id } = await world.db.insertInto("clan_members").values(player).returning("id").executeTakeFirstOrThrow();
  expect((await owner.send("POST", url, { member_id: id })).statusCode).toBe(400);
});

test("an offer ends when its receiver leaves the clan", async () => {
  const { owner, heir, url, offer } = await clanWithPeople();
  await offer(heir);
  await world.db.updateTable("clan_members").set({ status: "inactive" }).where("id", "=", heir.memberId).execute();
  expect((await heir.send("POST", `${url}/accept`)).json()).toMatchObject({ message: "Clan not found" });
  expect((await owner.get(url.replace("/transfer", ""))).json()).toMatchObject({ transfer: null });
});

test("an offer does not pass to the next account of the same player", async () => {
  const { clan, heir, url, offer } = await clanWithPeople();
  await offer(heir);
  const next = await world.user();
  await world.db.updateTable("clan_members").set({ user_id: next.userId }).where("id", "=", heir.memberId).execute();
  expect((await next.send("POST", `${url}/accept`)).json()).toMatchObject({ message: "Offer not found" });
  expect(await rolesIn(clan)).toMatchObject({ [heir.memberId]: "member" });
});

test("nobody accepts more clans than they may own, or while their account is about to go", async () => {
  const { clan, heir, url, offer } = await clanWithPeople();
  await offer(heir);
  const draft = { name: "Another", time_zone: "UTC", player_name: "Heir" };
  for (let number = 0; number < 10; number++) await heir.send("POST", "/api/clans", draft);
  expect((await heir.send("POST", `${url}/accept`)).json()).toMatchObject({ error: "conflict" });
  expect(await rolesIn(clan)).toMatchObject({ [heir.memberId]: "member" });
  const [one] = (await heir.get("/api/clans/my")).json();
  await heir.send("DELETE", `/api/clans/${one.id}`, { name: one.name });
  await setDeletesAt(heir, new Date());
  expect((await heir.send("POST", `${url}/accept`)).json()).toMatchObject({ error: "conflict" });
  await setDeletesAt(heir, null);
  expect((await heir.send("POST", `${url}/accept`)).statusCode).toBe(200);
});

function setDeletesAt({ userId }: Person, deletes_at: Date | null) {
  return world.db.updateTable("users").set({ deletes_at }).where("id", "=", userId).execute();
}

test("of two accepts at the same moment one counts, and there is one owner", async () => {
  const { clan, heir, owner, url, offer } = await clanWithPeople();
  await offer(heir);
  const answers = await Promise.all([1, 2].map(() => heir.send("POST", `${url}/accept`)));
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 404]);
  expect(await rolesIn(clan)).toEqual({ [owner.memberId]: "maintainer", [heir.memberId]: "owner" });
});

test("S08: accepting and taking back at the same moment leaves exactly one owner, and one of the two refused", async () => {
  for (let round = 0; round < 10; round++) {
    const { clan, heir, owner, url, offer } = await clanWithPeople();
    await offer(heir);
    const [accepted, cancelled] = await Promise.all([heir.send("POST", `${url}/accept`), owner.send("DELETE", url)]);
    const roles = await rolesIn(clan);
    const outcome = [accepted.statusCode, cancelled.statusCode, roles[owner.memberId], roles[heir.memberId]].join(" ");
    expect(["200 403 maintainer owner", "404 200 owner member"]).toContain(outcome);
  }
});

test("S08: accepting and leaving at the same moment leaves a clan that somebody owns", async () => {
  for (let round = 0; round < 10; round++) {
    const { clan, heir, url, offer } = await clanWithPeople();
    await offer(heir);
    const answers = await Promise.all([
      heir.send("POST", `${url}/accept`),
      heir.send("POST", `/api/clans/${clan.id}/leave`),
    ]);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const owners = await world.db
      .selectFrom("clan_members")
      .select("id")
      .where("clan_id", "=", clan.id)
      .where("role", "=", "owner")
      .where("status", "=", "active")
      .where("user_id", "is not", null)
      .execute();
    expect(owners).toHaveLength(1);
  }
});
