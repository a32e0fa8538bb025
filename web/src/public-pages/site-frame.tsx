import type { ProductConfig } from "@clanhall/contract/config";
import type { PublicPageKey } from "@clanhall/contract/public-page";
import type { ReactNode } from "react";
import { SiteFooter } from "./site-footer.tsx";
import { TopBar } from "./top-bar.tsx";

export interface SiteFrameProps {
  page: PublicPageKey;
  config: ProductConfig;
  children: ReactNode;
}

/** What surrounds every public page: skip link, top bar, main part, footer. */
export function SiteFrame({ page, config, children }: SiteFrameProps) {
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <TopBar page={page} config={config} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter config={config} />
    </>
  );
}
