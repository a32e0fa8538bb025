export { deleteOldDeliveries, deliverWebhook, requeueDeliveries } from "./deliver.ts";
export { type BotAnswer, type DiscordBot, openBot } from "./discord-bot.ts";
export { loadWebhooks } from "./list.ts";
export { connectChannel, disconnectWebhook } from "./manage.ts";
export { toLines, toScore } from "./messages/compose.ts";
export {
  type ButtonRow,
  type DiscordMessage,
  isReachable,
  nameForDiscord,
  type ReadBoard,
  toBoardButtons,
} from "./messages/discord-message.ts";
export { clip, escapeMarkdown } from "./messages/markdown.ts";
export { listChannelsOfServer, listWebhooksOfClan } from "./queries.ts";
export { queueSummaries } from "./summaries.ts";
