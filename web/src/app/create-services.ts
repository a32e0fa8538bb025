import { createAnalytics } from "../lib/create-analytics.ts";
import { createConnectivity } from "../lib/create-connectivity.ts";
import { createSession } from "../lib/create-session.ts";
import type { Services } from "../lib/services.ts";
import { createToasts } from "../lib/create-toasts.ts";

/** Everything a page keeps in memory, in the order in which one needs the other. */
export function createServices(): Services {
  const connectivity = createConnectivity();
  const session = createSession(connectivity);
  return { connectivity, session, analytics: createAnalytics(), toasts: createToasts() };
}
