import type { UserRow, UserState } from "@clanhall/contract/admin-users";
import { pages } from "@clanhall/contract/pages";
import { Link } from "@tanstack/react-router";
import { formatNumber } from "../../lib/format.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import type { Column } from "../../ui/lists/data-list-state.ts";
import { Muted } from "../../ui/core/layout.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { stateNames, methodLabels } from "./format.ts";

export const userColumns: Column<UserRow>[] = [
  {
    key: "user",
    label: "User",
    card: "title",
    // An account has no colour: its players have one each.
    icon: ({ display_name }) => <Avatar name={display_name} color={0} />,
    cell: ({ id, display_name, is_app_admin }) => (
      <>
        <Link to={pages.userDetail.path} params={{ userId: id }}>
          {display_name}
        </Link>
        {is_app_admin && (
          <>
            {" "}
            <Badge tone="info">App admin</Badge>
          </>
        )}
      </>
    ),
    note: ({ email }) => email ?? "No address",
  },
  { key: "state", label: "State", card: "badge", cell: ({ state }) => <StateChip state={state} /> },
  { key: "ways", label: "Sign-in methods", cell: ({ providers }) => methodLabels(providers) },
  {
    key: "factor",
    label: "Second factor",
    cell: ({ has_factor }) => (has_factor ? "Yes" : <Muted>No</Muted>),
  },
  { key: "clans", label: "Clans", align: "end", card: "figure", cell: ({ clans }) => formatNumber(clans) },
  { key: "joined", label: "Joined", cell: ({ created_at }) => <RelativeTime iso={created_at} /> },
  { key: "last_sign_in", label: "Last sign-in", cell: ({ last_sign_in_at }) => <LastSignIn at={last_sign_in_at} /> },
];

const stateTones = {
  active: "success",
  unconfirmed: "warning",
  suspended: "danger",
  deletion_pending: "danger",
} as const satisfies Record<UserState, string>;

export function StateChip({ state }: { state: UserState }) {
  return <Badge tone={stateTones[state]}>{stateNames[state]}</Badge>;
}

export function LastSignIn({ at }: { at: string | null }) {
  return at ? <RelativeTime iso={at} /> : <Muted>Never</Muted>;
}
