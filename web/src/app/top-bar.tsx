import { pages, productName } from "@clanhall/contract/pages";
import { Link, useLocation } from "@tanstack/react-router";
import { useCallback, useRef, useState } from "react";
import { IconButton } from "../ui/core/button.tsx";
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
      <IconButton
        ref={button}
        icon="menu"
        label="Menu"
        className={styles.menuButton}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      />
      {isOpen && <NavDrawer groups={groups} onClose={close} />}
    </>
  );
}
