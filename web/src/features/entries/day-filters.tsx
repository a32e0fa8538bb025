import { useEffect, useRef, useState } from "react";
import buttons from "../../ui/button.module.css";
import { type DayFilters, isFiltered } from "./day-address.ts";
import styles from "./day.module.css";
import type { Sheet } from "./sheet.ts";

interface DayFilterBarProps {
  sheet: Sheet;
  filters: DayFilters;
  onFilter: (filters: DayFilters) => void;
}

const searchDelayMs = 250;

export function DayFilterBar({ sheet, filters, onFilter }: DayFilterBarProps) {
  const groups = [...new Set(sheet.members.flatMap((member) => member.groups))].toSorted((a, b) => a.localeCompare(b));
  return (
    <div role="search" className={styles.filters}>
      <NameSearch text={filters.q} onSearch={(q) => onFilter({ ...filters, q })} />
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
      <button
        type="button"
        className={styles.toggle}
        aria-pressed={filters.isMissing}
        onClick={() => onFilter({ ...filters, isMissing: !filters.isMissing })}
      >
        Only missing
      </button>
      {isFiltered(filters) && (
        <button type="button" className={buttons.plain} onClick={() => onFilter(noFilters)}>
          Clear filters
        </button>
      )}
    </div>
  );
}

export const noFilters: DayFilters = { q: "", group: "", isMissing: false };

/** Searches when the typing pauses; a change from outside shows at once. */
function NameSearch({ text, onSearch }: { text: string; onSearch: (text: string) => void }) {
  const [typed, setTyped] = useState(text);
  const [asked, setAsked] = useState(text);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const search = useRef(onSearch);
  useEffect(() => {
    search.current = onSearch;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  if (text !== asked) {
    setAsked(text);
    setTyped(text);
  }
  const type = (next: string) => {
    setTyped(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setAsked(next.trim());
      search.current(next.trim());
    }, searchDelayMs);
  };
  return (
    <input
      type="search"
      className={styles.search}
      aria-label="Find a player"
      placeholder="Find a player"
      maxLength={100}
      value={typed}
      onChange={({ currentTarget }) => type(currentTarget.value)}
    />
  );
}
