import { expect, test, vi } from "vitest";
import { createCrashHandler } from "./crash-handler.ts";

test("S65: single stray errors are logged and survived, a flood of them ends the process", () => {
  const fatal = vi.fn();
  const giveUp = vi.fn();
  const takeError = createCrashHandler({ fatal }, giveUp);
  for (let minute = 0; minute < 30; minute++) takeError(new Error("stray"), minute * 61_000);
  expect(fatal).toHaveBeenCalledTimes(30);
  expect(giveUp).not.toHaveBeenCalled();
  for (let second = 0; second < 10; second++) takeError(new Error("flood"), 30 * 61_000 + second);
  expect(giveUp).not.toHaveBeenCalled();
  takeError(new Error("flood"), 30 * 61_000 + 20);
  expect(giveUp).toHaveBeenCalledTimes(1);
});
