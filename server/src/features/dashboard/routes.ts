import { createHash } from "node:crypto";
import { getClanHome } from "@clanhall/contract/clan-home";
import { getMyToday } from "@clanhall/contract/dashboard";
import { hasDocument } from "../../http/documents.ts";
import { notModified, type Routes } from "../../http/route.ts";
import { loadHome } from "./home.ts";
import { loadMyToday } from "./today.ts";

export const dashboardRoutes: Routes = (route, db) => {
  route(getMyToday, async ({ actor }) => ({ items: await loadMyToday(db, actor.userId) }));

  route(getClanHome, async ({ actor, request, reply }) => {
    const home = await loadHome(db, actor);
    const etag = `"${createHash("sha256").update(JSON.stringify(home)).digest("base64url").slice(0, 22)}"`;
    reply.headers({ etag, "cache-control": "no-store" });
    return hasDocument(request.headers["if-none-match"], { etag }) ? notModified : home;
  });
};
