import type { ProductConfig } from "@clanhall/contract/system";
import { type PageKey, pages } from "@clanhall/contract/pages";
import type { ReactNode } from "react";
import { contactHref, issueHref, supportHref } from "../lib/navigation.ts";
import type { NavEntry, NavGroup } from "../lib/shared/nav-entries.ts";
import { Logo } from "../ui/core/logo.tsx";
import { toHref, userGroups, visitorGroups } from "./nav.ts";

/** What a narrow screen keeps beside the menu button, and what it keeps where no menu has come yet. */
const keptWhenNarrow = ["Login", "Dashboard"];
const keptWithoutMenu = [...keptWhenNarrow, "Sign Up"];

interface TopBarProps {
  page: PageKey;
  config: ProductConfig;
  /** Links alone: the page's script brings the menus. */
  isLean: boolean;
}

/** Both the visitor's and the signed-in user's entries are in the markup; the styles show one of them. */
function TopBar({ page, config, isLean }: TopBarProps) {
  const kept = isLean ? keptWithoutMenu : keptWhenNarrow;
  return (
    <header className="bar">
      {!isLean && (
        <details className="menu">
          <summary className="menu-button" aria-label="Menu">
            <svg width="22" height="22" viewBox="0 0 22 22" stroke="currentColor" strokeWidth="2" aria-hidden="true">
              <path d="M3 6h16M3 11h16M3 16h16" strokeLinecap="round" />
            </svg>
          </summary>
          <MenuPanel page={page} config={config} />
        </details>
      )}
      <Brand href={pages.landing.path} audience="when-out" name={config.product_name} />
      <Brand href={pages.dashboard.path} audience="when-in" name={config.product_name} />
      <nav className="links when-out" aria-label="Main">
        {visitorGroups(config).map((group) => (
          <Entries key={group.label} group={group} page={page} kept={kept} />
        ))}
      </nav>
      <nav className="links when-in" aria-label="Main">
        {userGroups.map((group) => {
          if (group.label === "Navigate") return <Entries key={group.label} group={group} page={page} kept={kept} />;
          return isLean ? null : <Fold key={group.label} group={group} page={page} />;
        })}
      </nav>
    </header>
  );
}

function Brand({ href, audience, name }: { href: string; audience: "when-in" | "when-out"; name: string }) {
  return (
    <a className={`brand ${audience}`} href={href}>
      <Logo size={28} />
      {name}
    </a>
  );
}

function Entries({ group, page, kept }: { group: NavGroup; page: PageKey; kept: string[] }) {
  return group.entries.map((entry) => {
    const width = kept.includes(entry.label) ? "" : " wide-only";
    const tone = entry.label === "Sign Up" ? " tonal" : "";
    return <NavItem key={entry.label} entry={entry} page={page} className={`link${tone}${width}`} />;
  });
}

/** A group that opens below its name. */
function Fold({ group, page }: { group: NavGroup; page: PageKey }) {
  return (
    <details className={group.label === "Admin" ? "fold wide-only when-admin" : "fold wide-only"} name="fold">
      <summary className="link">
        {group.label}
        <svg width="10" height="10" viewBox="0 0 10 10" fill="currentColor" aria-hidden="true">
          <path d="M1 3h8L5 8Z" />
        </svg>
      </summary>
      <ul>
        {group.entries.map((entry) => (
          <li key={entry.label}>
            <NavItem entry={entry} page={page} className="link" />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The narrow screen's navigation: a fold-out without scripts, moved into a drawer by the enhancement script. */
function MenuPanel({ page, config }: { page: PageKey; config: ProductConfig }) {
  return (
    <nav className="menu-panel" aria-label="Menu">
      <div className="when-out">
        {visitorGroups(config).map((group) => (
          <Group key={group.label} group={group} page={page} />
        ))}
      </div>
      <div className="when-in">
        {userGroups.map((group) => (
          <Group key={group.label} group={group} page={page} />
        ))}
      </div>
    </nav>
  );
}

function Group({ group, page }: { group: NavGroup; page: PageKey }) {
  return (
    <div className={group.label === "Admin" ? "group when-admin" : "group"}>
      <p aria-hidden="true">{group.label}</p>
      <ul aria-label={group.label}>
        {group.entries.map((entry) => (
          <li key={entry.label}>
            <NavItem entry={entry} page={page} />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface NavItemProps {
  entry: NavEntry;
  page: PageKey;
  className?: string;
}

/** A navigation entry as a plain link; logging out is a button that the enhancement script answers. */
function NavItem({ entry: { label, target }, page, className }: NavItemProps) {
  if (target === "logout") {
    return (
      <button type="button" className={className} data-logout="">
        {label}
      </button>
    );
  }
  const href = toHref(target);
  return (
    <a className={className} href={href} aria-current={href === pages[page].path ? "page" : undefined}>
      {label}
    </a>
  );
}

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
