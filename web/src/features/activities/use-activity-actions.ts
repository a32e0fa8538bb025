import type { Activity } from "@clanhall/contract/activities";
import { useState } from "react";
import { showToast } from "../../ui/toasts.ts";
import { useDeed, useOrder } from "./activities.api.ts";

export type ActivityActions = ReturnType<typeof useActivityActions>;

/** What is done to activities at once, each with a word of it and a way back. */
export function useActivityActions(clanId: string) {
  const [problem, setProblem] = useState<unknown>(null);
  const { mutate } = useDeed(clanId);
  const order = useOrder(clanId);
  const onError = setProblem;
  const start = () => setProblem(null);
  const tell = (message: string, onUndo?: () => void) =>
    showToast({ kind: "success", message, ...(onUndo && { onUndo }) });

  const reactivate = (row: Activity) => {
    start();
    mutate({ kind: "reactivate", row }, { onError, onSuccess: () => tell(`${row.name} is active again`) });
  };
  const restore = (row: Activity) => {
    start();
    mutate({ kind: "restore", row }, { onError, onSuccess: () => tell(`${row.name} is back`) });
  };
  return {
    problem,
    reactivate,
    restore,
    archive: (row: Activity) => {
      start();
      const onSuccess = (saved: Activity) => tell(`${row.name} archived`, () => reactivate(saved));
      mutate({ kind: "archive", row }, { onError, onSuccess });
    },
    remove: (row: Activity) => {
      start();
      mutate({ kind: "delete", row }, { onError, onSuccess: () => tell(`${row.name} deleted`, () => restore(row)) });
    },
    /** Settles once the order is kept, or is not. */
    putInOrder: async (ids: string[]) => {
      start();
      await order.mutateAsync(ids).catch(onError);
    },
  };
}
