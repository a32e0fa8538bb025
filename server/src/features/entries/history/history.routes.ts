import type { Routes } from "../../../http/route.ts";

export const historyRoutes: Routes = () => {};
