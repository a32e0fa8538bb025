import { getProfile, putLoginActivity } from "@clanhall/contract/account";
import { getConfig } from "@clanhall/contract/system";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setService } from "../lib/services.ts";
import { signOut, startSession } from "../lib/session.ts";
import { createAnalytics } from "../lib/shared/create-analytics.ts";
import { devUserKey } from "../lib/stored-session.ts";
import { karasProfile } from "../testing/fake-account.ts";
import { fakeBackend, plainConfig } from "../testing/fake-backend.ts";
import { createQueryClient } from "./create-services.ts";
import { identifyUnlessObjecting, startAnalytics } from "./session-sync.ts";

const analytics = {
  init: vi.fn(),
  pageView: vi.fn(),
  identify: vi.fn(),
  reset: vi.fn(),
  keepTrackingChoice: vi.fn(),
  objectsToTracking: vi.fn(),
};

const counting = { ...plainConfig, analytics: { key: "key-1", host: "https://usage.example" } };

beforeEach(async () => {
  vi.resetAllMocks();
  setService(createAnalytics, analytics);
  localStorage.setItem(devUserKey, "user-1");
  await startSession()();
});
afterEach(() => signOut());

function profileWith(optOut: boolean) {
  return { ...karasProfile, privacy: { ...karasProfile.privacy, analytics_opt_out: optOut } };
}

test.each([true, false])(
  "the profile's choice (opted out: %s) is taken over before anybody is named",
  async (optOut) => {
    fakeBackend().answers(getConfig, counting).answers(getProfile, profileWith(optOut));
    await identifyUnlessObjecting(createQueryClient(), "user-1");
    expect(analytics.keepTrackingChoice).toHaveBeenCalledWith(optOut);
    expect(analytics.keepTrackingChoice).toHaveBeenCalledBefore(analytics.identify);
  },
);

test("a profile that cannot be read leaves what this browser remembers", async () => {
  fakeBackend().answers(getConfig, counting).refuses(getProfile, 403);
  await identifyUnlessObjecting(createQueryClient(), "user-1");
  expect(analytics.keepTrackingChoice).not.toHaveBeenCalled();
  expect(analytics.identify).toHaveBeenCalledWith("user-1");
});

test("where nothing is counted, nobody is named and the profile is not asked for", async () => {
  const backend = fakeBackend();
  await identifyUnlessObjecting(createQueryClient(), "user-1");
  expect(analytics.identify).not.toHaveBeenCalled();
  expect(backend.callsTo(getProfile)).toEqual([]);
});

test("whether analytics gets through is noted for whoever signs in, unless their profile objects", async () => {
  const signIn = async () => {
    localStorage.setItem(devUserKey, "user-1");
    await startSession()();
  };
  await signOut();
  analytics.init.mockResolvedValue(true);
  analytics.objectsToTracking.mockReturnValue(true);
  const backend = fakeBackend().answers(getConfig, counting).answers(getProfile, profileWith(true));
  const toBackend = fetch;
  const probes: string[] = [];
  vi.stubGlobal("fetch", (url: string, init?: RequestInit) => {
    if (!url.startsWith(counting.analytics.host)) return toBackend(url, init);
    probes.push(url);
    return Promise.resolve(new Response());
  });
  await startAnalytics(createQueryClient());
  await signIn();
  await vi.waitFor(() => expect(analytics.objectsToTracking).toHaveBeenCalled());
  expect(analytics.keepTrackingChoice).toHaveBeenCalledWith(true);
  expect(probes).toEqual([]);

  await signOut();
  analytics.objectsToTracking.mockReturnValue(false);
  await signIn();
  await vi.waitFor(() => expect(backend.callsTo(putLoginActivity)).toMatchObject([{ body: { adblock: false } }]));
  expect(probes).toHaveLength(1);
});
