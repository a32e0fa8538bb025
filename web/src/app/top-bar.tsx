import { pages, productName } from "@clanhall/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import { type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from "react";
import { useIsAppAdmin } from "../lib/admin-status.ts";
import { type Audience, type NavGroup, navGroupsFor } from "../lib/nav-entries.ts";
import { productConfigQuery } from "../lib/product-config.ts";
import { useSession } from "../lib/session.ts";
import { Logo } from "../ui/logo.tsx";
import { NavDrawer, NavLink } from "./nav-drawer.tsx";
import styles from "./top-bar.module.css";

export function TopBar() {
  const audience = useAudience();
  const groups = useNavGroups();
  return (
    <header className={styles.bar}>
      <DrawerButton groups={groups} />
      <Brand isVisitor={audience === "visitor"} />
      <nav className={styles.links} aria-label="Main">
        <WideEntries audience={audience} groups={groups} />
      </nav>
    </header>
  );
}

function Brand({ isVisitor }: { isVisitor: boolean }) {
  const content = (
    <>
      <Logo size={28} />
      {productName}
    </>
  );
  return isVisitor ? (
    <a className={styles.brand} href="/">
      {content}
    </a>
  ) : (
    <Link className={styles.brand} to={pages.dashboard.path}>
      {content}
    </Link>
  );
}

/** A visitor's entries all stand in the bar; a user's account and admin entries fold into menus. */
function WideEntries({ audience, groups }: { audience: Audience; groups: NavGroup[] }) {
  const path = useLocation({ select: ({ pathname }) => pathname });
  return groups.map((group) => {
    if (audience !== "visitor" && group.label !== "Navigate") {
      const isCurrent = path.startsWith(group.label === "Admin" ? "/admin" : "/account");
      return <NavMenu key={group.label} group={group} isCurrent={isCurrent} />;
    }
    return group.entries.map((entry) => <NavLink key={entry.label} entry={entry} className={styles.link} />);
  });
}

function DrawerButton({ groups }: { groups: NavGroup[] }) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => {
    setOpen(false);
    button.current?.focus();
  }, []);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.menuButton}
        aria-label="Menu"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <svg width="22" height="22" viewBox="0 0 22 22" stroke="currentColor" strokeWidth="2" aria-hidden="true">
          <path d="M3 6h16M3 11h16M3 16h16" strokeLinecap="round" />
        </svg>
      </button>
      {isOpen && <NavDrawer groups={groups} onClose={close} />}
    </>
  );
}

/** A button of the top bar that opens a menu of entries below it. */
function NavMenu({ group, isCurrent }: { group: NavGroup; isCurrent: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <div
      className={styles.menu}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <button
        ref={button}
        type="button"
        className={styles.link}
        data-current={isCurrent || undefined}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown") openFromKeyboard(event, () => setOpen(true));
        }}
      >
        {group.label}
        <svg width="10" height="10" viewBox="0 0 10 10" fill="currentColor" aria-hidden="true">
          <path d="M1 3h8L5 8Z" />
        </svg>
      </button>
      {isOpen && <MenuList id={id} group={group} onClose={close} />}
    </div>
  );
}

function openFromKeyboard(event: KeyboardEvent, open: () => void): void {
  event.preventDefault();
  open();
}

function MenuList({ id, group, onClose }: { id: string; group: NavGroup; onClose: () => void }) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => itemsOf(list.current)[0]?.focus(), []);
  return (
    <div
      ref={list}
      id={id}
      role="menu"
      tabIndex={-1}
      aria-label={group.label}
      className={styles.list}
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
        else moveFocus(event, itemsOf(list.current));
      }}
    >
      {group.entries.map((entry) => (
        <NavLink
          key={entry.label}
          entry={entry}
          role="menuitem"
          tabIndex={-1}
          className={styles.item}
          onChoose={onClose}
        />
      ))}
    </div>
  );
}

function itemsOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
}

function moveFocus(event: KeyboardEvent, items: HTMLElement[]): void {
  const at = items.findIndex((item) => item === document.activeElement);
  const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 };
  const next = steps[event.key];
  if (next === undefined) return;
  event.preventDefault();
  items.at(next % items.length)?.focus();
}

function useAudience(): Audience {
  const session = useSession();
  const isAppAdmin = useIsAppAdmin();
  if (!session) return "visitor";
  return isAppAdmin ? "app-admin" : "user";
}

function useNavGroups(): NavGroup[] {
  const { data: config } = useQuery(productConfigQuery);
  return navGroupsFor(useAudience(), config?.sign_up);
}
