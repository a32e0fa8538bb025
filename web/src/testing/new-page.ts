import { createServices } from "../app/create-services.ts";
import { setServices } from "../lib/services.ts";

/** Forgets what the page kept in memory, as loading it anew does. */
export function newPage(): void {
  setServices(createServices());
}
