import { listMyClans } from "@clanhall/contract/clans";
import { queryOptions } from "@tanstack/react-query";
import { call } from "./api-client.ts";

/** The caller's clans, by name, each with their role in it. */
export const myClansQuery = queryOptions({
  queryKey: ["clans", "my"],
  queryFn: () => call(listMyClans, {}),
});
