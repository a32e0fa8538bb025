import { type NotificationKind, notificationKinds, unsubscribe } from "@clanhall/contract/notifications";
import { pages, productName } from "@clanhall/contract/pages";
import { defaultTheme } from "@clanhall/contract/theme-choice";
import { themes } from "@clanhall/contract/themes";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Secrets } from "../../access/secrets.ts";
import type { Db } from "../../db/tables.ts";
import { nothingHere } from "../../errors.ts";
import { escapeHtml } from "../../escape-html.ts";
import { noRobots, sendNotFoundPage, type Site } from "../../http/pages.ts";
import type { Route } from "../../http/route.ts";
import { allowOnThisAnswer, toHashSource } from "../../http/security-headers.ts";
import { kindLabels } from "./mails.ts";
import { findClanName, switchOff } from "./queries.ts";

export interface UnsubscribeParts extends Site {
  db: Db;
  secrets: Secrets;
  /** Binds endpoints to a part of the app that reads more than JSON. */
  routeOn: (scope: FastifyInstance) => Route;
}

type PageRequest = FastifyRequest<{ Params: { token: string } }>;

/** Unsubscribes without signing in: a mail program by one POST, a person on a page. */
export async function serveUnsubscribe(app: FastifyInstance, parts: UnsubscribeParts): Promise<void> {
  const { db, secrets } = parts;
  await app.register(async (scope) => {
    readOneClickForms(scope);

    parts.routeOn(scope)(unsubscribe, async ({ params }) => {
      const subscription = readUnsubscribeToken(secrets, params.token);
      if (!subscription) throw nothingHere();
      await stop(db, subscription);
      return {};
    });

    const page = { config: { access: "public" }, bodyLimit: 4096 } as const;
    scope.get("/unsubscribe/:token", page, (request: PageRequest, reply) => answer(parts, request, reply));
    scope.post("/unsubscribe/:token", page, (request: PageRequest, reply) => answer(parts, request, reply, stop));
  });
}

/** A foreign page cannot send one that does anything: it would have to know the token. */
function readOneClickForms(scope: FastifyInstance): void {
  const forms = ["application/x-www-form-urlencoded", "multipart/form-data"];
  scope.addContentTypeParser(forms, { parseAs: "string" }, (_request, body, done) => {
    const isOneClick = /\bList-Unsubscribe\b[^]*\bOne-Click\b/.test(String(body));
    done(null, { "List-Unsubscribe": isOneClick ? "One-Click" : "" });
  });
}

function stop(db: Db, { clanId, userId, kind }: Subscription): Promise<void> {
  return switchOff(db, clanId, userId, kind);
}

async function answer(parts: UnsubscribeParts, request: PageRequest, reply: FastifyReply, act?: typeof stop) {
  const subscription = readUnsubscribeToken(parts.secrets, request.params.token);
  const clanName = subscription && (await findClanName(parts.db, subscription.clanId));
  if (!subscription || clanName === null) return sendNotFoundPage(request, reply, parts);
  await act?.(parts.db, subscription);
  allowOnThisAnswer(reply, "style-src", toHashSource(unsubscribeStyles));
  const subject = { clanName, about: kindLabels[subscription.kind] };
  return reply
    .headers({ "cache-control": "no-store", "x-robots-tag": noRobots })
    .type("text/html; charset=utf-8")
    .send(act ? donePage(subject) : askPage(subject));
}

const { colors } = themes[defaultTheme];

const unsubscribeStyles = `
body{margin:0;background:${colors["surface-light"]};color:${colors["text-primary"]};font:16px/1.5 system-ui,sans-serif}
main{max-width:34rem;margin:0 auto;padding:3rem 1rem;overflow-wrap:anywhere}
h1{font-family:Georgia,serif;line-height:1.2}
a{color:${colors.primary}}
.home{color:${colors["primary-dark"]};font:600 1.25rem Georgia,serif;text-decoration:none}
button{min-height:44px;padding:.6rem 1.4rem;border:0;border-radius:8px;background:${colors.primary};color:${colors["surface-white"]};font:inherit;font-weight:600;cursor:pointer}
button:focus-visible,a:focus-visible{outline:3px solid ${colors["primary-dark"]};outline-offset:2px}
`;

interface Subject {
  clanName: string;
  /** What the mails are about. */
  about: string;
}

/** Opening the page changes nothing: link scanners open it too. */
function askPage({ clanName, about }: Subject): string {
  return toPage(
    "Stop these mails?",
    `<p>You will get no more mails about ${about} from ${escapeHtml(clanName)}. Everything else stays as it is.</p>
<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>Stop these mails</button></form>`,
  );
}

function donePage({ clanName, about }: Subject): string {
  return toPage("You are unsubscribed", `<p>You get no more mails about ${about} from ${escapeHtml(clanName)}.</p>`);
}

function toPage(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} – ${productName}</title>
<meta name="robots" content="noindex"><style>${unsubscribeStyles}</style></head>
<body><main><p><a class="home" href="${pages.landing.path}">${productName}</a></p><h1>${title}</h1>
${body}
<p>You choose which mails you get in <a href="${pages.account.path}?tab=notifications">your account</a>.</p></main></body></html>
`;
}

/** Whose mails of which kind from which clan a link stops. It can do nothing else and never expires. */
interface Subscription {
  userId: string;
  clanId: string;
  kind: NotificationKind;
}

const purpose = "unsubscribe";

const content = z.tuple([z.uuid(), z.uuid(), z.enum(notificationKinds)]);

export function toUnsubscribeToken(secrets: Secrets, { userId, clanId, kind }: Subscription): string {
  return secrets.seal(JSON.stringify([userId, clanId, kind]), purpose).toString("base64url");
}

/** Null for a token that this server did not create. */
function readUnsubscribeToken(secrets: Secrets, token: string): Subscription | null {
  if (!/^[\w-]{80,400}$/.test(token)) return null;
  try {
    const [userId, clanId, kind] = content.parse(JSON.parse(secrets.open(Buffer.from(token, "base64url"), purpose)));
    return { userId, clanId, kind };
  } catch {
    return null;
  }
}
