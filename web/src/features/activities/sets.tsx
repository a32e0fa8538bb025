import type { Game } from "@clanhall/contract/games";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Inset } from "../../ui/card.tsx";
import { Muted } from "../../ui/core/layout.tsx";
import { Select } from "../../ui/core/select.tsx";
import { Button } from "../../ui/core/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { useApplyTemplate, useCopySet, useImportSet, type SetOutcome as Outcome } from "./api.ts";
import styles from "./sets.module.css";
import type { ClanCard } from "@clanhall/contract/clans";
import { activitiesQuery } from "../../domain/activities.ts";
import { gamesQuery, myClansQuery } from "../../domain/clans.ts";
import { mayInClan } from "../../domain/permissions.ts";
import { plural } from "../../lib/format.ts";
import { Checkbox } from "../../ui/core/checkbox.tsx";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { FileImport } from "../../ui/forms/import-wizard.tsx";
import { focusOnMount } from "../../ui/focus.ts";

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
          Adds {template?.activities.map(({ name }) => name).join(", ")}. Names your clan has already are left alone.
        </Muted>
      )}
      <SetActions
        work={apply}
        label="Apply template"
        isReady={template !== undefined}
        onAct={() => game && template && apply.mutate({ game_id: game.id, key: template.key })}
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
        onAct={() => copy.mutate({ from_clan_id: fromId, activity_ids: chosen.map(({ id }) => id) })}
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
    <Inset role="status">
      <p>
        <strong>
          {added.length === 0 ? `Nothing ${verb}.` : `${plural(added.length, "activity", "activities")} ${verb}.`}
        </strong>
        {skipped.length > 0 && ` ${plural(skipped.length, "activity", "activities")} left out.`}
      </p>
      {/* A long list scrolls, so it has to be reachable for those who scroll by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={styles.outcome} aria-label="The activities" tabIndex={0}>
        {added.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
        {skipped.map(({ name, problem }) => (
          <li key={`${name} ${problem}`} data-skipped>
            {name} <span>left out: {problem}</span>
          </li>
        ))}
      </ul>
    </Inset>
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
      wrongFile="This is no file of activities. Choose one that Export file has made, at most 1 MB."
      check={useImportSet(clanId)}
      work={useImportSet(clanId)}
      count={({ added }) => added.length}
      action={(count) => (count === 0 ? "Nothing to add" : `Add ${plural(count, "activity", "activities")}`)}
      outcome={SetOutcome}
      onClose={onClose}
    />
  );
}
