import { type ClanCrest, clanCrest, clanDescription, clanName } from "@clanhall/contract/clan-drafts";
import type { Clan } from "@clanhall/contract/clans";
import { clanLabels } from "@clanhall/contract/fields/labels";
import { useQuery } from "@tanstack/react-query";
import { z } from "zod";
import { mayInClan } from "../../domain/permissions.ts";
import { Card } from "../../ui/card.tsx";
import { TextField } from "../../ui/core/field.tsx";
import { useVersionedForm } from "../../ui/forms/use-versioned-form.ts";
import { saveClan, useKeepClan } from "./api.ts";
import { gamesQuery } from "../../domain/clans.ts";
import { DescriptionField } from "./create-clan.tsx";
import { type GameChoice, GameField, ServerField } from "./fields.tsx";
import { SettingsForm } from "./sections.tsx";
import { activityIcons } from "@clanhall/contract/fields/activity-fields";
import { avatarColor, tintCount } from "@clanhall/contract/rules/avatar";
import { ClanCrest as Crest, crestColors, crestTint } from "../../domain/clan-crest.tsx";
import { Muted, Row } from "../../ui/core/layout.tsx";
import { Choices, Swatch, SymbolChoice } from "../../ui/forms/choices.tsx";

interface DetailFields {
  name: string;
  description: string;
  /** Empty where none is chosen. */
  game_id: string;
  /** Only for a game that is not in the catalogue. */
  game_name: string;
  game_server: string;
  crest: ClanCrest;
}

const labels = { ...clanLabels, crest: "Crest" };
const schema = z.object({ name: clanName, description: clanDescription });
const toFields = ({ name, description, game, game_name, game_server, crest }: Clan): DetailFields => ({
  name,
  description,
  game_id: game?.id ?? "",
  game_name: game_name ?? "",
  game_server: game_server ?? "",
  crest: clanCrest.safeParse(crest).data ?? { tint: null, symbol: "" },
});

export function DetailsCard({ clan }: { clan: Clan }) {
  const { data: games = [] } = useQuery(gamesQuery);
  const mayChange = mayInClan(clan, "settings.manage");
  const form = useVersionedForm({
    row: clan,
    toFields,
    initial: () => toFields(clan),
    toBody: ({ game_id, game_name, game_server, ...texts }: DetailFields) => ({
      ...texts,
      game_id: game_id || null,
      game_name: game_name || null,
      game_server: game_server || null,
    }),
    schema,
    labels,
    show: {
      game_id: (id) => (id === null ? "no game" : (games.find((game) => game.id === id)?.name ?? "another game")),
      game_name: (own) => own ?? "a game from the list",
      game_server: (server) => server ?? "not chosen",
      crest: ({ symbol }) => symbol || "initials",
    },
    save: (change) => saveClan(clan.id, change),
    onSaved: useKeepClan(clan.id),
  });
  const { value: gameId, onChange: _setGame, ...gameField } = form.select("game_id");
  const { value: server, onChange: chooseServer, ...serverField } = form.select("game_server");
  const { value: ownName, conflict: nameConflict } = form.select("game_name");
  const chooseGame = ({ game, name }: GameChoice) => {
    const only = game?.servers.length === 1 ? game.servers[0]?.label : undefined;
    form.set({ game_id: game?.id ?? "", game_name: name, game_server: only ?? "" });
  };
  return (
    <Card isSplit title="Details" line={mayChange ? "Everyone in the clan sees these." : "The owner changes these."}>
      <SettingsForm form={form} mayChange={mayChange} action="Save details">
        <TextField label={labels.name} autoComplete="off" {...form.text("name")} />
        <DescriptionField {...form.text("description")} />
        <GameField
          games={withOwn(games, clan)}
          gameId={gameId}
          ownName={ownName}
          allowNone
          onChoose={chooseGame}
          {...gameField}
          conflict={gameField.conflict ?? nameConflict}
        />
        <ServerField
          game={games.find(({ id }) => id === gameId)}
          server={server}
          hint="The clan’s day does not change with it."
          onChoose={chooseServer}
          {...serverField}
        />
        <CrestField
          clan={{ ...clan, name: form.values.name }}
          value={form.values.crest}
          onChange={(crest) => form.set({ crest })}
        />
      </SettingsForm>
    </Card>
  );
}

/** The clan's own game stays a choice while the catalogue is on its way, and after it left it. */
function withOwn<G extends { id: string; name: string }>(games: G[], { game }: Clan): G[] {
  if (!game || games.some(({ id }) => id === game.id)) return games;
  return [...games, { ...game, slug: "", week_start: 1, servers: [], templates: [] } as unknown as G];
}

interface CrestFieldProps {
  clan: Pick<Clan, "id" | "name">;
  value: ClanCrest;
  onChange: (crest: ClanCrest) => void;
}

const tints = Array.from({ length: tintCount }, (_, index) => index + 1);

/** What the clan is recognised by, everywhere beside its name. */
function CrestField({ clan, value, onChange }: CrestFieldProps) {
  const tint = crestTint(clan.id, value);
  return (
    <>
      <Row>
        <Crest clan={{ ...clan, crest: value }} size={40} />
        <Muted>Crest, shown beside the name</Muted>
      </Row>
      <Choices
        label={clanLabels.crest_tint}
        values={tints}
        value={tint}
        nameOf={(choice) => crestColors[choice - 1] ?? ""}
        colorOf={avatarColor}
        renderPicture={() => <Swatch />}
        onChange={(choice) => onChange({ ...value, tint: choice })}
      />
      <Choices
        label={clanLabels.crest_symbol}
        values={activityIcons}
        value={value.symbol}
        nameOf={(symbol) => symbol || "Initials"}
        colorOf={() => undefined}
        renderPicture={(symbol) => (symbol === "" ? <strong>Aa</strong> : <SymbolChoice name={symbol} />)}
        onChange={(symbol) => onChange({ ...value, symbol })}
      />
    </>
  );
}
