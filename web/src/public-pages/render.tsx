import type { ProductConfig } from "@clanhall/contract/config";
import type { BoardView, PublicFace, PublicPageKey } from "@clanhall/contract/public-page";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { BoardPage } from "./board/board-page.tsx";
import { bootScript } from "./boot-script.ts";
import { LandingPage } from "./landing.tsx";
import { NotFoundPage } from "./not-found.tsx";
import { boardStyles, pageStyles } from "./page-styles.ts";
import { PrivacyPage } from "./privacy.tsx";
import { SiteFrame } from "./frame.tsx";
import { TermsPage } from "./terms.tsx";

const publicPages: Record<PublicPageKey, (props: { config: ProductConfig }) => ReactNode> = {
  landing: LandingPage,
  privacy: PrivacyPage,
  terms: TermsPage,
  notFound: NotFoundPage,
};

function renderPage(page: PublicPageKey, config: ProductConfig): string {
  const Page = publicPages[page];
  return renderToStaticMarkup(
    <SiteFrame page={page} config={config}>
      <Page config={config} />
    </SiteFrame>,
  );
}

function renderBoard(view: BoardView, config: ProductConfig): string {
  return renderToStaticMarkup(<BoardPage view={view} config={config} />);
}

export const publicFace: PublicFace = { renderPage, renderBoard, styles: pageStyles, boardStyles, bootScript };
