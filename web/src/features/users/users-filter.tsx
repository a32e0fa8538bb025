import { userSorts, userStates } from "@clanhall/contract/admin-users";
import { useQuery } from "@tanstack/react-query";
import { Select } from "../../ui/core/select.tsx";
import { Button } from "../../ui/core/button.tsx";
import { productConfigQuery } from "../../lib/product-config.ts";
import { SearchBox } from "../../ui/search-box.tsx";
import { sortNames, stateNames, wayText } from "./user-words.ts";
import { isFiltered, noFilter, type UsersAddress, type UsersChange } from "./users-address.ts";
import styles from "./users.module.css";

interface UsersFilterProps {
  address: UsersAddress;
  onChange: (change: UsersChange) => void;
}

export function UsersFilter({ address, onChange }: UsersFilterProps) {
  return (
    <div role="search" className={styles.filters} aria-label="Find users">
      <SearchBox
        label="Search by name, address or id"
        className={styles.search}
        text={address.q}
        onSearch={(q) => onChange({ q })}
      />
      <Select
        label="State"
        value={address.state ?? ""}
        onChange={(value) => onChange({ state: value || null })}
        options={[
          { value: "", label: "Every state" },
          ...userStates.map((state) => ({ value: state, label: stateNames[state] })),
        ]}
      />
      <Select
        label="Second factor"
        value={address.mfa ?? ""}
        onChange={(value) => onChange({ mfa: value || null })}
        options={[
          { value: "", label: "Either way" },
          { value: "yes", label: "With one" },
          { value: "no", label: "Without" },
        ]}
      />
      <ProviderField provider={address.provider} onChoose={(provider) => onChange({ provider })} />
      <Select
        label="Order"
        value={address.sort}
        onChange={(value) => onChange({ sort: value })}
        options={userSorts.map((sort) => ({ value: sort, label: sortNames[sort] }))}
      />
      {isFiltered(address) && <Button onClick={() => onChange(noFilter)}>Clear filters</Button>}
    </div>
  );
}

/** The ways in that this installation offers; an address may name one that it no longer does. */
function ProviderField({ provider, onChoose }: { provider: string; onChoose: (provider: string) => void }) {
  const { data: config } = useQuery(productConfigQuery);
  const offered = config?.providers ?? [];
  const isKnown = ["", "password", ...offered.map(({ key }) => key)].includes(provider);
  return (
    <Select
      label="Way in"
      value={provider}
      onChange={(value) => onChoose(value)}
      options={[
        { value: "", label: "Every way in" },
        { value: "password", label: "Password" },
        ...offered.map(({ key, name }) => ({ value: key, label: name })),
        ...(!isKnown ? [{ value: provider, label: wayText(provider) }] : []),
      ]}
    />
  );
}
