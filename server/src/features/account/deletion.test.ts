import { expect, test } from "vitest";
import { listMails } from "../../testing/mailbox.ts";
import { sharedApp, type TestApp } from "../../testing/test-app.ts";

const world = await sharedApp();

type Person = Awaited<ReturnType<TestApp["signedUp"]>>;

const inTwoWeeks = () => Date.now() + 14 * 86_400_000;

function ask(person: Person) {
  return person.send("POST", "/api/me/delete", { password: person.password });
}

function mailsTo({ email }: Person) {
  return listMails(world.db, email);
}

async function deletesAt(person: Person): Promise<string | null> {
  return (await person.get("/api/me/profile")).json().deletes_at;
}

async function ownerOf(...names: string[]) {
  const kara = await world.signedUp();
  const clans = names.map((name) => ({ name, created_by: null }));
  const rows = await world.db.insertInto("clans").values(clans).returning("id").execute();
  const members = rows.map(({ id }) => ({
    clan_id: id,
    user_id: kara.userId,
    name: "Kara",
    name_key: "kara",
    role: "owner" as const,
  }));
  await world.db.insertInto("clan_members").values(members).execute();
  return kara;
}

test("an account is deleted after 14 days: its owner is mailed the date, and other devices are signed out", async () => {
  const kara = await world.signedUp();
  const { email, password } = kara;
  const other = await world.visitor.send("POST", "/auth/v1/token?grant_type=password", { email, password });
  const earliest = inTwoWeeks();
  const answer = await ask(kara);
  expect(answer.statusCode).toBe(200);
  const { deletes_at } = answer.json();
  expect(Date.parse(deletes_at)).toBeGreaterThanOrEqual(earliest);
  expect(Date.parse(deletes_at)).toBeLessThanOrEqual(inTwoWeeks());
  expect(await deletesAt(kara)).toBe(deletes_at);

  const headers = { authorization: `Bearer ${other.json().access_token}` };
  expect((await world.app.server.inject({ method: "GET", url: "/api/me/profile", headers })).statusCode).toBe(401);
  const [mail, ...others] = await mailsTo(kara);
  expect(others).toEqual([]);
  const date = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(new Date(deletes_at));
  expect(mail?.subject).toBe(`Your Clanhall account will be deleted on ${date}`);
  expect(mail?.text).toContain("log in before that day and cancel the deletion in Account");
  expect(await auditOf(kara)).toContainEqual({ action: "user_modified", traits: { change: "deletion_asked" } });
});

test("asking again, or ten times at once, moves nothing and mails nothing more", async () => {
  const kara = await world.signedUp();
  const answers = await Promise.all(Array.from({ length: 10 }, () => ask(kara)));
  expect(new Set(answers.map((answer) => answer.json().deletes_at)).size).toBe(1);
  expect((await ask(kara)).json()).toEqual(answers[0]?.json());
  expect(await mailsTo(kara)).toHaveLength(1);
});

test("somebody who changes their mind logs in, cancels, and is mailed that the account stays", async () => {
  const kara = await world.signedUp();
  await ask(kara);
  const { email, password } = kara;
  const login = await world.visitor.send("POST", "/auth/v1/token?grant_type=password", { email, password });
  expect(login.statusCode).toBe(200);
  expect((await kara.send("POST", "/api/me/delete/cancel")).json()).toEqual({});
  expect(await deletesAt(kara)).toBeNull();
  expect((await mailsTo(kara)).map(({ subject }) => subject)).toEqual([
    expect.stringContaining("will be deleted on"),
    "Your Clanhall account stays",
  ]);
  expect(await auditOf(kara)).toContainEqual({ action: "user_modified", traits: { change: "deletion_cancelled" } });
});

test("cancelling when there is nothing to cancel does nothing", async () => {
  const kara = await world.signedUp();
  expect((await kara.send("POST", "/api/me/delete/cancel")).json()).toEqual({});
  expect(await mailsTo(kara)).toEqual([]);
  expect((await world.visitor.send("POST", "/api/me/delete/cancel")).statusCode).toBe(401);
});

test("a wrong password deletes nothing, and neither does an open session alone", async () => {
  const kara = await world.signedUp();
  const wrong = await kara.send("POST", "/api/me/delete", { password: "not the otter" });
  expect(wrong.json()).toMatchObject({ error: "forbidden", message: "That is not your password" });
  expect((await kara.send("POST", "/api/me/delete", {})).statusCode).toBe(400);
  expect(await deletesAt(kara)).toBeNull();
  expect(await mailsTo(kara)).toEqual([]);
  const named = await world.user();
  expect((await named.send("POST", "/api/me/delete", { password: "x" })).json()).toMatchObject({ error: "forbidden" });
});

test("a clan's owner is told which clans hold them back", async () => {
  const kara = await ownerOf("Night Owls", "Day Larks");
  const answer = await ask(kara);
  expect(answer.statusCode).toBe(409);
  expect(answer.json()).toMatchObject({
    error: "conflict",
    message: "You own Day Larks and Night Owls. Transfer what you own, or delete it, first.",
  });
  expect(await deletesAt(kara)).toBeNull();
});

test("a mailed code deletes too, and is not used up while a clan holds its owner back", async () => {
  const kara = await ownerOf("Night Owls");
  await kara.get("/auth/v1/reauthenticate");
  const [mail] = await mailsTo(kara);
  const code = /^\d{6}$/m.exec(mail?.text ?? "")?.[0] ?? "";
  expect((await kara.send("POST", "/api/me/delete", { code })).statusCode).toBe(409);
  await handOver(kara);
  expect((await kara.send("POST", "/api/me/delete", { code })).statusCode).toBe(200);
  expect(await deletesAt(kara)).not.toBeNull();
});

test("a clan that is being deleted holds nobody back", async () => {
  const kara = await ownerOf("Night Owls");
  await world.db
    .updateTable("clans")
    .set({ deletes_at: new Date() })
    .where("id", "in", (clan) => clan.selectFrom("clan_members").select("clan_id").where("user_id", "=", kara.userId))
    .execute();
  expect((await ask(kara)).statusCode).toBe(200);
});

test("somebody who was an owner once, or is a plain member, may go", async () => {
  const kara = await ownerOf("Night Owls");
  await world.db.updateTable("clan_members").set({ status: "removed" }).where("user_id", "=", kara.userId).execute();
  expect((await ask(kara)).statusCode).toBe(200);
});

function handOver({ userId }: Person) {
  return world.db.updateTable("clan_members").set({ role: "maintainer" }).where("user_id", "=", userId).execute();
}

async function auditOf({ userId }: Person) {
  return world.db.selectFrom("auth_audit").select(["action", "traits"]).where("user_id", "=", userId).execute();
}
