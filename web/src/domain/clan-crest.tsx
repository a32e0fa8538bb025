import { avatarColor, initialsOf, tintCount } from "@clanhall/contract/rules/avatar";
import styles from "./clan-page.module.css";

/** A clan's initials on its colour. Beside the name, so it says nothing to screen readers. */
export function ClanCrest({ clan: { id, name }, size = 28 }: { clan: { id: string; name: string }; size?: 28 | 40 }) {
  const tint = 1 + (Number.parseInt(id.slice(-4), 16) % tintCount);
  return (
    <span className={styles.crest} data-size={size} style={{ backgroundColor: avatarColor(tint) }} aria-hidden>
      {initialsOf(name)}
    </span>
  );
}
