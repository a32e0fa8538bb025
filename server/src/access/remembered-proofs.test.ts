import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { rememberProofs } from "./remembered-proofs.ts";

const kara = { userId: "kara", sessionId: "of kara" };
const minute = 60_000;

beforeEach(() => void vi.useFakeTimers({ now: new Date("2026-03-04T12:00:00Z") }));
afterEach(() => void vi.useRealTimers());

function open(lifeMs = 60 * minute) {
  const expiresAt = Date.now() + lifeMs;
  const prove = vi.fn(async (token: string) => {
    if (token === "forged") return { problem: "token is not valid" };
    return Date.now() < expiresAt ? { proof: kara, expiresAt } : { problem: "token is expired" };
  });
  const proofs = rememberProofs(prove);
  return { prove, read: (token: string) => proofs.prove(token), invalidate: () => proofs.invalidate() };
}

test("a token is proved once in a minute, however often it is shown", async () => {
  const { prove, read } = open();
  for (let call = 0; call < 3; call++) expect(await read("hers")).toEqual(kara);
  expect(prove).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(minute);
  expect(await read("hers")).toEqual(kara);
  expect(prove).toHaveBeenCalledTimes(2);
});

test("a token that expires is refused at that moment", async () => {
  const { read } = open(1_000);
  await read("hers");
  vi.advanceTimersByTime(999);
  expect(await read("hers")).toEqual(kara);
  vi.advanceTimersByTime(1);
  expect(await read("hers")).toEqual({ problem: "token is expired" });
});

test("what could not be proved is looked at anew, and proves nothing for others", async () => {
  const { prove, read } = open();
  await read("hers");
  for (let call = 0; call < 2; call++) expect(await read("forged")).toEqual({ problem: "token is not valid" });
  expect(prove).toHaveBeenCalledTimes(3);
});

test("a crowd of tokens takes no more room than was set aside, and the oldest are proved again", async () => {
  const { prove, read } = open();
  for (let person = 0; person <= 5_000; person++) await read(`token ${person}`);
  prove.mockClear();
  await read("token 5000");
  expect(prove).not.toHaveBeenCalled();
  await read("token 0");
  expect(prove).toHaveBeenCalledTimes(1);
});

test("H2: what is forgotten is proved again, also what was being proved at that moment", async () => {
  const { prove, read, invalidate } = open();
  await read("hers");
  invalidate();
  await read("hers");
  expect(prove).toHaveBeenCalledTimes(2);

  const underWay = read("his");
  invalidate();
  await underWay;
  await read("his");
  expect(prove).toHaveBeenCalledTimes(4);
});
