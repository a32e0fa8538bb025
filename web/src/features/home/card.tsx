import { type ReactNode, useId } from "react";
import { CardTitle, Panel } from "../../ui/card.tsx";
import { type BoxProps, Row, Text } from "../../ui/core/layout.tsx";

interface HomeCardProps {
  title: string;
  /** Columns of twelve, on a wide screen. */
  width: 4 | 6 | 8;
  /** As high as two others below each other. */
  isTall?: boolean;
  /** What stands beside the title. */
  beside?: ReactNode;
  children: ReactNode;
}

export function HomeCard({ title, width, isTall, beside, children }: HomeCardProps) {
  const id = useId();
  return (
    <Panel as="section" data-width={width} data-tall={isTall || undefined} aria-labelledby={id}>
      <Row between tight gap={3}>
        <CardTitle id={id}>{title}</CardTitle>
        {beside}
      </Row>
      {children}
    </Panel>
  );
}

/** Whose or what the row is. */
export function Name(name: BoxProps) {
  return <Text grow weight={600} wrap="anywhere" {...name} />;
}

/** What matters less in a row or beside a title. */
export function Quiet(text: BoxProps) {
  return <Text as="small" dim size="sm" {...text} />;
}
