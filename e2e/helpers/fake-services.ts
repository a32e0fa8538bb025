import type { Page } from "@playwright/test";

const control = `http://127.0.0.1:${process.env.E2E_CONTROL_PORT}`;

interface Message {
  embeds: { title: string; description: string; footer: { text: string }; image?: { url: string } }[];
  allowed_mentions: unknown;
  pictureBytes: number;
  edits: number;
}

/** A channel with a webhook in what stands in for Discord: its address, and what was posted there. */
export async function openChannel(page: Page) {
  const answer = await page.request.post(`${control}/channels`);
  const { id, url } = (await answer.json()) as { id: number; url: string };
  return {
    url,
    read: async () => (await (await page.request.get(`${control}/channels/${id}`)).json()) as Message[],
    /** From then on Discord does not know the webhook. */
    close: () => page.request.delete(`${control}/channels/${id}`),
  };
}

/** The heads of the mails that the mail server was given for an address, each line of them whole. */
export async function listMailHeads(page: Page, to: string): Promise<string[]> {
  return (await listSources(page, to)).map(toHead);
}

/** The text of a mail that the mail server was given; once a mail was sent, the product does not have it any more. */
export async function findSentText(page: Page, to: string, mailId: string): Promise<string | null> {
  const source = (await listSources(page, to)).find((one) => toHead(one).includes(`Message-ID: <${mailId}@`));
  const boundary = /boundary="([^"]+)"/.exec(source ?? "")?.[1];
  const whole = source?.split(`\r\n--${boundary}`).find((part) => part.includes("Content-Type: text/plain"));
  if (whole === undefined) return null;
  const body = whole.slice(whole.indexOf("\r\n\r\n") + 4);
  if (/^Content-Transfer-Encoding: base64/m.test(whole)) return Buffer.from(body, "base64").toString("utf8");
  if (!/^Content-Transfer-Encoding: quoted-printable/m.test(whole)) return body.replaceAll("\r\n", "\n");
  const bytes = body
    .replaceAll(/=\r\n/g, "")
    .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8").replaceAll("\r\n", "\n");
}

async function listSources(page: Page, to: string): Promise<string[]> {
  const answer = await page.request.get(`${control}/mails`, { params: { to } });
  return (await answer.json()) as string[];
}

function toHead(source: string): string {
  return (source.split("\r\n\r\n", 1)[0] ?? "").replaceAll(/\r\n[ \t]+/g, " ");
}
