export { deleteClanEntries } from "./delete-entries.queries.ts";
export { entryCsvLines, versionCsvLines } from "./export-entries.queries.ts";
export { listCellsOf, recountMonths } from "./merged-cells.queries.ts";
export { countRates, listLastEntries } from "./rates.queries.ts";
export { insertVersions, type NewEntry, upsertEntries } from "./save-cells.queries.ts";
export { countDueCells, type DueDay, listBelowTarget, listMissing } from "./today.queries.ts";
export { type CellWrite, writeCells } from "./write-cells.ts";
