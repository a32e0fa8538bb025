import { type UserRow, userSorts, type UserState, userStates } from "@clanhall/contract/admin-users";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { productConfigQuery } from "../../domain/profile.ts";
import { CsvButton, DataList } from "../../ui/lists/data-list.tsx";
import { FilterBar } from "../../ui/lists/filter-bar.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ListSection, ListTools } from "../../ui/list.tsx";
import { setValues, useSearchFilters } from "../../ui/lists/search-filters.ts";
import { downloadUsers, methodLabels, shownText, sortNames, stateNames, usersOf, type UsersQuery } from "./api.ts";
import { methodLabel } from "../../domain/sign-in-methods.ts";
import { pages } from "@clanhall/contract/pages";
import { Link } from "@tanstack/react-router";
import { formatNumber } from "../../lib/format.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import type { Column } from "../../ui/lists/data-list-state.ts";
import { Muted } from "../../ui/core/layout.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";

const userColumns: Column<UserRow>[] = [
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

const userFilters = {
  q: { kind: "text", label: "Search by name, address or id", max: 200 },
  state: { kind: "select", label: "State", any: "Every state", values: userStates, names: stateNames },
  mfa: {
    kind: "select",
    label: "Second factor",
    any: "Either way",
    values: ["yes", "no"],
    names: { yes: "With one", no: "Without" },
  },
  provider: { kind: "select", label: "Sign-in method", any: "Any method", max: 60 },
  sort: { kind: "order", label: "Order", values: userSorts, names: sortNames, initial: "newest" },
} as const;

/** Everybody with an account, as far as the filters let them through. */
export function UserList() {
  const filters = useSearchFilters(userFilters);
  const { q, state, mfa, provider, sort } = filters.values;
  const query: UsersQuery = {
    ...setValues({ q, state, provider }),
    ...(mfa && { mfa: mfa === "yes" ? "true" : "false" }),
    sort: sort || "newest",
  };
  const found = useInfiniteQuery(usersOf(query));
  const users = found.data?.pages.flatMap(({ items }) => items);
  return (
    <ListSection>
      <FilterBar filters={filters} label="Find users" options={{ provider: useProviders(provider) }} />
      {users && users.length > 0 && (
        <ListTools count={shownText(users.length, found.data?.pages[0]?.total ?? 0)}>
          <CsvButton label="Download CSV" onSave={() => downloadUsers(query)} />
        </ListTools>
      )}
      <DataList
        label="Users"
        what="The users"
        query={found}
        rows={users}
        columns={userColumns}
        rowId={({ id }) => id}
        rowName={({ display_name }) => display_name}
        filters={{ ...filters, noMatch: { title: "Nobody matches", sentence: "No users match these filters." } }}
        empty={<EmptyState title="No users yet">Whoever signs up will be listed here.</EmptyState>}
        pages={found}
      />
    </ListSection>
  );
}

/** The sign-in methods that this installation offers; an address may name one that it no longer does. */
function useProviders(chosen: string) {
  const { data: config } = useQuery(productConfigQuery);
  const offered = [
    { value: "password", label: "Password" },
    ...(config?.providers ?? []).map(({ key, name }) => ({ value: key, label: name })),
  ];
  const isKnown = chosen === "" || offered.some(({ value }) => value === chosen);
  return isKnown ? offered : [...offered, { value: chosen, label: methodLabel(chosen) }];
}
