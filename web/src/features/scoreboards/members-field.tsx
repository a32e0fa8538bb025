import { listMembers, type Member } from "@clanhall/contract/members";
import { toNameKey } from "@clanhall/contract/text";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "../../lib/api-client.ts";
import { plural } from "../../lib/format.ts";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Combobox } from "../../ui/combobox.tsx";
import { Checkbox } from "../../ui/core/checkbox.tsx";
import { FieldHint } from "../../ui/core/field.tsx";
import { type Option, Select } from "../../ui/core/select.tsx";
import type { VersionedForm } from "../../ui/use-versioned-form.ts";
import type { ScoreboardFields } from "./fields.ts";
import styles from "./form.module.css";

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
export function MembersField({ form, clanId }: MembersFieldProps) {
  const { whose } = form.values;
  const field = form.select("whose");
  return (
    <div className={styles.stack}>
      <Select
        label="Who takes part"
        options={choices}
        {...field}
        // What is wrong is said where it is chosen who.
        error={whose === "active" ? field.error : undefined}
      />
      {whose !== "active" && <ChosenField form={form} clanId={clanId} error={field.error} />}
      <Checkbox label="Players who left during the period stay on the board" {...form.check("include_former")} />
    </div>
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
    .toSorted((a, b) => a.label.localeCompare(b.label));
}
