export { queueSummaries } from "./announce-summaries.ts";
export { deleteOldDeliveries } from "./delete-old-deliveries.ts";
export { deliverWebhook } from "./deliver-webhook.ts";
export { requeueDeliveries } from "./requeue-forgotten-deliveries.ts";
