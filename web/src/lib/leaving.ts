import type { QueryClient } from "@tanstack/react-query";
import { service } from "./services.ts";

/** Whether somebody is just leaving the page. */
export function createLeaving() {
  let isLeft = false;
  return {
    isLeft: () => isLeft,
    mark: (left: boolean): void => {
      isLeft = left;
    },
  };
}

/** The most that a browser still sends for a page that is gone, with some room for other calls. */
const longestBody = 48_000;

/** Whether a call that begins now should go on without its page. */
export function mayOutliveThePage(body: string): boolean {
  return service(createLeaving).isLeft() && body.length <= longestBody;
}

/** Changes that wait for an earlier one are sent as the page is left: nobody will be there when their turn comes. */
export function watchLeaving(queries: QueryClient): () => void {
  const leaving = service(createLeaving);
  const leave = () => {
    leaving.mark(true);
    const pending = queries.getMutationCache().findAll({ status: "pending" });
    for (const { options, state, meta } of pending) {
      if (!state.isPaused || !options.scope) continue;
      void options.mutationFn?.(state.variables, { client: queries, meta }).catch(() => undefined);
    }
  };
  const comeBack = () => leaving.mark(false);
  window.addEventListener("pagehide", leave);
  window.addEventListener("pageshow", comeBack);
  return () => {
    window.removeEventListener("pagehide", leave);
    window.removeEventListener("pageshow", comeBack);
  };
}
