import type { ProductConfig } from "@clanhall/contract/system";
import type { BoardView, PublicPageKey, PublicPages } from "@clanhall/contract/public-scoreboards";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import base from "../ui/core/base.css?inline";
import fonts from "../ui/core/fonts.css?inline";
import { themeStyles } from "../ui/core/themes.css.ts";
import boardPageStyles from "./board/board-page.css?inline";
import { BoardPage } from "./board/board-page.tsx";
import standingsStyles from "./board/standings.css?inline";
import { tintStyles } from "./board/standings-row.tsx";
import { bootScript, callsScript, keysScript } from "./boot-script.ts";
import enhanceStyles from "./enhance.css?inline";
import frameStyles from "./frame.css?inline";
import { HelpPage, NotFoundPage, PrivacyPage, TermsPage } from "./text-pages.tsx";
import landingStyles from "./landing.css?inline";
import { LandingPage } from "./landing.tsx";
import { SiteFrame } from "./frame.tsx";
import textPageStyles from "./text-page.css?inline";

const pageComponents: Record<PublicPageKey, (props: { config: ProductConfig }) => ReactNode> = {
  landing: LandingPage,
  privacy: PrivacyPage,
  terms: TermsPage,
  help: HelpPage,
  notFound: NotFoundPage,
};

function renderPage(page: PublicPageKey, config: ProductConfig): string {
  const Page = pageComponents[page];
  return renderToStaticMarkup(
    <SiteFrame page={page} config={config}>
      <Page config={config} />
    </SiteFrame>,
  );
}

function renderBoard(view: BoardView, config: ProductConfig): string {
  return renderToStaticMarkup(<BoardPage view={view} config={config} />);
}

export const publicPages: PublicPages = {
  renderPage,
  renderBoard,
  // In cascade order; inlined in the head so that no page waits for a second request.
  styles: join([
    themeStyles(),
    base,
    fonts,
    frameStyles,
    enhanceStyles,
    standingsStyles + tintStyles,
    landingStyles,
    textPageStyles,
  ]),
  // What a shared board needs to be read; the styles of what its script adds come with the script.
  boardStyles: join([
    themeStyles(["secondary", "info"]),
    base,
    fonts,
    frameStyles,
    standingsStyles + tintStyles,
    boardPageStyles,
  ]),
  bootScript,
  appScripts: [callsScript, keysScript],
};

function join(sheets: string[]): string {
  return sheets.map((css) => css.trim()).join("");
}
