import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { DateField } from "../../ui/date-field.tsx";
import { Select } from "../../ui/core/select.tsx";
import { TextField } from "../../ui/core/field.tsx";
import { Button } from "../../ui/core/button.tsx";
import { linkedMembersOf } from "../../lib/linked-members.ts";
import type { AuditFilters } from "./audit.api.ts";
import styles from "./audit.module.css";
import { auditGroups } from "./audit-words.ts";

interface AuditFilterBarProps {
  clanId: string;
  filters: AuditFilters;
  onChange: (change: AuditFilters) => void;
  onClear: () => void;
}

export function AuditFilterBar({ clanId, filters, onChange, onClear }: AuditFilterBarProps) {
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <div role="search" className={styles.filters} aria-label="Filter the log">
      <ActorField clanId={clanId} actor={filters.actor ?? ""} onChoose={(actor) => onChange({ actor })} />
      <ActionField groups={auditGroups} filters={filters} onChange={onChange} />
      <TargetField key={filters.target} target={filters.target ?? ""} onChoose={(target) => onChange({ target })} />
      <DayFields filters={filters} onChange={onChange} />
      {isFiltered && <Button onClick={onClear}>Clear filters</Button>}
    </div>
  );
}

type FieldsProps = Pick<AuditFilterBarProps, "filters" | "onChange">;

export function ActionField({ groups, filters, onChange }: FieldsProps & { groups: Record<string, string> }) {
  return (
    <Select
      label="What"
      value={filters.action ?? ""}
      onChange={(value) => onChange({ action: value })}
      options={[
        { value: "", label: "Everything" },
        ...Object.entries(groups).map(([group, words]) => ({ value: `${group}.`, label: words })),
      ]}
    />
  );
}

export function DayFields({ filters, onChange }: FieldsProps) {
  return (
    <>
      <DateField
        label="From (UTC)"
        value={filters.from ?? ""}
        max={filters.to}
        onChange={(date) => onChange({ from: date })}
      />
      <DateField
        label="To (UTC)"
        value={filters.to ?? ""}
        min={filters.from}
        onChange={(date) => onChange({ to: date })}
      />
    </>
  );
}

function ActorField({ clanId, actor, onChoose }: { clanId: string; actor: string; onChoose: (id: string) => void }) {
  const { data: members = [] } = useQuery(linkedMembersOf(clanId));
  const isKnown = actor === "" || members.some(({ user_id }) => user_id === actor);
  return (
    <Select
      label="Who"
      value={actor}
      onChange={(value) => onChoose(value)}
      options={[
        { value: "", label: "Everybody" },
        ...(!isKnown ? [{ value: actor, label: "Somebody else" }] : []),
        ...members.map(({ user_id, name }) => ({ value: user_id ?? "", label: name })),
      ]}
    />
  );
}

/** Narrows the log once the name is typed, not with every letter. */
export function TargetField({ target, onChoose }: { target: string; onChoose: (target: string) => void }) {
  const [typed, setTyped] = useState(target);
  const apply = () => {
    if (typed.trim() !== target) onChoose(typed.trim());
  };
  return (
    <TextField
      label="Whom or what"
      type="search"
      placeholder="A name"
      maxLength={100}
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={apply}
      onKeyDown={({ key }) => key === "Enter" && apply()}
    />
  );
}
