import type { EventHub } from "../../events/event-hub.ts";
import type { Routes } from "../../http/route.ts";

export const entryRoutes =
  (_events: EventHub): Routes =>
  () => {};
