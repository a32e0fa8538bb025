import { type HistoryKey, historyKeys } from "@clanhall/contract/entry-history";
import { mayInClan } from "../../domain/permissions.ts";
import { Button } from "../../ui/core/button.tsx";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { Menu } from "../../ui/menu.tsx";
import styles from "./filters.module.css";
import { useExportHistory } from "./api.ts";
import type { AddressChange, View } from "./address.ts";
import { keyNames } from "./format.ts";
import { calendarFilter, chosenPeriod, type Look, onlyActivity } from "./context.tsx";

interface ToolsProps {
  look: Look;
  onFilter: (change: AddressChange) => void;
}

const periods: HistoryKey[] = ["day", "week", "month"];
const groupings: Partial<Record<View, readonly HistoryKey[]>> = {
  table: historyKeys,
  matrix: periods,
  trends: periods,
};
const measuredViews = new Set<View>(["matrix", "calendar", "trends"]);

/** How the entries are shown, and a way to take them along. */
export function HistoryTools({ look, onFilter }: ToolsProps) {
  const { view, lines } = look.address;
  return (
    <div className={styles.tools}>
      {groupings[view] && <Grouping look={look} keys={groupings[view]} onFilter={onFilter} />}
      {measuredViews.has(view) && <Measure look={look} onFilter={onFilter} />}
      {view === "trends" && (
        <Switch
          label="Lines for"
          options={{ member: "Players", activity: "Activities" }}
          value={lines}
          onSelect={(chosen) => onFilter({ lines: chosen })}
        />
      )}
      {mayInClan(look.clan, "settings.view") && <ExportButton look={look} />}
    </div>
  );
}

function Grouping({ look, keys, onFilter }: ToolsProps & { keys: readonly HistoryKey[] }) {
  const { view, groupBy } = look.address;
  const none = view === "table" ? "None" : `Automatic (${keyNames[chosenPeriod(look)].toLowerCase()})`;
  const chosen = groupBy && keys.includes(groupBy) ? groupBy : "";
  return (
    <label className={styles.labelled}>
      {view === "table" ? "Group by" : "Period"}
      <select
        className={styles.select}
        value={chosen}
        onChange={({ currentTarget }) => onFilter({ groupBy: (currentTarget.value || null) as HistoryKey | null })}
      >
        <option value="">{chosen === "" ? none : none.replace(/ \(.*/, "")}</option>
        {keys.map((key) => (
          <option key={key} value={key}>
            {keyNames[key]}
          </option>
        ))}
      </select>
    </label>
  );
}

function Measure({ look, onFilter }: ToolsProps) {
  const raw = onlyActivity(look) && look.address.view !== "calendar" ? "Values" : "Met";
  return (
    <Switch
      label="Show"
      options={{ points: "Points", raw: `Raw: ${raw.toLowerCase()}` }}
      value={look.address.shows}
      onSelect={(shows) => onFilter({ shows })}
    />
  );
}

interface SwitchProps<Name extends string> {
  label: string;
  options: Record<Name, string>;
  value: Name;
  onSelect: (name: Name) => void;
}

function Switch<Name extends string>({ label, options, value, onSelect }: SwitchProps<Name>) {
  return (
    <fieldset className={styles.switch}>
      <legend className="unseen">{label}</legend>
      {(Object.entries(options) as [Name, string][]).map(([name, words]) => (
        <button key={name} type="button" aria-pressed={name === value} onClick={() => onSelect(name)}>
          {words}
        </button>
      ))}
    </fieldset>
  );
}

/** Exactly what is in sight. */
function ExportButton({ look }: { look: Look }) {
  const { clan, range } = look;
  const filter = look.address.view === "calendar" ? calendarFilter(look) : look.filter;
  const file = useExportHistory(clan.id);
  const save = (kind: "csv" | "json") => {
    const name = clan.name
      .replace(/[^\p{L}\p{N}]+/gu, "-")
      .replace(/^-|-$/g, "")
      .toLowerCase();
    if (!file.isPending)
      file.mutate({ filter, kind, name: `${name || "clan"}-entries-${range.from}-${range.to}.${kind}` });
  };
  return (
    <>
      <Menu
        label="Export"
        trigger={<Button busy={file.isPending}>Export</Button>}
        items={[
          { label: "CSV of these entries", onSelect: () => save("csv") },
          { label: "JSON of these entries", onSelect: () => save("json") },
        ]}
      />
      <ErrorMessage error={file.error} />
    </>
  );
}
