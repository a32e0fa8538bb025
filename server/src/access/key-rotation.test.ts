import { expect, test } from "vitest";
import { createTestDatabase } from "../testing/postgres.ts";
import { testSecrets } from "../testing/secrets.ts";
import { openKeyRing } from "./key-ring.ts";
import { retireUnusedKeys, rotateKeys } from "./key-rotation.ts";
import { listAllSigningKeys } from "./signing-keys.queries.ts";

const minute = 60_000;

test("a new key is published at once, signs twenty minutes later, and is not replaced while it waits", async () => {
  const database = await createTestDatabase();
  const { db } = database;
  const before = await openKeyRing(db, testSecrets, null);
  const now = new Date();
  const rotated = await rotateKeys(db, testSecrets, now);
  expect(rotated).toEqual({ isNew: true, signsFrom: new Date(now.getTime() + 20 * minute) });
  const after = await openKeyRing(db, testSecrets, null);
  expect(await after.listPublicKeys()).toHaveLength(2);
  expect((await after.getSigner()).kid).toBe((await before.getSigner()).kid);
  const again = await Promise.all([rotateKeys(db, testSecrets, now), rotateKeys(db, testSecrets, now)]);
  expect(again).toEqual([1, 2].map(() => ({ isNew: false, signsFrom: rotated.signsFrom })));
  await database.close();
});

test("a key is retired once the next one has signed for longer than any token lives, and not before", async () => {
  const database = await createTestDatabase();
  const { db } = database;
  await openKeyRing(db, testSecrets, null);
  const { signsFrom } = await rotateKeys(db, testSecrets);
  const after = (minutes: number) => new Date(signsFrom.getTime() + minutes * minute);
  expect(await retireUnusedKeys(db, after(25 * 60 - 1))).toBe(0);
  expect(await retireUnusedKeys(db, after(25 * 60 + 1))).toBe(1);
  expect(await retireUnusedKeys(db, after(100_000))).toBe(0);
  const [newest] = await listAllSigningKeys(db);
  expect(newest).toMatchObject({ signs_from: signsFrom, retired_at: null });
  await database.close();
});
