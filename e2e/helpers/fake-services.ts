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
  const answer = await page.request.get(`${control}/mails`, { params: { to } });
  const sources = (await answer.json()) as string[];
  return sources.map((source) => (source.split("\r\n\r\n", 1)[0] ?? "").replaceAll(/\r\n[ \t]+/g, " "));
}
