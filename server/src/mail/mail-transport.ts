import type { Settings } from "../settings.ts";
import { toHeaderAddress } from "./layout.ts";
import type { MailBody } from "./queue-mail.ts";

interface Mail extends MailBody {
  id: string;
  recipient: string;
  subject: string;
  created_at: Date;
}

/** Hands one mail to the SMTP server; rejects when the server did not take it. */
export type MailTransport = (mail: Mail) => Promise<void>;

const limits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Null when no SMTP server is set. */
export function createMailTransport({ smtpUrl, from }: Settings["mail"], patience = limits): MailTransport | null {
  if (!smtpUrl) return null;
  let opened: ReturnType<typeof openServer> | null = null;
  const domain = /@([^\s@>]+)>?\s*$/.exec(from)?.[1] ?? "localhost";
  return async ({ id, recipient, subject, text, html, unsubscribeUrl, created_at }) => {
    opened ??= openServer(smtpUrl, patience);
    const server = await opened;
    await server.sendMail({
      from,
      to: { name: "", address: recipient },
      subject,
      text,
      html,
      // Both stay the same over repeats, so that a mail that arrives twice is recognisable as one.
      messageId: `<${id}@${domain}>`,
      date: created_at,
      headers: { "Auto-Submitted": "auto-generated", ...(unsubscribeUrl !== null && toOneClick(unsubscribeUrl)) },
    });
  };
}

/** As RFC 8058 wants it; the address stays on one line, because not every mail program puts a folded one together. */
function toOneClick(url: string) {
  return {
    "List-Unsubscribe": { prepared: true, value: `<${toHeaderAddress(url)}>` },
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}

/** Connects, signs in and leaves; rejects when the server does not let us do that. */
export async function greetMailServer(smtpUrl: string, patience = limits): Promise<void> {
  const server = await openServer(smtpUrl, patience);
  try {
    await server.verify();
  } finally {
    server.close();
  }
}

/** Loaded with the first mail: the server starts sooner without it. */
async function openServer(url: string, patience: typeof limits) {
  const { createTransport } = await import("nodemailer");
  return createTransport({ ...patience, url, disableFileAccess: true, disableUrlAccess: true });
}

/** Whether the server refused this very mail for good; a refused sign-in or a busy server is worth another try. */
export function isRefusedForGood(error: unknown): boolean {
  const { permanent, code } = error as { permanent?: boolean; code?: string };
  return permanent === true && (code === "EENVELOPE" || code === "EMESSAGE");
}
