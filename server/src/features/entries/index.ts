export { deleteClanEntries, entryCsvLines, eraseUser, type Rescoring, versionCsvLines } from "./bulk.queries.ts";
export {
  countDueCells,
  countRates,
  type DueDay,
  listBelowTarget,
  listLastEntries,
  listMissing,
  listStillDue,
} from "./due.queries.ts";
export { loadNothingDue } from "./day.ts";
export { loadDaySums, loadMemberSums } from "./history/summary.ts";
export { type MergedCell, moveEntries, previewMove, returnEntries } from "./move.ts";
export { type CellInput, previewRescore, publishEntriesChanged, rescoreEntries, writeEntries } from "./write.ts";
