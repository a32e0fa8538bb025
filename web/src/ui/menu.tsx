import { type ComponentProps, Fragment, type ReactElement } from "react";
import { IconButton, itemStyle } from "./core/button.tsx";
import { Icon, type IconName } from "./core/icon.tsx";
import { Muted } from "./core/layout.tsx";
import { Popover } from "./popover.tsx";
import styles from "./popover.module.css";

/** In the order in which a menu shows them, a line between two of them. */
const groups = ["open", "decide", "change", "share", "danger"] as const;

export interface MenuItem {
  label: string;
  onSelect: () => void;
  icon?: IconName;
  /** To look at it, to decide about it, to change it, to share and export it, or to be rid of it. */
  group?: (typeof groups)[number];
  /** For what cannot be undone easily; it comes last. */
  danger?: boolean;
  disabled?: boolean;
  /** One more line, such as why it is disabled. */
  hint?: string;
}

interface MenuProps {
  label: string;
  /** At most twelve, so that they are seen at a glance. */
  items: MenuItem[];
  /** The button that opens it; three dots at the end of a row or a card where nothing is said. */
  trigger?: ReactElement<ComponentProps<"button">> | undefined;
  /** Why something one would look for is not there. */
  note?: string | null;
}

/** A button with a menu of what can be done. */
export function Menu({ label, items, trigger, note }: MenuProps) {
  const shown = groups
    .map((group) => ({ group, members: items.filter((item) => groupOf(item) === group) }))
    .filter(({ members }) => members.length > 0);
  return (
    <Popover kind="menu" label={label} trigger={trigger ?? <IconButton icon="dots" label={label} />}>
      {shown.map(({ group, members }, index) => (
        <Fragment key={group}>
          {index > 0 && <hr className={styles.separator} />}
          {members.map((item) => (
            <Entry key={item.label} item={item} />
          ))}
        </Fragment>
      ))}
      {note && (
        <div role="menuitem" tabIndex={-1} aria-disabled className={styles.note}>
          {note}
        </div>
      )}
    </Popover>
  );
}

function groupOf({ danger, group = "change" }: MenuItem): (typeof groups)[number] {
  return danger ? "danger" : group;
}

function Entry({ item: { label, icon, danger, disabled, hint, onSelect } }: { item: MenuItem }) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={`${itemStyle} ${styles.item}`}
      data-danger={danger || undefined}
      aria-disabled={disabled || undefined}
      onClick={disabled ? (event) => event.stopPropagation() : onSelect}
    >
      {icon && <Icon name={icon} />}
      <div>
        {label}
        {hint && (
          <>
            {" "}
            <Muted as="div">{hint}</Muted>
          </>
        )}
      </div>
    </button>
  );
}
