import { Stack } from "../../ui/core/layout.tsx";
import { mapFields } from "@clanhall/contract/fields/field";
import { memberFieldNames, memberFields } from "@clanhall/contract/fields/member-fields";
import type { Member } from "@clanhall/contract/members";
import { useQuery } from "@tanstack/react-query";
import { membersQuery } from "../../domain/members.ts";
import { useState } from "react";
import { TextField, type Conflict, FieldGroup } from "../../ui/core/field.tsx";
import { Combobox } from "../../ui/forms/combobox.tsx";
import { DayField } from "../../ui/day-field.tsx";
import { FieldGrid, Textarea } from "../../ui/fields.tsx";
import { Select } from "../../ui/core/select.tsx";
import { FormDialog } from "../../ui/forms/form-dialog.tsx";
import { showToast } from "../../ui/toasts.ts";
import { newestOf, useVersionedForm, type VersionedForm } from "../../ui/forms/use-versioned-form.ts";
import { type AwayFields, type MemberFields, memberSchema, MemberSelect, newFields, toFields } from "./fields.tsx";
import type { ToDay } from "./columns.tsx";
import { addMember, saveMember, saveRole, useRefreshMembers } from "./api.ts";
import { Button } from "../../ui/core/button.tsx";
import styles from "./members.module.css";

interface MemberFormProps {
  clanId: string;
  /** Null for a new one. */
  row: Member | null;
  groups: string[];
  canChangeRole: boolean;
  toDay: ToDay;
  onClose: () => void;
}

const labels = { ...mapFields(memberFieldNames, (name) => memberFields[name].label), role: "Role" };

const toAwayText = (away: AwayFields[]) => away.map(({ from, to }) => `${from} to ${to}`).join(", ");

export function MemberForm({ clanId, row, groups, canChangeRole, toDay, onClose }: MemberFormProps) {
  const { data } = useQuery({ ...membersQuery(clanId), enabled: row !== null });
  const refresh = useRefreshMembers(clanId);
  const [today] = useState(() => toDay(new Date().toISOString()));
  const nameOf = (id: string | null) => data?.members.find((member) => member.id === id)?.name ?? "Nobody";
  const form = useVersionedForm({
    row: newestOf(row, data?.members),
    toFields: (member: Member) => toFields(member, toDay),
    initial: () => newFields(today),
    toBody: (fields: MemberFields) => fields,
    schema: memberSchema,
    labels,
    show: { away: toAwayText, main_member_id: nameOf },
    create: ({ away: _away, role: _role, ...draft }, key) => addMember(clanId, draft, key),
    save: ({ role, ...change }) => saveParts(clanId, row?.id ?? "", change, role),
    onSaved: ({ name }) => {
      void refresh();
      showToast({ kind: "success", message: row ? "Player saved" : `${name} added` });
    },
    onClose,
  });
  return (
    <FormDialog
      title={row ? `Edit ${row.name}` : "Add a player"}
      action={row ? "Save player" : "Add player"}
      form={form}
      onClose={onClose}
      size={row ? "lg" : "md"}
    >
      <FieldGrid>
        <TextField
          label={labels.name}
          hint={row ? undefined : "As it is written in the game."}
          autoComplete="off"
          {...form.text("name")}
        />
        <DayField label={labels.joined_on} max={today} {...form.date("joined_on")} />
      </FieldGrid>
      {canChangeRole && <RoleField form={form} />}
      <Combobox
        label={labels.aliases}
        multiple
        allowNew
        max={memberFields.aliases.max}
        options={[]}
        {...form.list("aliases")}
      />
      <Combobox
        label={labels.groups}
        multiple
        allowNew
        max={memberFields.groups.max}
        options={groups.map((name) => ({ value: name, label: name }))}
        {...form.list("groups")}
      />
      {row && <MoreFields form={form} clanId={clanId} memberId={row.id} />}
    </FormDialog>
  );
}

/** The role goes by a call of its own, after the rest. */
async function saveParts(
  clanId: string,
  memberId: string,
  { version, ...change }: Parameters<typeof saveMember>[2],
  role: Member["role"] | undefined,
): Promise<Member> {
  const isRole = role === "maintainer" || role === "member";
  const saved =
    isRole && Object.keys(change).length === 0 ? null : await saveMember(clanId, memberId, { ...change, version });
  return isRole || !saved ? saveRole(clanId, memberId, role === "maintainer" ? "maintainer" : "member") : saved;
}

interface FormProps {
  form: VersionedForm<MemberFields>;
}

const roles = [
  { value: "member", label: "Member" },
  { value: "maintainer", label: "Maintainer" },
] as const;

function RoleField({ form }: FormProps) {
  return (
    <Select
      label={labels.role}
      hint="Maintainers manage players, activities and days. Saved together with the rest."
      options={roles}
      {...form.select("role")}
      value={form.values.role === "maintainer" ? "maintainer" : "member"}
    />
  );
}

function MoreFields({ form, clanId, memberId }: FormProps & { clanId: string; memberId: string }) {
  const main = form.select("main_member_id");
  return (
    <>
      <FieldGrid>
        <Textarea label={labels.public_note} hint="Everyone in the clan can read it." {...form.text("public_note")} />
        <Textarea
          label={labels.officer_note}
          hint="Only the owner and maintainers can read it."
          {...form.text("officer_note")}
        />
      </FieldGrid>
      <AwayPeriods {...form.list("away")} />
      <MemberSelect
        clanId={clanId}
        label={labels.main_member_id}
        hint="If this is someone’s second account, whose is it?"
        value={main.value}
        without={[memberId]}
        error={main.error}
        conflict={main.conflict}
        onChoose={main.onChange}
      />
    </>
  );
}

interface AwayPeriodsProps {
  value: AwayFields[];
  error: string | undefined;
  conflict: Conflict | undefined;
  onChange: (periods: AwayFields[]) => void;
}

/** When a player is away; nothing is due from them on these days. */
function AwayPeriods({ value: periods, error, conflict, onChange }: AwayPeriodsProps) {
  const change = (index: number, part: Partial<AwayFields>) =>
    onChange(periods.map((period, at) => (at === index ? { ...period, ...part } : period)));
  return (
    <FieldGroup label={memberFields.away.label} error={error} conflict={conflict}>
      <Stack gap={3} align="start">
        {periods.map((period, index) => (
          // Periods have no name of their own, and their order does not change while they are edited.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={index} className={styles.period}>
            <DayField
              label="First day"
              value={period.from}
              aria-invalid={error ? true : undefined}
              onChange={(date) => change(index, { from: date })}
            />
            <DayField
              label="Last day"
              min={period.from}
              value={period.to}
              onChange={(date) => change(index, { to: date })}
            />
            <TextField
              label="Reason (private)"
              maxLength={200}
              value={period.reason}
              onChange={({ currentTarget }) => change(index, { reason: currentTarget.value })}
            />
            <Button onClick={() => onChange(periods.filter((_, at) => at !== index))}>
              Delete <span className="visually-hidden">away period {index + 1}</span>
            </Button>
          </div>
        ))}
        <Button variant="plain" onClick={() => onChange([...periods, { from: "", to: "", reason: "" }])}>
          Add an away period
        </Button>
      </Stack>
    </FieldGroup>
  );
}
