import { enhanceFrame } from "../enhance-frame.ts";
import { addMenus } from "./add-menus.ts";
import { loadLaterStyles } from "./lazy-styles.ts";
import { bringToLife } from "./live-board.ts";

/** Not as the module itself: one that waits keeps the bundler from joining files all over the app. */
async function enhanceBoard(page: Window): Promise<void> {
  await loadLaterStyles(page.document);
  addMenus(page.document);
  enhanceFrame(page);
  const main = page.document.querySelector<HTMLElement>("main[data-board]");
  if (main) bringToLife(page, main);
}

void enhanceBoard(window);
