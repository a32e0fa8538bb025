import type { UserRow, UserState } from "@clanhall/contract/admin-users";
import { pages } from "@clanhall/contract/pages";
import { Link } from "@tanstack/react-router";
import { Avatar } from "../../ui/avatar.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import list from "../../ui/list.module.css";
import { stateNames } from "./format.ts";
import styles from "./users.module.css";

export function NameCell({ user: { id, display_name, email, is_app_admin } }: { user: UserRow }) {
  return (
    <span className={list.nameCell}>
      <Avatar name={display_name} />
      <span className={list.names}>
        <span>
          <Link className={list.title} to={pages.userDetail.path} params={{ userId: id }}>
            {display_name}
          </Link>
          {is_app_admin && <span className={`${list.chip} ${styles.chip}`}>App admin</span>}
        </span>
        <span className={list.note}>{email ?? "No address"}</span>
      </span>
    </span>
  );
}

export function StateChip({ state }: { state: UserState }) {
  return (
    <span className={`${list.chip} ${styles.chip}`} data-state={state}>
      {stateNames[state]}
    </span>
  );
}

export function LastSignIn({ at }: { at: string | null }) {
  return at ? <RelativeTime iso={at} /> : <span className={list.note}>Never</span>;
}
