import type { Game } from "@clanhall/contract/games";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Select } from "../../ui/core/select.tsx";
import { Button } from "../../ui/core/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { gamesQuery, useApplyTemplate } from "./activity-sets.api.ts";
import styles from "./sets.module.css";
import { SetActions } from "./set-actions.tsx";

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
        <p className={styles.note}>
          Adds {template?.activities.map(({ name }) => name).join(", ")}. Names your clan has already are left alone.
        </p>
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
