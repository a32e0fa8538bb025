import { Disclosure, Inset } from "../../ui/card.tsx";
import { clanDraft, gameName } from "@clanhall/contract/clan-drafts";
import { ownedClansMax } from "@clanhall/contract/clans";
import type { Game } from "@clanhall/contract/games";
import { pages } from "@clanhall/contract/pages";
import { type ChangeEvent, useState } from "react";
import { FormSummary } from "../../ui/core/notice.tsx";
import { Select } from "../../ui/core/select.tsx";
import { focusOnMount } from "../../ui/focus.ts";
import { FieldHint, type FieldProps, Form, TextField } from "../../ui/core/field.tsx";
import { useForm } from "../../ui/core/use-form.ts";
import { Button, ButtonLink } from "../../ui/core/button.tsx";
import { ApiError, serverFieldErrors } from "../../lib/api-errors.ts";
import { errorText } from "../../lib/error-text.ts";
import { plural } from "../../lib/format.ts";
import { randomId } from "../../lib/hooks.ts";
import { schemaRule } from "../../lib/zod-setup.ts";
import { Textarea } from "../../ui/fields.tsx";
import styles from "./clans.module.css";
import {
  DayFields,
  DayPreview,
  dayRules,
  type GameChoice,
  GameField,
  resetSource,
  ServerField,
  WeekStartField,
} from "./fields.tsx";
import { Muted, Row, Stack } from "../../ui/core/layout.tsx";
import { useCreateClan } from "./api.ts";

const { name, description, player_name } = clanDraft.shape;

const rules = {
  name: schemaRule(name),
  game_id: () => null,
  game_name: (value: string) => (value === "" ? null : schemaRule(gameName)(value)),
  player_name: schemaRule(player_name),
  description: schemaRule(description),
  game_server: () => null,
  ...dayRules,
  week_start: () => null,
  template: () => null,
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
  const game = games.find(({ id }) => id === form.text("game_id").value);
  return (
    <Form className={`${styles.create} lined`} onSubmit={form.onSubmit}>
      <Stack gap={5} className={styles.createFields}>
        <FormSummary error={create.error && errorText(create.error)} wrongFields={form.wrongFields} />
        <TextField
          label="Clan name"
          hint="3 to 50 characters"
          autoComplete="off"
          ref={focusOnMount}
          {...form.text("name")}
        />
        <GameField
          games={games}
          gameId={game?.id ?? ""}
          ownName={form.text("game_name").value}
          hint={(game && resetSource(game)) || "Type a part of its name."}
          error={form.text("game_id").error ?? form.text("game_name").error}
          onChoose={(choice) => chooseGame(form, choice)}
        />
        <TextField
          label="Your name in the game"
          hint="You can change it later."
          autoComplete="off"
          {...form.text("player_name")}
        />
        <Inset as="p" aria-live="polite">
          <span>
            <DayPreview form={form} />
            <br />
            <ActivitiesLine game={game} form={form} />
          </span>
        </Inset>
      </Stack>
      <More game={game} form={form} />
      <Row className={styles.createFoot}>
        <FieldHint>
          You own {owned} of at most {ownedClansMax} clans.
        </FieldHint>
        <ButtonLink to={pages.myClans.path}>Cancel</ButtonLink>
        <Button type="submit" variant="primary" busy={form.isPending}>
          Create clan
        </Button>
      </Row>
    </Form>
  );
}

/** "4 activities of Last War: Survival come with it." */
function ActivitiesLine({ game, form }: GameProps) {
  const template = game?.templates.find(({ key }) => key === form.text("template").value);
  if (!game || !template) return "You add its activities next.";
  const count = template.activities.length;
  const own = form.text("game_name").value;
  return `${plural(count, "activity", "activities")}${own ? "" : ` of ${game.name}`} ${count === 1 ? "comes" : "come"} with it.`;
}

const moreFields = ["description", "game_server", "time_zone", "reset_time", "week_start", "template"] as const;

/** What the game settles for most clans; open whenever something in it is wrong. */
function More({ game, form }: GameProps) {
  const [isOpen, setOpen] = useState(false);
  const isWrong = moreFields.some((field) => form.text(field).error);
  return (
    <Disclosure
      className={styles.createMore}
      summary={
        <>
          More <Muted as="small">Description, server, time zone, reset, week start, activities</Muted>
        </>
      }
      open={isOpen || isWrong}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <Stack gap={5} className={styles.createFields}>
        <DescriptionField {...form.text("description")} />
        <ServerField
          game={game}
          server={form.text("game_server").value}
          error={form.text("game_server").error}
          hint="Fills in the zone and the reset below."
          onChoose={(label) => chooseServer(form, game, label)}
        />
        <DayFields form={form} />
        <WeekStartField {...form.select("week_start")} />
        <TemplateField game={game} form={form} />
      </Stack>
    </Disclosure>
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
function chooseGame(form: ClanForm, { game, name: ownName }: GameChoice): void {
  form.change("game_id", game?.id ?? "");
  form.change("game_name", ownName);
  form.change("template", game?.templates[0]?.key ?? "");
  if (game) form.change("week_start", String(game.week_start));
  chooseServer(form, game, game?.servers.length === 1 ? (game.servers[0]?.label ?? "") : "");
}

function chooseServer(form: ClanForm, game: Game | undefined, label: string): void {
  form.change("game_server", label);
  const server = game?.servers.find((one) => one.label === label);
  if (!server) return;
  form.change("time_zone", server.time_zone);
  form.change("reset_time", server.reset_time);
  form.change("reset_in_utc", server.reset_in_utc ? "yes" : "");
}

interface GameProps {
  game: Game | undefined;
  form: ClanForm;
}

function TemplateField({ game, form }: GameProps) {
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
    game_name: values.game_name || null,
    game_server: values.game_server || null,
    reset_in_utc: values.reset_in_utc !== "",
    week_start: Number(values.week_start),
    template: values.template || null,
  };
}
