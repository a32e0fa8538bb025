import { gameDraft, type ManagedGame } from "@clanhall/contract/admin-games";
import { useQuery } from "@tanstack/react-query";
import { weekdays } from "@clanhall/contract/rules/clan-day";
import { FormDialog } from "../../ui/forms/form-dialog.tsx";
import { showToast } from "../../ui/toasts.ts";
import { newestOf, useVersionedForm, type VersionedForm } from "../../ui/forms/use-versioned-form.ts";
import { type GameFields, type GameServer, newFields, newServer, toDraft, toFields, toSlug } from "./fields.ts";
import { addGame, managedGamesQuery, saveGame, serversText, templatesText, useRefreshGames } from "./api.ts";
import { TemplateFields } from "./templates.tsx";
import { FieldConflict, FieldError, TextField } from "../../ui/core/field.tsx";
import { Checkbox } from "../../ui/core/checkbox.tsx";
import { Select } from "../../ui/core/select.tsx";
import { FieldGrid, FieldSection } from "../../ui/fields.tsx";
import { Button } from "../../ui/core/button.tsx";
import { Inset } from "../../ui/card.tsx";
import { Muted, Row } from "../../ui/core/layout.tsx";
import { TimeField } from "../../ui/day-field.tsx";
import { Combobox } from "../../ui/forms/combobox.tsx";
import { timeZoneChoices } from "../../ui/forms/time-zones.ts";

const labels = {
  name: "Name",
  slug: "Slug",
  icon: "Icon",
  is_active: "Active",
  week_start: "The week starts on",
  reset_note: "Source of the reset time",
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
    },
    onClose,
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

interface BasicFieldsProps {
  form: VersionedForm<GameFields>;
  /** The slug follows the name until somebody writes their own. */
  isNew: boolean;
}

const days = weekdays.map((label, index) => ({ value: String(index + 1), label }));

function BasicFields({ form, isNew }: BasicFieldsProps) {
  const { values, set } = form;
  const weekStart = form.number("week_start");
  const rename = (name: string) => {
    const follows = isNew && values.slug === toSlug(values.name);
    set({ name, ...(follows && { slug: toSlug(name) }) });
  };
  return (
    <FieldSection title="Game">
      <FieldGrid>
        <TextField
          label="Name"
          autoComplete="off"
          {...form.text("name")}
          onChange={({ currentTarget }) => rename(currentTarget.value)}
        />
        <TextField
          label="Slug"
          hint="Its name in files: small letters, digits, hyphens."
          autoComplete="off"
          spellCheck={false}
          {...form.text("slug")}
        />
        <TextField
          label="Icon"
          hint="One emoji, or nothing for the first letter."
          autoComplete="off"
          {...form.text("icon")}
          onChange={({ currentTarget }) => set({ icon: currentTarget.value.trim() })}
        />
        <Select
          label="The week starts on"
          options={days}
          {...weekStart}
          value={String(weekStart.value)}
          onChange={(day) => weekStart.onChange(Number(day))}
        />
      </FieldGrid>
      <TextField
        label="Source of the reset time"
        hint="Shown below the game’s name, for example: Server time UTC−2, daily reset 00:00."
        autoComplete="off"
        {...form.text("reset_note")}
      />
      <Checkbox label="Active: clans can choose it" {...form.check("is_active")} />
    </FieldSection>
  );
}

/** Where the game is played, and when its day begins there. */
function ServerFields({ form }: { form: VersionedForm<GameFields> }) {
  const { set, errors } = form;
  const { value: servers, conflict } = form.list("servers");
  const change = (row: string, part: Partial<GameServer>) =>
    set({ servers: servers.map((server) => (server.row === row ? { ...server, ...part } : server)) });
  return (
    <FieldSection title="Servers">
      {servers.length === 0 && <Muted as="p">Without servers, each clan sets its own reset.</Muted>}
      {servers.map((server, index) => (
        <ServerRow
          key={server.row}
          server={server}
          number={index + 1}
          errorOf={(name) => errors[`servers.${index}.${name}`]}
          onChange={(part) => change(server.row, part)}
          onRemove={() => set({ servers: servers.filter(({ row }) => row !== server.row) })}
        />
      ))}
      {errors.servers && <FieldError>{errors.servers}</FieldError>}
      {conflict && <FieldConflict id="servers-conflict" label="Servers" {...conflict} />}
      <div>
        <Button onClick={() => set({ servers: [...servers, { ...newServer(), label: "" }] })}>Add a server</Button>
      </div>
    </FieldSection>
  );
}

interface ServerRowProps {
  server: GameServer;
  number: number;
  errorOf: (name: keyof GameServer) => string | undefined;
  onChange: (part: Partial<GameServer>) => void;
  onRemove: () => void;
}

function ServerRow({ server, number, errorOf, onChange, onRemove }: ServerRowProps) {
  return (
    <Inset role="group" aria-label={`Server ${number}`}>
      <FieldGrid small>
        <TextField
          label="Server or region"
          autoComplete="off"
          value={server.label}
          error={errorOf("label")}
          onChange={({ currentTarget }) => onChange({ label: currentTarget.value })}
        />
        <Combobox
          name={`time_zone-${number}`}
          label="Time zone"
          value={server.time_zone}
          error={errorOf("time_zone")}
          valueText={server.time_zone.replaceAll("_", " ")}
          options={timeZoneChoices}
          onChange={(time_zone) => onChange({ time_zone })}
        />
        <TimeField
          label="Daily reset"
          value={server.reset_time}
          error={errorOf("reset_time")}
          onChange={(reset_time) => onChange({ reset_time })}
        />
      </FieldGrid>
      <Row between gap={2}>
        <Checkbox
          label="Fixed in UTC, without daylight saving"
          checked={server.reset_in_utc}
          onChange={(isChecked) => onChange({ reset_in_utc: isChecked })}
        />
        <Button onClick={onRemove}>
          Remove server <span className="visually-hidden">{server.label || number}</span>
        </Button>
      </Row>
    </Inset>
  );
}
