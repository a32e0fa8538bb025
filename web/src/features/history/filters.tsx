import { foldText } from "@clanhall/contract/rules/fold-text";
import type { Activity } from "@clanhall/contract/activities";
import type { Member } from "@clanhall/contract/members";
import { useState } from "react";
import { Button } from "../../ui/core/button.tsx";
import { Checkbox } from "../../ui/core/checkbox.tsx";
import { Input } from "../../ui/core/field.tsx";
import { type Option, SelectControl } from "../../ui/core/select.tsx";
import { Muted, Row, Stack } from "../../ui/core/layout.tsx";
import { Popover } from "../../ui/popover.tsx";
import {
  type AddressChange,
  chosenMax,
  countFilters,
  type HistoryAddress,
  noFilters,
  type Range,
  stateNames,
  isDate,
  rangeError,
  type RangeName,
  rangeNames,
} from "./address.ts";
import { rangeText, sourceNames } from "./format.ts";
import styles from "./history.module.css";
import { historyDaysMax } from "@clanhall/contract/entry-history";
import { DayRange } from "../../ui/day-field.tsx";

interface FilterBarProps {
  address: HistoryAddress;
  range: Range;
  players: Member[];
  activities: Activity[];
  /** Whoever sees only their own rows has no players to choose from. */
  canChoosePlayers: boolean;
  onFilter: (change: AddressChange) => void;
}

/** Which entries are shown. On a phone the choices fold away. */
export function FilterBar(props: FilterBarProps) {
  const { address, range, onFilter } = props;
  const [isOpen, setOpen] = useState(false);
  const count = countFilters(address);
  return (
    <Row gap={2} role="search" aria-label="Filters" className={styles.bar}>
      <RangeField name={address.range} range={range} onChange={onFilter} />
      <Button className={styles.fold} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Filters{count > 0 && ` (${count})`}
      </Button>
      <div className={styles.folding} data-open={isOpen || undefined}>
        <Choices {...props} />
      </div>
    </Row>
  );
}

/** What is filtered, in one line, and a way out of it. */
export function FilterSummary({ address, range, players, activities, onFilter }: FilterBarProps) {
  const shown = address.view === "calendar" ? { ...address, members: [], groups: [], withFormer: false } : address;
  return (
    <Row as="p" tight dim gap={5} size="sm" className={styles.summary}>
      {summaryText(shown, range, { players, activities })}
      {countFilters(address) > 0 && (
        <Button variant="plain" onClick={() => onFilter(noFilters)}>
          Clear filters
        </Button>
      )}
    </Row>
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
        <Checkbox
          label="Former members"
          checked={address.withFormer}
          onChange={(withFormer) => onFilter({ withFormer })}
        />
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

function toOptions(rows: { id: string; name: string }[]): Option[] {
  return rows.map(({ id, name }) => ({ value: id, label: name }));
}

function namesOf(names: Record<string, string>): Option[] {
  return Object.entries(names).map(([value, label]) => ({ value, label }));
}

interface Named {
  id: string;
  name: string;
}

/** What is filtered, in one short line. */
function summaryText(
  address: HistoryAddress,
  range: Range,
  { players, activities }: { players: Named[]; activities: Named[] },
): string {
  const { members, groups, states, enteredBy, sources, withFormer } = address;
  const parts = [
    rangeText(range),
    few(members, players, "players"),
    few(address.activities, activities, "activities"),
    groups.length > 0 && `in ${groups.join(", ")}`,
    states.map((state) => stateNames[state].toLowerCase()).join(" or "),
    enteredBy.length > 0 && `entered by ${few(enteredBy, players, "players")}`,
    sources.map((source) => sourceNames[source]).join(" or "),
    withFormer && "former members too",
  ];
  return parts.filter(Boolean).join(" · ");
}

/** Up to three by name, more by number. */
function few(ids: string[], all: Named[], many: string): string {
  const names = ids.flatMap((id) => all.find((one) => one.id === id)?.name ?? []);
  return ids.length > 3 || names.length < ids.length ? `${ids.length} ${many}` : names.join(", ");
}

interface ManyChoiceProps {
  label: string;
  options: Option[];
  chosen: string[];
  onChange: (chosen: string[]) => void;
}

const shownMax = 60;

/** Any number out of many, found by typing a part of a name. */
function ManyChoice({ label, options, chosen, onChange }: ManyChoiceProps) {
  const only = options.find(({ value }) => chosen.includes(value));
  const text =
    chosen.length === 1 && only ? `${label}: ${only.label}` : chosen.length ? `${label} (${chosen.length})` : label;
  return (
    <Popover label={text} trigger={<Button className={styles.many}>{text}</Button>}>
      <OptionList label={label} options={options} chosen={chosen} onChange={onChange} />
    </Popover>
  );
}

function OptionList({ label, options, chosen, onChange }: ManyChoiceProps) {
  const [typed, setTyped] = useState("");
  const text = foldText(typed);
  const found = options.filter((option) => foldText(option.label).includes(text));
  const shown = found.slice(0, shownMax);
  const toggle = (value: string) =>
    onChange(chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value]);
  return (
    <Stack as="fieldset" gap={0} className={styles.options}>
      <legend className="visually-hidden">{label}</legend>
      {options.length > 8 && (
        <Input
          type="search"
          className={styles.find}
          aria-label={`Find in ${label.toLowerCase()}`}
          placeholder="Find by name"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
      {shown.map(({ value, label: name }) => (
        <Checkbox
          key={value}
          label={name}
          checked={chosen.includes(value)}
          disabled={!chosen.includes(value) && chosen.length >= chosenMax}
          onChange={() => toggle(value)}
        />
      ))}
      {found.length === 0 && <Muted as="p">No matches.</Muted>}
      {found.length > shown.length && <Muted as="p">{found.length - shown.length} more. Type part of a name.</Muted>}
      {chosen.length > 0 && (
        <Button variant="plain" onClick={() => onChange([])}>
          Clear
        </Button>
      )}
    </Stack>
  );
}

interface RangeFieldProps {
  name: RangeName;
  range: Range;
  onChange: (change: AddressChange) => void;
}

/** Which days: one of the usual ranges, or two dates. */
function RangeField({ name, range, onChange }: RangeFieldProps) {
  const choose = (chosen: RangeName) =>
    onChange(chosen === "custom" ? { range: chosen, ...range } : { range: chosen, from: "", to: "" });
  return (
    <>
      <SelectControl
        compact
        className={styles.choice}
        aria-label="Days"
        value={name}
        options={(Object.keys(rangeNames) as RangeName[]).map((value) => ({ value, label: rangeNames[value] }))}
        onChange={choose}
      />
      {name === "custom" && <CustomRange range={range} onChange={onChange} />}
    </>
  );
}

/** What is typed counts once it is a range. */
function CustomRange({ range, onChange }: Omit<RangeFieldProps, "name">) {
  const [typed, setTyped] = useState(range);
  const [known, setKnown] = useState(range);
  if (range.from !== known.from || range.to !== known.to) {
    // Gone back to: the address knows better than what was typed here.
    setKnown(range);
    setTyped(range);
  }
  const isWhole = isDate(typed.from) && isDate(typed.to);
  const error = isWhole ? rangeError(typed, historyDaysMax) : "Enter both dates.";
  const type = (end: Partial<Range>) => {
    const next = { ...typed, ...end };
    setTyped(next);
    const isGood = isDate(next.from) && isDate(next.to) && rangeError(next, historyDaysMax) === null;
    if (isGood && next.from > "1970") onChange({ range: "custom", ...next });
  };
  return <DayRange from={typed.from} to={typed.to} onChange={type} error={error} />;
}
