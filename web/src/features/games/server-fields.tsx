import { FieldConflict, TextField } from "../../ui/core/field.tsx";
import { Checkbox } from "../../ui/core/checkbox.tsx";
import { Button } from "../../ui/core/button.tsx";
import { Inset } from "../../ui/card.tsx";
import { Muted, Row } from "../../ui/core/layout.tsx";
import { TimeField } from "../../ui/day-field.tsx";
import { FieldGrid, FieldSection } from "../../ui/fields.tsx";
import { Combobox } from "../../ui/forms/combobox.tsx";
import { timeZoneChoices } from "../../ui/forms/time-zones.ts";
import type { VersionedForm } from "../../ui/forms/use-versioned-form.ts";
import { type GameFields, newServer, type GameServer } from "./fields.ts";
import styles from "./game-form.module.css";

/** Where the game is played, and when its day begins there. */
export function ServerFields({ form }: { form: VersionedForm<GameFields> }) {
  const { set, errors } = form;
  const { value: servers, conflict } = form.list("servers");
  const change = (row: string, part: Partial<GameServer>) =>
    set({ servers: servers.map((server) => (server.row === row ? { ...server, ...part } : server)) });
  return (
    <FieldSection title="Servers">
      {servers.length === 0 && <Muted as="p">Without servers a clan sets its reset by itself.</Muted>}
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
      {errors.servers && <p className={styles.wrong}>{errors.servers}</p>}
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
