import { createAnalytics } from "../lib/create-analytics.ts";
import { createConnectivity } from "../lib/create-connectivity.ts";
import { createEtagCache } from "../lib/create-etag-cache.ts";
import { createSession } from "../lib/create-session.ts";
import type { Services } from "../lib/services.ts";
import { createToasts } from "../ui/create-toasts.ts";

/** Everything a page keeps in memory, in the order in which one needs the other. */
export function createServices(): Services {
  const connectivity = createConnectivity();
  const session = createSession(connectivity);
  const etagCache = createEtagCache(session);
  return { connectivity, session, etagCache, analytics: createAnalytics(), toasts: createToasts() };
}
