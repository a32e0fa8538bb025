import { plural } from "../../../lib/format.ts";
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
  const choose = (name: string, id: string) => {
    const others = decisions.players.filter((decided) => decided.name !== name);
    onDecide({ ...decisions, players: id === "" ? others : [...others, { name, member_id: id }] });
  };
  return (
    <section aria-label="Unknown players">
      <h3 className={styles.heading}>Unknown players</h3>
      <FieldGrid small>
        {names.map(({ name, lines, similar }) => (
          <Select
            key={name}
            label={`${name || "(no name)"} · ${plural(lines, "line")}`}
            value={decisions.players.find((decided) => decided.name === name)?.member_id ?? ""}
            hint={similar.length === 0 ? "No similar names found." : null}
            disabled={similar.length === 0}
            onChange={(value) => choose(name, value)}
            options={[
              { value: "", label: "Skip" },
              ...similar.map((player) => ({ value: player.id, label: `This is ${player.name}` })),
            ]}
          />
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
