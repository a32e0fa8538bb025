import { Row } from "../core/layout.tsx";
import styles from "./charts.module.css";

/** Each has a pattern of its own, so that its colour is not its only sign. */
type BarTone = "good" | "part" | "bad" | "blank" | "out";

export interface BarPart {
  name: string;
  tone: BarTone;
  count: number;
}

interface StackedBarProps {
  label: string;
  parts: BarPart[];
  /** As high as what it stands in, the first part at its foot. */
  isUpright?: boolean;
}

/** Parts of a whole, side by side; says them in words too. */
export function StackedBar({ label, parts, isUpright }: StackedBarProps) {
  const shown = parts.filter(({ count }) => count > 0);
  const text = shown.map(({ name, count }) => `${count} ${name}`).join(", ");
  return (
    <span role="img" aria-label={`${label}: ${text || "nothing"}`} className={styles.bar} data-upright={isUpright}>
      {shown.map(({ name, tone, count }) => (
        <span
          key={name}
          className={styles.part}
          data-tone={tone}
          style={{ flexGrow: count }}
          title={`${count} ${name}`}
        />
      ))}
    </span>
  );
}

export function BarLegend({ parts }: { parts: Omit<BarPart, "count">[] }) {
  return (
    <Row as="ul" gap={4} size="sm" className={styles.barLegend} aria-label="What the parts mean">
      {parts.map(({ name, tone }) => (
        <Row as="li" gap={2} key={name}>
          <span className={styles.part} data-tone={tone} />
          {name}
        </Row>
      ))}
    </Row>
  );
}
