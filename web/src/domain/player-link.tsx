import type { ReactNode } from "react";
import { TextLink } from "../ui/links.tsx";
import { toPlayerPage } from "./clan-screens.ts";

interface PlayerLinkProps {
  memberId: string;
  /** Where the keyboard reaches the player by other ways. */
  isForPointer?: boolean;
  children: ReactNode;
}

/** A player's name, which leads to their page. It reads like the text around it. */
export function PlayerLink({ memberId, isForPointer, children }: PlayerLinkProps) {
  return (
    <TextLink {...toPlayerPage(memberId)} tabIndex={isForPointer ? -1 : undefined}>
      {children}
    </TextLink>
  );
}
