import { type ReactNode, useState } from "react";
import { Button } from "../core/button.tsx";
import { Row } from "../core/layout.tsx";
import { type Option, SelectControl } from "../core/select.tsx";
import { FilterDay } from "../day-field.tsx";
import styles from "./filter-bar.module.css";
import { SearchBox } from "../search-box.tsx";
import { type Filter, type Filters, writeParams } from "./search-filters.ts";
import { Tabs } from "../tabs.tsx";

interface FilterBarProps<Known extends Readonly<Record<string, Filter>>> {
  filters: Filters<Known>;
  label?: string;
  /** Left out for those who may not filter by them. */
  without?: (keyof Known & string)[];
  /** The choices that only the list itself knows. */
  options?: Partial<Record<keyof Known & string, Option[]>>;
  /** How many rows a choice would find; undefined where nobody counted. */
  countOf?: (name: keyof Known & string, value: string) => number | undefined;
  /** In a card beside an index, where all filters are to stand in one row. */
  isTight?: boolean;
  /** What stands at the end of the bar. */
  children?: ReactNode;
}

/** The filters of a list. On a phone all but the search are folded away. */
export function FilterBar<Known extends Readonly<Record<string, Filter>>>(props: FilterBarProps<Known>) {
  const { filters, label, without = [], isTight = false, children } = props;
  const [isOpen, setOpen] = useState(false);
  const names = (Object.keys(filters.spec) as (keyof Known & string)[]).filter((name) => !without.includes(name));
  const of = (...kinds: Filter["kind"][]) => names.filter((name) => kinds.includes(filters.spec[name]?.kind ?? "text"));
  const choices = of("select", "date", "order");
  // A filter that is set is never folded away.
  const isFolded = (name: keyof Known & string) => filters.spec[name]?.isFolded === true && !filters.isSet(name);
  const chosen = of("select", "date").filter(filters.isSet).length;
  return (
    <Row role="search" className={styles.bar} data-compact={isTight || undefined} aria-label={label}>
      {of("tabs").map((name) => (
        <FilterTabs key={name} {...props} name={name} />
      ))}
      {of("text").map((name) => (
        <SearchBox
          key={name}
          label={filters.spec[name]?.label ?? ""}
          className={styles.search}
          text={filters.values[name]}
          onSearch={(text) => filters.set({ [name]: text } as Partial<Filters<Known>["values"]>)}
        />
      ))}
      {choices.length > 0 && (
        <>
          <Button
            className={styles.toggle}
            data-always={choices.some(isFolded) || undefined}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            Filters{chosen > 0 && ` (${chosen})`}
          </Button>
          <div className={styles.choices} data-open={isOpen || undefined}>
            {choices.map((name) => (
              <Choice key={name} {...props} name={name} />
            ))}
            {filters.isFiltered && (
              <Button variant="plain" onClick={filters.clear}>
                Clear filters
              </Button>
            )}
          </div>
        </>
      )}
      {children}
    </Row>
  );
}

type OneProps<Known extends Readonly<Record<string, Filter>>> = FilterBarProps<Known> & { name: keyof Known & string };

/** An address may name a choice that is no longer offered: it stays until it is cleared. */
function optionsOf<Known extends Readonly<Record<string, Filter>>>({ filters, options, name }: OneProps<Known>) {
  const { names = {}, values = Object.keys(names) } = filters.spec[name] ?? {};
  const offered = options?.[name] ?? values.map((value) => ({ value, label: names[value] ?? value }));
  const current: string = filters.values[name];
  const isKnown = current === "" || offered.some(({ value }) => value === current);
  return isKnown ? offered : [...offered, { value: current, label: current }];
}

function Choice<Known extends Readonly<Record<string, Filter>>>(props: OneProps<Known>) {
  const { filters, name, countOf } = props;
  const { label, any, kind, isFolded = false } = filters.spec[name] ?? {};
  const value: string = filters.values[name];
  if (kind === "date") return <Day {...props} />;
  return (
    <SelectControl
      compact
      className={styles.choice}
      data-folded={(isFolded && !filters.isSet(name)) || undefined}
      data-chosen={(kind === "select" && filters.isSet(name)) || undefined}
      aria-label={label}
      placeholder={any}
      options={optionsOf(props).map((option) => {
        const count = countOf?.(name, option.value);
        return count === undefined ? option : { ...option, label: `${option.label} (${count})` };
      })}
      value={value}
      onChange={(chosen) => filters.set({ [name]: chosen } as Partial<Filters<Known>["values"]>)}
    />
  );
}

function Day<Known extends Readonly<Record<string, Filter>>>({ filters, name }: OneProps<Known>) {
  const set = (date: string) => filters.set({ [name]: date } as Partial<Filters<Known>["values"]>);
  return <FilterDay label={filters.spec[name]?.label ?? ""} value={filters.values[name]} onChange={set} />;
}

/** Each with an address of its own, so that it can be opened elsewhere. */
function FilterTabs<Known extends Readonly<Record<string, Filter>>>(props: OneProps<Known>) {
  const { filters, name, countOf } = props;
  const { label = "", any = "All" } = filters.spec[name] ?? {};
  return (
    <Tabs
      label={label}
      className={styles.tabs}
      current={filters.values[name]}
      items={[{ value: "", label: any }, ...optionsOf(props)].map((option) => {
        const count = countOf?.(name, option.value);
        return {
          key: option.value,
          label: option.label,
          ...(count !== undefined && { count }),
          search: {
            ...filters.always,
            ...writeParams(filters.spec, { [name]: option.value } as Partial<Filters<Known>["values"]>),
          },
        };
      })}
    />
  );
}
