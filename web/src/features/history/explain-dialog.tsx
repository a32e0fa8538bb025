import { useQuery } from "@tanstack/react-query";
import { formatAmount } from "../../domain/formats.ts";
import { formatNumber, formatPercent, plural } from "../../lib/format.ts";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { FramedTable } from "../../ui/table.tsx";
import { type AddressChange, allEntries, rangeOf } from "./address.ts";
import { summaryOf, toFilter } from "./api.ts";
import { activityOf, AddressLink, type Explained, type HistoryContext, HistoryPart } from "./context.tsx";
import { countParts } from "./format.ts";

interface ExplainDialogProps {
  context: HistoryContext;
  explained: Explained;
  onClose: () => void;
}

/** How a sum is calculated. */
export function ExplainDialog({ context, explained: { title, sum, change }, onClose }: ExplainDialogProps) {
  const { due, met, excused, rate } = sum;
  const outcomes = countParts(sum).filter(({ count }) => count > 0);
  return (
    <Dialog title={title} onClose={onClose} size="lg">
      <p>
        <strong>{plural(sum.points, "point")}</strong> from {plural(sum.entered, "value")}.{" "}
        {due > 0 &&
          `Of ${plural(due, "due value")}: ${outcomes.map(({ count, name }) => `${formatNumber(count)} ${name}`).join(", ")}.`}
      </p>
      {rate !== null && (
        <p>
          Rate: {formatNumber(met)} met of {formatNumber(due)} due − {formatNumber(excused)} excused ={" "}
          <strong>{formatPercent(rate)}</strong>
        </p>
      )}
      {change && (
        <>
          <ByActivity context={context} change={change} />
          <DialogActions>
            <AddressLink
              isButton
              address={context.address}
              change={{
                ...allEntries,
                ...(context.address.states.length > 0 && { states: context.address.states }),
                ...change,
              }}
              onClick={onClose}
            >
              Show these values
            </AddressLink>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}

function ByActivity({ context, change }: { context: HistoryContext; change: AddressChange }) {
  const address = { ...context.address, ...change };
  const filter = toFilter(address, rangeOf(address, context.calendar));
  const query = useQuery(summaryOf(context.clan.id, filter, "activity"));
  // Nobody entered what is missing: only where it counts does it cost points.
  const hasMissing = address.enteredBy.length === 0 && address.sources.length === 0;
  const isAsked = hasMissing && (address.states.length === 0 || address.states.includes("missing"));
  const missing = useQuery({
    ...summaryOf(context.clan.id, { ...filter, states: "missing" }, "activity"),
    enabled: isAsked,
  });
  const costs = new Map(missing.data?.rows.map(({ key, sum }) => [key, sum.points]));
  return (
    <HistoryPart query={query}>
      {({ rows }) => (
        <FramedTable label="By activity">
          <thead>
            <tr>
              {["Activity", "Value", "Points", "Met", "Missing", "Excused"].map((name) => (
                <th key={name} scope="col" data-number={name !== "Activity" || undefined}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, label, sum }) => (
              <tr key={key}>
                <th scope="row">{label}</th>
                <td data-number>{formatAmount(activityOf(context, key), sum.value)}</td>
                <td data-number>{formatNumber(sum.points)}</td>
                <td data-number>
                  {formatNumber(sum.met)} of {formatNumber(sum.due)}
                </td>
                <td data-number>{missingText(sum.missing, costs.get(key) ?? 0)}</td>
                <td data-number>{formatNumber(sum.excused)}</td>
              </tr>
            ))}
          </tbody>
        </FramedTable>
      )}
    </HistoryPart>
  );
}

/** How many, and what they cost where they cost something. */
function missingText(count: number, points: number): string {
  return points === 0 ? formatNumber(count) : `${formatNumber(count)} (${plural(points, "point")})`;
}
