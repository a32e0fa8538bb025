import { Combobox } from "../../ui/combobox.tsx";
import { TextField } from "../../ui/core/field.tsx";
import { Checkbox } from "../../ui/core/checkbox.tsx";
import { Button } from "../../ui/core/button.tsx";
import { timeZoneChoices } from "../../ui/time-zones.ts";
import { newServer, type ServerFields } from "./game-fields.ts";
import styles from "./game-form.module.css";
import type { GameForm } from "./use-game-draft.ts";

/** Where the game is played, and when its day begins there. */
export function ServersFields({ form: { fields, set, problems } }: { form: GameForm }) {
  const { servers } = fields;
  const change = (row: string, part: Partial<ServerFields>) =>
    set({ servers: servers.map((server) => (server.row === row ? { ...server, ...part } : server)) });
  return (
    <fieldset className={styles.group}>
      <legend>Servers</legend>
      {servers.length === 0 && <p className={styles.note}>Without servers a clan sets its reset by itself.</p>}
      {servers.map((server, index) => (
        <ServerRow
          key={server.row}
          server={server}
          number={index + 1}
          problemOf={(name) => problems[`servers.${index}.${name}`]}
          onChange={(part) => change(server.row, part)}
          onRemove={() => set({ servers: servers.filter(({ row }) => row !== server.row) })}
        />
      ))}
      {problems.servers && <p className={styles.wrong}>{problems.servers}</p>}
      <div>
        <Button onClick={() => set({ servers: [...servers, { ...newServer(), label: "" }] })}>Add a server</Button>
      </div>
    </fieldset>
  );
}

interface ServerRowProps {
  server: ServerFields;
  number: number;
  problemOf: (name: keyof ServerFields) => string | undefined;
  onChange: (part: Partial<ServerFields>) => void;
  onRemove: () => void;
}

function ServerRow({ server, number, problemOf, onChange, onRemove }: ServerRowProps) {
  return (
    <div role="group" className={styles.row} aria-label={`Server ${number}`}>
      <div className={styles.triple}>
        <TextField
          label="Server or region"
          autoComplete="off"
          value={server.label}
          error={problemOf("label")}
          onChange={({ currentTarget }) => onChange({ label: currentTarget.value })}
        />
        <Combobox
          name={`time_zone-${number}`}
          label="Time zone"
          value={server.time_zone}
          valueText={server.time_zone.replaceAll("_", " ")}
          error={problemOf("time_zone")}
          options={timeZoneChoices}
          onChange={(time_zone) => onChange({ time_zone })}
        />
        <TextField
          label="Daily reset"
          type="time"
          value={server.reset_time}
          error={problemOf("reset_time")}
          onChange={({ currentTarget }) => onChange({ reset_time: currentTarget.value })}
        />
      </div>
      <div className={styles.rowEnd}>
        <Checkbox
          label="Fixed in UTC, without daylight saving"
          checked={server.reset_in_utc}
          onChange={(isChecked) => onChange({ reset_in_utc: isChecked })}
        />
        <Button onClick={onRemove}>
          Remove server <span className="unseen">{server.label || number}</span>
        </Button>
      </div>
    </div>
  );
}
