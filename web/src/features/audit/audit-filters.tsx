import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { membersQuery, toMembers } from "../../domain/members.ts";
import buttons from "../../ui/button.module.css";
import { SelectField } from "../../ui/select-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import type { AuditFilters } from "./audit.api.ts";
import styles from "./audit.module.css";
import { auditGroups } from "./format.ts";

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
      {isFiltered && (
        <button type="button" className={buttons.secondary} onClick={onClear}>
          Clear filters
        </button>
      )}
    </div>
  );
}

type FieldsProps = Pick<AuditFilterBarProps, "filters" | "onChange">;

export function ActionField({ groups, filters, onChange }: FieldsProps & { groups: Record<string, string> }) {
  return (
    <SelectField
      label="What"
      value={filters.action ?? ""}
      onChange={({ currentTarget }) => onChange({ action: currentTarget.value })}
    >
      <option value="">Everything</option>
      {Object.entries(groups).map(([group, words]) => (
        <option key={group} value={`${group}.`}>
          {words}
        </option>
      ))}
    </SelectField>
  );
}

export function DayFields({ filters, onChange }: FieldsProps) {
  return (
    <>
      <TextField
        label="From (UTC)"
        type="date"
        value={filters.from ?? ""}
        max={filters.to}
        onChange={({ currentTarget }) => onChange({ from: currentTarget.value })}
      />
      <TextField
        label="To (UTC)"
        type="date"
        value={filters.to ?? ""}
        min={filters.from}
        onChange={({ currentTarget }) => onChange({ to: currentTarget.value })}
      />
    </>
  );
}

function ActorField({ clanId, actor, onChoose }: { clanId: string; actor: string; onChoose: (id: string) => void }) {
  const { data: members = [] } = useQuery({ ...membersQuery(clanId, { linked: "true" }), select: toMembers });
  const isKnown = actor === "" || members.some(({ user_id }) => user_id === actor);
  return (
    <SelectField label="Who" value={actor} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
      <option value="">Everybody</option>
      {!isKnown && <option value={actor}>Somebody else</option>}
      {members.map(({ id, user_id, name }) => (
        <option key={id} value={user_id ?? ""}>
          {name}
        </option>
      ))}
    </SelectField>
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
