import type { ProductConfig } from "@clanhall/contract/system";
import { findPage, pages } from "@clanhall/contract/pages";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fastifyPlugin from "fastify-plugin";
import type { BuiltWeb } from "./built-web.ts";
import { compression } from "./compression.ts";
import {
  appDocument,
  findEncoding,
  hasDocument,
  publicDocument,
  type StoredDocument,
  storeDocument,
} from "./documents.ts";
import { ocrWorkerPolicy } from "./security-headers.ts";

export interface Site {
  web: BuiltWeb;
  config: ProductConfig;
  publicUrl: string;
}

const access = "public";
export const noRobots = "noindex, nofollow";
const documentHeaders = { "content-type": "text/html; charset=utf-8", "cache-control": "no-cache" };

/** The web as browsers see it: hashed files for ever, documents asked for again each time. */
export const webPages = fastifyPlugin(
  async (app: FastifyInstance, site: Site) => {
    await app.register(compression);
    await app.register(fastifyStatic, { root: site.web.folder, serve: false, preCompressed: true });

    app.get("/assets/*", { config: { access } }, (request, reply) =>
      reply.sendFile(request.url.split("?")[0] ?? "", { immutable: true, maxAge: "365d" }),
    );
    app.get(site.web.ocrWorker, { config: { access } }, (_request, reply) =>
      reply
        .header("content-security-policy", ocrWorkerPolicy)
        .sendFile(site.web.ocrWorker, { immutable: true, maxAge: "365d" }),
    );
    for (const file of site.web.rootFiles) {
      app.get(`/${file}`, { config: { access } }, (_request, reply) => reply.sendFile(file, { maxAge: "1d" }));
    }
    app.get("/favicon.ico", { config: { access } }, (_request, reply) => reply.redirect("/favicon.svg", 301));
    servePublicPages(app, site);
    serveAppPages(app, site);
    await app.register(redirectShared);
  },
  { name: "pages", dependencies: ["security-headers"] },
);

/** As many bytes as ten pictures may have. */
const sharedBytesMax = 220 * 1024 * 1024;

/**
 * Where a phone's share menu sends pictures. The app's own worker takes them in the browser; should they ever come here,
 * nothing of them is read or kept.
 */
async function redirectShared(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { bodyLimit: sharedBytesMax }, (_request, payload, done) => {
    payload.on("error", done).on("end", () => done(null));
    payload.resume();
  });
  app.route({
    method: ["GET", "POST"],
    url: "/share-screenshots",
    config: { access },
    bodyLimit: sharedBytesMax,
    handler: (_request, reply) => reply.redirect(`${pages.dailyActivity.path}?import=screenshots`, 303),
  });
}

function servePublicPages(app: FastifyInstance, { web, config, publicUrl }: Site): void {
  for (const key of ["landing", "privacy", "terms", "help"] as const) {
    const { path } = pages[key];
    let document: StoredDocument | null = null;
    const getDocument = () => (document ??= storeDocument(publicDocument(web, config, { key, path, publicUrl })));
    // Rendered as soon as we listen, so that hardly anybody waits for it.
    app.addHook("onListen", async () => void setImmediate(getDocument));
    const paths = key === "privacy" || key === "terms" ? [path, `${path}.html`] : [path];
    for (const url of paths) {
      app.get(url, { config: { access }, compress: false }, (request, reply) =>
        sendStored(request, reply.headers({ ...documentHeaders, vary: "accept-encoding" }), getDocument()),
      );
    }
  }
}

function serveAppPages(app: FastifyInstance, { web, publicUrl }: Site): void {
  for (const { path, face } of Object.values(pages)) {
    if (face === "public") continue;
    // Without the id of a clan its screens ask for one.
    app.get(path.replaceAll("$", ":").replace(/:id$/, ":id?"), { config: { access } }, (request, reply) => {
      const [url = "/"] = request.url.split("?");
      return reply
        .headers({ ...documentHeaders, "cache-control": "no-store" })
        .send(appDocument(web, { key: findPage(url), path: url, publicUrl }));
    });
  }
}

/**
 * The not-found page for people; a board that is not there keeps its own title and stays out of search engines too.
 * Below /admin the app answers: it checks who is there before it says that there is no such page.
 */
export function sendNotFoundPage(request: FastifyRequest, reply: FastifyReply, { web, config, publicUrl }: Site) {
  const [path = "/"] = request.url.split("?");
  const document = path.startsWith(pages.admin.path)
    ? appDocument(web, { key: "notFound", path, publicUrl })
    : publicDocument(web, config, { key: "notFound", head: findPage(path), path, publicUrl });
  return reply
    .code(404)
    .headers({ ...documentHeaders, "x-robots-tag": noRobots })
    .send(document);
}

/** Sends a text that is ready in every encoding, or nothing to whoever has it already. */
export function sendStored(request: FastifyRequest, reply: FastifyReply, document: StoredDocument) {
  reply.header("etag", document.etag);
  if (hasDocument(request.headers["if-none-match"], document)) {
    return reply.removeHeader("content-type").code(304).send();
  }
  const encoding = findEncoding(request.headers["accept-encoding"]);
  if (!encoding) return reply.send(document.plain);
  return reply.header("content-encoding", encoding).send(document.inEncoding(encoding));
}
