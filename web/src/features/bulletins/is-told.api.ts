import { listWebhooks } from "@clanhall/contract/webhooks";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/api-client.ts";

/** Whether a Discord channel gets the clan's bulletins. Who may write them may see the clan's webhooks too. */
export const isToldQuery = (clanId: string) =>
  queryOptions({
    queryKey: ["webhooks", clanId, "of bulletins"],
    queryFn: async () => {
      const { items } = await call(listWebhooks, { params: { clanId } });
      return items.some(({ is_active, events }) => is_active && events.includes("bulletin"));
    },
  });
