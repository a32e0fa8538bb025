import { gameDraft, type ManagedGame } from "@clanhall/contract/admin-games";
import { useQuery } from "@tanstack/react-query";
import { weekdays } from "../../lib/format.ts";
import { FormDialog } from "../../ui/forms/form-dialog.tsx";
import { showToast } from "../../ui/toasts.ts";
import { newestOf, useVersionedForm } from "../../ui/forms/use-versioned-form.ts";
import { BasicFields } from "./basic-fields.tsx";
import { newFields, toDraft, toFields } from "./fields.ts";
import { serversText, templatesText } from "./format.ts";
import { addGame, managedGamesQuery, saveGame, useRefreshGames } from "./api.ts";
import { ServerFields } from "./server-fields.tsx";
import { TemplateFields } from "./template-fields.tsx";

const labels = {
  name: "Name",
  slug: "Slug",
  icon: "Icon",
  is_active: "Active",
  week_start: "The week starts on",
  reset_note: "Where the reset is from",
  servers: "Servers",
  templates: "Activity templates",
};
const show = {
  week_start: (day: number) => weekdays[day - 1] ?? "",
  servers: (servers: ManagedGame["servers"]) => serversText({ servers }),
  templates: (templates: ManagedGame["templates"]) => templatesText({ templates }),
};

interface GameFormProps {
  /** Null for a new one. */
  game: ManagedGame | null;
  onClose: () => void;
}

export function GameForm({ game, onClose }: GameFormProps) {
  const games = useQuery(managedGamesQuery);
  const refresh = useRefreshGames();
  const form = useVersionedForm({
    row: newestOf(game, games.data),
    toFields,
    initial: newFields,
    toBody: toDraft,
    schema: gameDraft,
    labels,
    show,
    create: addGame,
    save: (change) => saveGame(game?.id ?? "", change),
    onSaved: ({ name }) => {
      void refresh();
      showToast({ kind: "success", message: game ? "Game saved" : `${name} added` });
      onClose();
    },
  });
  return (
    <FormDialog
      title={game ? `Edit ${game.name}` : "Add a game"}
      action={game ? "Save game" : "Add game"}
      form={form}
      onClose={onClose}
      size="lg"
    >
      <BasicFields form={form} isNew={game === null} />
      <ServerFields form={form} />
      <TemplateFields form={form} />
    </FormDialog>
  );
}
