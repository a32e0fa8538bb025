import { plural } from "../../../lib/format.ts";
import { Checkbox } from "../../../ui/core/checkbox.tsx";
import { Select } from "../../../ui/core/select.tsx";
import type { ImportAnswer } from "./api.ts";
import { FieldGrid } from "../../../ui/fields.tsx";
import styles from "./import.module.css";
import type { Decisions } from "./table.ts";

interface FindingsProps {
  answer: ImportAnswer;
}

interface UnknownPlayersProps {
  names: ImportAnswer["unknown_players"];
  decisions: Decisions;
  onDecide: (decisions: Decisions) => void;
}

/** Names that are nobody's: similar players are offered, and nobody is taken for another without a word. */
export function UnknownPlayers({ names, decisions, onDecide }: UnknownPlayersProps) {
  if (names.length === 0) return null;
  const choose = (name: string, choice: string) => {
    const players = decisions.players.filter((decided) => decided.name !== name);
    const added = decisions.added.filter((one) => one !== name);
    if (choice === "new") onDecide({ ...decisions, players, added: [...added, name] });
    else
      onDecide({ ...decisions, added, players: choice === "" ? players : [...players, { name, member_id: choice }] });
  };
  const remember = (name: string, isRemembered: boolean) => {
    const forgotten = decisions.forgotten.filter((one) => one !== name);
    onDecide({ ...decisions, forgotten: isRemembered ? forgotten : [...forgotten, name] });
  };
  const choiceOf = (name: string) =>
    decisions.added.includes(name)
      ? "new"
      : (decisions.players.find((decided) => decided.name === name)?.member_id ?? "");
  return (
    <section aria-label="Unknown players">
      <h3 className={styles.heading}>Unknown players</h3>
      <FieldGrid small>
        {names.map(({ name, lines, similar }) => (
          <div key={name}>
            <Select
              label={`${name || "(no name)"} · ${plural(lines, "line")}`}
              value={choiceOf(name)}
              hint={similar.length === 0 ? "No similar names found." : null}
              disabled={name === ""}
              onChange={(value) => choose(name, value)}
              options={[
                { value: "", label: "Leave out" },
                ...similar.map((player) => ({ value: player.id, label: `This is ${player.name}` })),
                { value: "new", label: "Add as a new player" },
              ]}
            />
            {decisions.players.some((decided) => decided.name === name) && (
              <Checkbox
                label={`remember “${name}” as an alias`}
                checked={!decisions.forgotten.includes(name)}
                onChange={(isRemembered) => remember(name, isRemembered)}
              />
            )}
          </div>
        ))}
      </FieldGrid>
    </section>
  );
}

export function UnknownActivities({ answer: { unknown_activities } }: FindingsProps) {
  if (unknown_activities.length === 0) return null;
  const names = unknown_activities.map(({ name, lines }) => `${name || "(no name)"} (${plural(lines, "line")})`);
  return <p>Unknown activities, skipped: {names.join(", ")}.</p>;
}

export function ProblemLines({ answer: { problems } }: FindingsProps) {
  if (problems.length === 0) return null;
  return (
    <section aria-label="Skipped lines">
      <h3 className={styles.heading}>Skipped lines</h3>
      {/* A long list scrolls, so it has to be reachable for those who scroll by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={styles.list} data-long aria-label="Lines" tabIndex={0}>
        {problems.map(({ line, column, problem }) => (
          <li key={`${line} ${column} ${problem}`} className={styles.line}>
            <span className={styles.what}>
              Line {line}
              {column && `, ${column}`}
            </span>
            <span className={styles.note}>{problem}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
