import { pages, productName } from "@clanhall/contract/pages";
import { composeMail, type MailMessage } from "../../../mail/layout.ts";

const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

export function composeDeletionAsked(deletesAt: Date, publicUrl: string): MailMessage {
  const date = day.format(deletesAt);
  return composeMail({
    subject: `Your ${productName} account will be deleted on ${date}`,
    title: "Your account will be deleted",
    paragraphs: [
      `You asked us to delete your ${productName} account. It will be gone on ${date}, and then nobody can bring it back.`,
      "If you want to keep it, log in before that day and cancel the deletion in Account.",
    ],
    action: { label: "Open my account", url: `${publicUrl}${pages.account.path}` },
    reason:
      "You get this mail because somebody who knows your password, or reads your mail, asked for it. If that was not you, log in, cancel the deletion and change your password.",
  });
}

export function composeDeletionCancelled(publicUrl: string): MailMessage {
  return composeMail({
    subject: `Your ${productName} account stays`,
    title: "Your account stays",
    paragraphs: [`The deletion of your ${productName} account was cancelled. Everything is as it was.`],
    action: { label: "Open my account", url: `${publicUrl}${pages.account.path}` },
    reason:
      "You get this mail because the deletion was cancelled in your account. If that was not you, change your password.",
  });
}
