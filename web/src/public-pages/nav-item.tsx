import { pages } from "@clanhall/contract/pages";
import type { PublicPageKey } from "@clanhall/contract/public-page";
import type { NavEntry } from "../lib/nav-entries.ts";

interface NavItemProps {
  entry: NavEntry;
  page: PublicPageKey;
  className?: string;
}

/** A navigation entry as a plain link; logging out is a button that the enhancement script answers. */
export function NavItem({ entry: { label, target }, page, className }: NavItemProps) {
  if (target === "logout") {
    return (
      <button type="button" className={className} data-logout="">
        {label}
      </button>
    );
  }
  const href = "document" in target ? target.document : toAddress(target);
  return (
    <a className={className} href={href} aria-current={href === pages[page].path ? "page" : undefined}>
      {label}
    </a>
  );
}

function toAddress({ page, search = {} }: { page: string; search?: Record<string, unknown> }): string {
  const query = new URLSearchParams(Object.entries(search).map(([name, value]) => [name, String(value)])).toString();
  return query ? `${page}?${query}` : page;
}
