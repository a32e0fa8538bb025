import address from "./lazy.css?url";
import { make } from "./elements.ts";

/** Brings the styles of what the script adds; done once they are there, or cannot be had. */
export function loadLaterStyles(page: Document): Promise<void> {
  return new Promise((resolve) => {
    const link = make(page, "link", { rel: "stylesheet", href: address });
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => resolve());
    page.head.append(link);
  });
}
