import { homeOrigin } from "../../lib/home-address.ts";
import { findPage, type PageKey, pages } from "@clanhall/contract/pages";

/** Pages nobody wants to land on after signing in. */
const entrances = new Set<PageKey>(["landing", "login", "signUp", "resetPassword", "confirmEmail", "notFound"]);

/** The wanted place as a whole address, for a mail that leads back to it; undefined when nothing was wanted. */
export function toLandingUrl({ next }: { next?: string }): string | undefined {
  return next === undefined ? undefined : homeOrigin() + toNextPath(next, location.origin);
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
