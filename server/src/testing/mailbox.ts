import { vi } from "vitest";
import type { Db } from "../db/tables.ts";
import { listNewestMails } from "../mail/queries.ts";
import { readMail } from "../mail/queue-mail.ts";
import { testSecrets } from "./secrets.ts";

/** Somebody's mails in the order they were written. */
export async function listMails(db: Db, recipient: string) {
  const mails = (await listNewestMails(db, 100, recipient)).toReversed().map((row) => readMail(testSecrets, row));
  return mails.map((mail) => ({ ...mail, text: mail.text ?? "", html: mail.html ?? "" }));
}

/** Somebody's mails in the order they were written; each is read once. */
export function openMailbox(db: Db, recipient: string) {
  let read = 0;
  return {
    async next() {
      const mail = await vi.waitFor(
        async () => {
          const unread = (await listMails(db, recipient))[read];
          if (!unread) throw new Error(`there is no new mail for ${recipient}`);
          return unread;
        },
        { timeout: 5_000, interval: 10 },
      );
      read++;
      return { ...mail, ...readLinkAndCode(mail.text) };
    },
    async unread() {
      return (await listMails(db, recipient)).length - read;
    },
  };
}

function readLinkAndCode(text: string) {
  const link = new URL(/^https?:\S+$/m.exec(text)?.[0] ?? "http://no-link.test");
  const { searchParams } = link;
  return {
    link,
    linkToken: searchParams.get("token_hash") ?? searchParams.get("token") ?? "",
    code: /^\d{6}$/m.exec(text)?.[0] ?? "",
  };
}
