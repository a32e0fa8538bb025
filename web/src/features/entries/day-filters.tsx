import { Button } from "../../ui/core/button.tsx";
import { SearchBox } from "../../ui/search-box.tsx";
import { type DayFilters, isFiltered } from "./day-address.ts";
import styles from "./day.module.css";
import type { Sheet } from "./sheet.ts";

interface DayFilterBarProps {
  sheet: Sheet;
  filters: DayFilters;
  onFilter: (filters: DayFilters) => void;
}

export function DayFilterBar({ sheet, filters, onFilter }: DayFilterBarProps) {
  const groups = [...new Set(sheet.members.flatMap((member) => member.groups))].toSorted((a, b) => a.localeCompare(b));
  return (
    <div role="search" className={styles.filters}>
      <SearchBox
        label="Find a player"
        className={styles.search}
        text={filters.q}
        onSearch={(q) => onFilter({ ...filters, q })}
      />
      {groups.length > 0 && (
        <select
          className={styles.choice}
          aria-label="Group"
          data-chosen={filters.group !== "" || undefined}
          value={filters.group}
          onChange={({ currentTarget }) => onFilter({ ...filters, group: currentTarget.value })}
        >
          <option value="">Any group</option>
          {groups.map((group) => (
            <option key={group}>{group}</option>
          ))}
        </select>
      )}
      <Button aria-pressed={filters.isMissing} onClick={() => onFilter({ ...filters, isMissing: !filters.isMissing })}>
        Only missing
      </Button>
      {isFiltered(filters) && (
        <Button variant="plain" onClick={() => onFilter(noFilters)}>
          Clear filters
        </Button>
      )}
    </div>
  );
}

export const noFilters: DayFilters = { q: "", group: "", isMissing: false };
