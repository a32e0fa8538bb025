import type { CSSProperties } from "react";
import type { ClanCrest as Crest } from "@clanhall/contract/clan-drafts";
import { avatarColor, crestInitials, tintCount } from "@clanhall/contract/rules/avatar";
import { BadgeIcon, hasDrawing } from "../ui/icon-badge.tsx";
import styles from "./clan-page.module.css";

interface CrestedClan {
  id: string;
  name: string;
  crest: { tint: Crest["tint"]; symbol: string };
}

/** A clan's symbol or initials on its colour. Beside the name, so it says nothing to screen readers. */
export function ClanCrest({ clan: { id, name, crest }, size = 28 }: { clan: CrestedClan; size?: 28 | 40 }) {
  return (
    <span
      className={styles.crest}
      data-size={size}
      style={{ "--size": `${size}px`, backgroundColor: avatarColor(crestTint(id, crest)) } as CSSProperties}
      aria-hidden
    >
      {hasDrawing(crest.symbol) ? <BadgeIcon name={crest.symbol} /> : crestInitials(name)}
    </span>
  );
}

/** What the colours of crests are called, by tint from 1. */
export const crestColors = ["Green", "Brown", "Blue", "Amber", "Violet", "Teal", "Rose", "Slate"];

/** The chosen colour, or the one that the clan has by its id. */
export function crestTint(id: string, { tint }: Pick<Crest, "tint">): number {
  return tint ?? 1 + ((Number.parseInt(id.slice(-4), 16) || 0) % tintCount);
}
