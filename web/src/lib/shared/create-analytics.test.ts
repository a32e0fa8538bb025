import { beforeEach, describe, expect, test, vi } from "vitest";
import { takeComplaints } from "../../testing/complaints.ts";
import { type Analytics, createAnalytics, toPublicAddress, withoutPrivateAddresses } from "./create-analytics.ts";

const library = { init: vi.fn(), capture: vi.fn(), identify: vi.fn(), reset: vi.fn() };
const load = vi.fn(async () => library);

const setting = { key: "key-1", host: "https://usage.example" };
let analytics: Analytics;

beforeEach(() => {
  vi.clearAllMocks();
  library.init.mockReturnValue(library);
  analytics = createAnalytics(load);
});

describe("nothing is loaded or sent", () => {
  async function expectSilence(given: typeof setting | null) {
    analytics.pageView();
    expect(await analytics.init(given)).toBe(false);
    analytics.pageView();
    analytics.identify("user-1");
    expect(load).not.toHaveBeenCalled();
    expect(library.capture).not.toHaveBeenCalled();
  }

  test("on an installation without analytics", () => expectSilence(null));

  test.each(["1", "yes"])("for a visitor whose browser says do not track: %s", async (value) => {
    Object.defineProperty(navigator, "doNotTrack", { value, configurable: true });
    await expectSilence(setting);
    Reflect.deleteProperty(navigator, "doNotTrack");
  });

  test("for a visitor with Global Privacy Control", async () => {
    Object.defineProperty(navigator, "globalPrivacyControl", { value: true, configurable: true });
    await expectSilence(setting);
    Reflect.deleteProperty(navigator, "globalPrivacyControl");
  });
});

describe("somebody who opted out", () => {
  test("is not counted at all by a browser that remembers it", async () => {
    analytics.keepTrackingChoice(true);
    analytics = createAnalytics(load);
    analytics.pageView();
    expect(await analytics.init(setting)).toBe(false);
    expect(load).not.toHaveBeenCalled();
  });

  test("is no longer counted from that moment on, and again after changing their mind", async () => {
    await analytics.init(setting);
    const [, options] = library.init.mock.calls[0] ?? [];
    const { before_send: beforeSend } = options as { before_send: (event: object) => object | null };
    analytics.keepTrackingChoice(true);
    analytics.pageView();
    analytics.identify("user-1");
    expect(library.capture).not.toHaveBeenCalled();
    expect(library.identify).not.toHaveBeenCalled();
    expect(beforeSend({ properties: {} })).toBeNull();
    analytics.keepTrackingChoice(false);
    analytics.pageView();
    expect(library.capture).toHaveBeenCalledOnce();
    expect(beforeSend({ properties: {} })).toEqual({ properties: {} });
  });
});

test("analytics starts without recordings, with our page views and only for people who are known", async () => {
  expect(await analytics.init(setting)).toBe(true);
  const [key, options] = library.init.mock.calls[0] ?? [];
  expect(key).toBe("key-1");
  const { before_send: _, ...rest } = options as Record<string, unknown>;
  expect(rest).toEqual({
    api_host: "https://usage.example",
    disable_session_recording: true,
    capture_pageview: false,
    capture_pageleave: true,
    autocapture: true,
    mask_all_text: true,
    person_profiles: "identified_only",
    respect_dnt: true,
    request_queue_config: { flush_interval_ms: 3000 },
    session_idle_timeout_seconds: 1800,
    rate_limiting: { events_per_second: 10, events_burst_limit: 10 },
    internal_or_test_user_hostname: null,
    advanced_disable_flags: true,
    disable_surveys: true,
    disable_external_dependency_loading: true,
  });
});

test("what happened before the start is sent after it, in order, and later things at once", async () => {
  analytics.identify("user-1");
  analytics.pageView();
  expect(library.capture).not.toHaveBeenCalled();
  await analytics.init(setting);
  expect(library.identify).toHaveBeenCalledWith("user-1");
  expect(library.capture).toHaveBeenCalledTimes(1);
  analytics.pageView();
  analytics.reset();
  expect(library.capture).toHaveBeenCalledTimes(2);
  expect(library.reset).toHaveBeenCalledOnce();
});

test("a page view and every captured event go without tokens and codes", async () => {
  await analytics.init(setting);
  history.replaceState(null, "", "/invite/secret?code=secret#secret");
  analytics.pageView();
  history.replaceState(null, "", "/");
  expect(library.capture).toHaveBeenCalledWith("$pageview", { $current_url: `${location.origin}/invite/-` });
  const [, options] = library.init.mock.calls[0] ?? [];
  expect(
    (options as { before_send: (event: object) => object }).before_send({
      properties: { $pathname: "/scoreboard/secret" },
    }),
  ).toEqual({
    properties: { $pathname: "/scoreboard/-" },
  });
});

test("analytics that cannot start leaves one warning and nothing else", async () => {
  library.init.mockImplementation(() => {
    throw new Error("blocked");
  });
  expect(await analytics.init(setting)).toBe(false);
  analytics.pageView();
  expect(takeComplaints()).toEqual([["Analytics could not start", new Error("blocked")]]);
  expect(library.capture).not.toHaveBeenCalled();
});

test.each([
  ["https://clan.example/invite/secret", "https://clan.example/invite/-"],
  ["https://clan.example/join/secret", "https://clan.example/join/-"],
  ["https://clan.example/invite/secret/more?x=1", "https://clan.example/invite/-/more"],
  ["https://clan.example/scoreboard/secret?embed=1#top", "https://clan.example/scoreboard/-"],
  ["https://clan.example/login?code=secret", "https://clan.example/login"],
  ["https://clan.example/reset-password#access_token=secret", "https://clan.example/reset-password"],
  ["/scoreboard/secret", "/scoreboard/-"],
  ["https://clan.example/scoreboards", "https://clan.example/scoreboards"],
])("%s is told as %s", (address, sent) => {
  expect(toPublicAddress(address)).toBe(sent);
});

test.each([
  ["Continue as kara.moon+owls@clan.example", "Continue as -"],
  ['a:attr__href="mailto:kara@clan.example"text="Write"', 'a:attr__href="mailto:-"text="Write"'],
  ["https://clan.example/users/kara@clan.example/sessions", "https://clan.example/users/-/sessions"],
  ["The token is clh_Ab-9_x.", "The token is -."],
  ["Bearer eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ1In0.c2ln", "Bearer -"],
  ["Raids @ eight", "Raids @ eight"],
])("of the text %s only %s is told", (text, sent) => {
  expect(withoutPrivateAddresses({ deep: [text] })).toEqual({ deep: [sent] });
});

test("an event keeps its shape and loses every secret, wherever it hides", () => {
  const date = new Date(0);
  const event = {
    event: "$autocapture",
    timestamp: date,
    properties: {
      $current_url: "https://clan.example/invite/secret?code=secret",
      $pathname: "/invite/secret",
      $referrer: "https://clan.example/scoreboard/secret",
      $elements_chain: 'a:attr__href="/invite/secret?x=secret"nth-child="1";div:attr__class="card"',
      $elements: [{ attr__href: "/scoreboard/secret#secret", text: "Open the board?" }],
      $set_once: { $initial_current_url: "https://clan.example/login?code=secret" },
      count: 3,
      nothing: null,
    },
  };
  const sent = withoutPrivateAddresses(event);
  expect(JSON.stringify(sent)).not.toContain("secret");
  expect(sent).toMatchObject({
    timestamp: date,
    properties: { $pathname: "/invite/-", count: 3, nothing: null, $elements: [{ text: "Open the board?" }] },
  });
  expect(sent.properties.$elements_chain).toBe('a:attr__href="/invite/-"nth-child="1";div:attr__class="card"');
});
