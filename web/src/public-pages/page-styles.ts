import { themeStyles } from "../ui/themes.css.ts";
import fonts from "../ui/fonts.css?inline";
import base from "./base.css?inline";
import siteFrame from "./site-frame.css?inline";
import drawer from "./drawer.css?inline";
import board from "./example-board.css?inline";
import landing from "./landing-page.css?inline";
import textPage from "./text-page.css?inline";
import print from "./print.css?inline";

/** Every style of the public pages, in cascade order; inlined in the head so that no page waits for a second request. */
export const pageStyles = [themeStyles(), fonts, base, siteFrame, drawer, board, landing, textPage, print]
  .map((css) => css.trim())
  .join("");
