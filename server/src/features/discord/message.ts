import type { ApiError } from "../../errors.ts";
import { type ButtonRow, clip, type DiscordMessage } from "../webhooks/index.ts";

/** What the bot answers with. Nobody is mentioned, whatever a name looks like. */
export interface Message {
  content?: string;
  embeds?: { title: string; description: string; url?: string; color: number; image?: { url: string } }[];
  components?: ButtonRow[];
  attachments?: DiscordMessage["attachments"];
  picture?: DiscordMessage["picture"];
}

export interface Choice {
  name: string;
  value: string;
}

interface TextField {
  type: 18;
  label: string;
  component: { type: 4; custom_id: string; style: 1; required: false; max_length: 40; value?: string };
}

/** What a handler makes of an interaction. */
export type Outcome =
  | { kind: "message"; message: Message; isPublic?: boolean }
  /** The caller may, and the rest takes longer than Discord waits. */
  | { kind: "later"; load: () => Promise<Message>; isPublic: boolean }
  | { kind: "choices"; choices: Choice[] }
  | { kind: "modal"; customId: string; title: string; fields: TextField[] };

/** A refusal in the bot's own words. */
export class Refusal extends Error {}

export const texts = {
  notLinked: "I do not know your player yet. Open Account → My players, get a code, and send /link.",
  notInClan: "This server's clan does not list you.",
  archived: "This clan is archived: nothing is counted any more.",
  whichClan: "You are in several clans here. Say which one with the option clan.",
  tooFast: (seconds: number) => `That was quick. Try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`,
  away: "Clanhall is away for a moment; nothing was saved.",
  failed: (requestId: string) => `This went wrong on our side (${requestId}). Nothing was saved.`,
  restFailed: (requestId: string) =>
    `The rest went wrong on our side (${requestId}). Send /enter again for what is still missing.`,
  noRight: (clanName: string) => `Your role in ${clanName} does not allow this.`,
};

export function say(content: string): Outcome {
  return { kind: "message", message: { content } };
}

export const embedMax = 4096;

export function embed(
  title: string,
  lines: string[],
  { color = 0x3b_82_c4, url }: { color?: number; url?: string } = {},
) {
  return { title: clip(title, 256), description: clip(lines.join("\n"), embedMax), color, ...(url && { url }) };
}

export function button(label: string, customId: string, style: 1 | 2 | 4 = 2) {
  return { type: 2, style, label, custom_id: customId } as const;
}

export function linkButton(label: string, url: string) {
  return { type: 2, style: 5, label, url } as const;
}

export function row(...components: ButtonRow["components"]): ButtonRow[] {
  return components.length > 0 ? [{ type: 1, components }] : [];
}

export function withPicture({ picture, ...message }: Message): Message {
  return {
    ...message,
    attachments: picture ? [{ id: 0, filename: picture.name }] : [],
    ...(picture && { picture }),
  };
}

/** The first thing that is wrong with what somebody sent, as a sentence. */
export function explainRefusal(error: ApiError): string {
  const message = error.extras.details?.[0]?.message ?? error.message;
  return /[.!?]$/u.test(message) ? message : `${message}.`;
}
