import { createConnectivity } from "../lib/connectivity.ts";
import { setService } from "../lib/services.ts";
import { createSession } from "../lib/session.ts";
import { createAnalytics } from "../lib/shared/create-analytics.ts";
import { createToasts } from "../ui/toasts.ts";

/** Everything a page keeps in memory, in the order in which one needs the other. */
export function createServices(): void {
  const connectivity = createConnectivity();
  setService(createConnectivity, connectivity);
  setService(createSession, createSession(connectivity));
  setService(createAnalytics, createAnalytics());
  setService(createToasts, createToasts());
}
