import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import type { Secrets } from "../access/secrets.ts";
import type { Db } from "../db/tables.ts";
import { notFound } from "../errors.ts";
import { devMailPolicy, toMailList, toMailPage } from "./dev-mail-page.ts";
import { readMail } from "./mail-body.ts";
import { findMail, listNewestMails } from "./mails.queries.ts";

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
