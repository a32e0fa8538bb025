import { getMyAdminStatus } from "@clanhall/contract/account";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "./api-client.ts";
import { hasStatus, wantsSecondFactor } from "./call-error.ts";
import { asRecord, readFlag, readRecord } from "./read-answer.ts";
import { useSession } from "./session.ts";

/** Whether the caller is an app admin: any failure means no, only a refused sign-in is passed on. */
export async function checkAppAdmin(): Promise<boolean> {
  try {
    return readAdminStatus(await call(getMyAdminStatus, {}));
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

/** `{ success, data: { isAppAdmin } }`; the flag also counts outside `data`, but only a plain true makes an admin. */
export function readAdminStatus(answer: unknown): boolean {
  const fields = asRecord(answer);
  return readFlag(readRecord(fields, "data"), "is_app_admin") ?? readFlag(fields, "is_app_admin") ?? false;
}
