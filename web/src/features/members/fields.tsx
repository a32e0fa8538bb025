import { mapFields } from "@clanhall/contract/fields/field";
import { type MemberList, memberLists, type MemberText, memberTexts } from "@clanhall/contract/fields/member-fields";
import { type Member, memberSchemas } from "@clanhall/contract/members";
import { noteText } from "@clanhall/contract/text";
import { z } from "zod";
import type { ToDay } from "./columns.tsx";
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

export interface AwayFields {
  from: string;
  to: string;
  reason: string;
}

/** What the form of a player holds. */
export interface MemberFields extends Record<MemberList, string[]>, Record<MemberText, string> {
  name: string;
  joined_on: string;
  away: AwayFields[];
  main_member_id: string | null;
  role: Member["role"];
}

export function newFields(today: string): MemberFields {
  return {
    name: "",
    ...mapFields(memberLists, () => []),
    ...mapFields(memberTexts, () => ""),
    joined_on: today,
    away: [],
    main_member_id: null,
    role: "member",
  };
}

export function toFields(row: Member, toDay: ToDay): MemberFields {
  return {
    name: row.name,
    ...mapFields(memberLists, (list) => row[list]),
    ...mapFields(memberTexts, (text) => row[text] ?? ""),
    joined_on: toDay(row.joined_at),
    away: row.away.map(({ from, to, reason }) => ({ from, to, reason: reason ?? "" })),
    main_member_id: row.main_member_id,
    role: row.role,
  };
}

const period = z.strictObject({ from: z.string(), to: z.string(), reason: noteText("The reason", 200) });

export const memberSchema = z.strictObject({
  ...memberSchemas,
  away: z
    .array(period)
    .max(50, "A player can have at most 50 away periods.")
    .superRefine((away, context) => {
      const message = findAwayError(away);
      if (message) context.addIssue({ code: "custom", message });
    }),
  role: z.string(),
});

function findAwayError(away: AwayFields[]): string | null {
  if (away.some(({ from, to }) => from === "" || to === "")) return "Give each away period its first and its last day.";
  if (away.some(({ from, to }) => to < from)) return "An away period ends before it begins.";
  const sorted = away.toSorted((a, b) => a.from.localeCompare(b.from));
  const overlaps = sorted.some(({ from }, index) => from <= (sorted[index - 1]?.to ?? ""));
  return overlaps ? "Two away periods overlap." : null;
}
