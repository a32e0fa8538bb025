import { putLoginActivity } from "@clanhall/contract/account";
import { call } from "./api-client.ts";
import { service } from "./services.ts";
import { type Analytics, createAnalytics } from "./shared/create-analytics.ts";
import { readInTab, writeInTab } from "./shared/storage.ts";

const probedKey = "analytics_probed";
const patienceMs = 2_000;

/** What the app asks of analytics; each function is explained where analytics is created. */
const analytics = (): Analytics => service(createAnalytics);

export const initAnalytics: Analytics["init"] = (setting) => analytics().init(setting);
export const pageView = () => analytics().pageView();
export const identify = (userId: string) => analytics().identify(userId);
export const resetAnalytics = () => analytics().reset();
export const keepTrackingChoice = (optOut: boolean) => analytics().keepTrackingChoice(optOut);
export const objectsToTracking = () => analytics().objectsToTracking();

/** Once per browser session, records for the signed-in user whether something keeps analytics requests from leaving. */
export async function recordCoverageOnce(analyticsHost: string): Promise<void> {
  if (!navigator.onLine || readInTab(probedKey)) return;
  writeInTab(probedKey, "1");
  const adblock = await isBlocked(analyticsHost);
  await call(putLoginActivity, { body: { adblock } }).catch(() => undefined);
}

/** Any answer at all means the request left; which answer is the analytics service's business. */
async function isBlocked(analyticsHost: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(patienceMs);
    await fetch(`${analyticsHost}/e/`, { mode: "no-cors", cache: "no-store", credentials: "omit", signal });
    return false;
  } catch {
    return true;
  }
}
