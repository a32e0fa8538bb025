import { createMemoryHistory } from "@tanstack/react-router";
import { render, screen, waitFor } from "@testing-library/react";
import { expect, onTestFinished } from "vitest";
import { App, createAppRouter } from "../app/router.tsx";
import { syncSession } from "../app/session-sync.ts";
import { createQueryClient } from "../app/create-services.ts";
import { startSession } from "../lib/session.ts";
import { devUserKey } from "../lib/stored-session.ts";

/** Opens the app at a path, as the named user or as a visitor, and notes every document it leaves for. */
export function openApp(path: string, { user, documentPath = path }: { user?: string; documentPath?: string } = {}) {
  if (user) localStorage.setItem(devUserKey, user);
  startSession();
  const documents: string[] = [];
  const openDocument = (target: string) => {
    documents.push(target);
    return new Promise<never>(() => undefined);
  };
  const queries = createQueryClient();
  const router = createAppRouter(
    { queries, openDocument, documentPath },
    createMemoryHistory({ initialEntries: [path] }),
  );
  const stopFollowing = syncSession({ queries, openDocument, currentHref: () => router.state.location.href });
  onTestFinished(() => {
    stopFollowing();
    // Otherwise a call that is tried again would be heard by a later test.
    void queries.cancelQueries();
    queries.clear();
  });
  const view = render(<App queries={queries} router={router} />);
  return { documents, queries, router, stopFollowing, ...view };
}

export function heading(name: string) {
  return screen.findByRole("heading", { level: 1, name });
}

/** First waits for the element: the focus counts from when it is there. */
export async function expectFocusOn(element: Promise<HTMLElement>): Promise<void> {
  const expected = await element;
  await waitFor(() => expect(document.activeElement).toBe(expected));
}
