import { type UserSort, userSorts, type UserState, userStates } from "@clanhall/contract/admin-users";
import { useQuery } from "@tanstack/react-query";
import { productConfigQuery } from "../../domain/profile.ts";
import buttons from "../../ui/button.module.css";
import { SearchBox } from "../../ui/search-box.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { sortNames, stateNames, wayText } from "./format.ts";
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
      <SelectField
        label="State"
        value={address.state ?? ""}
        onChange={({ currentTarget }) => onChange({ state: (currentTarget.value || null) as UserState | null })}
      >
        <option value="">Every state</option>
        {userStates.map((state) => (
          <option key={state} value={state}>
            {stateNames[state]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Second factor"
        value={address.mfa ?? ""}
        onChange={({ currentTarget }) => onChange({ mfa: (currentTarget.value || null) as UsersAddress["mfa"] })}
      >
        <option value="">Either way</option>
        <option value="yes">With one</option>
        <option value="no">Without</option>
      </SelectField>
      <ProviderField provider={address.provider} onChoose={(provider) => onChange({ provider })} />
      <SelectField
        label="Order"
        value={address.sort}
        onChange={({ currentTarget }) => onChange({ sort: currentTarget.value as UserSort })}
      >
        {userSorts.map((sort) => (
          <option key={sort} value={sort}>
            {sortNames[sort]}
          </option>
        ))}
      </SelectField>
      {isFiltered(address) && (
        <button type="button" className={buttons.secondary} onClick={() => onChange(noFilter)}>
          Clear filters
        </button>
      )}
    </div>
  );
}

/** The ways in that this installation offers; an address may name one that it no longer does. */
function ProviderField({ provider, onChoose }: { provider: string; onChoose: (provider: string) => void }) {
  const { data: config } = useQuery(productConfigQuery);
  const offered = config?.providers ?? [];
  const isKnown = ["", "password", ...offered.map(({ key }) => key)].includes(provider);
  return (
    <SelectField label="Way in" value={provider} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
      <option value="">Every way in</option>
      <option value="password">Password</option>
      {offered.map(({ key, name }) => (
        <option key={key} value={key}>
          {name}
        </option>
      ))}
      {!isKnown && <option value={provider}>{wayText(provider)}</option>}
    </SelectField>
  );
}
