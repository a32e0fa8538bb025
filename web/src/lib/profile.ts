import { getProfile } from "@clanhall/contract/account";
import { queryOptions } from "@tanstack/react-query";
import { call } from "./api-client.ts";

export const profileQuery = queryOptions({
  queryKey: ["me", "profile"],
  queryFn: () => call(getProfile, {}),
});
