import { mayBeNotified, type NotificationKind } from "@clanhall/contract/notifications";
import { defaultToggles } from "@clanhall/contract/permissions";
import { currentTime } from "../../db/clock.ts";
import type { Secrets } from "../../access/secrets.ts";
import type { Log } from "../../db/log.ts";
import type { Db } from "../../db/tables.ts";
import { listWrittenMails } from "../../mail/queries.ts";
import { queueMailOnce, toMailId } from "../../mail/queue-mail.ts";
import {
  type ComposeMail,
  composeNotification,
  writeBoardEnded,
  writeBulletin,
  writeInviteAccepted,
  writeJoinRequest,
  writeReminder,
  writeRequest,
  writeRequestDecided,
  writeWarning,
} from "./mails.ts";
import { findActiveClan, listReaders, type Reader } from "./queries.ts";
import { toUnsubscribeToken } from "./unsubscribe.ts";

export interface MailDeps {
  db: Db;
  log: Log;
  secrets: Secrets;
  publicUrl: string;
}

interface MemberMail {
  clanId: string;
  kind: NotificationKind;
  /** The id of what happened; for a reminder the clan's day. */
  subject: string;
}

const writers: Record<NotificationKind, ComposeMail> = {
  bulletin: writeBulletin,
  reminder: writeReminder,
  board_ended: writeBoardEnded,
  request_decided: writeRequestDecided,
  warning: writeWarning,
  request: writeRequest,
  invite_accepted: writeInviteAccepted,
  join_request: writeJoinRequest,
};

/** Queues a mail for everybody who wants it. A second run, also on another instance, adds only what is missing. */
export async function sendMemberMails(deps: MailDeps, memberMail: MemberMail, now = currentTime()): Promise<void> {
  const { db, log } = deps;
  const { clanId, kind } = memberMail;
  const clan = await findActiveClan(db, clanId);
  if (!clan) return;
  const toggles = { ...defaultToggles, ...clan.toggles };
  const wanting = await listReaders(db, clanId, kind, now);
  const readers = await withoutWritten(
    db,
    memberMail,
    wanting.filter(({ role }) => mayBeNotified(kind, role, toggles)),
  );
  const composeFor = readers.length > 0 ? await writers[kind]({ db, clan, now }, memberMail.subject) : null;
  if (!composeFor) return;

  let failed = 0;
  for (const reader of readers) {
    const text = composeFor(reader);
    if (!text) continue;
    const { user_id: userId, email: to } = reader;
    const unsubscribeToken = toUnsubscribeToken(deps.secrets, { userId, clanId, kind });
    const frame = { kind, clanName: clan.name, publicUrl: deps.publicUrl, unsubscribeToken };
    const mail = { to, ...composeNotification(text, frame) };
    // One transaction each, so that a mail that fails stops no other.
    await db
      .transaction()
      .execute((tx) => queueMailOnce(tx, deps.secrets, toIdFor(memberMail, userId), mail))
      .catch((err: unknown) => {
        failed += 1;
        log.warn({ err, clanId, kind, userId }, "notification not queued, it is tried again");
      });
  }
  if (failed > 0) throw new Error(`${failed} notifications could not be queued`);
}

async function withoutWritten(db: Db, memberMail: MemberMail, readers: Reader[]): Promise<Reader[]> {
  if (readers.length === 0) return [];
  const written = new Set(
    await listWrittenMails(
      db,
      readers.map(({ user_id }) => toIdFor(memberMail, user_id)),
    ),
  );
  return readers.filter(({ user_id }) => !written.has(toIdFor(memberMail, user_id)));
}

function toIdFor({ clanId, kind, subject }: MemberMail, userId: string): string {
  return toMailId("notification", kind, userId, clanId, subject);
}
