import type { Activity } from "@clanhall/contract/activities";
import { valueTypeNames } from "../../domain/formats.ts";
import { Mark } from "../../ui/symbol.tsx";
import list from "../../ui/list.module.css";
import styles from "./activities.module.css";

export function NameCell({ row }: { row: Activity }) {
  const { name, short_label, category, description } = row;
  return (
    <span className={list.nameCell} title={description || undefined}>
      <Mark symbol={row.icon} tint={row.color} name={name} />
      <span className={list.names}>
        <span className={list.name}>{name}</span>
        <span className={list.small}>{[short_label, category].filter(Boolean).join(" · ")}</span>
      </span>
    </span>
  );
}

export function ValueCell({ row: { value_type, unit } }: { row: Activity }) {
  return (
    <>
      {valueTypeNames[value_type]}
      {unit && <span className={`${list.small} ${styles.unit}`}>{unit}</span>}
    </>
  );
}

export function PublicCell({ isPublic }: { isPublic: boolean }) {
  if (!isPublic) return <span className={list.note}>No</span>;
  return (
    <span className={styles.public}>
      <svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden>
        <path d="m3 8.5 3.2 3.2L13 5" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
      Yes
    </span>
  );
}
