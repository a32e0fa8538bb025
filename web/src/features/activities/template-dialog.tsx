import type { Game } from "@clanhall/contract/games";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import buttons from "../../ui/button.module.css";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { LoadedPart } from "../../ui/loaded-part.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { gamesQuery, useApplyTemplate } from "./activity-sets.api.ts";
import styles from "./activity-sets.module.css";
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
      <LoadedPart query={games} what="The games" lines={2}>
        {(found) =>
          found.length === 0 ? (
            <NoTemplates onClose={onClose} />
          ) : (
            <TemplateChoice clanId={clanId} gameId={gameId} games={found} onClose={onClose} />
          )
        }
      </LoadedPart>
    </Dialog>
  );
}

function NoTemplates({ onClose }: { onClose: () => void }) {
  return (
    <>
      <p>No game has a template yet.</p>
      <DialogActions>
        <button type="button" className={buttons.secondary} onClick={onClose}>
          Close
        </button>
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
      <SelectField
        label="Game"
        value={game?.id}
        disabled={apply.isSuccess}
        onChange={({ currentTarget }) => setChosenId(currentTarget.value)}
      >
        {games.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Template"
        value={template?.key}
        disabled={apply.isSuccess}
        onChange={({ currentTarget }) => setChosenKey(currentTarget.value)}
      >
        {game?.templates.map(({ key, name }) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </SelectField>
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
