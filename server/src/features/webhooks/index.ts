export { deleteOldDeliveries, deliverWebhook, requeueDeliveries } from "./deliver.ts";
export { queueSummaries } from "./summaries.ts";
