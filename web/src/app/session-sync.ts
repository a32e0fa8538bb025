import { findPage, pages } from "@clanhall/contract/pages";
import type { Query, QueryClient, QueryFilters } from "@tanstack/react-query";
import {
  identify,
  initAnalytics,
  keepTrackingChoice,
  objectsToTracking,
  recordCoverageOnce,
  resetAnalytics,
} from "../lib/analytics.ts";
import { keepWantedPage, type OpenDocument } from "../lib/navigation.ts";
import { currentSession, onSessionChange, pendingFactors } from "../lib/session.ts";
import { isEnding } from "../lib/stored-session.ts";
import { productConfigQuery, profileQuery } from "../domain/profile.ts";

interface Surroundings {
  queries: QueryClient;
  openDocument: OpenDocument;
  /** The page that is open, with search and hash. */
  currentHref: () => string;
}

const isPersonal = ({ queryKey }: Pick<Query, "queryKey">) => queryKey[0] !== "config";

/** Everything but what is the same for everybody. */
const personal: QueryFilters = { predicate: isPersonal };

/** A first answer that is still on its way is not asked for twice: a page often begins with a session that is renewed. */
const answered: QueryFilters = {
  predicate: (query) => isPersonal(query) && (query.state.data !== undefined || query.state.fetchStatus !== "fetching"),
};

/** Keeps data, analytics and the page in step with who is signed in. */
export function syncSession({ queries, openDocument, currentHref }: Surroundings): () => void {
  let userId = currentSession()?.userId;
  let token = currentSession()?.accessToken;
  if (userId) void identifyUnlessObjecting(queries, userId);
  return onSessionChange((session) => {
    const isSameUser = session?.userId === userId;
    const hadEnded = isEnding(token ?? "", Date.now());
    userId = session?.userId;
    token = session?.accessToken;
    if (isSameUser) {
      void queries.invalidateQueries(answered);
      return;
    }
    queries.removeQueries(userId ? { ...personal, type: "inactive" } : personal);
    if (userId) {
      void queries.resetQueries(personal);
      void identifyUnlessObjecting(queries, userId);
      return;
    }
    resetAnalytics();
    const href = currentHref();
    if (pages[findPage(new URL(href, location.origin).pathname)].guard === "open") return;
    const halfWay = `${pages.login.path}?${new URLSearchParams({ next: href }).toString()}`;
    // Whoever was signed out by hand, in whichever tab, is not led back.
    if (hadEnded) keepWantedPage(href);
    void openDocument(pendingFactors() ? halfWay : "/");
  });
}

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
