import type { CSSProperties } from "react";
import { Drawing } from "./core/icon.tsx";
import { Row } from "./core/layout.tsx";
import styles from "./marks.module.css";

/** What activities can be marked with, drawn like all icons. */
const drawings: Record<string, string> = {
  sword: "M20 4l-9.5 9.5M20 4h-4l-8 8 4 4 8-8zM6 11l7 7M9 15l-5 5",
  shield: "M12 3l8 3v5c0 5-3.4 8.4-8 10-4.6-1.6-8-5-8-10V6zM12 7v9",
  bow: "M6 3c8 1 14 7 15 15M6 3l15 15M3 21L16 8M3 21l1-4M3 21l4-1",
  castle: "M5 21V7M19 21V7M5 10h14M3 21h18M4 3v4h4V4h2v3h4V4h2v3h4V3M10 21v-5a2 2 0 014 0v5",
  flag: "M5 21V4M5 4c5-3 9 3 14 0v10c-5 3-9-3-14 0",
  crown: "M4 18L3 7l5 4 4-7 4 7 5-4-1 11zM4 21h16",
  trophy: "M7 4h10v6a5 5 0 01-10 0zM7 6H3c0 4 1.5 5 4 5M17 6h4c0 4-1.5 5-4 5M12 15v5M8 20h8",
  star: "M12 3l2.7 5.8 6.3.8-4.6 4.4 1.2 6.3-5.6-3.1-5.6 3.1 1.2-6.3L3 9.6l6.3-.8z",
  gift: "M4 12h16v9H4zM3 8h18v4H3zM12 8v13M12 8C8 8 7 3 9.5 3S12 8 12 8s0-5 2.5-5S16 8 12 8",
  coin: "M12 3a9 9 0 100 18 9 9 0 000-18zM14.5 9c-1-1.5-5-1.5-5 .5 0 3 5 1.5 5 4.5 0 2.5-4.5 2-5.5.5M12 6.5v11",
  gem: "M7 4h10l4 6-9 10L3 10zM3 10h18M9 10l3 10 3-10-3-6z",
  heart: "M12 20S3 14.5 3 8.5a4.5 4.5 0 019-1 4.5 4.5 0 019 1c0 6-9 11.5-9 11.5z",
  flame:
    "M12 21c-4 0-6.5-2.5-6.5-6 0-4 3.5-6 4.5-12 4 2 4 5 4 7 1-.5 1.5-1.5 1.5-3 2 2 3 4.5 3 7.5 0 4-2.5 6.5-6.5 6.5zM12 21c-3-2-2.5-5 0-7 2.5 2 3 5 0 7",
  bolt: "M13 2L5 14h6l-1 8 9-13h-6z",
  clock: "M12 3a9 9 0 100 18 9 9 0 000-18zM12 7v5l3.5 2",
  calendar: "M4 6h16v14H4zM4 11h16M8 3v4M16 3v4",
  check: "M12 3a9 9 0 100 18 9 9 0 000-18zM8 12l3 3 5-6",
  chat: "M4 5h16v11H11l-5 4v-4H4zM8 9h8M8 12h5",
  people:
    "M9 4a3.5 3.5 0 100 7 3.5 3.5 0 000-7zM2.5 20c0-4 2.5-6 6.5-6s6.5 2 6.5 6M16 4.5a3.5 3.5 0 010 6M18 14.5c2.5.8 3.5 2.5 3.5 5.5",
  map: "M3 6l6-2 6 2 6-2v14l-6 2-6-2-6 2zM9 4v14M15 6v14",
  hammer: "M13 11l-8.5 8.5M11 7l6 6M10 8l4-4 3 1 2 2 1 3-4 4z",
  book: "M12 6c-2-2-5-2-8-2v14c3 0 6 0 8 2 2-2 5-2 8-2V4c-3 0-6 0-8 2zM12 6v14",
  potion: "M10 3h4M10.5 3v6L5 18c-.7 1.5 0 3 1.7 3h10.6c1.7 0 2.4-1.5 1.7-3l-5.5-9V3M7.5 15h9",
};

/** By their names; what they look like in light and dark is in the style sheet. */
export const iconColors: Record<string, string> = Object.fromEntries(
  ["moss", "ocean", "violet", "rust", "amber", "rose", "teal", "slate"].map((name) => [name, `var(--tint-${name})`]),
);

interface IconBadgeProps {
  icon: string;
  color: string;
  /** Its first letter stands where no icon was chosen. */
  name: string;
  size?: 20 | 28 | 32;
}

/** A small coloured square that makes a row easy to find again. Beside its name, so it says nothing to screen readers. */
export function IconBadge({ icon, color, name, size = 32 }: IconBadgeProps) {
  return (
    <span
      className={styles.iconBadge}
      data-size={size}
      style={{ "--size": `${size}px`, color: iconColors[color] } as CSSProperties}
      aria-hidden
    >
      {hasDrawing(icon) ? (
        <BadgeIcon name={icon} size={badgeIconSizes[size]} />
      ) : (
        Array.from(name.trim())[0]?.toUpperCase()
      )}
    </span>
  );
}

/** An activity by its name, behind its mark. */
export function MarkedName({ icon, color, name }: Omit<IconBadgeProps, "size">) {
  return (
    <Row as="span" inline nowrap gap={2} wrap="never">
      <IconBadge icon={icon} color={color} name={name} size={20} />
      {name}
    </Row>
  );
}

const badgeIconSizes = { 20: 14, 28: 18, 32: 20 };

export function hasDrawing(name: string): boolean {
  return Object.hasOwn(drawings, name);
}

export function BadgeIcon({ name, size = 20 }: { name: string; size?: number }) {
  return <Drawing path={drawings[name] ?? ""} size={size} />;
}
