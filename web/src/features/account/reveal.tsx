import { type ReactNode, useState } from "react";
import { Button } from "../../ui/core/button.tsx";

interface RevealProps {
  label: string;
  children: (close: () => void) => ReactNode;
}

/** A form behind a button, so that the page stays calm. Opened, its first field has the focus; closed, the button has it again. */
export function Reveal({ label, children }: RevealProps) {
  const [turns, setTurns] = useState(0);
  const turn = () => setTurns((before) => before + 1);
  const isOpen = turns % 2 === 1;
  return (
    <div key={turns} ref={turns > 0 ? focusFirst : undefined}>
      {isOpen ? children(turn) : <Button onClick={turn}>{label}</Button>}
    </div>
  );
}

function focusFirst(place: HTMLElement | null): void {
  place?.querySelector<HTMLElement>("input:not([hidden]), button")?.focus();
}
