import type { Entry } from "@clanhall/contract/entries";
import { useState } from "react";
import { CallError, hasStatus } from "../../lib/api-errors.ts";
import { showToast } from "../../ui/toasts.ts";
import { type Change, type Revert, useRevertCell } from "./history.api.ts";
import { contentText } from "./format.ts";
import { activityOf, type Look } from "./look.ts";

/** Why the last try to revert something did not work. */
type Trouble = { key: string } & (
  | { kind: "reason"; words: string }
  | { kind: "conflict"; current: Entry | null }
  | { kind: "problem"; error: unknown }
);

export type Reverts = ReturnType<typeof useReverts>;

type Version = Pick<Change, "day" | "member_id" | "activity_id" | "version">;

export function keyOf({ day, member_id, activity_id, version }: Version): string {
  return [day, member_id, activity_id, version].join(" ");
}

/** Takes back writes that still stand, one at a time, each with a way to undo that. */
export function useReverts(look: Look) {
  const { mutateAsync } = useRevertCell(look.clan.id);
  const [pending, setPending] = useState<string | null>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const send = async (change: Change, body: Revert): Promise<Entry | null> => {
    const key = keyOf(change);
    setPending(key);
    try {
      const entry = await mutateAsync({ cell: change, body });
      setTrouble(null);
      return entry;
    } catch (error) {
      setTrouble(troubleOf(key, error));
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
    const now = contentText(activityOf(look, change.activity_id), change.before);
    showToast({
      kind: "success",
      message: `${change.member_name}, ${change.activity_name} is ${now} again`,
      onUndo: () => void send(change, { version: change.version, base_version: entry.version, ...why }),
    });
  };
  return {
    trouble,
    pending,
    forget: () => setTrouble(null),
    revert: (change: Change, reason?: string) => {
      if (pending === null) void revert(change, reason);
    },
  };
}

function troubleOf(key: string, error: unknown): Trouble {
  if (!(error instanceof CallError)) return { key, kind: "problem", error };
  const reason = error.details.find(({ path }) => path === "reason");
  if (reason) return { key, kind: "reason", words: reason.message };
  if (hasStatus(error, 409) && error.current !== undefined) {
    return { key, kind: "conflict", current: error.current as Entry | null };
  }
  return { key, kind: "problem", error };
}
