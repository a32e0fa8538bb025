export { deleteClanEntries, entryCsvLines, eraseUser, type Rescoring, versionCsvLines } from "./bulk.queries.ts";
export { loadClanDays, toWindow } from "./day.ts";
export {
  countDueCells,
  countRates,
  type DueDay,
  listBelowTarget,
  listLastEntries,
  listMissing,
  listMissingActivities,
  listStillDue,
} from "./due.queries.ts";
export { loadNothingDue } from "./day.ts";
export { loadActivityDays, loadDaySums, loadMemberDays, sumDays } from "./history/member-days.ts";
export { loadDaysOfMember, loadMemberSums } from "./history/summary.ts";
export { listBestValues } from "./history/queries.ts";
export { exportLayouts, importLayouts, planLayouts } from "./imports/layouts.ts";
export type { AddedNames, ImportRoster, NamePlan, NamesAsked } from "./imports/names.ts";
export { type MergedCell, moveEntries, previewMove, returnEntries } from "./move.ts";
export { previewCell, revertTo, saveCells, saveEntries } from "./save.ts";
export { type CellInput, previewRescore, publishEntriesChanged, rescoreEntries, writeEntries } from "./write.ts";
