import { getConfig } from "@clanhall/contract/config";
import { queryOptions } from "@tanstack/react-query";
import { call } from "./api-client.ts";

export const productConfigQuery = queryOptions({
  queryKey: ["config"],
  queryFn: () => call(getConfig, {}, { anonymous: true }),
  staleTime: Infinity,
});
