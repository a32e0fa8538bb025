import { expect, vi } from "vitest";
import { takeComplaints } from "./setup.ts";

/** The session and what belongs to it, as if the page had just been loaded. */
export async function loadPage() {
  vi.resetModules();
  return {
    ...(await import("../lib/session.ts")),
    ...(await import("../lib/auth-events.ts")),
    ...(await import("../lib/connectivity.ts")),
  };
}

/** The auth client remembers the earlier page loads of a test file and says so; nothing else may be said. */
export async function leavePage(stop: () => Promise<void>): Promise<void> {
  await stop();
  const others = takeComplaints().filter(([words]) => !String(words).includes("Multiple GoTrueClient instances"));
  expect(others).toEqual([]);
}
