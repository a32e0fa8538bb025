import type { ProductConfig } from "@clanhall/contract/config";
import type { PageKey } from "@clanhall/contract/pages";
import type { ReactNode } from "react";
import { SiteFooter } from "./site-footer.tsx";
import { TopBar } from "./top-bar.tsx";

export interface SiteFrameProps {
  page: PageKey;
  config: ProductConfig;
  /** What the page's own script has to know. */
  main?: Record<`data-${string}`, string | boolean>;
  isLean?: boolean;
  children: ReactNode;
}

/** What surrounds every public page: skip link, top bar, main part, footer. */
export function SiteFrame({ page, config, main, isLean = false, children }: SiteFrameProps) {
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <TopBar page={page} config={config} isLean={isLean} />
      <main id="main" tabIndex={-1} {...main}>
        {children}
      </main>
      <SiteFooter config={config} />
    </>
  );
}
