import type { KeyboardEvent, ReactNode } from "react";
import { PopupButton } from "./popup-button.tsx";
import styles from "./popup-button.module.css";

export interface MenuItem {
  label: string;
  onChoose: () => void;
  /** For what cannot be taken back easily. */
  isDanger?: boolean;
}

interface MenuButtonProps {
  label: string;
  face: ReactNode;
  className: string | undefined;
  items: MenuItem[];
  tabIndex?: number;
  /** Why something one would look for is not there. */
  note?: string | null;
}

/** A button with a menu of things to do. */
export function MenuButton({ items, note, ...button }: MenuButtonProps) {
  return (
    <PopupButton kind="menu" {...button}>
      {items.map(({ label, onChoose, isDanger }) => (
        <button
          key={label}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={styles.item}
          data-danger={isDanger || undefined}
          onKeyDown={moveFocus}
          onClick={onChoose}
        >
          {label}
        </button>
      ))}
      {note && (
        <div role="menuitem" tabIndex={-1} aria-disabled className={styles.note} onKeyDown={moveFocus}>
          {note}
        </div>
      )}
    </PopupButton>
  );
}

/** The menu at the end of a row or a card: three dots. */
export function DotsMenu(menu: Omit<MenuButtonProps, "face" | "className">) {
  return (
    <MenuButton
      {...menu}
      face={
        <svg width="18" height="18" viewBox="0 0 18 18" fill="currentColor" aria-hidden>
          <circle cx="9" cy="3.5" r="1.6" />
          <circle cx="9" cy="9" r="1.6" />
          <circle cx="9" cy="14.5" r="1.6" />
        </svg>
      }
      className={styles.dots}
    />
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const items = [...(event.currentTarget.parentElement?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
  const at = items.indexOf(event.currentTarget);
  const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 };
  const next = steps[event.key];
  if (next === undefined) return;
  event.preventDefault();
  items.at(next % items.length)?.focus();
}
