import type { Member } from "@clanhall/contract/members";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { GroupView } from "./group-view.tsx";
import type { Look } from "./context.tsx";
import { TableView } from "./table.tsx";

/** What is not the table is fetched when it is first looked at. */
const MatrixView = lazyDialog(async () => (await import("./matrix.tsx")).MatrixView);
const ChangesView = lazyDialog(async () => (await import("./changes.tsx")).ChangesView);
const charts = () => import("./charts.ts");
const ComplianceView = lazyDialog(async () => (await charts()).ComplianceView);
const CalendarView = lazyDialog(async () => (await charts()).CalendarView);
const TrendsView = lazyDialog(async () => (await charts()).TrendsView);

export function HistoryView({ look, players }: { look: Look; players: Member[] }) {
  const { view, groupBy } = look.address;
  if (view === "matrix") return <MatrixView look={look} />;
  if (view === "compliance") return <ComplianceView look={look} />;
  if (view === "calendar") return <CalendarView look={look} players={players} />;
  if (view === "trends") return <TrendsView look={look} />;
  if (view === "changes") return <ChangesView look={look} />;
  return groupBy ? <GroupView look={look} groupBy={groupBy} /> : <TableView look={look} />;
}
