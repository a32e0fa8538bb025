import { getApiDocs, getOpenApi } from "@clanhall/contract/docs";
import type { Endpoint } from "@clanhall/contract/endpoint";
import type { Routes } from "../../http/route.ts";
import { allowOnThisAnswer, toHashSource } from "../../http/security-headers.ts";
import { version } from "../../version.ts";
import { docsPage } from "./docs-page.ts";
import { docsStyles } from "./docs-styles.ts";
import { toOpenApi } from "./openapi.ts";

/** Endpoints are asked for at the first read, when every feature has added its own. */
export const docsRoutes =
  (listEndpoints: () => Endpoint[], publicUrl: string): Routes =>
  (route) => {
    let openApi: ReturnType<typeof toOpenApi> | null = null;
    let page: string | null = null;

    route(getOpenApi, ({ reply }) => {
      reply.header("cache-control", "public, max-age=300");
      return (openApi ??= toOpenApi(listEndpoints(), version, publicUrl));
    });

    route(getApiDocs, ({ reply }) => {
      allowOnThisAnswer(reply, "style-src", toHashSource(docsStyles));
      reply.header("cache-control", "public, max-age=300").type("text/html; charset=utf-8");
      void reply.send((page ??= docsPage(listEndpoints(), publicUrl)));
    });
  };
