import { type PageKey, pages } from "@clanhall/contract/pages";
import type { NavEntry } from "../lib/nav-entries.ts";
import { toAddress } from "./nav-address.ts";

interface NavItemProps {
  entry: NavEntry;
  page: PageKey;
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
  const href = toAddress(target);
  return (
    <a className={className} href={href} aria-current={href === pages[page].path ? "page" : undefined}>
      {label}
    </a>
  );
}
