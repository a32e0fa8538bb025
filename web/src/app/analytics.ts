import type { QueryClient } from "@tanstack/react-query";
import {
  identify,
  initAnalytics,
  keepTrackingChoice,
  objectsToTracking,
  recordCoverageOnce,
} from "../lib/analytics.ts";
import { productConfigQuery, profileQuery } from "../domain/profile.ts";
import { currentSession, onSessionChange } from "../lib/session.ts";

/** Starts analytics once the installation said whether it wants any; the coverage probe waits for somebody signed in. */
export async function startAnalytics(queries: QueryClient): Promise<void> {
  const setting = await findSetting(queries);
  if (setting) await followChoice(queries);
  if (!(await initAnalytics(setting)) || !setting) return;
  const probe = async () => {
    await followChoice(queries);
    if (currentSession() && !objectsToTracking()) await recordCoverageOnce(setting.host);
  };
  void probe();
  onSessionChange(() => void probe());
}

/** Names the person to analytics, if there is any and their profile does not object. */
export async function identifyUnlessObjecting(queries: QueryClient, userId: string): Promise<void> {
  if (!(await findSetting(queries))) return;
  await followChoice(queries);
  if (currentSession()?.userId === userId) identify(userId);
}

async function findSetting(queries: QueryClient) {
  const config = await queries.fetchQuery(productConfigQuery).catch(() => null);
  return config?.analytics ?? null;
}

/** A profile that cannot be read leaves what this browser remembers. */
async function followChoice(queries: QueryClient): Promise<void> {
  const profile = currentSession() ? await queries.fetchQuery(profileQuery).catch(() => null) : null;
  if (profile) keepTrackingChoice(profile.privacy.analytics_opt_out);
}
