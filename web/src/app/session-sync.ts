import { findPage, pages } from "@clanhall/contract/pages";
import type { QueryClient, QueryFilters } from "@tanstack/react-query";
import { resetAnalytics } from "../lib/analytics.ts";
import { keepWantedPage, type OpenDocument } from "../lib/navigation.ts";
import { currentSession, onSessionChange, pendingFactors } from "../lib/session.ts";
import { isEnding } from "../lib/stored-session.ts";
import { identifyUnlessObjecting } from "./analytics.ts";

interface Surroundings {
  queries: QueryClient;
  openDocument: OpenDocument;
  /** The page that is open, with search and hash. */
  currentHref: () => string;
}

/** Everything but what is the same for everybody. */
const personal: QueryFilters = { predicate: ({ queryKey }) => queryKey[0] !== "config" };

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
      void queries.invalidateQueries(personal);
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
