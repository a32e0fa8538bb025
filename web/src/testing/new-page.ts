import { createServices } from "../app/create-services.ts";

/** Forgets what the page kept in memory, as loading it anew does. */
export function newPage(): void {
  createServices();
}
