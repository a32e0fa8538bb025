import type { QueryClient } from "@tanstack/react-query";
import { initAnalytics } from "../lib/analytics.ts";
import { recordCoverageOnce } from "../lib/analytics-coverage.ts";
import { productConfigQuery } from "../lib/product-config.ts";
import { currentSession, onSessionChange } from "../lib/session.ts";

/** Starts analytics once the installation said whether it wants any; the coverage probe waits for somebody signed in. */
export async function startAnalytics(queries: QueryClient): Promise<void> {
  const config = await queries.fetchQuery(productConfigQuery).catch(() => null);
  const setting = config?.analytics ?? null;
  if (!(await initAnalytics(setting)) || !setting) return;
  const probe = () => {
    if (currentSession()) void recordCoverageOnce(setting.host);
  };
  probe();
  onSessionChange(probe);
}
