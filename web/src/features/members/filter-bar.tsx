import { useEffect, useRef, useState } from "react";
import buttons from "../../ui/button.module.css";
import { type ChoiceFilter, countOf, filterChoices, isFiltered, type RosterFilters } from "./roster-filters.ts";
import styles from "./roster.module.css";

interface FilterBarProps {
  filters: RosterFilters;
  counts: Record<string, number>;
  groups: string[];
  /** What a plain member cannot know cannot be filtered by. */
  canManage: boolean;
  onFilter: (filters: RosterFilters) => void;
}

const searchDelayMs = 250;
const publicChoices = new Set<ChoiceFilter>(["status", "role", "away"]);

export function FilterBar({ filters, counts, groups, canManage, onFilter }: FilterBarProps) {
  const [isOpen, setOpen] = useState(false);
  const names = (Object.keys(filterChoices) as ChoiceFilter[]).filter((name) => canManage || publicChoices.has(name));
  const set = (name: keyof RosterFilters, value: string) => onFilter(withFilter(filters, name, value));
  const chosen = Object.keys(filters).filter((name) => name !== "q").length;
  return (
    <div role="search" className={styles.filters}>
      <SearchField text={filters.q ?? ""} onSearch={(text) => set("q", text)} />
      <button
        type="button"
        className={`${buttons.secondary} ${styles.filterToggle}`}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        Filters{chosen > 0 && ` (${chosen})`}
      </button>
      <div className={styles.choices} data-open={isOpen || undefined}>
        {names.map((name) => {
          const { label, any, options } = filterChoices[name];
          const counted = options.map((option) => ({ ...option, count: countOf(counts, name, option.value) }));
          return (
            <Choice
              key={name}
              label={label}
              any={any}
              value={String(filters[name] ?? "")}
              options={counted}
              onChoose={(value) => set(name, value)}
            />
          );
        })}
        <Choice
          label="Group"
          any="Any group"
          value={filters.group ?? ""}
          options={groups.map((group) => ({ value: group, label: group, count: countOf(counts, "group", group) }))}
          onChoose={(value) => set("group", value)}
        />
        {isFiltered(filters) && (
          <button type="button" className={buttons.plain} onClick={() => onFilter({})}>
            Clear filters
          </button>
        )}
      </div>
    </div>
  );
}

function withFilter(filters: RosterFilters, name: keyof RosterFilters, value: string): RosterFilters {
  const { [name]: _before, ...others } = filters;
  return value === "" ? others : { ...others, [name]: name === "idle_days" ? Number(value) : value };
}

/** Searches when the typing pauses, so that the list does not flicker with every letter. */
function SearchField({ text, onSearch }: { text: string; onSearch: (text: string) => void }) {
  const [typed, setTyped] = useState(text);
  const [asked, setAsked] = useState(text);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // Another filter may be chosen before the search goes out; it has to be kept.
  const search = useRef(onSearch);
  useEffect(() => {
    search.current = onSearch;
  });
  if (text !== asked) {
    // Cleared, or gone back to: the address knows better than what was typed here.
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
      aria-label="Find by name or alias"
      placeholder="Find by name or alias"
      maxLength={100}
      value={typed}
      onChange={({ currentTarget }) => type(currentTarget.value)}
    />
  );
}

interface ChoiceProps {
  label: string;
  any: string;
  value: string;
  options: { value: string; label: string; count: number | null }[];
  onChoose: (value: string) => void;
}

function Choice({ label, any, value, options, onChoose }: ChoiceProps) {
  return (
    <select
      className={styles.choice}
      aria-label={label}
      data-chosen={value !== "" || undefined}
      value={value}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    >
      <option value="">{any}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
          {option.count !== null && ` (${option.count})`}
        </option>
      ))}
    </select>
  );
}
