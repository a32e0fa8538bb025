import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { toPlayerPage } from "./clan-screens.ts";
import styles from "./player-link.module.css";

interface PlayerLinkProps {
  memberId: string;
  /** Where the keyboard reaches the player by other ways. */
  isForPointer?: boolean;
  children: ReactNode;
}

/** A player's name, which leads to their page. It reads like the text around it. */
export function PlayerLink({ memberId, isForPointer, children }: PlayerLinkProps) {
  return (
    <Link {...toPlayerPage(memberId)} className={styles.link} tabIndex={isForPointer ? -1 : undefined}>
      {children}
    </Link>
  );
}
