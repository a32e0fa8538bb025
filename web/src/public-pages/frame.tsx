import type { ProductConfig } from "@clanhall/contract/system";
import type { PageKey } from "@clanhall/contract/pages";
import type { ReactNode } from "react";
import { contactHref, issueHref, supportHref } from "../lib/navigation.ts";
import { TopBar } from "./top-bar.tsx";

interface SiteFrameProps {
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

function SiteFooter({ config }: { config: ProductConfig }) {
  return (
    <footer className="foot">
      <p>{config.product_name}</p>
      <ul>
        <li>
          <a href={supportHref(config)}>Contact support</a>
        </li>
        <li>
          <a href={issueHref(config)}>Report an issue</a>
        </li>
        {config.discord && (
          <li>
            <a href="/discord">Discord</a>
          </li>
        )}
        <NewTab href="/privacy.html" label="Privacy" />
        <NewTab href="/terms.html" label="Terms" />
      </ul>
    </footer>
  );
}

function NewTab({ href, label }: { href: string; label: string }) {
  return (
    <li>
      <a href={href} target="_blank" rel="noopener">
        {label}
        <span className="visually-hidden"> (opens in a new tab)</span>
      </a>
    </li>
  );
}

interface TextPageProps {
  title: string;
  /** The one or two sentences that someone in a hurry should read. */
  summary: string;
  children: ReactNode;
}

/** When the wording of the privacy and terms pages last changed. */
const lastUpdated = { iso: "2026-11-16", label: "16 November 2026" };

export function TextPage({ title, summary, children }: TextPageProps) {
  return (
    <article className="text-page">
      <h1>{title}</h1>
      <p className="updated">
        Last updated <time dateTime={lastUpdated.iso}>{lastUpdated.label}</time>
      </p>
      <p className="summary">{summary}</p>
      {children}
    </article>
  );
}

/** Names the people to turn to; an installation without a support contact has only those who run it. */
export function Contact({ contact }: { contact: string | null }) {
  if (contact === null) return <>the people who run this installation</>;
  return (
    <>
      the people who run this installation at <a href={contactHref(contact)}>{contact}</a>
    </>
  );
}
