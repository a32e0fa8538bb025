import type { Activity } from "@clanhall/contract/activities";
import type { Member } from "@clanhall/contract/members";
import { useState } from "react";
import { Button } from "../../ui/core/button.tsx";
import styles from "./filters.module.css";
import { filterSummary } from "./filter-summary.ts";
import { type AddressChange, countFilters, type HistoryAddress, noFilters, stateNames } from "./address.ts";
import type { Range } from "./history-range.ts";
import { sourceNames } from "./format.ts";
import { ManyChoice, type Option } from "./many-choice.tsx";
import { RangeField } from "./range-field.tsx";

interface FilterBarProps {
  address: HistoryAddress;
  range: Range;
  players: Member[];
  activities: Activity[];
  /** Whoever sees only their own rows has no players to choose from. */
  canChoosePlayers: boolean;
  onFilter: (change: AddressChange) => void;
}

/** Which entries are looked at. On a phone the choices fold away. */
export function FilterBar(props: FilterBarProps) {
  const { address, range, onFilter } = props;
  const [isOpen, setOpen] = useState(false);
  const count = countFilters(address);
  return (
    <div role="search" aria-label="Filters" className={styles.bar}>
      <RangeField name={address.range} range={range} onChange={onFilter} />
      <Button className={styles.toggle} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Filters{count > 0 && ` (${count})`}
      </Button>
      <div className={styles.folding} data-open={isOpen || undefined}>
        <Choices {...props} />
      </div>
    </div>
  );
}

/** What is filtered, in one line, and a way out of it. */
export function FilterSummary({ address, range, players, activities, onFilter }: FilterBarProps) {
  const shown = address.view === "calendar" ? { ...address, members: [], groups: [], withFormer: false } : address;
  return (
    <p className={styles.summary}>
      {filterSummary(shown, range, { players, activities })}
      {countFilters(address) > 0 && (
        <Button variant="plain" onClick={() => onFilter(noFilters)}>
          Clear filters
        </Button>
      )}
    </p>
  );
}

function Choices(props: FilterBarProps) {
  const { address, canChoosePlayers, onFilter } = props;
  return (
    <>
      {choicesOf(props).map(
        ({ isOffered = true, ...choice }) => isOffered && <ManyChoice key={choice.label} {...choice} />,
      )}
      {canChoosePlayers && address.view !== "calendar" && (
        <label className={styles.former}>
          <input
            type="checkbox"
            checked={address.withFormer}
            onChange={({ currentTarget }) => onFilter({ withFormer: currentTarget.checked })}
          />
          Former members
        </label>
      )}
    </>
  );
}

type Choice = Parameters<typeof ManyChoice>[0] & { isOffered?: boolean };

function choicesOf({ address, players, activities, canChoosePlayers, onFilter }: FilterBarProps): Choice[] {
  const people = players.filter(({ status }) => address.withFormer || status === "active");
  const groups = [...new Set(players.flatMap((player) => player.groups))].toSorted((a, b) => a.localeCompare(b, "en"));
  // The calendar has a choice of its own.
  const hasPlayers = canChoosePlayers && address.view !== "calendar";
  return [
    {
      label: "Players",
      options: toOptions(people),
      chosen: address.members,
      onChange: (members) => onFilter({ members }),
      isOffered: hasPlayers,
    },
    {
      label: "Activities",
      options: toOptions(activities),
      chosen: address.activities,
      onChange: (chosen) => onFilter({ activities: chosen }),
    },
    {
      label: "Groups",
      options: groups.map((name) => ({ value: name, label: name })),
      chosen: address.groups,
      onChange: (chosen) => onFilter({ groups: chosen }),
      isOffered: hasPlayers && groups.length > 0,
    },
    {
      label: "State",
      options: namesOf(stateNames),
      chosen: address.states,
      onChange: (chosen) => onFilter({ states: chosen as typeof address.states }),
    },
    {
      label: "Entered by",
      options: toOptions(players),
      chosen: address.enteredBy,
      onChange: (enteredBy) => onFilter({ enteredBy }),
      isOffered: canChoosePlayers,
    },
    {
      label: "Source",
      options: namesOf(sourceNames),
      chosen: address.sources,
      onChange: (chosen) => onFilter({ sources: chosen as typeof address.sources }),
    },
  ];
}

function toOptions(things: { id: string; name: string }[]): Option[] {
  return things.map(({ id, name }) => ({ value: id, label: name }));
}

function namesOf(names: Record<string, string>): Option[] {
  return Object.entries(names).map(([value, label]) => ({ value, label }));
}
