import { Icon, isIconName } from "./core/icon.tsx";
import styles from "./icon-badge.module.css";

/** Each stands 3:1 and more on every surface of every theme. */
export const iconColors: Record<string, string> = {
  moss: "#4a6b4f",
  ocean: "#275f8a",
  violet: "#6b3fa0",
  rust: "#9a4420",
  amber: "#845400",
  rose: "#a23a63",
  teal: "#0f6470",
  slate: "#45525f",
};

interface IconBadgeProps {
  icon: string;
  color: string;
  /** Its first letter stands where no icon was chosen. */
  name: string;
}

/** A small coloured square that makes a row easy to find again. Beside its name, so it says nothing to screen readers. */
export function IconBadge({ icon, color, name }: IconBadgeProps) {
  return (
    <span className={styles.badge} style={{ color: iconColors[color] }} aria-hidden>
      {isIconName(icon) ? <Icon name={icon} /> : Array.from(name.trim())[0]?.toUpperCase()}
    </span>
  );
}
