export { addActivities, addFromTemplate } from "./add.ts";
export { emptyActivityBins } from "./lists.ts";
