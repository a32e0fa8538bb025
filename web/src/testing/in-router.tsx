import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from "@tanstack/react-router";
import type { ReactNode } from "react";

/** For a component with links that is drawn without its page. */
export function inRouter(children: ReactNode, history = createMemoryHistory()) {
  const router = createRouter({ routeTree: createRootRoute(), history });
  return <RouterContextProvider router={router}>{children}</RouterContextProvider>;
}
