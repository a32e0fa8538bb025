import { clanLabels } from "@clanhall/contract/fields/labels";
import type { Game } from "@clanhall/contract/games";
import { Combobox } from "../../ui/forms/combobox.tsx";
import type { FieldProps } from "../../ui/core/field.tsx";
import { Select } from "../../ui/core/select.tsx";
import { resetTime } from "@clanhall/contract/clan-drafts";
import { endOfClanDay, toClanDate, weekdays } from "@clanhall/contract/rules/clan-day";
import { timeZone } from "@clanhall/contract/text";
import { TimeField } from "../../ui/day-field.tsx";
import { Checkbox } from "../../ui/core/checkbox.tsx";
import { schemaRule } from "../../lib/zod-setup.ts";
import { timeZoneChoices } from "../../ui/forms/time-zones.ts";
import { useNow } from "../../ui/relative-time.tsx";
import { ClanDayLine } from "../../domain/clan-day.tsx";

/** A game of the catalogue, or one that is not in it by its name; neither where none is chosen. */
export interface GameChoice {
  game: Game | undefined;
  name: string;
}

interface GameFieldProps extends Pick<FieldProps, "error" | "conflict" | "hint"> {
  games: Game[];
  gameId: string;
  /** The name of a game that is not in the catalogue. */
  ownName: string;
  /** The choice can be taken back. */
  allowNone?: boolean;
  onChoose: (choice: GameChoice) => void;
}

const noGame = "none";
const own = "own:";

/** The entry of the catalogue for games that are not in it; it brings activities for any clan. */
const isOther = ({ slug }: Game) => slug === "other";

export function GameField({ games, gameId, ownName, allowNone = false, onChoose, ...field }: GameFieldProps) {
  const listed = games.filter((game) => !isOther(game) || (game.id === gameId && ownName === ""));
  const options = [
    ...(allowNone ? [{ value: noGame, label: "No game" }] : []),
    ...listed.map((game) => ({ value: game.id, label: game.name, note: resetText(game) })),
  ];
  const choose = (value: string) =>
    value.startsWith(own)
      ? onChoose({ game: games.find(isOther), name: value.slice(own.length) })
      : onChoose({ game: games.find(({ id }) => id === value), name: "" });
  return (
    <Combobox
      name="game_id"
      label={clanLabels.game_id}
      hint="Type a part of its name."
      {...field}
      placeholder={allowNone ? "No game" : ""}
      value={ownName ? own + ownName : gameId || null}
      {...(ownName && { valueText: ownName })}
      options={options}
      ownOption={(typed) => ({
        value: own + typed,
        label: typed === "" ? "Another game: type its name" : `Another game: “${typed}”`,
        disabled: typed === "",
      })}
      onChange={choose}
    />
  );
}

/** "resets 02:00 UTC"; nothing where it depends on the server. */
function resetText({ servers: [server, ...others] }: Game): string | undefined {
  if (!server || others.length > 0) return undefined;
  const fixed = /^Etc\/GMT([+-])(\d+)$/.exec(server.time_zone);
  const zone = server.reset_in_utc ? "UTC" : fixed ? `UTC${fixed[1] === "+" ? "−" : "+"}${fixed[2]}` : server.time_zone;
  return `resets ${server.reset_time} ${zone}`;
}

/** What the catalogue says of games whose note names no time: here it stands alone. */
const bareNote = "As players report it. Check in the game.";

/** Where a game's reset times are from. */
export function resetSource({ reset_note = "" }: Game): string {
  return reset_note === bareNote ? "Reset time as reported by players. Check it in your game." : reset_note;
}

interface ServerFieldProps extends Pick<FieldProps, "error" | "conflict"> {
  game: Game | undefined;
  server: string;
  hint?: string;
  onChoose: (label: string) => void;
}

/** Only where the game has servers to choose from. */
export function ServerField({ game, server, onChoose, ...field }: ServerFieldProps) {
  if (!game || game.servers.length === 0) return null;
  return (
    <Select
      label={clanLabels.game_server}
      name="game_server"
      value={server}
      onChange={(value) => onChoose(value)}
      {...field}
      options={[
        { value: "", label: "Not chosen" },
        ...game.servers.map(({ label }) => ({ value: label, label: label })),
      ]}
    />
  );
}

export const dayRules = {
  time_zone: schemaRule(timeZone),
  reset_time: schemaRule(resetTime),
  reset_in_utc: () => null,
};

interface DayValues {
  time_zone: string;
  reset_time: string;
  reset_in_utc: boolean;
}

interface FieldState extends Pick<FieldProps, "error" | "conflict"> {
  name: string;
}

/** A form with at least these fields. */
interface DayForm {
  select: (name: "time_zone" | "reset_time") => FieldState & { value: string; onChange: (value: string) => void };
  check: (name: "reset_in_utc") => { name: string; checked: boolean; onChange: (isChecked: boolean) => void };
}

/** When the clan's day begins: fields of the creation and of the settings. */
export function DayFields({ form }: { form: DayForm }) {
  const zone = form.select("time_zone");
  return (
    <>
      <Combobox
        label={clanLabels.time_zone}
        hint="Type a city or a region."
        valueText={zone.value.replaceAll("_", " ")}
        options={timeZoneChoices}
        {...zone}
      />
      <TimeField
        label={clanLabels.reset_time}
        hint="When the game’s day begins. Anything before this time counts for the previous day."
        {...form.select("reset_time")}
      />
      <Checkbox label={clanLabels.reset_in_utc} {...form.check("reset_in_utc")} />
    </>
  );
}

/** The day rule that the fields describe, or null while they are not right. */
export function readDayRule({ time_zone, reset_time, reset_in_utc }: DayValues) {
  if (dayRules.time_zone(time_zone) || dayRules.reset_time(reset_time)) return null;
  return { effective_from: "0001-01-01", time_zone, reset_time, reset_in_utc };
}

/** What the fields make of this moment. */
export function DayPreview({ form }: { form: DayForm }) {
  const now = useNow();
  const rule = readDayRule({
    time_zone: form.select("time_zone").value,
    reset_time: form.select("reset_time").value,
    reset_in_utc: form.check("reset_in_utc").checked,
  });
  if (!rule) return null;
  const date = toClanDate([rule], new Date(now));
  return <ClanDayLine lead="Your clan day now:" date={date} endsAt={endOfClanDay([rule], date)} />;
}

const weekStarts = weekdays.map((label, index) => ({ value: String(index + 1), label }));

interface WeekStartFieldProps extends FieldState {
  value: string;
  onChange: (value: string) => void;
}

export function WeekStartField(field: WeekStartFieldProps) {
  return <Select label={clanLabels.week_start} options={weekStarts} {...field} />;
}
