import type { ImportCounts } from "@clanhall/contract/entry-imports";
import { useState } from "react";
import { formatNumber, plural } from "../../../lib/format.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/core/button.tsx";
import { Checkbox } from "../../../ui/core/checkbox.tsx";
import { TextField } from "../../../ui/core/field.tsx";
import { Row, Text } from "../../../ui/core/layout.tsx";
import { ErrorMessage, Notice } from "../../../ui/core/notice.tsx";
import { Select } from "../../../ui/core/select.tsx";
import { DialogActions } from "../../../ui/dialog.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import type { ImportAnswer } from "./api.ts";
import type { Decisions } from "./table.ts";
import { FieldGrid } from "../../../ui/fields.tsx";
import { PlainItem } from "../../../ui/list.tsx";
import styles from "./import.module.css";

interface ImportCheckProps {
  answer: ImportAnswer;
  decisions: Decisions;
  error: unknown;
  isPending: boolean;
  /** The last check failed, so the answer is about what was decided before. */
  isOutdated: boolean;
  /** Checks again with what was decided. */
  onDecide: (decisions: Decisions) => void;
  onBack: () => void;
  onConfirm: () => void;
}

const countNames: Record<keyof ImportCounts, string> = {
  new: "new",
  changed: "changed",
  same: "the same",
  skipped: "skipped",
  unknown_player: "of unknown players",
  unknown_activity: "of unknown activities",
  invalid: "invalid",
};

/** What the file would do. Nothing is written before it is confirmed. */
export function ImportCheck(props: ImportCheckProps) {
  const { answer, decisions, error, isPending, isOutdated, onDecide, onBack, onConfirm } = props;
  const { counts, same_file } = answer;
  // A name that was decided is unknown no longer, and still the person's to decide otherwise.
  const [names] = useState(answer.unknown_players);
  const toWrite = counts.new + counts.changed;
  const wantsReason = decisions.reason !== "" || answer.problems.some(({ problem }) => problem.includes("locked"));
  const added = answer.players_added;
  const isReady = toWrite + added > 0 && (same_file === null || decisions.again);
  return (
    <>
      <Counts counts={counts} />
      {same_file && (
        <Notice tone="warning">
          <p>
            {same_file.by} imported the same file <RelativeTime iso={same_file.created_at} />.
          </p>
          <Checkbox
            label="Import it again"
            checked={decisions.again}
            onChange={(isChecked) => onDecide({ ...decisions, again: isChecked })}
          />
        </Notice>
      )}
      <Select
        label="Existing values"
        value={decisions.policy}
        onChange={(policy) => onDecide({ ...decisions, policy })}
        options={[
          { value: "skip", label: "keep" },
          { value: "overwrite", label: "replace with the file’s value" },
          { value: "add", label: "add the file’s value" },
        ]}
      />
      <UnknownPlayers names={names} decisions={decisions} onDecide={onDecide} />
      <UnknownActivities answer={answer} />
      <ProblemLines answer={answer} />
      {wantsReason && <ReasonField reason={decisions.reason} onSay={(reason) => onDecide({ ...decisions, reason })} />}
      <ErrorMessage error={error} />
      <DialogActions>
        <Button onClick={onBack}>Back</Button>
        {isOutdated ? (
          <Button variant="primary" onClick={() => onDecide(decisions)}>
            Check again
          </Button>
        ) : (
          <Button variant="primary" disabled={!isReady} busy={isPending} onClick={onConfirm}>
            {confirmText(toWrite, added)}
          </Button>
        )}
      </DialogActions>
    </>
  );
}

function confirmText(toWrite: number, added: number): string {
  if (toWrite + added === 0) return "Nothing to import";
  const parts = [toWrite > 0 && plural(toWrite, "value"), added > 0 && plural(added, "new player")];
  return `Import ${parts.filter(Boolean).join(" and ")}`;
}

const countTones: Partial<Record<keyof ImportCounts, "success" | "warning" | "danger">> = {
  new: "success",
  changed: "success",
  unknown_player: "warning",
  unknown_activity: "warning",
  invalid: "danger",
};

function Counts({ counts }: { counts: ImportCounts }) {
  const shown = (Object.keys(countNames) as (keyof ImportCounts)[]).filter(
    (name) => counts[name] > 0 || name === "new",
  );
  return (
    <Row as="ul" gap={2} aria-label="What the file would do">
      {shown.map((name) => (
        <li key={name}>
          <Badge tone={countTones[name] ?? "neutral"}>
            <strong>{formatNumber(counts[name])}</strong> {countNames[name]}
          </Badge>
        </li>
      ))}
    </Row>
  );
}

function ReasonField({ reason, onSay }: { reason: string; onSay: (reason: string) => void }) {
  return (
    <TextField
      label="Reason for changing locked days"
      maxLength={200}
      defaultValue={reason}
      onBlur={({ currentTarget }) => {
        if (currentTarget.value.trim() !== reason) onSay(currentTarget.value.trim());
      }}
    />
  );
}

interface FindingsProps {
  answer: ImportAnswer;
}

interface UnknownPlayersProps {
  names: ImportAnswer["unknown_players"];
  decisions: Decisions;
  onDecide: (decisions: Decisions) => void;
}

/** Names that are nobody's: similar players are offered, and nobody is taken for another without a word. */
function UnknownPlayers({ names, decisions, onDecide }: UnknownPlayersProps) {
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
      <Text as="h3" size="md" className={styles.heading}>
        Unknown players
      </Text>
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

function UnknownActivities({ answer: { unknown_activities } }: FindingsProps) {
  if (unknown_activities.length === 0) return null;
  const names = unknown_activities.map(({ name, lines }) => `${name || "(no name)"} (${plural(lines, "line")})`);
  return <p>Unknown activities, skipped: {names.join(", ")}.</p>;
}

function ProblemLines({ answer: { problems } }: FindingsProps) {
  if (problems.length === 0) return null;
  return (
    <section aria-label="Skipped lines">
      <Text as="h3" size="md" className={styles.heading}>
        Skipped lines
      </Text>
      {/* A long list scrolls, so it has to be reachable for those who scroll by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={styles.list} data-long aria-label="Lines" tabIndex={0}>
        {problems.map(({ line, column, problem }) => (
          <PlainItem
            key={`${line} ${column} ${problem}`}
            title={column ? `Line ${line}, ${column}` : `Line ${line}`}
            note={problem}
          />
        ))}
      </ul>
    </section>
  );
}
