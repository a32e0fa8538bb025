import { useLocation, useRouter } from "@tanstack/react-router";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import { currentSession, pendingFactors } from "../../lib/session.ts";
import { ReturnProblem } from "./lazy-steps.ts";

/** Reads from the address why a sign-in at another site failed, and takes it out of there. */
export function useReturnProblem(search: { next?: string }): ReactNode {
  const router = useRouter();
  const { pathname, searchStr } = useLocation();
  const params = new URLSearchParams(searchStr);
  const code = params.get("error_code") ?? params.get("error") ?? params.get("error_description");
  // A code that is still there could not be exchanged.
  const hasFailed = code !== null || params.has("code");
  const [isShown] = useState(hasFailed && !currentSession() && !pendingFactors());
  const [shownCode] = useState(code ?? "");
  const { next } = search;
  useEffect(() => {
    if (!hasFailed) return;
    const query = next === undefined ? "" : `?${new URLSearchParams({ next }).toString()}`;
    router.history.replace(pathname + query);
  }, [hasFailed, pathname, next, router]);
  if (!isShown) return null;
  return (
    <Suspense fallback={null}>
      <ReturnProblem code={shownCode} />
    </Suspense>
  );
}
