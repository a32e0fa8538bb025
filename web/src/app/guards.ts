import { findPage, pages } from "@clanhall/contract/pages";
import type { QueryClient } from "@tanstack/react-query";
import { redirect } from "@tanstack/react-router";
import { adminStatusOf } from "../domain/profile.ts";
import { forgetWantedPage, keepWantedPage, type OpenDocument } from "../lib/navigation.ts";
import { currentSession, pendingFactors, sessionSettled, tryRefreshOnce } from "../lib/session.ts";

export interface GuardContext {
  queries: QueryClient;
  openDocument: OpenDocument;
  /** The path this document was loaded for: opening it again would only load the app again. */
  documentPath: string;
}

interface Target {
  pathname: string;
  /** With search and hash. */
  href: string;
}

/** Decides where a navigation may end: here, on another page, or on a page the server renders. */
export async function guardPage(
  { pathname: path, href }: Target,
  { queries, openDocument, documentPath }: GuardContext,
): Promise<void> {
  const page = pages[findPage(path)];
  await sessionSettled();
  await tryRefreshOnce();
  const isAdminPath = path.startsWith("/admin");
  if (page.guard !== "open" || isAdminPath) {
    const session = currentSession();
    if (!session && pendingFactors()) throw redirect({ to: pages.login.path, search: { next: href }, replace: true });
    if (!session) {
      keepWantedPage(href);
      return openDocument("/");
    }
    forgetWantedPage();
    if (isAdminPath && !(await isAdmin(queries, session.userId, openDocument))) {
      throw redirect({ to: pages.dashboard.path, replace: true });
    }
  }
  if (page.face === "public" && path !== documentPath) return openDocument(path);
}

/** A check that itself fails says nothing about the user, so the way leads out. */
async function isAdmin(queries: QueryClient, userId: string, openDocument: OpenDocument): Promise<boolean> {
  try {
    return await queries.fetchQuery(adminStatusOf(userId));
  } catch {
    return openDocument("/");
  }
}
