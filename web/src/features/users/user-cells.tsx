import type { UserRow, UserState } from "@clanhall/contract/admin-users";
import { pages } from "@clanhall/contract/pages";
import { Link } from "@tanstack/react-router";
import { Avatar } from "../../ui/avatar.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { stateNames } from "./user-words.ts";
import styles from "./users.module.css";

export function NameCell({ user: { id, display_name, email, is_app_admin } }: { user: UserRow }) {
  return (
    <span className={styles.nameCell}>
      <Avatar name={display_name} />
      <span className={styles.names}>
        <span>
          <Link className={styles.name} to={pages.userDetail.path} params={{ userId: id }}>
            {display_name}
          </Link>
          {is_app_admin && <span className={styles.chip}>App admin</span>}
        </span>
        <span className={styles.note}>{email ?? "No address"}</span>
      </span>
    </span>
  );
}

export function StateChip({ state }: { state: UserState }) {
  return (
    <span className={styles.chip} data-state={state}>
      {stateNames[state]}
    </span>
  );
}

export function LastSignIn({ at }: { at: string | null }) {
  return at ? <RelativeTime iso={at} /> : <span className={styles.note}>Never</span>;
}
