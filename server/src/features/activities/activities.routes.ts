import type { Routes } from "../../http/route.ts";

export const activityRoutes: Routes = () => {};
