import { userSorts, userStates } from "@clanhall/contract/admin-users";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { productConfigQuery } from "../../domain/profile.ts";
import { CsvButton, DataList } from "../../ui/lists/data-list.tsx";
import { FilterBar } from "../../ui/lists/filter-bar.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ListSection, ListTools } from "../../ui/list.tsx";
import { setValues, useSearchFilters } from "../../ui/lists/search-filters.ts";
import { downloadUsers, type UsersQuery, usersOf } from "./api.ts";
import { userColumns } from "./columns.tsx";
import { shownText, sortNames, stateNames } from "./format.ts";
import { methodLabel } from "../../domain/sign-in-methods.ts";

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
