import {
  cloneElement,
  type ComponentProps,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { firstControl } from "./focus.ts";
import { floatingStyle } from "./core/layout.tsx";
import styles from "./popover.module.css";

interface PopoverProps {
  /** What the button and its panel are called; the button may show less. */
  label: string;
  /** The button that opens it. */
  trigger: ReactElement<ComponentProps<"button">>;
  /** A menu closes with the choice; a dialog stays until it is left. */
  kind?: "menu" | "dialog";
  /** The text inside of the button says what it is. */
  isNamedByText?: boolean;
  /** Which edge of the button the panel keeps to. */
  align?: "start" | "end";
  children: ReactNode;
}

/** A button that opens a small panel beside it, above everything that scrolls or sticks. */
export function Popover({
  label,
  trigger,
  kind = "dialog",
  isNamedByText = false,
  align = "end",
  children,
}: PopoverProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <span
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(false);
      }}
    >
      {cloneElement(trigger, {
        ref: button,
        "aria-label": isNamedByText ? undefined : label,
        "aria-haspopup": kind,
        "aria-expanded": isOpen,
        "aria-controls": isOpen ? id : undefined,
        onClick: () => setOpen(!isOpen),
        onKeyDown: (event) => {
          if (kind !== "menu" || event.key !== "ArrowDown") return;
          event.preventDefault();
          setOpen(true);
        },
      })}
      {isOpen && (
        <Panel {...{ id, label, kind, align, button }} onClose={close} onLeave={() => setOpen(false)}>
          {children}
        </Panel>
      )}
    </span>
  );
}

interface PanelProps {
  id: string;
  label: string;
  kind: "menu" | "dialog";
  align: "start" | "end";
  button: RefObject<HTMLButtonElement | null>;
  /** Closed by the person, who is then at the button again. */
  onClose: () => void;
  onLeave: () => void;
  children: ReactNode;
}

function Panel({ id, label, kind, align, button, onClose, onLeave, children }: PanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    panel.current?.showPopover?.();
    if (panel.current && button.current) moveBeside(panel.current, button.current.getBoundingClientRect(), align);
    (firstControl(panel.current) ?? panel.current)?.focus({ preventScroll: true });
  }, [button, align]);
  useCloseOnScroll(button, onLeave);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the role is a prop
    <div
      ref={panel}
      id={id}
      popover="manual"
      role={kind}
      tabIndex={-1}
      aria-label={label}
      className={`${floatingStyle} ${styles.panel}`}
      onClick={kind === "menu" ? onClose : undefined}
      onKeyDown={(event) => {
        if (event.key === "Escape") {
          event.stopPropagation();
          // Else the browser would close the dialog around it as well.
          event.preventDefault();
          onClose();
        } else if (kind === "menu") moveFocus(event, '[role="menuitem"]', "vertical");
      }}
    >
      {children}
    </div>
  );
}

const steps = {
  vertical: { ArrowDown: 1, ArrowUp: -1 },
  horizontal: { ArrowRight: 1, ArrowLeft: -1 },
};

/** Arrow keys, Home and End go around among the items inside of what listens, of which one has the focus. */
export function moveFocus(
  event: KeyboardEvent<HTMLElement>,
  selector: string,
  direction: "vertical" | "horizontal",
): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)];
  const at = items.indexOf(document.activeElement as HTMLElement);
  const step = (steps[direction] as Record<string, number>)[event.key];
  const ends: Record<string, number> = { Home: 0, End: items.length - 1 };
  const next = step === undefined ? ends[event.key] : at + step;
  if (next === undefined || items.length === 0) return;
  event.preventDefault();
  items.at(next % items.length)?.focus();
}

/** Below the button where there is room, else above, else as far up as it has to be; never past the edge of the window. */
function moveBeside(panel: HTMLElement, { top, left, right, bottom }: DOMRect, align: "start" | "end"): void {
  const { width, height } = panel.getBoundingClientRect();
  const below = bottom + 4;
  const above = top - height - 4;
  const lowest = window.innerHeight - height - 8;
  const whereItFits = above >= 8 ? above : Math.max(8, lowest);
  panel.style.top = `${below <= lowest ? below : whereItFits}px`;
  panel.style.left = `${Math.max(8, Math.min(align === "end" ? right - width : left, window.innerWidth - width - 8))}px`;
}

/** The panel does not move with the button: once that is elsewhere, it is closed. */
function useCloseOnScroll(button: RefObject<HTMLElement | null>, onLeave: () => void): void {
  const opened = useRef<number>(undefined);
  useLayoutEffect(() => {
    opened.current = topOf(button);
  }, [button]);
  useEffect(() => {
    const leave = () => {
      if (topOf(button) !== opened.current) onLeave();
    };
    window.addEventListener("scroll", leave, { capture: true, passive: true });
    return () => window.removeEventListener("scroll", leave, { capture: true });
  }, [button, onLeave]);
}

function topOf({ current }: RefObject<HTMLElement | null>): number | undefined {
  return current?.getBoundingClientRect().top;
}
