import { homeOrigin } from "../../lib/shared/home-address.ts";
import { findWantedPage, forgetWantedPage } from "../../lib/navigation.ts";
import { findPage, type PageKey, pages, pageWords } from "@clanhall/contract/pages";

/** Pages nobody wants to land on after signing in. */
const entrances = new Set<PageKey>(["landing", "login", "signUp", "resetPassword", "confirmEmail", "notFound"]);

/** The wanted place as a whole address, for a mail that leads back to it; undefined when nothing was wanted. */
export function toLandingUrl({ next }: { next?: string }): string | undefined {
  return next === undefined ? undefined : homeOrigin() + toNextPath(next, location.origin);
}

/** Where to go now that somebody is signed in: what the address names, else what they wanted before. Answers once. */
export function takeNextPath(next: string | null): string {
  const path = toNextPath(next ?? findWantedPage(), location.origin);
  forgetWantedPage();
  return path;
}

/** Where to go after signing in: the wanted place if it is a page of this product, otherwise the dashboard. */
export function toNextPath(wanted: string | null, origin: string): string {
  const fallback = pages.dashboard.path;
  // A browser drops tabs and line breaks and reads a backslash as a slash: no address of ours contains any.
  if (!wanted?.startsWith("/") || /[\p{Cc}\\]/u.test(wanted) || !URL.canParse(wanted, origin)) return fallback;
  const { origin: target, pathname, search, hash } = new URL(wanted, origin);
  if (target !== origin || pathname.startsWith("//") || entrances.has(findPage(pathname))) return fallback;
  return pathname + search + hash;
}

/** Says where logging in leads to, unless it is where everybody lands or a page that needs no login. */
export function describeNext({ next = "" }: { next?: string }): string | null {
  const page = pages[findPage(new URL(toNextPath(next, location.origin), location.origin).pathname)];
  if (page === pages.dashboard || page.guard === "open") return null;
  return `After logging in you go on to ${pageWords(page.name)}.`;
}
