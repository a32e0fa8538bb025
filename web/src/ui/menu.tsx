import type { ComponentProps, ReactElement } from "react";
import { IconButton } from "./core/button.tsx";
import { Icon, type IconName } from "./core/icon.tsx";
import { Popover } from "./popover.tsx";
import styles from "./popover.module.css";

export interface MenuItem {
  label: string;
  onSelect: () => void;
  icon?: IconName;
  /** For what cannot be undone easily. */
  danger?: boolean;
  disabled?: boolean;
}

interface MenuProps {
  label: string;
  items: (MenuItem | "separator")[];
  /** The button that opens it; three dots at the end of a row or a card where nothing is said. */
  trigger?: ReactElement<ComponentProps<"button">>;
  /** Why something one would look for is not there. */
  note?: string | null;
}

/** A button with a menu of what can be done. */
export function Menu({ label, items, trigger, note }: MenuProps) {
  return (
    <Popover kind="menu" label={label} trigger={trigger ?? <IconButton icon="dots" label={label} />}>
      {items.map((item, index) =>
        item === "separator" ? (
          // A separator has nothing else to be known by.
          // oxlint-disable-next-line react/no-array-index-key
          <hr key={index} className={styles.separator} />
        ) : (
          <button
            key={item.label}
            type="button"
            role="menuitem"
            tabIndex={-1}
            className={styles.item}
            data-danger={item.danger || undefined}
            aria-disabled={item.disabled || undefined}
            onClick={item.disabled ? (event) => event.stopPropagation() : item.onSelect}
          >
            {item.icon && <Icon name={item.icon} />}
            {item.label}
          </button>
        ),
      )}
      {note && (
        <div role="menuitem" tabIndex={-1} aria-disabled className={styles.note}>
          {note}
        </div>
      )}
    </Popover>
  );
}
