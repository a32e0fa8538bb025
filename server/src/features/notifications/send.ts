import { createHash } from "node:crypto";
import { mayBeNotified, type NotificationKind } from "@clanhall/contract/notifications";
import { defaultToggles } from "@clanhall/contract/permissions";
import type { Secrets } from "../../access/secrets.ts";
import type { Log } from "../../db/log.ts";
import type { Db } from "../../db/tables.ts";
import { listWrittenMails } from "../../mail/queries.ts";
import { queueMailOnce } from "../../mail/queue-mail.ts";
import {
  type ComposeMail,
  composeNotification,
  writeBoardEnded,
  writeBulletin,
  writeInviteAccepted,
  writeReminder,
} from "./mails.ts";
import { findSpeakingClan, listReaders, type Reader } from "./queries.ts";
import { toUnsubscribeToken } from "./unsubscribe.ts";

export interface MailDeps {
  db: Db;
  log: Log;
  secrets: Secrets;
  publicUrl: string;
}

interface News {
  clanId: string;
  kind: NotificationKind;
  /** The id of what happened; for a reminder the clan's day. */
  subject: string;
}

const writers: Record<NotificationKind, ComposeMail> = {
  bulletin: writeBulletin,
  reminder: writeReminder,
  board_ended: writeBoardEnded,
  invite_accepted: writeInviteAccepted,
};

/** Writes a mail to everybody who wants it now. Done again, also by another instance, it writes only what is missing. */
export async function sendMemberMails(messenger: MailDeps, news: News, now = new Date()): Promise<void> {
  const { db, log } = messenger;
  const { clanId, kind } = news;
  const clan = await findSpeakingClan(db, clanId);
  if (!clan) return;
  const toggles = { ...defaultToggles, ...clan.toggles };
  const wanting = await listReaders(db, clanId, kind, now);
  const readers = await withoutTold(
    db,
    news,
    wanting.filter(({ role }) => mayBeNotified(kind, role, toggles)),
  );
  const letter = readers.length > 0 ? await writers[kind]({ db, clan, now }, news.subject) : null;
  if (!letter) return;

  let failed = 0;
  for (const reader of readers) {
    const words = letter(reader);
    if (!words) continue;
    const { user_id: userId, email: to } = reader;
    const unsubscribeToken = toUnsubscribeToken(messenger.secrets, { userId, clanId, kind });
    const frame = { kind, clanName: clan.name, publicUrl: messenger.publicUrl, unsubscribeToken };
    const mail = { to, ...composeNotification(words, frame) };
    // One after the other, so that an address which cannot be written to keeps nobody else from their mail.
    await db
      .transaction()
      .execute((tx) => queueMailOnce(tx, messenger.secrets, toMailId(news, userId), mail))
      .catch((err: unknown) => {
        failed += 1;
        log.warn({ err, clanId, kind, userId }, "notification not written yet, it is tried again");
      });
  }
  if (failed > 0) throw new Error(`${failed} notifications could not be written`);
}

async function withoutTold(db: Db, news: News, readers: Reader[]): Promise<Reader[]> {
  if (readers.length === 0) return [];
  const written = new Set(
    await listWrittenMails(
      db,
      readers.map(({ user_id }) => toMailId(news, user_id)),
    ),
  );
  return readers.filter(({ user_id }) => !written.has(toMailId(news, user_id)));
}

/** The same mail always has the same id, which is what keeps it from being written twice. */
function toMailId({ clanId, kind, subject }: News, userId: string): string {
  const hash = createHash("sha256").update(["notification", kind, userId, clanId, subject].join(" ")).digest("hex");
  const [a, b, c, d, e] = [
    hash.slice(0, 8),
    hash.slice(8, 12),
    hash.slice(12, 15),
    hash.slice(15, 18),
    hash.slice(18, 30),
  ];
  return `${a}-${b}-8${c}-8${d}-${e}`;
}
