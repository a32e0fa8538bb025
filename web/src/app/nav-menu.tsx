import type { NavGroup } from "../lib/nav-entries.ts";
import { Popover } from "../ui/popover.tsx";
import { NavLink } from "./nav-link.tsx";
import styles from "./top-bar.module.css";

/** A button of the top bar that opens a menu of entries below it. */
export function NavMenu({ group, isCurrent }: { group: NavGroup; isCurrent: boolean }) {
  return (
    <Popover
      kind="menu"
      label={group.label}
      trigger={
        <button type="button" className={styles.link} data-current={isCurrent || undefined}>
          {group.label}
          <svg width="10" height="10" viewBox="0 0 10 10" fill="currentColor" aria-hidden="true">
            <path d="M1 3h8L5 8Z" />
          </svg>
        </button>
      }
    >
      {group.entries.map((entry) => (
        <NavLink key={entry.label} entry={entry} role="menuitem" tabIndex={-1} className={styles.item} />
      ))}
    </Popover>
  );
}
