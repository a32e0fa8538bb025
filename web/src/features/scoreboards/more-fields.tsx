import { type BoardColumn, boardColumns } from "@clanhall/contract/scoreboard-drafts";
import { useState } from "react";
import { Checkbox } from "../../ui/core/checkbox.tsx";
import { FieldGroup, FieldHint } from "../../ui/core/field.tsx";
import { Disclosure } from "../../ui/card.tsx";
import { Muted, Stack } from "../../ui/core/layout.tsx";
import { Select, type Option } from "../../ui/core/select.tsx";
import { FieldGrid, NumberField } from "../../ui/fields.tsx";
import type { VersionedForm } from "../../ui/forms/use-versioned-form.ts";
import { hasMore, isMoreField, type ScoreboardFields } from "./fields.ts";
import { listMembers, type Member } from "@clanhall/contract/members";
import { toNameKey } from "@clanhall/contract/text";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "../../lib/api-client.ts";
import { plural } from "../../lib/format.ts";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Combobox } from "../../ui/forms/combobox.tsx";

interface FormProps {
  form: VersionedForm<ScoreboardFields>;
}

/** What most boards leave as it is. Open where something is not, and whenever something in it has to be mended or decided. */
export function MoreSettings({ form, clanId }: FormProps & { clanId: string }) {
  const [isOpen, setOpen] = useState(() => hasMore(form.values));
  const { errors, conflicts } = form;
  const needsAttention =
    Object.keys(errors).some((path) => isMoreField(path.split(".")[0] ?? "")) ||
    conflicts.some(({ key }) => isMoreField(key));
  return (
    <Disclosure
      summary={
        <>
          More settings <Muted as="small">Players, places, columns and names</Muted>
        </>
      }
      open={isOpen || needsAttention}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <Stack gap={5}>
        <MembersField form={form} clanId={clanId} />
        <RankFields form={form} />
        <Columns form={form} />
        <Select
          label="Names for visitors"
          hint="Members always see names. A player who chose to show less of themselves is shown as they chose."
          options={nameOptions}
          {...form.select("name_display")}
        />
      </Stack>
    </Disclosure>
  );
}

const orders = [
  { value: "high", label: "Highest first" },
  { value: "low", label: "Lowest first" },
] as const;
const tieOptions = [
  { value: "standard", label: "Places 1, 2, 2, 4" },
  { value: "dense", label: "Places 1, 2, 2, 3" },
] as const;
export const nameOptions = [
  { value: "name", label: "Player names" },
  { value: "alias", label: "First aliases" },
  { value: "initials", label: "Initials" },
] as const;

/** Who is ranked, and how. */
function RankFields({ form }: FormProps) {
  const isStandard = form.values.ties === "standard";
  return (
    <FieldGrid>
      <NumberField
        label="Due days to qualify"
        hint="Players with fewer due days are not ranked."
        {...form.number("min_due_days")}
      />
      <NumberField label="How many places" hint="Leave empty to show everyone." {...form.number("top_n")} />
      <Select label="Order" options={orders} {...form.select("order")} />
      <Select
        label="Same score"
        hint={isStandard ? "Example: 1, 2, 2, 4" : "Example: 1, 2, 2, 3"}
        options={tieOptions}
        {...form.select("ties")}
      />
    </FieldGrid>
  );
}

export const columnNames: Record<BoardColumn, string> = {
  change: "Change of place",
  trend: "Trend of the last days",
  days_met: "How much was met",
  activities: "Each activity",
};

function Columns({ form }: FormProps) {
  const { value: shown, error, conflict, onChange } = form.list("columns");
  return (
    <FieldGroup label="Columns beside place, name and score" error={error} conflict={conflict}>
      <FieldGrid>
        {boardColumns.map((column) => (
          <Checkbox
            key={column}
            label={columnNames[column]}
            checked={shown.includes(column)}
            onChange={(isShown) =>
              onChange(boardColumns.filter((name) => (name === column ? isShown : shown.includes(name))))
            }
          />
        ))}
      </FieldGrid>
    </FieldGroup>
  );
}

/** Everybody who can be chosen for a board, and the groups they are in. */
const boardMembersQuery = (clanId: string) =>
  queryOptions({
    queryKey: ["members", clanId, "of boards"],
    queryFn: async ({ signal }) => {
      const { members } = await call(listMembers, { params: { clanId } }, { signal, timeoutMs: 20_000 });
      return members.filter(({ merged_into_id }) => merged_into_id === null);
    },
  });

const choices = [
  { value: "active", label: "All active players" },
  { value: "groups", label: "Players of some groups" },
  { value: "chosen", label: "Players you choose" },
] as const;

interface MembersFieldProps {
  form: VersionedForm<ScoreboardFields>;
  clanId: string;
}

/** Who takes part. */
function MembersField({ form, clanId }: MembersFieldProps) {
  const { whose } = form.values;
  const field = form.select("whose");
  return (
    <Stack>
      <Select
        label="Who takes part"
        options={choices}
        {...field}
        // What is wrong is said where it is chosen who.
        error={whose === "active" ? field.error : undefined}
      />
      {whose !== "active" && <ChosenField form={form} clanId={clanId} error={field.error} />}
      <Checkbox label="Players who left during the period stay on the board" {...form.check("include_former")} />
    </Stack>
  );
}

function ChosenField({ form, clanId, error }: MembersFieldProps & { error: string | undefined }) {
  const members = useQuery(boardMembersQuery(clanId));
  const isGroups = form.values.whose === "groups";
  const name = isGroups ? "groups" : "chosen";
  return (
    <AsyncSection query={members} what="The players" lines={3}>
      {(all) => {
        const options = isGroups ? toGroups(all, form.values.groups) : toMembers(all);
        if (options.length === 0) {
          return (
            <FieldHint>
              {isGroups ? "No player of this clan is in a group yet." : "This clan has no players yet."}
            </FieldHint>
          );
        }
        return (
          <Combobox
            key={name}
            label={isGroups ? "Groups" : "Players"}
            multiple
            clearable
            options={options}
            {...form.list(name)}
            error={error}
          />
        );
      }}
    </AsyncSection>
  );
}

function toMembers(members: Member[]): Option[] {
  return members.map(({ id, name, aliases, status }) => ({
    value: id,
    label: name,
    note: [aliases.join(", "), status === "active" ? "" : status].filter(Boolean).join(" · "),
  }));
}

/** Every group by one of its spellings; one that nobody is in any more stays in sight while it is chosen. */
function toGroups(members: Member[], chosen: string[]): Option[] {
  const groups = new Map<string, { name: string; count: number }>();
  for (const name of chosen) groups.set(toNameKey(name), { name, count: 0 });
  for (const name of members.flatMap((member) => member.groups)) {
    const known = groups.get(toNameKey(name)) ?? { name, count: 0 };
    groups.set(toNameKey(name), { ...known, count: known.count + 1 });
  }
  return [...groups.values()]
    .map(({ name, count }) => ({ value: name, label: name, note: plural(count, "player") }))
    .toSorted((a, b) => a.label.localeCompare(b.label, "en"));
}
