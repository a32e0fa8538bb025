import type { Entry } from "@clanhall/contract/entries";
import { useState } from "react";
import { ApiError, hasStatus } from "../../lib/api-errors.ts";
import { showToast } from "../../ui/toasts.ts";
import { type Change, type Revert, useRevertCell } from "./api.ts";
import { activityOf, type HistoryContext } from "./context.tsx";
import { contentText } from "./format.ts";

/** Why the last try to revert something did not work. */
type Failure = { key: string } & (
  | { kind: "reason"; message: string }
  | { kind: "conflict"; current: Entry | null }
  | { kind: "error"; error: unknown }
);

export type Reverts = ReturnType<typeof useReverts>;

type Version = Pick<Change, "day" | "member_id" | "activity_id" | "version">;

export function keyOf({ day, member_id, activity_id, version }: Version): string {
  return [day, member_id, activity_id, version].join(" ");
}

/** Takes back writes that still stand, one at a time, each with a way to undo that. */
export function useReverts(context: HistoryContext) {
  const { mutateAsync } = useRevertCell(context.clan.id);
  const [pending, setPending] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const send = async (change: Change, body: Revert): Promise<Entry | null> => {
    const key = keyOf(change);
    setPending(key);
    try {
      const entry = await mutateAsync({ cell: change, body });
      setFailure(null);
      return entry;
    } catch (error) {
      setFailure(toFailure(key, error));
      return null;
    } finally {
      setPending(null);
    }
  };
  const revert = async (change: Change, reason?: string) => {
    const why = reason ? { reason } : {};
    // Version 0 is the cell before anything was entered.
    const version = change.before ? change.version - 1 : 0;
    const entry = await send(change, { version, base_version: change.version, ...why });
    if (!entry) return;
    const now = contentText(activityOf(context, change.activity_id), change.before);
    showToast({
      kind: "success",
      message: `${change.member_name}, ${change.activity_name} is ${now} again`,
      onUndo: () => void send(change, { version: change.version, base_version: entry.version, ...why }),
    });
  };
  return {
    failure,
    pending,
    forget: () => setFailure(null),
    revert: (change: Change, reason?: string) => {
      if (pending === null) void revert(change, reason);
    },
  };
}

function toFailure(key: string, error: unknown): Failure {
  if (!(error instanceof ApiError)) return { key, kind: "error", error };
  const reason = error.details.find(({ path }) => path === "reason");
  if (reason) return { key, kind: "reason", message: reason.message };
  if (hasStatus(error, 409) && error.current !== undefined) {
    return { key, kind: "conflict", current: error.current as Entry | null };
  }
  return { key, kind: "error", error };
}
