import type { Member } from "@clanhall/contract/members";
import { toNameKey } from "@clanhall/contract/text";
import { useQuery } from "@tanstack/react-query";
import { type Roster, membersQuery } from "../../domain/members.ts";
import { plural } from "../../lib/format.ts";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Checkbox } from "../../ui/core/checkbox.tsx";
import { Select } from "../../ui/core/select.tsx";
import { CheckList, type Option } from "./board-fields-list.tsx";
import styles from "./board-form.module.css";
import type { BoardForm } from "./use-board-draft.ts";

/** Who takes part. */
export function PlayersField({ form, clanId }: { form: BoardForm; clanId: string }) {
  const { fields, problems, set } = form;
  return (
    <div className={styles.stack}>
      <Select
        label="Who takes part"
        value={fields.whose}
        error={fields.whose === "active" ? problems.members : undefined}
        onChange={(value) => set({ whose: value })}
        options={[
          { value: "active", label: "All active players" },
          { value: "groups", label: "Players of some groups" },
          { value: "chosen", label: "Players you choose" },
        ]}
      />
      {fields.whose !== "active" && <Chosen form={form} clanId={clanId} />}
      <Checkbox
        label="Players who left during the period stay on the board"
        checked={fields.include_former}
        error={problems.include_former}
        onChange={(isChecked) => set({ include_former: isChecked })}
      />
    </div>
  );
}

function Chosen({ form: { fields, problems, set }, clanId }: { form: BoardForm; clanId: string }) {
  const players = useQuery({ ...membersQuery(clanId), select: toChoosable });
  return (
    <AsyncSection query={players} what="The players" lines={3}>
      {(members) =>
        fields.whose === "groups" ? (
          <CheckList
            label="Groups"
            one="group"
            none="No player of this clan is in a group yet."
            options={toGroups(members, fields.groups)}
            chosen={fields.groups}
            error={problems.members}
            onChange={(groups) => set({ groups })}
          />
        ) : (
          <CheckList
            label="Players"
            one="player"
            none="This clan has no players yet."
            options={toPlayers(members)}
            chosen={fields.chosen}
            error={problems.members}
            onChange={(chosen) => set({ chosen })}
          />
        )
      }
    </AsyncSection>
  );
}

/** Everybody who can be chosen: a row that was merged lives on in another. */
function toChoosable({ members }: Roster): Member[] {
  return members.filter(({ merged_into_id }) => merged_into_id === null);
}

function toPlayers(members: Member[]): Option[] {
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
