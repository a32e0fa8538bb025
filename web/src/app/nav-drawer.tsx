import { pages, productName } from "@clanhall/contract/pages";
import { Link, useNavigate } from "@tanstack/react-router";
import { useLayoutEffect, useRef } from "react";
import type { NavEntry, NavGroup } from "../lib/shared/nav-entries.ts";
import { signOut } from "../lib/session.ts";
import { IconButton, itemStyle } from "../ui/core/button.tsx";
import { Row } from "../ui/core/layout.tsx";
import { Logo } from "../ui/core/logo.tsx";
import styles from "./nav-drawer.module.css";

const behind = styles.behind ?? "";

/** The narrow screen's navigation: slides in from the left and goes away with the first choice. */
export function NavDrawer({ groups, onClose }: { groups: NavGroup[]; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Closed before it leaves the page: only then does the browser give the focus back to where it was.
  useLayoutEffect(() => {
    const opened = dialog.current;
    const closeFromBeside = (event: Event) => {
      if (event.target === opened) onClose();
    };
    opened?.addEventListener("click", closeFromBeside);
    opened?.showModal();
    const { classList } = document.documentElement;
    classList.toggle(behind, true);
    return () => {
      classList.toggle(behind, false);
      opened?.removeEventListener("click", closeFromBeside);
      opened?.close();
    };
  }, [onClose]);
  return (
    <dialog ref={dialog} className={styles.drawer} aria-label="Menu" onCancel={onClose}>
      <div className={styles.content}>
        <Row nowrap className={styles.head}>
          <Logo size={26} />
          <span className={styles.name}>{productName}</span>
          <IconButton icon="close" label="Close menu" onClick={onClose} />
        </Row>
        <nav aria-label="Menu">
          {groups.map((group) => (
            <DrawerGroup key={group.label} group={group} onChoose={onClose} />
          ))}
        </nav>
      </div>
    </dialog>
  );
}

function DrawerGroup({ group, onChoose }: { group: NavGroup; onChoose: () => void }) {
  return (
    <section className={styles.group} aria-label={group.label}>
      <h2 className={styles.label}>{group.label}</h2>
      <ul>
        {group.entries.map((entry) => (
          <li key={entry.label}>
            <NavLink entry={entry} className={`${itemStyle} ${styles.entry}`} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface NavLinkProps {
  entry: NavEntry;
  className?: string | undefined;
  role?: "menuitem";
  tabIndex?: number;
  /** Shown as the place one is at, besides its own page. */
  isCurrent?: boolean;
  onChoose?: () => void;
}

/** A navigation entry in whatever form it takes: a page of the app, a document of the server, or the logout. */
export function NavLink({ entry: { label, target }, onChoose, isCurrent = false, ...attributes }: NavLinkProps) {
  const logout = useLogout();
  if (target === "logout") {
    const choose = () => {
      onChoose?.();
      void logout();
    };
    return (
      <button type="button" onClick={choose} {...attributes}>
        {label}
      </button>
    );
  }
  if ("document" in target) {
    return (
      <a href={target.document} onClick={onChoose} {...attributes}>
        {label}
      </a>
    );
  }
  return (
    <Link
      to={target.page}
      search={target.search ?? {}}
      activeOptions={{ exact: true, includeSearch: target.search !== undefined }}
      onClick={onChoose}
      data-current={isCurrent || undefined}
      {...attributes}
    >
      {label}
    </Link>
  );
}

/** Signs out on this browser and ends on the login page; the page is left first, so that no guard sends it elsewhere. */
function useLogout(): () => Promise<void> {
  const navigate = useNavigate();
  return () => signOut(() => navigate({ to: pages.login.path }));
}
