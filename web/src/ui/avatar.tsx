import type { CSSProperties } from "react";
import { avatarColor, initialsOf } from "@clanhall/contract/rules/avatar";
import styles from "./marks.module.css";

export interface AvatarProps {
  name: string;
  /** The player's `tint`, 1 to 8; 0 is grey. */
  color: number;
  size?: 24 | 28 | 32 | 40 | 64;
}

/** Initials on the player's colour. Beside the name, so it says nothing to screen readers. */
export function Avatar({ name, color, size = 32 }: AvatarProps) {
  return (
    <span
      className={styles.avatar}
      data-size={size}
      style={{ "--size": `${size}px`, backgroundColor: avatarColor(color) } as CSSProperties}
      aria-hidden
    >
      {initialsOf(name)}
    </span>
  );
}
