import { once } from "node:events";
import { get } from "node:http";
import { createInterface } from "node:readline";
import type { AddressInfo, Socket } from "node:net";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";

const crowd = 100_000;
/** At once, so that no statement takes too long. */
const arriving = 10_000;
/** As many are read for the file at once. */
const batch = 2_000;

let world: TestApp;
let admin: Awaited<ReturnType<TestApp["appAdmin"]>>;
/** Many of them arrived in the same microsecond and are called alike. */
beforeAll(async () => {
  world = await createTestApp();
  admin = await world.appAdmin();
  for (let first = 1; first < crowd; first += arriving) {
    await sql`
      insert into users (email, display_name, email_confirmed_at, created_at, last_sign_in_at)
      select 'crowd' || n || '@crowd.test', 'Crowd ' || n % 1000, now(),
        timestamptz '2026-01-01 00:00:00.000123Z' + (n / 7) * interval '1 microsecond',
        case when n % 3 > 0 then timestamptz '2026-02-01' + (n % 500) * interval '1.5 millisecond' end
      from generate_series(${first}::int, ${first + arriving - 1}::int) as n
    `.execute(world.db);
  }
  await sql`analyze users`.execute(world.db);
}, 120_000);
afterAll(() => world.close());

interface Row {
  id: string;
  display_name: string;
  email: string | null;
  created_at: string;
  last_sign_in_at: string | null;
}
interface Page {
  items: Row[];
  total: number;
  next_cursor: string | null;
}

async function list(query: string): Promise<Page> {
  const answer = await admin.get(`/api/admin/users?${query}`);
  expect(answer.statusCode, query).toBe(200);
  return answer.json();
}

async function walk(query: string, pages: number): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < pages; page++) {
    const { items, next_cursor }: Page = await list(`${query}${cursor ? `&cursor=${cursor}` : ""}`);
    rows.push(...items);
    cursor = next_cursor;
    if (!cursor) break;
  }
  return rows;
}

const orders = {
  newest: sql`created_at desc, id desc`,
  oldest: sql`created_at, id`,
  name: sql`left(lower(display_name), 40) collate "C", id`,
  last_seen: sql`coalesce(last_sign_in_at, 'epoch') desc, id desc`,
};

test.each(Object.entries(orders))(
  "the first pages by %s hold everybody in order, and nobody twice",
  async (sort, by) => {
    const seen = await walk(`sort=${sort}&limit=200`, 6);
    const { rows } = await sql<{ id: string }>`
    select id from users where deleted_at is null order by ${by} limit ${seen.length}
  `.execute(world.db);
    expect(seen).toHaveLength(1_200);
    expect(seen.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  },
);

test.each(Object.keys(orders))("a list by %s comes to its end", async (sort) => {
  const seen = await walk(`sort=${sort}&limit=37&q=crowd1234`, 10);
  expect(new Set(seen.map(({ id }) => id)).size).toBe(11);
  expect(seen).toHaveLength(11);
});

test("somebody who arrives while the list is read moves nobody", async () => {
  const first = await list("sort=newest&limit=5");
  await world.db.insertInto("users").values({ email: "late@arrival.test" }).execute();
  const second = await list(`sort=newest&limit=5&cursor=${first.next_cursor}`);
  const both = [...first.items, ...second.items].map(({ id }) => id);
  expect(new Set(both).size).toBe(10);
  expect(JSON.stringify(second)).not.toContain("late@arrival.test");
});

test("the total counts as far as ten thousand", async () => {
  expect((await list("limit=1")).total).toBe(10_000);
  expect(await list("q=crowd99999@crowd.test")).toMatchObject({ total: 1, next_cursor: null });
});

test("the file holds everybody, and is read no faster than a slow reader takes it", async () => {
  await world.app.server.listen({ port: 0, host: "127.0.0.1" });
  const { port } = world.app.server.server.address() as AddressInfo;
  const headers = { "x-dev-user-id": admin.userId };
  const request = get({ port, host: "127.0.0.1", path: "/api/admin/users.csv?sort=oldest", headers });
  const [line]: [Socket] = (await once(world.app.server.server, "connection")) as [Socket];
  const [answer] = await once(request, "response");
  expect(answer.headers).toMatchObject({ "content-type": "text/csv; charset=utf-8" });
  expect(answer.headers["content-disposition"]).toMatch(/^attachment; filename="clanhall-users-[\d-]+\.csv"$/);
  expect(answer.headers["content-length"]).toBeUndefined();

  // Every batch takes a connection for a moment. The first may have been read before the answer began.
  const reads = [{ batches: 1, taken: 0 }];
  const batches = () => reads.at(-1)?.batches ?? 0;
  const noteRead = () => reads.push({ batches: batches() + 1, taken: line.bytesWritten - line.writableLength });
  world.database.pool.on("acquire", noteRead);
  await vi.waitFor(() => expect(line.writableNeedDrain).toBe(true), { timeout: 20_000 });
  expect(batches() * batch).toBeLessThan(crowd / 2);

  const ids = new Set<string>();
  let lines = 0;
  for await (const text of createInterface({ input: answer })) {
    lines += 1;
    ids.add(text.slice(0, 36));
  }
  world.database.pool.off("acquire", noteRead);
  const { total } = await world.db
    .selectFrom("users")
    .select((user) => user.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  expect([lines, ids.size]).toEqual([total + 1, total + 1]);
  expect(batches()).toBeGreaterThanOrEqual(crowd / batch);
  const lineLength = line.bytesWritten / lines;
  const ahead = reads.map((read) => read.batches - read.taken / lineLength / batch);
  expect(Math.max(...ahead)).toBeLessThan(4);
}, 60_000);
