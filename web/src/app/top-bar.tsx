import { pages, productName } from "@clanhall/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import { useCallback, useRef, useState } from "react";
import { productConfigQuery, useIsAppAdmin } from "../domain/profile.ts";
import { type Audience, type NavGroup, navGroupsFor } from "../lib/shared/nav-entries.ts";
import { useSession } from "../lib/session.ts";
import { IconButton, itemStyle } from "../ui/core/button.tsx";
import { Row } from "../ui/core/layout.tsx";
import { Logo } from "../ui/core/logo.tsx";
import { Popover } from "../ui/popover.tsx";
import { NavDrawer, NavLink } from "./nav-drawer.tsx";
import styles from "./top-bar.module.css";

export function TopBar({ isInClan = false }: { isInClan?: boolean }) {
  const audience = useAudience();
  const groups = useNavGroups();
  return (
    <header className={styles.bar}>
      <DrawerButton groups={groups} />
      <Brand isVisitor={audience === "visitor"} />
      <Row as="nav" nowrap gap={1} className={styles.links} aria-label="Main">
        <WideEntries audience={audience} groups={groups} isInClan={isInClan} />
      </Row>
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

interface WideEntriesProps {
  audience: Audience;
  groups: NavGroup[];
  /** The screens of a clan belong to My Clans. */
  isInClan: boolean;
}

/** A visitor's entries all stand in the bar; a user's account and admin entries fold into menus. */
function WideEntries({ audience, groups, isInClan }: WideEntriesProps) {
  const path = useLocation({ select: ({ pathname }) => pathname });
  return groups.map((group) => {
    if (audience !== "visitor" && group.label !== "Navigate") {
      const isCurrent = path.startsWith(group.label === "Admin" ? "/admin" : "/account");
      return <NavMenu key={group.label} group={group} isCurrent={isCurrent} />;
    }
    return group.entries.map((entry) => (
      <NavLink
        key={entry.label}
        entry={entry}
        className={`${itemStyle} ${styles.link}`}
        isCurrent={isInClan && entry.label === "My Clans"}
      />
    ));
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

/** A button of the top bar that opens a menu of entries below it. */
function NavMenu({ group, isCurrent }: { group: NavGroup; isCurrent: boolean }) {
  return (
    <Popover
      kind="menu"
      label={group.label}
      trigger={
        <button type="button" className={`${itemStyle} ${styles.link}`} data-current={isCurrent || undefined}>
          {group.label}
          <svg width="10" height="10" viewBox="0 0 10 10" fill="currentColor" aria-hidden="true">
            <path d="M1 3h8L5 8Z" />
          </svg>
        </button>
      }
    >
      {group.entries.map((entry) => (
        <NavLink
          key={entry.label}
          entry={entry}
          role="menuitem"
          tabIndex={-1}
          className={`${itemStyle} ${styles.item}`}
        />
      ))}
    </Popover>
  );
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
