import { decodeJwt, decodeProtectedHeader } from "jose";
import { afterEach, expect, test, vi } from "vitest";
import { listAllSigningKeys } from "../../../access/signing-keys.queries.ts";
import { rotateKeys } from "../../../access/signing-keys.ts";
import { recordedLog } from "../../../testing/recorded-log.ts";
import { testSecrets } from "../../../testing/secrets.ts";
import { createTestApp, type TestApp } from "../../../testing/test-app.ts";
import { cleanUpAuth } from "../service.ts";

afterEach(() => vi.useRealTimers());

const minute = 60_000;
const life = { idleDays: 30, maxDays: 90 };
/** Minutes between one check and the next, from the rotation until long after the old key's last token has died. */
const steps = [0, 1, 2, 16, 1, 0, 1, 2, 20, 30, 50, 24 * 60, 120];

async function refresh({ visitor }: TestApp, refresh_token: string) {
  const answer = await visitor.send("POST", "/auth/v1/token?grant_type=refresh_token", { refresh_token });
  expect(answer.statusCode).toBe(200);
  return answer.json<{ access_token: string; refresh_token: string }>();
}

const isAlive = (token: string) => (decodeJwt(token).exp ?? 0) * 1000 > Date.now();
const kidOf = (token: string) => decodeProtectedHeader(token).kid;

test("S33: keys are replaced under two running instances, and no living token is refused on the way", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  const first = await createTestApp();
  const second = await createTestApp({ beside: first });
  let { refresh_token, access_token } = await first.signedUp();
  const issued = [access_token];

  await rotateKeys(first.db, testSecrets);
  for (const [index, step] of steps.entries()) {
    vi.setSystemTime(Date.now() + step * minute);
    ({ refresh_token, access_token } = await refresh(index % 2 === 0 ? first : second, refresh_token));
    issued.push(access_token);
    for (const token of issued.filter(isAlive)) {
      const headers = { authorization: `Bearer ${token}` };
      for (const { app } of [first, second]) {
        const answer = await app.server.inject({ method: "GET", url: "/api/me/admin", headers });
        expect(answer.statusCode, `after step ${index}`).toBe(200);
      }
    }
    await cleanUpAuth(first.db, recordedLog(), life, new Date());
  }

  expect(new Set(issued.map(kidOf)).size).toBe(2);
  const keys = await listAllSigningKeys(first.db);
  expect(keys.map(({ kid, retired_at }) => [kid, retired_at !== null])).toEqual([
    [kidOf(access_token), false],
    [kidOf(issued[0] ?? ""), true],
  ]);
  await second.close();
  await first.close();
});
