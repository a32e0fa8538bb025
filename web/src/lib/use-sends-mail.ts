import { useQuery } from "@tanstack/react-query";
import { productConfigQuery } from "./product-config.ts";

/** False where no mail server is set, so that nothing may promise a mail. */
export function useSendsMail(): boolean {
  const { data } = useQuery(productConfigQuery);
  return data?.mail !== false;
}
