import { putLoginActivity } from "@clanhall/contract/account";
import { expect, test, vi } from "vitest";
import { fakeBackend } from "../testing/fake-backend.ts";
import { recordCoverageOnce } from "./analytics.ts";

const host = "https://usage.example";

function analyticsRequestsAre(outcome: "let through" | "blocked") {
  const backend = fakeBackend();
  const toBackend = fetch;
  vi.stubGlobal("fetch", (url: string, init?: RequestInit) => {
    if (!url.startsWith(host)) return toBackend(url, init);
    return outcome === "blocked" ? Promise.reject(new TypeError("Failed to fetch")) : Promise.resolve(new Response());
  });
  return backend;
}

test.each([
  ["let through", false],
  ["blocked", true],
] as const)("analytics requests that are %s are recorded as adblock: %s", async (outcome, adblock) => {
  const backend = analyticsRequestsAre(outcome);
  const patience = vi.spyOn(AbortSignal, "timeout");
  await recordCoverageOnce(host);
  expect(backend.callsTo(putLoginActivity)).toMatchObject([{ body: { adblock } }]);
  expect(patience).toHaveBeenCalledWith(2000);
});

test("one browser session is probed once", async () => {
  const backend = analyticsRequestsAre("let through");
  await recordCoverageOnce(host);
  await recordCoverageOnce(host);
  expect(backend.callsTo(putLoginActivity)).toHaveLength(1);
});

test("a browser that forbids storage is probed all the same", async () => {
  const backend = analyticsRequestsAre("let through");
  vi.stubGlobal("sessionStorage", undefined);
  await recordCoverageOnce(host);
  expect(backend.callsTo(putLoginActivity)).toHaveLength(1);
});

test("a browser that is offline is probed another time", async () => {
  const backend = analyticsRequestsAre("let through");
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  await recordCoverageOnce(host);
  expect(backend.received).toEqual([]);
  online.mockReturnValue(true);
  await recordCoverageOnce(host);
  expect(backend.callsTo(putLoginActivity)).toHaveLength(1);
});

test("a record that is refused disturbs nobody", async () => {
  analyticsRequestsAre("blocked").refuses(putLoginActivity, 401);
  await expect(recordCoverageOnce(host)).resolves.toBeUndefined();
});
