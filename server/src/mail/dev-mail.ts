import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import type { Secrets } from "../access/secrets.ts";
import type { Db } from "../db/tables.ts";
import { notFound } from "../errors.ts";
import { escapeHtml } from "../escape-html.ts";
import { findMail, listNewestMails } from "./queries.ts";
import { type ReadableMail, readMail } from "./queue-mail.ts";

const shownMails = 100;
const publicAccess = { config: { access: "public" } } as const;

/** Shows every mail to everybody: never mount this in production. */
export function devMailRoutes(app: FastifyInstance, db: Db, secrets: Secrets): void {
  app.get("/dev/mail", publicAccess, async (_request, reply) =>
    sendPage(reply, toMailList(await listNewestMails(db, shownMails))),
  );

  app.get<{ Params: { id: string } }>("/dev/mail/:id", publicAccess, async ({ params }, reply) => {
    const id = z.uuid().safeParse(params.id);
    const mail = id.success ? await findMail(db, id.data) : null;
    if (!mail) throw notFound("Mail");
    return sendPage(reply, toMailPage(readMail(secrets, mail)));
  });

  app.get<{ Querystring: { to?: string } }>("/dev/mail.json", publicAccess, async ({ query }, reply) => {
    reply.header("cache-control", "no-store");
    return (await listNewestMails(db, shownMails, query.to)).map((mail) => readMail(secrets, mail));
  });
}

function sendPage(reply: FastifyReply, page: string) {
  return reply
    .header("content-security-policy", devMailPolicy)
    .header("cache-control", "no-store")
    .type("text/html; charset=utf-8")
    .send(page);
}

/** Nothing may run or load; a mail's own page lives in a frame that shares nothing with ours. */
const devMailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'";

const style = `
body { margin: 0 auto; max-width: 60rem; padding: 1rem; font: 16px/1.5 system-ui, sans-serif; color: #2b2a26; background: #fffdf8; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 0.5rem; text-align: left; border-bottom: 1px solid #e9e1d2; overflow-wrap: anywhere; }
pre { padding: 1rem; white-space: pre-wrap; overflow-wrap: anywhere; background: #f8f3e8; }
iframe { width: 100%; height: 40rem; border: 1px solid #e9e1d2; }
`;

function toMailList(mails: Pick<ReadableMail, "id" | "recipient" | "subject" | "state" | "created_at">[]): string {
  const rows = mails.map(
    ({ id, recipient, subject, state, created_at }) => `<tr>
<td>${created_at.toISOString()}</td><td>${state}</td><td>${escapeHtml(recipient)}</td>
<td><a href="/dev/mail/${id}">${escapeHtml(subject)}</a></td></tr>`,
  );
  return toPage(
    "Mails",
    mails.length === 0
      ? "<p>No mails yet.</p>"
      : `<table><thead><tr><th>Written</th><th>State</th><th>To</th><th>Subject</th></tr></thead>
<tbody>${rows.join("\n")}</tbody></table>`,
  );
}

function toMailPage(mail: ReadableMail): string {
  return toPage(
    mail.subject,
    `<p><a href="/dev/mail">All mails</a></p>
<p>To ${escapeHtml(mail.recipient)}, ${mail.created_at.toISOString()}, ${mail.state}, attempts: ${mail.attempts}</p>
${mail.last_error ? `<p>Last error: ${escapeHtml(mail.last_error)}</p>` : ""}
${toBody(mail)}`,
  );
}

function toBody({ text, html }: ReadableMail): string {
  if (text === null || html === null)
    return "<p>Its text cannot be shown: it was sent, its link has ended, or the secret that sealed it is lost.</p>";
  // A link inside the frame can only open in a tab of its own.
  const framed = escapeHtml(`<base target="_blank">${html}`);
  return `<pre>${escapeHtml(text)}</pre>
<iframe title="The mail as a page" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${framed}"></iframe>`;
}

function toPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>
${body}
</main></body>
</html>
`;
}
