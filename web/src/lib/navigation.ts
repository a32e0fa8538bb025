import { pages } from "@clanhall/contract/pages";
import type { ProductConfig } from "@clanhall/contract/system";
import { asRecord } from "./compat/read-answer.ts";

const wantedPageKey = "wanted_page";
const wantedPageLifeMs = 30 * 60 * 1000;

/** Leaves the app for a page the server renders. The returned promise never ends: the document is about to be replaced. */
export type OpenDocument = (path: string) => Promise<never>;

export const openDocument: OpenDocument = (path) => {
  location.replace(path);
  return new Promise(() => undefined);
};

/** Remembers, in this tab, the page that somebody wanted to open before they had signed in. */
export function keepWantedPage(href: string): void {
  try {
    sessionStorage.setItem(wantedPageKey, JSON.stringify({ href, until: Date.now() + wantedPageLifeMs }));
  } catch {
    // Without storage the way in ends on the dashboard.
  }
}

/** Whatever is stored here comes from outside: only `toNextPath` decides whether it is followed. */
export function findWantedPage(): string | null {
  try {
    const { href, until } = asRecord(JSON.parse(sessionStorage.getItem(wantedPageKey) ?? "null"));
    return typeof href === "string" && Number(until) > Date.now() ? href : null;
  } catch {
    return null;
  }
}

export function forgetWantedPage(): void {
  try {
    sessionStorage.removeItem(wantedPageKey);
  } catch {
    // Nothing was kept either.
  }
}

/** A support contact is an e-mail address or the address of a page. */
export function contactHref(contact: string): string {
  return /^https?:/i.test(contact) ? contact : `mailto:${contact}`;
}

/** Where the footer's links lead: where nothing is set, the Help page says whom to ask. */
export function supportHref(config: Pick<ProductConfig, "support_contact"> | undefined): string {
  return config?.support_contact ? contactHref(config.support_contact) : pages.help.path;
}

export function issueHref(config: Pick<ProductConfig, "issue_url"> | undefined): string {
  return config?.issue_url ?? pages.help.path;
}
