// @vitest-environment happy-dom
// The library stays in the window it was started in, so this file has one of its own.
import type { PostHog } from "posthog-js";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import "../../testing/setup.ts";
import { takeComplaints } from "../../testing/complaints.ts";
import { createAnalytics } from "./create-analytics.ts";

const minuteMs = 60_000;
const sent: string[] = [];
let clock = Date.parse("2026-03-04T12:00:00Z");
let posthog: PostHog;
let pageView: () => void;

/** The library looks at the browser and its fetch when it is loaded, and starts once. */
beforeAll(async () => {
  vi.useFakeTimers({ now: clock });
  // The library counts no programs, and a test's browser says that it is one.
  Object.defineProperty(navigator, "webdriver", { value: false, configurable: true });
  vi.stubGlobal("fetch", async (url: string) => {
    sent.push(new URL(url).pathname);
    return Response.json({});
  });
  const analytics = createAnalytics();
  pageView = () => analytics.pageView();
  posthog = (await import("posthog-js")).default;
  const started = analytics.init({ key: "key-1", host: "https://usage.example" });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await started).toBe(true);
  clock = Date.now();
});
beforeEach(async () => {
  vi.useFakeTimers({ now: clock });
  await vi.advanceTimersByTimeAsync(60 * minuteMs);
  sent.length = 0;
});
afterEach(() => {
  clock = Date.now();
  vi.useRealTimers();
});

function countCaptured(act: () => void): number {
  let count = 0;
  const stop = posthog.on("eventCaptured", ({ event }) => (count += event === "$pageview" ? 1 : 0));
  act();
  stop();
  return count;
}

test("what somebody does is sent every three seconds", async () => {
  pageView();
  await vi.advanceTimersByTimeAsync(2_900);
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  // Events are compressed outside of the test's clock.
  await vi.waitFor(() => expect(sent).toEqual(["/e/"]));
});

test("of many events at once ten a second are counted", async () => {
  const many = () => {
    for (let position = 0; position < 25; position++) pageView();
  };
  expect(countCaptured(many)).toBe(10);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(countCaptured(many)).toBe(10);
  expect(takeComplaints()).toHaveLength(30);
});

test("a session ends after thirty idle minutes", async () => {
  pageView();
  const first = posthog.get_session_id();
  await vi.advanceTimersByTimeAsync(29 * minuteMs);
  pageView();
  expect(posthog.get_session_id()).toBe(first);
  await vi.advanceTimersByTimeAsync(31 * minuteMs);
  pageView();
  expect(posthog.get_session_id()).not.toBe(first);
});

test("a session ends after twenty-four hours, however busy it is", async () => {
  pageView();
  const first = posthog.get_session_id();
  for (let quarters = 1; quarters < 24 * 4; quarters++) {
    await vi.advanceTimersByTimeAsync(15 * minuteMs);
    pageView();
  }
  expect(posthog.get_session_id()).toBe(first);
  await vi.advanceTimersByTimeAsync(16 * minuteMs);
  pageView();
  expect(posthog.get_session_id()).not.toBe(first);
});

test("nobody's screen is recorded, and nobody has a profile before they are known", () => {
  expect(posthog.sessionRecordingStarted()).toBe(false);
  pageView();
  expect(posthog.get_property("$user_state")).toBe("anonymous");
});
