import { getMyToday } from "@clanhall/contract/dashboard";
import type { Routes } from "../../http/route.ts";
import { loadMyToday } from "./my-today.ts";

export const dashboardRoutes: Routes = (route, db) => {
  route(getMyToday, async ({ actor }) => ({ items: await loadMyToday(db, actor.userId) }));
};
