import type { ProductConfig } from "@clanhall/contract/system";
import type { PostHog, PostHogConfig } from "posthog-js";
import { readStored, writeStored } from "./storage.ts";

type AnalyticsSetting = ProductConfig["analytics"];
type Step = (posthog: PostHog) => void;

type AnalyticsLibrary = Pick<PostHog, "init">;
export type Analytics = ReturnType<typeof createAnalytics>;

const optOutKey = "analytics_opt_out";

const options = {
  disable_session_recording: true,
  capture_pageview: false,
  capture_pageleave: true,
  autocapture: true,
  // Texts that people click on are names and addresses: what was clicked is enough.
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
} satisfies Partial<PostHogConfig>;

/** Paths whose last step is a secret: whoever knows it may open the page. */
const secretPaths = /\/(invite|join|scoreboard)\/[^/?#\s"']+/g;
/** E-mail addresses, API tokens and session tokens, wherever they stand. */
const secretPattern =
  /[^\s"'<>()=:;,/@]{1,64}@[^\s"'<>()=:;,/@]{1,253}\.[a-z]{2,}|clh_[\w-]+|eyJ[\w-]+\.[\w-]+\.[\w-]+/gi;
const queryAndHash = /[?#].*/s;

async function importLibrary(): Promise<AnalyticsLibrary> {
  return (await import("posthog-js")).default;
}

export function createAnalytics(loadLibrary = importLibrary) {
  let posthog: PostHog | undefined;
  /** Kept in the browser as well, so that it counts before the profile is here. */
  let hasOptedOut = readStored(optOutKey) !== null;
  /** Steps asked for before the library is here; undefined once it is known that nothing is sent. */
  let waiting: Step[] | undefined = [];

  function perform(step: Step): void {
    if (hasOptedOut) return;
    if (posthog) step(posthog);
    else waiting?.push(step);
  }

  const objectsToTracking = () => hasOptedOut || browserObjects();

  /** Loads analytics when the page is at rest, if this installation uses it and the visitor does not object. */
  async function init(setting: AnalyticsSetting): Promise<boolean> {
    if (!setting || objectsToTracking()) {
      waiting = undefined;
      return false;
    }
    try {
      await pageAtRest();
      const library = await loadLibrary();
      const before_send: PostHogConfig["before_send"] = (event) =>
        hasOptedOut ? null : withoutPrivateAddresses(event);
      posthog = library.init(setting.key, { ...options, before_send, api_host: setting.host });
      for (const step of waiting ?? []) step(posthog);
      return true;
    } catch (error) {
      // oxlint-disable-next-line no-console -- the one trace a failed start of analytics may leave
      console.warn("Analytics could not start", error);
      return false;
    } finally {
      waiting = undefined;
    }
  }

  return {
    init,
    objectsToTracking,
    pageView: (): void => {
      const address = toPublicAddress(location.href);
      perform((library) => library.capture("$pageview", { $current_url: address }));
    },
    identify: (userId: string) => perform((library) => library.identify(userId)),
    reset: () => perform((library) => library.reset()),
    /** Takes over what a person decided in their profile: from now on, and for the next visits with this browser. */
    keepTrackingChoice(optOut: boolean): void {
      hasOptedOut = optOut;
      writeStored(optOutKey, optOut ? "1" : null);
    },
  };
}

function browserObjects(): boolean {
  const asked = navigator.doNotTrack ?? (window as { doNotTrack?: string }).doNotTrack;
  const privacyControl = (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl;
  return asked === "1" || asked === "yes" || privacyControl === true;
}

function pageAtRest(): Promise<void> {
  const idle = (): Promise<void> =>
    new Promise((resolve) => {
      if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: 5000 });
      else setTimeout(resolve, 200);
    });
  if (document.readyState === "complete") return idle();
  return new Promise((resolve) => window.addEventListener("load", () => void idle().then(resolve), { once: true }));
}

/** An address without what must stay private: invite and scoreboard tokens, the query, the hash. */
export function toPublicAddress(address: string): string {
  return address.replace(queryAndHash, "").replace(secretPaths, "/$1/-");
}

/** The same for every text inside an analytics event, however deep, also in the captured elements. */
export function withoutPrivateAddresses<T>(value: T): T {
  if (typeof value === "string") return hideSecrets(value) as T;
  if (Array.isArray(value)) return value.map(withoutPrivateAddresses) as T;
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutPrivateAddresses(inner)])) as T;
}

function hideSecrets(text: string): string {
  return (isAddress(text) ? toPublicAddress(text) : hideTokens(text)).replace(secretPattern, "-");
}

function isAddress(text: string): boolean {
  return /^(https?:\/)?\/\S*$/.test(text);
}

/** Captured elements arrive as one long text with their links inside. */
function hideTokens(text: string): string {
  return text.replace(/[^\s"']+/g, withoutQuery).replace(secretPaths, "/$1/-");
}

function withoutQuery(text: string): string {
  const slash = text.indexOf("/");
  return slash === -1 ? text : text.slice(0, slash) + text.slice(slash).replace(queryAndHash, "");
}
