import { productName } from "@clanhall/contract/pages";
import { defaultTheme, themes } from "@clanhall/contract/themes";
import { escapeHtml } from "../escape-html.ts";
import { withoutMisleading } from "./header-fields.ts";

/** A mail as it is sent: the same words as plain text and as a page. */
export interface MailMessage {
  subject: string;
  text: string;
  html: string;
}

/** What a mail says. Everything is plain text; whatever people wrote into it cannot become markup. */
interface MailWords {
  subject: string;
  title: string;
  paragraphs: string[];
  /** The one thing the reader may want to do, as a button. */
  action?: { label: string; url: string };
  /** Why this mail came and what to do if it was not expected. */
  reason: string;
  /** A page on which the reader can have such mails stopped, for mails that can be. */
  stopUrl?: string;
}

const stopWords = "Stop these mails";
const { colors } = themes[defaultTheme];
const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

export function composeMail(words: MailWords): MailMessage {
  for (const url of [words.action?.url, words.stopUrl]) if (url !== undefined) requireWebAddress(url);
  return { subject: withoutMisleading(words.subject), text: toText(words), html: toHtml(words) };
}

function toText({ title, paragraphs, action, reason, stopUrl }: MailWords): string {
  const foot = stopUrl === undefined ? reason : `${reason}\n${stopWords}:\n${stopUrl}`;
  const parts = [title, ...paragraphs, ...(action ? [`${action.label}:\n${action.url}`] : []), `-- \n${foot}`];
  return `${parts.map(withoutMisleading).join("\n\n")}\n`;
}

function toHtml({ subject, title, paragraphs, action, reason, stopUrl }: MailWords): string {
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
  return `<br><a href="${escapeHtml(url)}" style="color:${colors.primary}">${stopWords}</a>`;
}

function toSafe(text: string): string {
  return escapeHtml(withoutMisleading(text)).replace(/\r?\n/g, "<br>");
}

function requireWebAddress(url: string): void {
  if (!/^https?:$/.test(new URL(url).protocol)) throw new Error("A mail may only link to an http(s) address");
}
