import type { Member } from "@clanhall/contract/members";
import { statusNames } from "../../domain/formats.ts";
import { MemberAvatar } from "../../domain/member-avatar.tsx";
import styles from "./roster.module.css";
import { accountText } from "./format.ts";

export function NameCell({ row }: { row: Member }) {
  return (
    <span className={styles.person}>
      <MemberAvatar member={row} />
      <span className={styles.names}>
        <span className={styles.name} title={row.name}>
          {row.name}
          {row.is_me && <span className={styles.you}>You</span>}
        </span>
        {row.aliases.length > 0 && (
          <span className={styles.aliases} title={row.aliases.join(", ")}>
            {row.aliases.join(", ")}
          </span>
        )}
      </span>
    </span>
  );
}

export function StatusChip({ status }: Pick<Member, "status">) {
  return (
    <span className={styles.chip} data-status={status}>
      {statusNames[status]}
    </span>
  );
}

export function AccountCell({ row }: { row: Member }) {
  const isLinked = row.user_id !== null;
  return (
    <span className={styles.account} data-linked={isLinked || undefined}>
      {accountText(row)}
    </span>
  );
}

export function GroupChips({ groups }: Pick<Member, "groups">) {
  if (groups.length === 0) return "—";
  return (
    <span className={styles.groups} title={groups.join(", ")}>
      {groups.map((group) => (
        <span key={group} className={styles.chip}>
          {group}
        </span>
      ))}
    </span>
  );
}

export function NoteCell({ row }: { row: Member }) {
  const text = [row.public_note, row.officer_note && `Officers: ${row.officer_note}`].filter(Boolean).join(" · ");
  if (text === "") return "—";
  return (
    <span className={styles.notes} title={text}>
      {text}
    </span>
  );
}
