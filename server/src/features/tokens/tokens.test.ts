import { expect, test } from "vitest";
import { sharedApp } from "../../testing/test-app.ts";

const world = await sharedApp();

async function createFixture() {
  const clan = await world.clan();
  const owner = await world.memberOf(clan, "owner");
  return { clan, owner, url: `/api/clans/${clan.id}/tokens` };
}

const draft = { name: "Discord bot", scopes: ["entries:write"] };

/** Every row of every table, as text. */
async function dump(): Promise<string> {
  const { rows } = await world.database.pool.query<{ table_name: string }>(
    "select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  const texts: string[] = [];
  for (const { table_name } of rows) {
    const found = await world.database.pool.query<{ row: string }>(`select t::text as row from "${table_name}" t`);
    texts.push(...found.rows.map(({ row }) => row));
  }
  return texts.join("\n");
}

test("an owner makes a token, sees it once, and everybody who manages the clan sees that it is there", async () => {
  const { clan, owner, url } = await createFixture();
  const maintainer = await world.memberOf(clan, "maintainer");
  const made = await owner.send("POST", url, { ...draft, scopes: ["entries:write", "entries:read", "entries:write"] });
  expect(made.statusCode).toBe(200);
  const { token, ...shown } = made.json();
  expect(token).toMatch(/^clh_[\w-]{43}$/);
  expect(shown).toMatchObject({
    name: "Discord bot",
    scopes: ["entries:write", "entries:read"],
    last_four: token.slice(-4),
    last_used_at: null,
  });
  const days = (Date.parse(shown.expires_at) - Date.parse(shown.created_at)) / 86_400_000;
  expect(Math.round(days)).toBe(90);

  const list = await maintainer.get(url);
  expect(list.json()).toEqual({ items: [shown] });
  expect(list.payload).not.toContain(token);
});

test("S35: no table holds the token, not even the one that keeps answers for a repeated request", async () => {
  const { owner, url } = await createFixture();
  const headers = { "x-dev-user-id": owner.userId, "idempotency-key": "token-once" };
  const make = () => world.app.server.inject({ method: "POST", url, headers, payload: draft });
  const { token } = (await make()).json();
  expect((await make()).json().token).toBe(token);
  expect((await owner.get(url)).json().items).toHaveLength(1);
  const rows = await dump();
  const [, secret] = token.split("clh_");
  for (const form of [secret, Buffer.from(token).toString("hex"), Buffer.from(secret, "base64url").toString("hex")]) {
    expect(rows).not.toContain(form);
  }
});

test("S62: making and ending a token is a security event that does not tell the token", async () => {
  const { clan, owner, url } = await createFixture();
  const maintainer = await world.memberOf(clan, "maintainer");
  const { id, token } = (await owner.send("POST", url, draft)).json();
  expect((await owner.send("DELETE", `${url}/${id}`)).statusCode).toBe(200);
  expect((await owner.send("DELETE", `${url}/${id}`)).statusCode).toBe(404);
  expect((await owner.get(url)).json()).toEqual({ items: [] });

  const audit = await owner.get(`/api/clans/${clan.id}/audit`);
  expect(audit.json().items).toMatchObject([
    { action: "token.delete", target: "Discord bot" },
    { action: "token.create", target: "Discord bot", after: { scopes: ["entries:write"] } },
  ]);
  expect(audit.payload).not.toContain(token.slice(4));
  expect((await maintainer.get(`/api/clans/${clan.id}/audit`)).json().items).toEqual([]);
});

test("maintainers look and do not touch, members do neither", async () => {
  const { clan, owner, url } = await createFixture();
  const { id } = (await owner.send("POST", url, draft)).json();
  const maintainer = await world.memberOf(clan, "maintainer");
  const member = await world.memberOf(clan, "member");
  expect((await maintainer.send("POST", url, draft)).statusCode).toBe(403);
  expect((await maintainer.send("DELETE", `${url}/${id}`)).statusCode).toBe(403);
  expect((await member.get(url)).statusCode).toBe(403);
});

test("S03: an owner cannot end another clan's token", async () => {
  const [mine, theirs] = [await createFixture(), await createFixture()];
  const { id } = (await theirs.owner.send("POST", theirs.url, draft)).json();
  expect((await mine.owner.send("DELETE", `${mine.url}/${id}`)).statusCode).toBe(404);
  expect((await theirs.owner.get(theirs.url)).json().items).toHaveLength(1);
});

test.each([
  ["no name", { ...draft, name: " " }, "name"],
  ["no scope", { ...draft, scopes: [] }, "scopes"],
  ["a scope nobody knows", { ...draft, scopes: ["clan:own"] }, "scopes.0"],
  ["a scope nobody knows behind a known one", { ...draft, scopes: ["entries:read", "*"] }, "scopes.1"],
  ["a scope in capitals", { ...draft, scopes: ["ENTRIES:READ"] }, "scopes.0"],
  ["a scope that every object has", { ...draft, scopes: ["__proto__"] }, "scopes.0"],
  ["a scope that every object inherits", { ...draft, scopes: ["constructor"] }, "scopes.0"],
  ["a scope that is nothing", { ...draft, scopes: [null] }, "scopes.0"],
  ["a scope inside another list", { ...draft, scopes: [["entries:read"]] }, "scopes.0"],
  ["scopes as one word", { ...draft, scopes: "entries:read" }, "scopes"],
  ["scopes as an object", { ...draft, scopes: { 0: "entries:read", length: 1 } }, "scopes"],
  ["scopes left out", { name: "Discord bot" }, "scopes"],
  ["half a day more", { ...draft, expires_in_days: 30.5 }, "expires_in_days"],
  ["a number in words", { ...draft, expires_in_days: "30" }, "expires_in_days"],
  ["an end before its beginning", { ...draft, expires_in_days: -1 }, "expires_in_days"],
  ["more than a year", { ...draft, expires_in_days: 367 }, "expires_in_days"],
  ["no day at all", { ...draft, expires_in_days: 0 }, "expires_in_days"],
  ["a field of the table", { ...draft, created_by: crypto.randomUUID() }, "created_by"],
])("a token with %s is refused", async (_, body, path) => {
  const { owner, url } = await createFixture();
  const answer = await owner.send("POST", url, body);
  expect(answer.statusCode).toBe(400);
  expect(answer.json().details[0].path).toBe(path);
});

test("S40: of thirty tokens at once twenty are made, and one that expired makes room", async () => {
  const { clan, owner, url } = await createFixture();
  const answers = await Promise.all(Array.from({ length: 30 }, () => owner.send("POST", url, draft)));
  const statuses = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
  expect(statuses).toEqual([...Array(20).fill(200), ...Array(10).fill(409)]);
  const { id } = (await owner.get(url)).json().items[0];
  await world.db
    .updateTable("api_tokens")
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where("clan_id", "=", clan.id)
    .where("id", "=", id)
    .execute();
  expect((await owner.send("POST", url, { ...draft, expires_in_days: null })).json()).toMatchObject({
    expires_at: null,
  });
  expect((await owner.send("POST", url, draft)).statusCode).toBe(409);
});
