export { queueSummaries } from "./summaries.ts";
export { deleteOldDeliveries } from "./delete-old-deliveries.ts";
export { deliverWebhook } from "./deliver.ts";
export { requeueDeliveries } from "./requeue-forgotten-deliveries.ts";
