import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import type { NavGroup } from "../lib/nav-entries.ts";
import { NavLink } from "./nav-link.tsx";
import styles from "./top-bar.module.css";

/** A button of the top bar that opens a menu of entries below it. */
export function NavMenu({ group, isCurrent }: { group: NavGroup; isCurrent: boolean }) {
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
