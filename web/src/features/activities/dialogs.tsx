import type { Game } from "@clanhall/contract/games";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Inset } from "../../ui/card.tsx";
import { Muted, Text } from "../../ui/core/layout.tsx";
import { Select } from "../../ui/core/select.tsx";
import { Button } from "../../ui/core/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import {
  rescorePreviewQuery,
  type Rescoring,
  type SetOutcome as Outcome,
  useApplyTemplate,
  useCopySet,
  useImportSet,
  useRescore,
} from "./api.ts";
import { Table } from "../../ui/table.tsx";
import styles from "./activities.module.css";
import type { ClanCard } from "@clanhall/contract/clans";
import { activitiesQuery } from "../../domain/activities.ts";
import { gamesQuery, myClansQuery } from "../../domain/clans.ts";
import { mayInClan } from "../../domain/permissions.ts";
import { formatFixed, formatNumber, plural } from "../../lib/format.ts";
import { useWhileMounted } from "../../lib/hooks.ts";
import { mutateEach } from "../../lib/mutations.ts";
import { Checkbox } from "../../ui/core/checkbox.tsx";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { FileImport, OutcomeList } from "../../ui/forms/file-import.tsx";
import { focusOnMount } from "../../ui/focus.ts";
import { decimalsOf } from "@clanhall/contract/rules/score-text";
import type { Activity } from "@clanhall/contract/activities";
import { addDays } from "@clanhall/contract/rules/clan-day";
import { DayField } from "../../ui/day-field.tsx";
import { useLateError } from "../../ui/late-error.ts";
import { showToast } from "../../ui/toasts.ts";

interface TemplateDialogProps {
  clanId: string;
  /** The clan's own game, where it has one. */
  gameId: string | null;
  onClose: () => void;
}

/** Adds what clans of a game usually count. */
export function TemplateDialog({ clanId, gameId, onClose }: TemplateDialogProps) {
  const games = useQuery({ ...gamesQuery, select: (all) => all.filter(({ templates }) => templates.length > 0) });
  return (
    <Dialog title="Apply a game’s template" onClose={onClose}>
      <AsyncSection query={games} what="The games" lines={2}>
        {(found) =>
          found.length === 0 ? (
            <NoTemplates onClose={onClose} />
          ) : (
            <TemplateChoice clanId={clanId} gameId={gameId} games={found} onClose={onClose} />
          )
        }
      </AsyncSection>
    </Dialog>
  );
}

function NoTemplates({ onClose }: { onClose: () => void }) {
  return (
    <>
      <p>No game has a template yet.</p>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </>
  );
}

function TemplateChoice({ clanId, gameId, games, onClose }: TemplateDialogProps & { games: Game[] }) {
  const [chosenId, setChosenId] = useState(gameId);
  const [chosenKey, setChosenKey] = useState("");
  const apply = useApplyTemplate(clanId);
  const sayLate = useLateError("Apply the template");
  const game = games.find(({ id }) => id === chosenId) ?? games[0];
  const template = game?.templates.find(({ key }) => key === chosenKey) ?? game?.templates[0];
  return (
    <>
      <Select
        label="Game"
        value={game?.id}
        disabled={apply.isSuccess}
        onChange={(value) => setChosenId(value)}
        options={games.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <Select
        label="Template"
        value={template?.key}
        disabled={apply.isSuccess}
        onChange={(value) => setChosenKey(value)}
        options={game?.templates.map(({ key, name }) => ({ value: key, label: name })) ?? []}
      />
      {!apply.data && (
        <Muted as="p">
          Adds {template?.activities.map(({ name }) => name).join(", ")}. Names your clan already has are left alone.
        </Muted>
      )}
      <SetActions
        work={apply}
        label="Apply template"
        isReady={template !== undefined}
        onAct={() =>
          game && template && mutateEach(apply, { game_id: game.id, key: template.key }, () => undefined, sayLate)
        }
        onClose={onClose}
      />
    </>
  );
}

interface CopyDialogProps {
  clanId: string;
  onClose: () => void;
}

/** Adds activities of another clan that the person manages as well. */
export function CopyDialog({ clanId, onClose }: CopyDialogProps) {
  const clans = useQuery({
    ...myClansQuery,
    select: (all) => all.filter((clan) => clan.id !== clanId && mayInClan(clan, "settings.view")),
  });
  return (
    <Dialog title="Copy from another clan" onClose={onClose}>
      <AsyncSection query={clans} what="Your clans" lines={2}>
        {(found) =>
          found.length === 0 ? (
            <p>You manage no other clan whose activities could be copied.</p>
          ) : (
            <CopyChoice clanId={clanId} clans={found} onClose={onClose} />
          )
        }
      </AsyncSection>
    </Dialog>
  );
}

function CopyChoice({ clanId, clans, onClose }: CopyDialogProps & { clans: ClanCard[] }) {
  const [fromId, setFromId] = useState(clans[0]?.id ?? "");
  const [without, setWithout] = useState<string[]>([]);
  const found = useQuery({ ...activitiesQuery(fromId), select: (all) => all.filter(({ active }) => active) });
  const copy = useCopySet(clanId);
  const sayLate = useLateError("Copy the activities");
  const chosen = (found.data ?? []).filter(({ id }) => !without.includes(id));
  const toggle = (id: string) =>
    setWithout(without.includes(id) ? without.filter((other) => other !== id) : [...without, id]);
  return (
    <>
      <Select
        label="From"
        value={fromId}
        disabled={copy.isSuccess}
        onChange={(value) => {
          setFromId(value);
          setWithout([]);
        }}
        options={clans.map(({ id, name }) => ({ value: id, label: name }))}
      />
      {!copy.data && (
        <AsyncSection query={found} what="Its activities" lines={3}>
          {(rows) =>
            rows.length === 0 ? (
              <p>This clan has no active activities.</p>
            ) : (
              <fieldset className={styles.ticks}>
                <legend className="visually-hidden">Activities to copy</legend>
                {rows.map(({ id, name }) => (
                  <Checkbox key={id} label={name} checked={!without.includes(id)} onChange={() => toggle(id)} />
                ))}
              </fieldset>
            )
          }
        </AsyncSection>
      )}
      <SetActions
        work={copy}
        label={chosen.length === 0 ? "Nothing chosen" : `Copy ${plural(chosen.length, "activity", "activities")}`}
        isReady={chosen.length > 0}
        onAct={() => {
          const input = { from_clan_id: fromId, activity_ids: chosen.map(({ id }) => id) };
          mutateEach(copy, input, () => undefined, sayLate);
        }}
        onClose={onClose}
      />
    </>
  );
}

interface SetActionsProps {
  work: { data: Outcome | undefined; error: unknown; isPending: boolean };
  label: string;
  isReady: boolean;
  onAct: () => void;
  onClose: () => void;
}

/** The end of a dialog that adds a set: what it will do, and once it is done what became of each activity. */
function SetActions({ work, label, isReady, onAct, onClose }: SetActionsProps) {
  if (work.data) {
    return (
      <>
        <SetOutcome outcome={work.data} isDone />
        <DialogActions>
          <Button ref={focusOnMount} variant="primary" onClick={onClose}>
            Done
          </Button>
        </DialogActions>
      </>
    );
  }
  return (
    <>
      <ErrorMessage error={work.error} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" disabled={!isReady} busy={work.isPending} onClick={() => work.isPending || onAct()}>
          {label}
        </Button>
      </DialogActions>
    </>
  );
}

interface SetOutcomeProps {
  outcome: Outcome;
  /** Whether it happened, or only would. */
  isDone: boolean;
}

/** What becomes of every activity of a set. */
function SetOutcome({ outcome: { added, skipped }, isDone }: SetOutcomeProps) {
  const verb = isDone ? "added" : "will be added";
  return (
    <OutcomeList
      label="The activities"
      title={added.length === 0 ? `Nothing ${verb}.` : `${plural(added.length, "activity", "activities")} ${verb}.`}
      rest={skipped.length > 0 ? `${plural(skipped.length, "activity", "activities")} left out.` : ""}
      items={[
        ...added.map(({ name }) => ({ name, state: "" })),
        ...skipped.map(({ name, problem }) => ({ name, state: problem, isLeftOut: true })),
      ]}
    />
  );
}

interface ActivityImportProps {
  clanId: string;
  onClose: () => void;
}

/** Adds the activities of an exported file. */
export function ActivityImport({ clanId, onClose }: ActivityImportProps) {
  return (
    <FileImport
      title="Import activities"
      format="clanhall-activities"
      wrongFile="This is not an activities file. Choose a file made with Export file, at most 1 MB."
      check={useImportSet(clanId)}
      work={useImportSet(clanId)}
      count={({ added }) => added.length}
      action={(count) => (count === 0 ? "Nothing to add" : `Add ${plural(count, "activity", "activities")}`)}
      outcome={SetOutcome}
      onClose={onClose}
    />
  );
}

interface RescoreDialogProps {
  clanId: string;
  row: Activity;
  /** The clan date. */
  today: string;
  onClose: () => void;
}

/** Counts older values by the rule of today. What that does is shown first. */
export function RescoreDialog({ clanId, row, today, onClose }: RescoreDialogProps) {
  const [from, setFrom] = useState(() => addDays(today, -7));
  const preview = useQuery({ ...rescorePreviewQuery(clanId, row.id, from), enabled: from !== "" });
  const rescore = useRescore(clanId, row.id);
  const close = useWhileMounted(onClose);
  const title = `Re-score ${row.name}`;
  const sayLate = useLateError(title);
  const apply = () => {
    if (rescore.isPending) return;
    const onDone = ({ changed }: Rescoring) => {
      showToast({ kind: "success", message: `${plural(changed, "value")} re-scored` });
      close();
    };
    mutateEach(rescore, from, onDone, sayLate);
  };
  const isReady = from !== "" && preview.data !== undefined && preview.data.changed > 0;
  return (
    <Dialog title={title} onClose={onClose}>
      <p>Values entered since this day are scored by today’s rules. Ended scoreboards do not change.</p>
      <DayField
        label="From"
        max={today}
        value={from}
        error={from === "" ? "Choose a day." : undefined}
        onChange={setFrom}
      />
      {preview.isError ? (
        <ErrorMessage error={preview.error} />
      ) : (
        from !== "" && (
          <AsyncSection query={preview} what="The preview" lines={2}>
            {(answer) => <RescorePreview answer={answer} />}
          </AsyncSection>
        )
      )}
      <ErrorMessage error={rescore.error} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" disabled={!isReady} busy={rescore.isPending} onClick={apply}>
          Apply
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** What new points would change: the values, the sum, and the biggest rank changes. */
function RescorePreview({ answer }: { answer: Rescoring }) {
  const { changed, points_before, points_after, ranks } = answer;
  if (changed === 0) return <p role="status">Nothing to change: all points are up to date.</p>;
  return (
    <Inset as="section" aria-label="What changes">
      <p role="status">
        <strong>{plural(changed, "value")}</strong> {changed === 1 ? "changes" : "change"}. Total:{" "}
        {formatNumber(points_before)} → <strong>{formatNumber(points_after)} points</strong>
      </p>
      {ranks.length > 0 && <Ranks ranks={ranks} />}
    </Inset>
  );
}

function Ranks({ ranks }: Pick<Rescoring, "ranks">) {
  const decimals = decimalsOf(ranks.flatMap(({ points_before, points_after }) => [points_before, points_after]));
  return (
    <Table>
      <caption>Biggest rank changes since this day</caption>
      <thead>
        <tr>
          <th scope="col">Player</th>
          <th scope="col" data-number>
            Rank
          </th>
          <th scope="col" data-number>
            Points
          </th>
        </tr>
      </thead>
      <tbody>
        {ranks.map(({ member_id, name, rank_before, rank_after, points_before, points_after }) => (
          <tr key={member_id}>
            <th scope="row">{name}</th>
            <td data-number>
              <Move from={rank_before} to={rank_after} />
            </td>
            <td data-number>
              {formatFixed(points_before, decimals)} → {formatFixed(points_after, decimals)}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Move({ from, to }: { from: number; to: number }) {
  if (from === to) return <>stays {to}</>;
  const isUp = to < from;
  return (
    <Text weight={600} tone={isUp ? "success" : "danger"}>
      <span aria-hidden>{isUp ? "▲" : "▼"}</span>
      <span className="visually-hidden">{isUp ? "up" : "down"} from </span> {from} → {to}
    </Text>
  );
}
