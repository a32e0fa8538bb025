import type { NotificationKind } from "@clanhall/contract/notifications";

/** Mails that members get because something happened, not at a set hour. */
type MemberMailKind = Exclude<NotificationKind, "reminder">;

/** Every job and what it carries: ids, never content, because a dead job's payload is shown in the log. */
export interface JobPayloads {
  "deliver-mail": { mailId: string };
  "delete-old-mails": Record<string, never>;
  "delete-accounts": Record<string, never>;
  "delete-clans": Record<string, never>;
  "delete-old-keys": Record<string, never>;
  "delete-old-interactions": Record<string, never>;
  "clean-up-auth": Record<string, never>;
  "clean-up-invites": Record<string, never>;
  "empty-activity-bins": Record<string, never>;
  "empty-scoreboard-bins": Record<string, never>;
  "empty-bulletin-bins": Record<string, never>;
  "freeze-scoreboards": Record<string, never>;
  "announce-due-bulletins": Record<string, never>;
  /** A rescue is asked for with every try, and finds something to do only if that try never ended. */
  "deliver-webhook": { clanId: string; deliveryId: string; isRescue?: true };
  "announce-summaries": Record<string, never>;
  "delete-old-deliveries": Record<string, never>;
  /** The subject is the id of what happened. */
  "notify-members": { clanId: string; kind: MemberMailKind; subject: string };
  "remind-members": Record<string, never>;
  "sync-discord-roles": Record<string, never>;
  "make-parts": Record<string, never>;
}

export type JobName = keyof JobPayloads;

export type JobHandlers = { [Name in JobName]: (payload: JobPayloads[Name]) => Promise<void> };
