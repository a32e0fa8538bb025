import { useLayoutEffect, useRef } from "react";
import { Button, IconButton } from "../../../ui/core/button.tsx";
import styles from "./phone.module.css";

interface KeyboardBarProps {
  onMove: (step: 1 | -1) => void;
  /** Left out where nobody may be excused. */
  onExcuse?: (() => void) | undefined;
  onNext: () => void;
}

/** Sits on the keyboard while a field has the focus: number pads of phones have neither Enter nor arrows. */
export function KeyboardBar({ onMove, onExcuse, onNext }: KeyboardBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const view = window.visualViewport;
    if (!view) return undefined;
    const follow = () => {
      const covered = Math.max(0, window.innerHeight - view.height - view.offsetTop);
      if (bar.current) bar.current.style.transform = `translateY(${-covered}px)`;
    };
    follow();
    view.addEventListener("resize", follow);
    view.addEventListener("scroll", follow);
    return () => {
      view.removeEventListener("resize", follow);
      view.removeEventListener("scroll", follow);
    };
  }, []);
  return (
    <div
      ref={bar}
      className={styles.keyboardBar}
      data-keyboard-bar
      role="toolbar"
      tabIndex={-1}
      aria-label="Entry"
      // Keeps the focus, and with it the keyboard.
      onMouseDown={(event) => event.preventDefault()}
    >
      <IconButton icon="chevron-up" label="Line above" onClick={() => onMove(-1)} />
      <IconButton icon="chevron-down" label="Line below" onClick={() => onMove(1)} />
      <span />
      {onExcuse && <Button onClick={onExcuse}>Excuse</Button>}
      <Button variant="primary" onClick={onNext}>
        Next missing
      </Button>
    </div>
  );
}
