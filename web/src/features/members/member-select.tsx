import { useQuery } from "@tanstack/react-query";
import { membersQuery } from "../../domain/members.ts";
import { Combobox } from "../../ui/forms/combobox.tsx";
import type { Conflict } from "../../ui/core/field.tsx";

interface MemberSelectProps {
  clanId: string;
  label: string;
  hint?: string;
  value: string | null;
  /** Players who cannot be chosen. */
  without: string[];
  error?: string | undefined;
  conflict?: Conflict | undefined;
  /** Where nobody is a choice too, this is left out. */
  isNeeded?: boolean;
  onChoose: (memberId: string | null) => void;
}

const nobody = "nobody";

/** One player of the clan, found by typing a part of the name or of an alias. */
export function MemberSelect({ clanId, value, without, isNeeded, onChoose, ...field }: MemberSelectProps) {
  const { data } = useQuery(membersQuery(clanId));
  const rows = (data?.members ?? []).filter(({ id, status }) => status !== "removed" && !without.includes(id));
  const shown = data?.members.find(({ id }) => id === value)?.name ?? (isNeeded ? "" : "Nobody");
  return (
    <Combobox
      {...field}
      name="player"
      value={value ?? nobody}
      valueText={shown}
      emptyText="No players found."
      options={[
        ...(isNeeded ? [] : [{ value: nobody, label: "Nobody" }]),
        ...rows.map(({ id, name, aliases }) => ({ value: id, label: name, note: aliases.join(", ") })),
      ]}
      onChange={(id) => onChoose(id === nobody ? null : id)}
    />
  );
}
