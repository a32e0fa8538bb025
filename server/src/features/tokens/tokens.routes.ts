import type { Secrets } from "../../access/secrets.ts";
import type { Routes } from "../../http/route.ts";

export const tokenRoutes =
  (_secrets: Secrets): Routes =>
  () => {};
