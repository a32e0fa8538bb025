import { useState } from "react";
import { Button } from "../../ui/core/button.tsx";
import { SearchBox } from "../../ui/search-box.tsx";
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

const publicChoices = new Set<ChoiceFilter>(["status", "role", "away"]);

export function FilterBar({ filters, counts, groups, canManage, onFilter }: FilterBarProps) {
  const [isOpen, setOpen] = useState(false);
  const names = (Object.keys(filterChoices) as ChoiceFilter[]).filter((name) => canManage || publicChoices.has(name));
  const set = (name: keyof RosterFilters, value: string) => onFilter(withFilter(filters, name, value));
  const chosen = Object.keys(filters).filter((name) => name !== "q").length;
  return (
    <div role="search" className={styles.filters}>
      <SearchBox
        label="Find by name or alias"
        className={styles.search}
        text={filters.q ?? ""}
        onSearch={(text) => set("q", text)}
      />
      <Button className={styles.filterToggle} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Filters{chosen > 0 && ` (${chosen})`}
      </Button>
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
          <Button variant="plain" onClick={() => onFilter({})}>
            Clear filters
          </Button>
        )}
      </div>
    </div>
  );
}

function withFilter(filters: RosterFilters, name: keyof RosterFilters, value: string): RosterFilters {
  const { [name]: _before, ...others } = filters;
  return value === "" ? others : { ...others, [name]: name === "idle_days" ? Number(value) : value };
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
