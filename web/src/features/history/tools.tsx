import { type HistoryKey, historyKeys } from "@clanhall/contract/entry-history";
import { mayInClan } from "../../domain/permissions.ts";
import { Button } from "../../ui/core/button.tsx";
import { Row } from "../../ui/core/layout.tsx";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { SelectControl } from "../../ui/core/select.tsx";
import { Menu } from "../../ui/menu.tsx";
import type { AddressChange, View } from "./address.ts";
import { useExportHistory } from "./api.ts";
import { calendarFilter, chosenPeriod, type HistoryContext, onlyActivity } from "./context.tsx";
import { keyNames } from "./format.ts";
import styles from "./history.module.css";

interface ToolsProps {
  context: HistoryContext;
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
export function HistoryTools({ context, onFilter }: ToolsProps) {
  const { view, lines } = context.address;
  return (
    <Row gap={2} className={styles.tools}>
      {groupings[view] && <Grouping context={context} keys={groupings[view]} onFilter={onFilter} />}
      {measuredViews.has(view) && <Measure context={context} onFilter={onFilter} />}
      {view === "trends" && (
        <Toggle
          label="Lines for"
          options={{ member: "Players", activity: "Activities" }}
          value={lines}
          onSelect={(chosen) => onFilter({ lines: chosen })}
        />
      )}
      {mayInClan(context.clan, "settings.view") && <ExportButton context={context} />}
    </Row>
  );
}

function Grouping({ context, keys, onFilter }: ToolsProps & { keys: readonly HistoryKey[] }) {
  const { view, groupBy } = context.address;
  const none = view === "table" ? "None" : `Automatic (${keyNames[chosenPeriod(context)].toLowerCase()})`;
  const chosen = groupBy && keys.includes(groupBy) ? groupBy : "";
  return (
    <label className={styles.labelled}>
      {view === "table" ? "Group by" : "Period"}
      <SelectControl
        className={styles.choice}
        value={chosen}
        placeholder={chosen === "" ? none : none.replace(/ \(.*/, "")}
        options={keys.map((key) => ({ value: key, label: keyNames[key] }))}
        onChange={(key: HistoryKey | "") => onFilter({ groupBy: key || null })}
      />
    </label>
  );
}

function Measure({ context, onFilter }: ToolsProps) {
  const raw = onlyActivity(context) && context.address.view !== "calendar" ? "Values" : "Met";
  return (
    <Toggle
      label="Show"
      options={{ points: "Points", raw }}
      value={context.address.shows}
      onSelect={(shows) => onFilter({ shows })}
    />
  );
}

interface ToggleProps<Name extends string> {
  label: string;
  options: Record<Name, string>;
  value: Name;
  onSelect: (name: Name) => void;
}

/** One of two, both in sight. */
function Toggle<Name extends string>({ label, options, value, onSelect }: ToggleProps<Name>) {
  return (
    <fieldset className={styles.toggle}>
      <legend className="visually-hidden">{label}</legend>
      {(Object.entries(options) as [Name, string][]).map(([name, text]) => (
        <Button key={name} aria-pressed={name === value} onClick={() => onSelect(name)}>
          {text}
        </Button>
      ))}
    </fieldset>
  );
}

/** Exactly what is in sight. */
function ExportButton({ context }: { context: HistoryContext }) {
  const { clan, range } = context;
  const filter = context.address.view === "calendar" ? calendarFilter(context) : context.filter;
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
