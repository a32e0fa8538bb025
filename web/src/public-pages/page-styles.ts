import { themeStyles } from "../ui/themes.css.ts";
import fonts from "../ui/fonts.css?inline";
import base from "./base.css?inline";
import siteFrame from "./frame.css?inline";
import menus from "./enhance.css?inline";
import address from "./address-notice.css?inline";
import offline from "./offline-banner.css?inline";
import standings from "./board/standings.css?inline";
import boardPage from "./board/board-page.css?inline";
import boardPrint from "./board/board-print.css?inline";
import exampleBoard from "./example-board.css?inline";
import landing from "./landing.css?inline";
import textPage from "./text-page.css?inline";
import lost from "./lost.css?inline";
import print from "./print.css?inline";

const frame = [fonts, base, siteFrame];

/** Every style of the public pages, in cascade order; inlined in the head so that no page waits for a second request. */
export const pageStyles = join([
  themeStyles(),
  ...frame,
  menus,
  address,
  offline,
  standings,
  exampleBoard,
  landing,
  textPage,
  lost,
  print,
]);

/** What a shared board needs to be read; the styles of what its script adds come with the script. */
export const boardStyles = join([themeStyles(["secondary", "info"]), ...frame, standings, boardPage, boardPrint]);

function join(sheets: string[]): string {
  return sheets.map((css) => css.trim()).join("");
}
