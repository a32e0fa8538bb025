export { addActivities, addFromTemplate } from "./add.ts";
export { emptyActivityBins as emptyBin } from "./lists.ts";
