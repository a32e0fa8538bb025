import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ButtonLink } from "../../ui/core/button.tsx";
import { type AddressChange, type HistoryAddress, toSearch } from "./address.ts";

interface AddressLinkProps {
  address: HistoryAddress;
  change: AddressChange;
  className?: string | undefined;
  isCurrent?: boolean;
  isButton?: boolean;
  level?: number | null | undefined;
  onClick?: () => void;
  children: ReactNode;
}

/** On a phone the tabs are wider than the screen. */
function bringIntoView(entry: HTMLElement | null): void {
  entry?.scrollIntoView?.({ block: "nearest", inline: "center" });
}

/** A way to another look at the same clan's history. */
export function AddressLink({
  address,
  change,
  className,
  isCurrent,
  level,
  isButton,
  onClick,
  children,
}: AddressLinkProps) {
  const Element = isButton ? ButtonLink : Link;
  return (
    <Element
      to="."
      search={(before: Record<string, unknown>) => ({ ...before, ...toSearch({ ...address, ...change }) })}
      className={className}
      aria-current={isCurrent ? "page" : undefined}
      ref={isCurrent ? bringIntoView : undefined}
      // Only the tabs have a current one, and they say so themselves.
      activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
      activeProps={{}}
      preload={false}
      resetScroll={false}
      data-level={level ?? undefined}
      onClick={onClick}
    >
      {children}
    </Element>
  );
}
