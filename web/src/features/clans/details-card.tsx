import { clanDraft } from "@clanhall/contract/clan-drafts";
import type { Clan } from "@clanhall/contract/clans";
import { useQuery } from "@tanstack/react-query";
import { mayInClan } from "../../domain/permissions.ts";
import { TextField } from "../../ui/core/field.tsx";
import { useForm } from "../../ui/core/use-form.ts";
import { schemaRule } from "../../lib/schema-rule.ts";
import { Card } from "../../ui/card.tsx";
import { ConflictNotice } from "../../ui/conflict-notice.tsx";
import { DescriptionField } from "./create-clan-form.tsx";
import { GameField, ServerField } from "./game-fields.tsx";
import { gamesQuery } from "./my-clans.api.ts";
import { SettingsForm } from "./settings-form.tsx";
import { type ClanDraftState, useClanDraft } from "./use-clan-draft.ts";

const rules = {
  name: schemaRule(clanDraft.shape.name),
  description: schemaRule(clanDraft.shape.description),
  game_id: () => null,
  game_server: () => null,
};

export function DetailsCard({ clan }: { clan: Clan }) {
  const draft = useClanDraft(clan);
  const { theirs } = draft;
  const mayChange = mayInClan(clan, "settings.manage");
  return (
    <Card title="Details" line={mayChange ? "Everybody in the clan sees these." : "The owner changes these."}>
      {theirs && (
        <ConflictNotice
          theirs={`the clan is called “${theirs.name}”, plays ${theirs.game?.name ?? "no game"} and says ${
            theirs.description ? `“${theirs.description}”` : "nothing about itself"
          }`}
          onTakeTheirs={draft.takeTheirs}
          onKeepMine={() => void draft.keepMine()}
        />
      )}
      <DetailsForm key={draft.takenTheirs} draft={draft} mayChange={mayChange} />
    </Card>
  );
}

function DetailsForm({ draft, mayChange }: { draft: ClanDraftState; mayChange: boolean }) {
  const { data: games = [] } = useQuery(gamesQuery);
  const { base } = draft;
  const form = useForm({
    rules,
    initial: {
      name: base.name,
      description: base.description,
      game_id: base.game?.id ?? "",
      game_server: base.game_server ?? "",
    },
    send: async ({ name, description, game_id, game_server }) => {
      await draft.send({ name, description, game_id: game_id || null, game_server: game_server || null });
      return undefined;
    },
  });
  const gameId = form.text("game_id").value;
  const chooseGame = (id: string, server: string) => {
    draft.forget();
    form.change("game_id", id);
    form.change("game_server", server);
  };
  return (
    <SettingsForm draft={draft} form={form} mayChange={mayChange} action="Save details">
      <TextField label="Clan name" autoComplete="off" {...form.text("name")} />
      <DescriptionField {...form.text("description")} onType={(text) => form.change("description", text)} />
      <GameField
        games={withOwn(games, base)}
        gameId={gameId}
        onChoose={(game) =>
          chooseGame(game?.id ?? "", game?.servers.length === 1 ? (game.servers[0]?.label ?? "") : "")
        }
      />
      <ServerField
        game={games.find(({ id }) => id === gameId)}
        server={form.text("game_server").value}
        hint="The clan’s day does not change with it."
        onChoose={(label) => chooseGame(gameId, label)}
      />
    </SettingsForm>
  );
}

/** The clan's own game stays a choice while the catalogue is on its way, and after it left it. */
function withOwn<G extends { id: string; name: string }>(games: G[], { game }: Clan): G[] {
  if (!game || games.some(({ id }) => id === game.id)) return games;
  return [...games, { ...game, slug: "", week_start: 1, servers: [], templates: [] } as unknown as G];
}
