import { errorCode } from "../../db/start-error.ts";
import { greetMailServer } from "../../mail/mail-transport.ts";
import type { Settings } from "../../settings.ts";
import { type Finding, fine, problem, reasonOf, warning } from "./finding.ts";

/** Signs in to the mail server and sends nothing. */
export async function checkMail({ mail }: Settings): Promise<Finding> {
  const { smtpUrl, from } = mail;
  if (!smtpUrl) {
    return warning("mail", "SMTP_URL is not set: no mail leaves, so nobody can have a forgotten password replaced.");
  }
  try {
    await greetMailServer(smtpUrl);
  } catch (error) {
    const isRefused = errorCode(error) === "EAUTH";
    const advice = isRefused ? "correct the name and password in SMTP_URL" : "correct SMTP_URL or start the server";
    return problem("mail", `The mail server cannot be used (${reasonOf(error).trim()}); ${advice}.`);
  }
  if (/@localhost>?\s*$/.test(from)) {
    return warning("mail", "The mail server answers, but MAIL_FROM is no address that others can reply to; set it.");
  }
  return fine("mail", `The mail server answers; mails come from ${from}.`);
}
