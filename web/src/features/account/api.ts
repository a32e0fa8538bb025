import {
  deleteMyAccount,
  deleteMySession,
  exportMyData,
  cancelAccountDeletion,
  listMySessions,
  listMySignIns,
  type Profile,
  type ProfileChange,
  type Proof,
  confirmMyIdentity,
  putProfile,
} from "@clanhall/contract/account";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/api-client.ts";
import { useOptimisticMutation } from "../../lib/mutations.ts";
import { profileQuery } from "../../domain/profile.ts";

export const mySessionsQuery = queryOptions({
  queryKey: ["me", "sessions"],
  queryFn: async () => (await call(listMySessions, {})).items,
});

export const mySignInsQuery = queryOptions({
  queryKey: ["me", "sign-ins"],
  queryFn: async () => (await call(listMySignIns, { query: { limit: 20 } })).items,
});

export function saveProfile(change: ProfileChange): Promise<Profile> {
  return call(putProfile, { body: change });
}

/** Whatever shows the profile shows it as the server has it now. */
export function useKeepProfile() {
  const queries = useQueryClient();
  return (profile: Profile) => queries.setQueryData(profileQuery.queryKey, profile);
}

/** A choice that was just made counts, whatever else changed. The answer is the profile as it is now. */
export function useSavePrivacy() {
  return useOptimisticMutation({
    queryKey: profileQuery.queryKey,
    apply: (profile: Profile, privacy: NonNullable<ProfileChange["privacy"]>): Profile => ({
      ...profile,
      privacy: Object.assign({}, profile.privacy, privacy),
    }),
    mutationFn: (privacy) => saveProfile({ privacy }),
    onSuccess: useKeepProfile(),
    refresh: async () => undefined,
  });
}

export function useEndSession() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (sessionId: string) => call(deleteMySession, { params: { sessionId } }),
    onSettled: () => queries.invalidateQueries(mySessionsQuery),
  });
}

export function confirmIdentity(proof: Proof) {
  return call(confirmMyIdentity, { body: proof });
}

export function useDeleteAccount() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (proof: Proof) => call(deleteMyAccount, { body: proof }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["me"] }),
  });
}

export function useCancelAccountDeletion() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(cancelAccountDeletion, {}),
    onSuccess: () => queries.invalidateQueries(profileQuery),
  });
}

/** Everything the server keeps about the caller, as the text of a file. */
export async function fetchMyData(): Promise<string> {
  const data: unknown = await call(exportMyData, {}, { timeoutMs: 60_000 });
  return JSON.stringify(data, null, 2);
}
