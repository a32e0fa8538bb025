import { getHealth } from "@clanhall/contract/system";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fakeBackend } from "../testing/fake-backend.ts";
import { connectivity, markBackend, onConnectivityChange } from "./connectivity.ts";
import { retryNow, watchHealth } from "./health-check.ts";

let stop = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0.25);
});

afterEach(() => {
  stop();
  vi.useRealTimers();
});

async function watching(backend = fakeBackend()) {
  const patience = vi.spyOn(AbortSignal, "timeout");
  stop = watchHealth();
  await vi.advanceTimersByTimeAsync(0);
  return { backend, patience, checks: () => backend.callsTo(getHealth).length };
}

function goOnline(online: boolean) {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(online);
  window.dispatchEvent(new Event(online ? "online" : "offline"));
  return vi.advanceTimersByTimeAsync(0);
}

test("a page that opens checks once, with three seconds of patience, and then leaves a healthy backend alone", async () => {
  const { patience, checks } = await watching();
  expect(patience.mock.calls).toEqual([[3000]]);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(checks()).toBe(1);
});

test("a first check without an answer is made once more, with 1.5 seconds of patience, before the backend counts as away", async () => {
  const slow = fakeBackend().repliesTo("GET /health", () => {
    slow.isFine();
    return Promise.reject(new DOMException("Timed out", "TimeoutError"));
  });
  const said = vi.fn<() => void>();
  const stopListening = onConnectivityChange(said);
  const { patience, checks } = await watching(slow);
  stopListening();
  expect(patience.mock.calls).toEqual([[3000], [1500]]);
  expect(checks()).toBe(2);
  expect(said).not.toHaveBeenCalled();
});

test("a backend that answers neither of the first two checks is away", async () => {
  const { checks } = await watching(fakeBackend().isUnreachable());
  expect(checks()).toBe(2);
  expect(connectivity().backendAvailable).toBe(false);
});

test("an unavailable backend is asked every 20 seconds from a moment of the browser's own on, with two seconds of patience, until it answers", async () => {
  const { backend, patience, checks } = await watching();
  backend.isUnreachable();
  markBackend(false);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(checks()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(checks()).toBe(2);
  expect(patience).toHaveBeenLastCalledWith(2000);
  backend.isFine();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(connectivity().backendAvailable).toBe(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(checks()).toBe(3);
});

test("going offline stops the polling", async () => {
  const { checks } = await watching();
  markBackend(false);
  await goOnline(false);
  expect(connectivity().online).toBe(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(checks()).toBe(1);
});

test("coming back online checks at once, with 1.5 seconds of patience, and polls again while there is no answer", async () => {
  const { backend, patience, checks } = await watching();
  backend.isUnreachable();
  markBackend(false);
  await goOnline(false);
  await goOnline(true);
  expect(checks()).toBe(2);
  expect(patience).toHaveBeenLastCalledWith(1500);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(checks()).toBe(3);
});

test("somebody who retries by hand gets an answer within 1.5 seconds", async () => {
  const { patience } = await watching();
  markBackend(false);
  await retryNow();
  expect(patience).toHaveBeenLastCalledWith(1500);
  expect(connectivity().backendAvailable).toBe(true);
});

test("a health check that answers 503 leaves the backend unavailable", async () => {
  const { backend } = await watching();
  backend.refuses(getHealth, 503);
  await retryNow();
  expect(connectivity().backendAvailable).toBe(false);
});

test("a page opened offline knows it and does not call", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const { checks } = await watching();
  expect(connectivity().online).toBe(false);
  expect(checks()).toBe(0);
});
