import type { Toasts } from "./create-toasts.ts";
import type { Analytics } from "./create-analytics.ts";
import type { Connectivity } from "./create-connectivity.ts";
import type { SessionService } from "./create-session.ts";

/** What lives as long as the page and has a state of its own. */
export interface Services {
  connectivity: Connectivity;
  session: SessionService;
  analytics: Analytics;
  toasts: Toasts;
}

let current: Services | undefined;

/** Called once for a page, before anything else of it runs. */
export function setServices(created: Services): void {
  current = created;
}

export function services(): Services {
  if (!current) throw new Error("The services of this page have not been created");
  return current;
}
