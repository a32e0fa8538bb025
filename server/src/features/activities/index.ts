export { emptyActivityBins as emptyBin } from "./activity-bin.ts";
export { addActivities } from "./add-activities.ts";
