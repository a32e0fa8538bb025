import { getApiDocs, getOpenApi } from "@clanhall/contract/system";
import type { Endpoint } from "@clanhall/contract/endpoint";
import { type StoredDocument, storeDocument } from "../../http/documents.ts";
import { sendStored } from "../../http/pages.ts";
import { alreadySent, type Routes } from "../../http/route.ts";
import { allowOnThisAnswer, toHashSource } from "../../http/security-headers.ts";
import { version } from "../../version.ts";
import { toOpenApi } from "./openapi.ts";
import { docsPage, docsStyles } from "./page.ts";

/** Endpoints are asked for at the first read, when every feature has added its own. */
export const docsRoutes =
  (listEndpoints: () => Endpoint[], publicUrl: string): Routes =>
  (route) => {
    let openApi: Promise<StoredDocument> | null = null;
    let page: string | null = null;

    const writeOpenApi = async () =>
      storeDocument(JSON.stringify(await toOpenApi(listEndpoints(), version, publicUrl)));

    // Anybody may ask for it, and to write so long a text anew for each of them would leave no time for the rest.
    route(getOpenApi, async ({ request, reply }): Promise<typeof alreadySent> => {
      const stored = await (openApi ??= writeOpenApi());
      const headers = { "cache-control": "public, max-age=300", vary: "accept-encoding" };
      void sendStored(request, reply.headers(headers).type("application/json; charset=utf-8"), stored);
      return alreadySent;
    });

    route(getApiDocs, ({ reply }) => {
      allowOnThisAnswer(reply, "style-src", toHashSource(docsStyles));
      reply.header("cache-control", "public, max-age=300").type("text/html; charset=utf-8");
      void reply.send((page ??= docsPage(listEndpoints(), publicUrl)));
    });
  };
