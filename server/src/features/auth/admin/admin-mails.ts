import { productName } from "@clanhall/contract/pages";
import { composeMail, type MailMessage } from "../../../mail/layout.ts";

/** Past this a date tells nobody anything. */
const foreverMs = 20 * 365 * 86_400_000;

export function composeSuspended(until: Date, now: Date): MailMessage {
  const isForever = until.getTime() - now.getTime() > foreverMs;
  const words = isForever ? "Your account is suspended" : `Your account is suspended until ${toDateAndTime(until)}`;
  return composeMail({
    subject: words,
    title: words,
    paragraphs: [
      `An administrator of ${productName} has suspended your account. You have been signed out everywhere.`,
      isForever
        ? "You cannot sign in until an administrator lifts the suspension."
        : "You cannot sign in until then, unless an administrator lifts the suspension sooner.",
    ],
    reason: `You receive this because you have an account at ${productName}.`,
  });
}

export function composeLifted(publicUrl: string): MailMessage {
  return composeMail({
    subject: "Your account is no longer suspended",
    title: "Your account is no longer suspended",
    paragraphs: [`An administrator of ${productName} has lifted the suspension. You can sign in again.`],
    action: { label: "Sign in", url: `${publicUrl}/login` },
    reason: `You receive this because you have an account at ${productName}.`,
  });
}

function toDateAndTime(time: Date): string {
  const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
  return `${format.format(time)} UTC`;
}
