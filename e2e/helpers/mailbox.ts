import type { Page } from "@playwright/test";
import { expect } from "../fixtures.ts";
import { findSentText } from "./fake-services.ts";

interface Mail {
  subject: string;
  text: string;
}

/** The mails to an address, the newest first. */
export async function listMails(page: Page, to: string): Promise<Mail[]> {
  const answer = await page.request.get("/dev/mail.json", { params: { to } });
  const mails = (await answer.json()) as { id: string; subject: string; text: string | null }[];
  return Promise.all(
    mails.map(async ({ id, subject, text }) => ({ subject, text: text ?? (await findSentText(page, to, id)) ?? "" })),
  );
}

/** Waits for a mail about this, and takes from it what a person would: the link and the six digits. */
export async function readMail(page: Page, to: string, subject: string) {
  const find = async () => (await listMails(page, to)).find((mail) => mail.subject.includes(subject));
  await expect.poll(find, { message: `a mail “${subject}” to ${to}` }).toBeDefined();
  const text = (await find())?.text ?? "";
  return { text, link: text.match(/https?:\S+token_hash=\S+/)?.[0] ?? "", code: text.match(/^\d{6}$/m)?.[0] ?? "" };
}
