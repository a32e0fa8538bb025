import type { Routes } from "../../../http/route.ts";

export const importRoutes: Routes = () => {};
