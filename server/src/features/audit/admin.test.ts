import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { recordAdminAudit } from "./queries.ts";

let world: TestApp;
let admin: Awaited<ReturnType<TestApp["appAdmin"]>>;
beforeAll(async () => {
  world = await createTestApp();
  admin = await world.appAdmin();
  await world.db.updateTable("users").set({ display_name: "Ann" }).where("id", "=", admin.userId).execute();
});
afterAll(() => world.close());

interface Item {
  id: string;
  action: string;
  actor: string | null;
  target: string | null;
}

async function list(query: string): Promise<{ items: Item[]; next_cursor: string | null }> {
  const answer = await admin.get(`/api/admin/audit?${query}`);
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

test("app admins read what was done by whom, page by page, also when much happened at the same moment", async () => {
  const ids = Array.from({ length: 25 }, () => crypto.randomUUID());
  await world.db.transaction().execute(async (tx) => {
    for (const id of ids) {
      const target = { type: "user" as const, id, name: "Paged" };
      await recordAdminAudit(tx, { userId: admin.userId, requestId: "r-1" }, { action: "user.lift", target });
    }
  });
  const seen: Item[] = [];
  let cursor: string | null = null;
  do {
    const page = await list(`target=paged&limit=10${cursor ? `&cursor=${cursor}` : ""}`);
    seen.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor);
  expect(seen).toHaveLength(25);
  expect(new Set(seen.map(({ id }) => id)).size).toBe(25);
  expect(seen[0]).toMatchObject({ action: "user.lift", actor: "Ann", target: "Paged", request_id: "r-1" });
});

test("they look for actions, targets and days; nothing they type is a pattern", async () => {
  const clanId = crypto.randomUUID();
  const nobody = { userId: null, requestId: null };
  const target = { type: "clan" as const, id: clanId, name: "100% Owls_" };
  await recordAdminAudit(world.db, nobody, { action: "clan.recover", target, reason: "The owner is gone" });
  const today = new Date().toISOString().slice(0, 10);
  for (const query of [
    `target=${clanId}`,
    `target=${encodeURIComponent("100% owls_")}`,
    "action=clan.",
    `action=clan.recover&from=${today}&to=${today}`,
  ]) {
    const { items } = await list(query);
    expect(items, query).toEqual([
      expect.objectContaining({ action: "clan.recover", actor: null, target: target.name }),
    ]);
  }
  for (const query of ["target=100_", "target=%25%25", "action=%25", "to=2001-01-01"]) {
    expect((await list(query)).items, query).toEqual([]);
  }
});

test.each(["cursor=nowhere", `cursor=${crypto.randomUUID()}`, "from=2026-02-30", "limit=0", "target=%00"])(
  "a list asked for with %s is refused",
  async (query) => {
    expect((await admin.get(`/api/admin/audit?${query}`)).statusCode).toBe(400);
  },
);
