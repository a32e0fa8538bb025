import { clanDraft } from "@clanhall/contract/clan-drafts";
import { ownedClansMax } from "@clanhall/contract/clans";
import type { Game } from "@clanhall/contract/games";
import { type ChangeEvent, useState } from "react";
import { Row } from "../../ui/core/layout.tsx";
import { FormSummary } from "../../ui/core/notice.tsx";
import { Select } from "../../ui/core/select.tsx";
import { focusOnMount } from "../../ui/focus.ts";
import { FieldHint, type FieldProps, Form, TextField } from "../../ui/core/field.tsx";
import { useForm } from "../../ui/core/use-form.ts";
import { Button } from "../../ui/core/button.tsx";
import { ApiError, serverFieldErrors } from "../../lib/api-errors.ts";
import { errorText } from "../../lib/error-text.ts";
import { randomId } from "../../lib/hooks.ts";
import { schemaRule } from "../../lib/zod-setup.ts";
import { Textarea } from "../../ui/fields.tsx";
import styles from "./clans.module.css";
import { DayFields, DayPreview, dayRules, WeekStartField } from "./day-fields.tsx";
import { GameField, ServerField } from "./game-fields.tsx";
import { useCreateClan } from "./api.ts";

const { name, description, player_name } = clanDraft.shape;

const rules = {
  name: schemaRule(name),
  description: schemaRule(description),
  game_id: () => null,
  game_server: () => null,
  ...dayRules,
  week_start: () => null,
  template: () => null,
  player_name: schemaRule(player_name),
};

type Field = keyof typeof rules;
type ClanForm = ReturnType<typeof useForm<Field>>;

interface CreateClanFormProps {
  games: Game[];
  /** What the caller is called and where they are, as a start. */
  playerName: string;
  timeZone: string;
  /** How many clans the caller owns already. */
  owned: number;
  onCreated: (clan: { id: string; name: string }) => void;
}

export function CreateClanForm({ games, playerName, timeZone, owned, onCreated }: CreateClanFormProps) {
  const create = useCreateClan();
  const [idempotencyKey, setKey] = useState(() => randomId());
  const form = useForm<Field>({
    rules,
    initial: { player_name: playerName, time_zone: timeZone, reset_time: "00:00", week_start: "1" },
    send: async (values) => {
      try {
        onCreated(await create.mutateAsync({ draft: toDraft(values), idempotencyKey }));
        return undefined;
      } catch (error) {
        const problems = serverFieldErrors(error, rules);
        // What was refused may be sent again changed; what was not answered has to keep its key.
        if (error instanceof ApiError && (error.status ?? 500) < 500) setKey(randomId());
        if (problems) create.reset();
        return problems ?? undefined;
      }
    },
  });
  return (
    <Form className={styles.form} onSubmit={form.onSubmit}>
      <FormSummary error={create.error && errorText(create.error)} wrongFields={form.wrongFields} />
      <TextField
        label="Clan name"
        hint="3 to 50 characters"
        autoComplete="off"
        ref={focusOnMount}
        {...form.text("name")}
      />
      <DescriptionField {...form.text("description")} />
      <GameOfClan games={games} form={form} />
      <DayFields form={form} />
      <p className={styles.preview} aria-live="polite">
        <DayPreview form={form} />
      </p>
      <WeekStartField {...form.select("week_start")} />
      <TextField
        label="My player’s name"
        hint="Your name in the game. You can change it later."
        autoComplete="off"
        {...form.text("player_name")}
      />
      <Row>
        <Button type="submit" variant="primary" busy={form.isPending}>
          Create clan
        </Button>
        <FieldHint>
          You own {owned} of at most {ownedClansMax} clans.
        </FieldHint>
      </Row>
    </Form>
  );
}

interface DescriptionFieldProps extends Pick<FieldProps, "error" | "conflict"> {
  name: string;
  value: string;
  onChange: (event: ChangeEvent<HTMLTextAreaElement>) => void;
}

export function DescriptionField(field: DescriptionFieldProps) {
  return (
    <Textarea label="Description" hint={`Up to 300 characters; ${Array.from(field.value).length} so far`} {...field} />
  );
}

/** The game brings its servers and templates, and a server the clan's day. */
function GameOfClan({ games, form }: { games: Game[]; form: ClanForm }) {
  const game = games.find(({ id }) => id === form.text("game_id").value);
  const chooseServer = (of: Game | undefined, label: string) => {
    form.change("game_server", label);
    const server = of?.servers.find((one) => one.label === label);
    if (!server) return;
    form.change("time_zone", server.time_zone);
    form.change("reset_time", server.reset_time);
    form.change("reset_in_utc", server.reset_in_utc ? "yes" : "");
  };
  const chooseGame = (chosen: Game | undefined) => {
    form.change("game_id", chosen?.id ?? "");
    form.change("template", chosen?.templates[0]?.key ?? "");
    if (chosen) form.change("week_start", String(chosen.week_start));
    chooseServer(chosen, chosen?.servers.length === 1 ? (chosen.servers[0]?.label ?? "") : "");
  };
  return (
    <>
      <GameField games={games} gameId={game?.id ?? ""} error={form.text("game_id").error} onChoose={chooseGame} />
      <ServerField
        game={game}
        server={form.text("game_server").value}
        error={form.text("game_server").error}
        hint="Fills in the zone and the reset below."
        onChoose={(label) => chooseServer(game, label)}
      />
      <TemplateField game={game} form={form} />
    </>
  );
}

function TemplateField({ game, form }: { game: Game | undefined; form: ClanForm }) {
  if (!game || game.templates.length === 0) return null;
  const { value, error } = form.text("template");
  const chosen = game.templates.find(({ key }) => key === value);
  return (
    <Select
      label="Activities to start with"
      name="template"
      value={value}
      error={error}
      hint={chosen ? chosen.activities.map((activity) => activity.name).join(", ") : "You add your own later."}
      onChange={(key) => form.change("template", key)}
      options={[
        ...game.templates.map((template) => ({ value: template.key, label: template.name })),
        { value: "", label: "None" },
      ]}
    />
  );
}

function toDraft(values: Record<Field, string>) {
  return {
    ...values,
    game_id: values.game_id || null,
    game_server: values.game_server || null,
    reset_in_utc: values.reset_in_utc !== "",
    week_start: Number(values.week_start),
    template: values.template || null,
  };
}
