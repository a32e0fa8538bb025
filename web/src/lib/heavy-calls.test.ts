import { expect, test } from "vitest";
import { createHeavyCalls } from "./heavy-calls.ts";

test("two calls go out at a time, and one that fails makes room for the next", async () => {
  const inTurn = createHeavyCalls();
  const started: { end: (error?: Error) => void }[] = [];
  const work = () =>
    inTurn(
      () =>
        new Promise<void>((resolve, reject) => {
          started.push({ end: (error) => (error ? reject(error) : resolve()) });
        }),
    );
  const calls = [work(), work(), work()];
  expect(started).toHaveLength(2);
  started[0]?.end(new Error("refused"));
  await expect(calls[0]).rejects.toThrow("refused");
  await Promise.resolve();
  expect(started).toHaveLength(3);
  started[1]?.end();
  started[2]?.end();
  await Promise.all(calls.slice(1));
});
