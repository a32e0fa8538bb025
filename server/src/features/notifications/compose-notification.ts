import type { NotificationKind } from "@clanhall/contract/notifications";
import { productName } from "@clanhall/contract/pages";
import { composeMail, type MailMessage } from "../../mail/layout.ts";
import { kindWords } from "./kind-words.ts";
import type { Words } from "./mails.ts";

interface Frame {
  kind: NotificationKind;
  clanName: string;
  publicUrl: string;
  unsubscribeToken: string;
}

/** A mail that can be stopped: on a page for people, and by the address in its head for mail programs. */
export function composeNotification(
  { subject, title, paragraphs, button, path }: Words,
  { kind, clanName, publicUrl, unsubscribeToken }: Frame,
): MailMessage & { unsubscribeUrl: string } {
  const message = composeMail({
    subject: toOneLine(subject),
    title,
    paragraphs,
    action: { label: button, url: `${publicUrl}${path}` },
    reason: `You get this mail because you asked ${productName} for mails about ${kindWords[kind]} in ${clanName}.`,
    stopUrl: `${publicUrl}/unsubscribe/${unsubscribeToken}`,
  });
  return { ...message, unsubscribeUrl: `${publicUrl}/api/unsubscribe/${unsubscribeToken}` };
}

/** Names and titles come in from files too; a line break in one must not keep a whole clan from its mails. */
function toOneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}
