import { openSecrets, requireSealingSecrets } from "../access/sealing.ts";
import { openDatabase } from "../db/database.ts";
import { listNewestMails } from "../mail/queries.ts";
import { readMail } from "../mail/queue-mail.ts";
import { type Command, UsageError } from "./command.ts";

const shown = 20;
const goneText = "  Its text cannot be shown: it was sent, its link has ended, or the secret that sealed it is lost.";

/** How an operator without a mail server hands people their links. */
export const mail: Command = {
  usage: "mail list [e-mail]",
  summary: "shows the newest mails; without a mail server also what they say, as long as their links work",
  async run([action, recipient, ...more], { settings, log, say }) {
    if (action !== "list" || more.length > 0) throw new UsageError("mail needs list, and whose mails if not all");
    const database = await openDatabase(settings, log, "visitor");
    try {
      const secrets = await openSecrets(database.db, await requireSealingSecrets(settings), log);
      const mails = (await listNewestMails(database.db, shown, recipient)).toReversed();
      if (mails.length === 0) say("There is no mail.");
      for (const row of mails) {
        const { created_at, state, recipient: to, subject, text } = readMail(secrets, row);
        say(`${created_at.toISOString()}  ${state}  ${to}  ${subject}`);
        say(text === null ? goneText : indent(text));
      }
    } finally {
      await database.close();
    }
  },
};

function indent(text: string): string {
  return `${text.trimEnd().replaceAll(/^(?=.)/gm, "  ")}\n`;
}
