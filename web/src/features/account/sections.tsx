import { type ReactNode, useState } from "react";
import { Button } from "../../ui/core/button.tsx";
import { SectionedPage } from "../../ui/sectioned-page.tsx";

interface AccountFrameProps {
  section: AccountSection;
  /** What concerns the whole account stands above every section. */
  notice: ReactNode;
  children: ReactNode;
}

/** The index of the account's sections, with the chosen one beside it. */
export function AccountFrame({ section, ...content }: AccountFrameProps) {
  return (
    <SectionedPage
      title="Account Settings"
      label="Account sections"
      parts={accountSections}
      current={section}
      {...content}
    />
  );
}

const accountSections = {
  profile: "Profile",
  security: "Security",
  players: "My players",
  notifications: "Notifications",
  dashboard: "Dashboard",
  privacy: "Privacy",
} as const;

export type AccountSection = keyof typeof accountSections;

/** The section an address names; anything else means the first one. */
export function toAccountSection(name: string | null): AccountSection {
  return name !== null && Object.hasOwn(accountSections, name) ? (name as AccountSection) : "profile";
}

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

function focusFirst(box: HTMLElement | null): void {
  box?.querySelector<HTMLElement>("input:not([hidden]), button")?.focus();
}
