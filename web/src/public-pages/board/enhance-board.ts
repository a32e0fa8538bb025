import { enhanceFrame } from "../enhance-frame.ts";
import { addMenus, make } from "./elements.ts";
import styles from "./lazy.css?url";
import { enhanceBoard } from "./live-board.ts";

/** Not as the module itself: one that waits keeps the bundler from joining files all over the app. */
async function start(page: Window): Promise<void> {
  await loadLazyStyles(page.document);
  addMenus(page.document);
  enhanceFrame(page);
  const main = page.document.querySelector<HTMLElement>("main[data-board]");
  if (main) enhanceBoard(page, main);
}

/** Brings the styles of what the script adds; done once they are there, or cannot be had. */
function loadLazyStyles(page: Document): Promise<void> {
  return new Promise((resolve) => {
    const link = make(page, "link", { rel: "stylesheet", href: styles });
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => resolve());
    page.head.append(link);
  });
}

void start(window);
