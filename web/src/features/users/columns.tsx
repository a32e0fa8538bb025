import type { UserRow, UserState } from "@clanhall/contract/admin-users";
import { pages } from "@clanhall/contract/pages";
import { Link } from "@tanstack/react-router";
import { Avatar } from "../../ui/avatar.tsx";
import type { Column } from "../../ui/data-list-state.ts";
import list from "../../ui/list.module.css";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { numberText, stateNames, waysText } from "./user-words.ts";
import styles from "./users.module.css";

export const userColumns: Column<UserRow>[] = [
  {
    key: "user",
    label: "User",
    card: "title",
    icon: ({ display_name }) => <Avatar name={display_name} />,
    cell: ({ id, display_name, is_app_admin }) => (
      <>
        <Link to={pages.userDetail.path} params={{ userId: id }}>
          {display_name}
        </Link>
        {is_app_admin && <span className={`${list.chip} ${styles.chip}`}>App admin</span>}
      </>
    ),
    note: ({ email }) => email ?? "No address",
  },
  { key: "state", label: "State", card: "badge", cell: ({ state }) => <StateChip state={state} /> },
  { key: "ways", label: "Ways in", cell: ({ providers }) => waysText(providers) },
  {
    key: "factor",
    label: "Second factor",
    cell: ({ has_factor }) => (has_factor ? "Yes" : <span className={list.note}>No</span>),
  },
  { key: "clans", label: "Clans", align: "end", card: "figure", cell: ({ clans }) => numberText(clans) },
  { key: "joined", label: "Joined", cell: ({ created_at }) => <RelativeTime iso={created_at} /> },
  { key: "last_sign_in", label: "Last sign-in", cell: ({ last_sign_in_at }) => <LastSignIn at={last_sign_in_at} /> },
];

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
