import { pages, productName } from "@clanhall/contract/pages";
import { Link, useLocation } from "@tanstack/react-router";
import { useCallback, useRef, useState } from "react";
import { Logo } from "../ui/logo.tsx";
import { NavDrawer } from "./nav-drawer.tsx";
import type { Audience, NavGroup } from "../lib/nav-entries.ts";
import { NavLink } from "./nav-link.tsx";
import { NavMenu } from "./nav-menu.tsx";
import styles from "./top-bar.module.css";
import { useAudience, useNavGroups } from "./use-audience.ts";

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
