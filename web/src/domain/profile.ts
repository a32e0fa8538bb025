import { getMyAdminStatus, getProfile } from "@clanhall/contract/account";
import { getConfig } from "@clanhall/contract/system";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "../lib/api-client.ts";
import { passwordMin } from "../lib/auth-rules.ts";
import { hasStatus, wantsSecondFactor } from "../lib/api-errors.ts";
import { useSession } from "../lib/session.ts";

export const profileQuery = queryOptions({
  queryKey: ["me", "profile"],
  queryFn: () => call(getProfile, {}),
});

export const productConfigQuery = queryOptions({
  queryKey: ["config"],
  queryFn: () => call(getConfig, {}, { anonymous: true }),
  staleTime: Infinity,
});

/** False where no mail server is set, so that nothing may promise a mail. */
export function useSendsMail(): boolean {
  const { data } = useQuery(productConfigQuery);
  return data?.mail !== false;
}

/** How many characters a new password needs here. */
export function usePasswordMin(): number {
  const { data } = useQuery(productConfigQuery);
  return data?.password_min ?? passwordMin;
}

/** Whether the caller is an app admin: any failure means no, only a refused sign-in is passed on. */
export async function checkAppAdmin(): Promise<boolean> {
  try {
    return (await call(getMyAdminStatus, {})).data.isAppAdmin;
  } catch (error) {
    if (hasStatus(error, 401) || wantsSecondFactor(error)) throw error;
    return false;
  }
}

export const adminStatusOf = (userId: string) =>
  queryOptions({ queryKey: ["me", "admin", userId], queryFn: checkAppAdmin, retry: false, staleTime: 30_000 });

export function useIsAppAdmin(): boolean {
  const session = useSession();
  const { data } = useQuery({ ...adminStatusOf(session?.userId ?? ""), enabled: session !== null });
  return session !== null && data === true;
}
