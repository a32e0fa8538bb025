import { enhanceFrame } from "../enhance-frame.ts";
import { addMenus } from "./add-menus.ts";
import { loadLaterStyles } from "./later-styles.ts";
import { bringToLife } from "./live-board.ts";

await loadLaterStyles(document);
addMenus(document);
enhanceFrame(window);
const main = document.querySelector<HTMLElement>("main[data-board]");
if (main) bringToLife(window, main);
