export { emptyActivityBins as emptyBin } from "./activity-bin.ts";
export { addActivities, addFromTemplate } from "./add.ts";
