export { deleteClanEntries } from "./delete-entries.queries.ts";
export { entryCsvLines, versionCsvLines } from "./bulk.queries.ts";
export { countRates, listLastEntries } from "./rates.queries.ts";
export { countDueCells, type DueDay, listBelowTarget, listMissing } from "./due.queries.ts";
export { type CellInput, publishEntriesChanged, previewRescore, rescoreEntries, writeEntries } from "./write.ts";
export { type MergedCell, moveEntries, previewMove, returnEntries } from "./move.ts";
export type { Rescoring } from "./rescore.queries.ts";
