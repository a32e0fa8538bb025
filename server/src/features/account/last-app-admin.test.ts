import { afterEach, beforeEach, expect, test } from "vitest";
import { recordedLog } from "../../testing/recorded-log.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { eraseDueAccounts } from "./erase.ts";

let world: TestApp;
beforeEach(async () => {
  world = await createTestApp();
});
afterEach(() => world.close());

type Person = Awaited<ReturnType<TestApp["signedUp"]>>;

async function admin(): Promise<Person> {
  const person = await world.signedUp();
  await world.db.insertInto("app_admins").values({ user_id: person.userId, note: null }).execute();
  return person;
}

/** One after the other: passwords take their time. */
async function admins(count: number): Promise<Person[]> {
  const crowd: Person[] = [];
  while (crowd.length < count) crowd.push(await admin());
  return crowd;
}

const askToGo = (person: Person) => person.send("POST", "/api/me/delete", { password: person.password });
const revokeOwn = (person: Person) => person.send("DELETE", `/api/app-admins/${person.userId}`);
const change = (userId: string, columns: { banned_until?: Date; deletes_at?: Date | null }) =>
  world.db.updateTable("users").set(columns).where("id", "=", userId).execute();

/** App admins who are not about to leave. */
const listStaying = () =>
  world.db
    .selectFrom("app_admins")
    .innerJoin("users", "users.id", "app_admins.user_id")
    .select("users.id")
    .where("users.deletes_at", "is", null)
    .execute();

const refusal = [409, "conflict", "You are the last app admin. Make someone else one in Manage Admins first."];

test("the last app admin cannot delete their account until somebody else is one", async () => {
  const kara = await admin();
  const refused = await askToGo(kara);
  expect([refused.statusCode, refused.json().error, refused.json().message]).toEqual(refusal);
  expect((await kara.get("/api/me/profile")).json().deletes_at).toBeNull();

  const tom = await world.signedUp();
  await kara.send("POST", "/api/app-admins", { userId: tom.userId });
  expect((await askToGo(kara)).statusCode).toBe(200);
  expect((await askToGo(tom)).json()).toMatchObject({ error: "conflict" });
  expect((await revokeOwn(tom)).json()).toMatchObject({ error: "conflict" });
});

test("a colleague who is suspended or about to leave does not count", async () => {
  const later = new Date(Date.now() + 86_400_000);
  const [kara, suspended, going] = await admins(3);
  if (!kara || !suspended || !going) throw new Error("three were made");
  await change(suspended.userId, { banned_until: later });
  await change(going.userId, { deletes_at: later });
  expect((await askToGo(kara)).statusCode).toBe(409);
  expect((await revokeOwn(kara)).statusCode).toBe(409);
  await change(going.userId, { deletes_at: null });
  expect((await askToGo(kara)).statusCode).toBe(200);
});

test("S08: of twenty app admins who all delete their accounts at the same moment one stays", async () => {
  const crowd = await admins(20);
  const answers = await Promise.all(crowd.map(askToGo));
  const refused = answers.filter(({ statusCode }) => statusCode !== 200);
  expect(refused.map((answer) => [answer.statusCode, answer.json().error, answer.json().message])).toEqual([refusal]);
  expect(await listStaying()).toHaveLength(1);
});

test("S08: of twenty app admins of whom half delete their accounts while half revoke themselves one stays", async () => {
  const crowd = await admins(20);
  const answers = await Promise.all(crowd.map((person, index) => (index % 2 ? askToGo(person) : revokeOwn(person))));
  expect(answers.filter(({ statusCode }) => statusCode !== 200).map(({ statusCode }) => statusCode)).toEqual([409]);
  expect(await listStaying()).toHaveLength(1);
});

test("S08: when the time of twenty app admins comes at once, two instances leave one, and the log says so", async () => {
  const crowd = await Promise.all(Array.from({ length: 20 }, () => world.appAdmin()));
  await world.db.updateTable("users").set({ deletes_at: new Date() }).execute();
  const [here, there] = [recordedLog(), recordedLog()];
  await Promise.all([here, there].map((log) => eraseDueAccounts(world.db, log)));
  const left = await world.db.selectFrom("app_admins").select("user_id").execute();
  expect(left).toHaveLength(1);
  const userId = left[0]?.user_id;
  const warned = [...here.lines, ...there.lines].filter(({ level }) => level === "warn");
  expect(warned).toContainEqual(expect.objectContaining({ details: { userId } }));

  await world.appAdmin();
  await eraseDueAccounts(world.db, here);
  const gone = await world.db.selectFrom("users").select("id").where("deleted_at", "is not", null).execute();
  expect(gone.map(({ id }) => id).toSorted()).toEqual(crowd.map((person) => person.userId).toSorted());
});

test("whoever revokes a colleague and leaves at the same moment waits for nobody in a circle", async () => {
  const [kara, ...colleagues] = await admins(7);
  if (!kara) throw new Error("seven were made");
  const revoked = colleagues.slice(1).map(({ userId }) => kara.send("DELETE", `/api/app-admins/${userId}`));
  const answers = await Promise.all([askToGo(kara), ...revoked]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
  expect(await listStaying()).toEqual([{ id: colleagues[0]?.userId }]);
});
