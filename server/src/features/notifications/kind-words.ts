import type { NotificationKind } from "@clanhall/contract/notifications";

/** What a kind of mail is about, as it stands after "mails about". */
export const kindWords: Record<NotificationKind, string> = {
  bulletin: "new bulletins",
  reminder: "entries that are missing",
  board_ended: "scoreboards that end",
  invite_accepted: "invites that are accepted",
};
