import { findPage, pages } from "@clanhall/contract/pages";
import type { QueryClient, QueryFilters } from "@tanstack/react-query";
import { resetAnalytics } from "../lib/analytics.ts";
import type { OpenDocument } from "../lib/open-document.ts";
import { currentSession, onAuthEvent, onSessionChange, pendingFactors } from "../lib/session.ts";
import type { AuthEvent } from "../lib/session-store.ts";
import { showToast } from "../ui/toasts.ts";
import { identifyUnlessObjecting } from "./start-analytics.ts";

interface Surroundings {
  queries: QueryClient;
  openDocument: OpenDocument;
  currentPath: () => string;
}

/** Everything but what is the same for everybody. */
const personal: QueryFilters = { predicate: ({ queryKey }) => queryKey[0] !== "config" };

/** Keeps data, analytics and the page in step with who is signed in. */
export function followSession({ queries, openDocument, currentPath }: Surroundings): () => void {
  let userId = currentSession()?.userId;
  if (userId) void identifyUnlessObjecting(queries, userId);
  const stopWelcoming = onAuthEvent(welcome);
  const stopFollowing = onSessionChange((session) => {
    const isSameUser = session?.userId === userId;
    userId = session?.userId;
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
    const path = currentPath();
    const halfWay = `${pages.login.path}?${new URLSearchParams({ next: path }).toString()}`;
    if (pages[findPage(path)].guard !== "open") void openDocument(pendingFactors() ? halfWay : "/");
  });
  return () => {
    stopWelcoming();
    stopFollowing();
  };
}

function welcome(event: AuthEvent): void {
  if (event.name !== "signed up" || !event.isSignedIn) return;
  void showToast({ kind: "success", message: `Welcome, ${event.displayName}` });
}
