import type { Selectable } from "kysely";
import type { Secrets } from "../access/secrets.ts";
import type { Tables } from "../db/tables.ts";

/** What only its reader may see: links and codes are in it. */
export interface MailBody {
  text: string;
  html: string;
  /** Where a mail program may switch such mails off with one POST. */
  unsubscribeUrl: string | null;
}

const purpose = "mail body";

export function sealBody(secrets: Secrets, { text, html, unsubscribeUrl }: MailBody): Buffer {
  return secrets.seal(JSON.stringify({ text, html, unsubscribeUrl }), purpose);
}

type MailRow = Selectable<Tables["mails"]>;
type SealedMail = Pick<MailRow, "sealed_body" | "body_ends_at">;

/** Null once the mail was sent, or when what it holds has ended. */
export function openBody(secrets: Secrets, mail: SealedMail, now = new Date()): MailBody | null {
  if (!mail.sealed_body || (mail.body_ends_at && mail.body_ends_at <= now)) return null;
  return JSON.parse(secrets.open(mail.sealed_body, purpose)) as MailBody;
}

export type ReadableMail = ReturnType<typeof readMail>;

/** A row of the outbox as its reader sees it; without a body once that is gone. */
export function readMail(secrets: Secrets, row: MailRow) {
  const { sealed_body: _sealed, ...fields } = row;
  const body = openBody(secrets, row);
  return {
    ...fields,
    text: body?.text ?? null,
    html: body?.html ?? null,
    unsubscribe_url: body?.unsubscribeUrl ?? null,
  };
}
