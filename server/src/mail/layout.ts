import { productName } from "@clanhall/contract/pages";
import { defaultTheme } from "@clanhall/contract/theme-choice";
import { themes } from "@clanhall/contract/themes";
import { escapeHtml } from "../escape-html.ts";

/** A mail as it is sent: the same content as plain text and as a page. */
export interface MailMessage {
  subject: string;
  text: string;
  html: string;
}

/** Everything is plain text; whatever people wrote into it cannot become markup. */
interface MailContent {
  subject: string;
  title: string;
  paragraphs: string[];
  /** What the reader may want to do, as a button. */
  action?: { label: string; url: string };
  /** Why this mail came and what to do if it was not expected. */
  reason: string;
  /** A page on which the reader can have such mails stopped, for mails that can be. */
  stopUrl?: string;
}

const stopLabel = "Stop these mails";
const { colors } = themes[defaultTheme];
const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

export function composeMail(content: MailContent): MailMessage {
  for (const url of [content.action?.url, content.stopUrl]) if (url !== undefined) requireWebAddress(url);
  return { subject: withoutMisleading(content.subject), text: toText(content), html: toHtml(content) };
}

function toText({ title, paragraphs, action, reason, stopUrl }: MailContent): string {
  const foot = stopUrl === undefined ? reason : `${reason}\n${stopLabel}:\n${stopUrl}`;
  const parts = [title, ...paragraphs, ...(action ? [`${action.label}:\n${action.url}`] : []), `-- \n${foot}`];
  return `${parts.map(withoutMisleading).join("\n\n")}\n`;
}

function toHtml({ subject, title, paragraphs, action, reason, stopUrl }: MailContent): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${toSafe(subject)}</title>
</head>
<body style="margin:0;padding:0;background:${colors["surface-light"]}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${colors["surface-light"]}">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:${colors["surface-white"]};border:1px solid ${colors["surface-grey"]};border-radius:8px">
<tr><td style="padding:16px 24px;border-bottom:3px solid ${colors.primary};${font};font-size:18px;font-weight:700;color:${colors["primary-dark"]}">${productName}</td></tr>
<tr><td style="padding:24px;${font};font-size:16px;line-height:1.5;color:${colors["text-primary"]}">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3;color:${colors["text-primary"]}">${toSafe(title)}</h1>
${paragraphs.map((paragraph) => `<p style="margin:0 0 16px;overflow-wrap:anywhere">${toSafe(paragraph)}</p>`).join("\n")}
${action ? toButton(action) : ""}
</td></tr>
<tr><td style="padding:16px 24px;border-top:1px solid ${colors["surface-grey"]};${font};font-size:14px;line-height:1.5;color:${colors["text-secondary"]}">${toSafe(reason)}${stopUrl === undefined ? "" : toStopLink(stopUrl)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

/** The address is also shown, for programs and people who do not follow buttons. */
function toButton({ label, url }: { label: string; url: string }): string {
  const address = escapeHtml(url);
  return `<p style="margin:24px 0"><a href="${address}" style="display:inline-block;padding:14px 24px;border-radius:6px;background:${colors.primary};color:${colors["surface-white"]};font-weight:600;text-decoration:none">${toSafe(label)}</a></p>
<p style="margin:0;font-size:14px;overflow-wrap:anywhere;color:${colors["text-secondary"]}">Or open this address: <a href="${address}" style="color:${colors.primary}">${address}</a></p>`;
}

function toStopLink(url: string): string {
  return `<br><a href="${escapeHtml(url)}" style="color:${colors.primary}">${stopLabel}</a>`;
}

function toSafe(text: string): string {
  return escapeHtml(withoutMisleading(text)).replace(/\r?\n/g, "<br>");
}

function requireWebAddress(url: string): void {
  if (!/^https?:$/.test(new URL(url).protocol)) throw new Error("A mail may only link to an http(s) address");
}

// oxlint-disable-next-line no-control-regex
const controlCharacter = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
/** Characters that reorder or hide what stands around them; a clan's name in a subject line may contain them. */
const misleading = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const oneAddress = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/;

/** A text that is safe as one line of a mail's head; a line break in it would start a line of the writer's choice. */
export function toHeaderLine(text: string): string {
  if (controlCharacter.test(text)) throw new Error("A mail's subject must be one line without control characters");
  return withoutMisleading(text);
}

function withoutMisleading(text: string): string {
  return text.replace(misleading, "");
}

/** Exactly one plain address: no line breaks, no list, no display name. */
export function toRecipient(address: string): string {
  if (controlCharacter.test(address) || !oneAddress.test(address) || address.length > 320) {
    throw new Error("A mail's recipient must be one plain address");
  }
  return address;
}

/** A web address that is safe between the angle brackets of a mail's head. */
export function toHeaderAddress(url: string): string {
  if (!/^https?:\/\/[!-;=?-~]+$/.test(url) || url.length > 900) {
    throw new Error("A mail's head may only carry a plain http(s) address");
  }
  return url;
}
