import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useCooldown } from "./hooks.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (seconds: number) => act(() => void vi.advanceTimersByTime(seconds * 1000));

test("counts down to nothing and then rests", () => {
  const { result } = renderHook(() => useCooldown(3));
  expect(result.current[0]).toBe(3);
  pass(1);
  expect(result.current[0]).toBe(2);
  pass(5);
  expect(result.current[0]).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});

test("starts when it is told to, and does not lose time while the page sleeps", () => {
  const { result } = renderHook(() => useCooldown());
  expect(result.current[0]).toBe(0);
  act(() => result.current[1](60));
  expect(result.current[0]).toBe(60);
  vi.setSystemTime(Date.now() + 50_000);
  pass(1);
  expect(result.current[0]).toBe(9);
});
