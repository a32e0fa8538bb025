import type { ClanCard } from "@clanhall/contract/clans";
import { type ReactNode, useId } from "react";
import { CardTitle, Surface } from "../../ui/card.tsx";
import { Row } from "../../ui/core/layout.tsx";
import styles from "./player.module.css";
import type { CellKey, Explained } from "./values-dialog.tsx";

/** What every part of the page needs to open the explanation of its numbers. */
export interface PlayerView {
  clan: ClanCard;
  memberId: string;
  onCell: (cell: CellKey) => void;
  onExplain: (explained: Explained) => void;
}

interface PlayerCardProps {
  title: string;
  /** What stands beside the title. */
  beside?: ReactNode;
  children: ReactNode;
}

export function PlayerCard({ title, beside, children }: PlayerCardProps) {
  const id = useId();
  return (
    <Surface as="section" className={styles.card} aria-labelledby={id}>
      <Row between gap={2}>
        <CardTitle id={id}>{title}</CardTitle>
        {beside}
      </Row>
      {children}
    </Surface>
  );
}
