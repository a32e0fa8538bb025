import {
  deleteMyAccount,
  deleteMySession,
  exportMyData,
  getProfile,
  keepMyAccount,
  listMySessions,
  listMySignIns,
  type Profile,
  type ProfileChange,
  type Proof,
  proveItIsMe,
  putProfile,
} from "@clanhall/contract/account";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/api-client.ts";
import { hasStatus } from "../../lib/call-error.ts";
import { profileQuery } from "../../domain/profile.ts";

export const mySessionsQuery = queryOptions({
  queryKey: ["me", "sessions"],
  queryFn: async () => (await call(listMySessions, {})).items,
});

export const mySignInsQuery = queryOptions({
  queryKey: ["me", "sign-ins"],
  queryFn: async () => (await call(listMySignIns, { query: { limit: 20 } })).items,
});

/** The same things were changed elsewhere after they were read here. */
export class ProfileConflict extends Error {
  readonly theirs: Profile;

  constructor(theirs: Profile) {
    super("The profile was changed elsewhere");
    this.theirs = theirs;
  }
}

interface Save {
  /** The profile the change was made on. */
  base: Profile;
  change: ProfileChange;
}

/** Saves a change; what was changed elsewhere meanwhile stands in the way only if it is the same thing. */
async function saveProfile({ base, change }: Save): Promise<Profile> {
  try {
    return await call(putProfile, { body: { ...change, version: base.version } });
  } catch (error) {
    if (!hasStatus(error, 409)) throw error;
  }
  const theirs = await call(getProfile, {});
  const fields = Object.keys(change) as (keyof ProfileChange)[];
  if (fields.some((field) => !isSame(base[field], theirs[field]))) throw new ProfileConflict(theirs);
  return call(putProfile, { body: { ...change, version: theirs.version } });
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function useKeepProfile() {
  const queries = useQueryClient();
  return (profile: Profile) => queries.setQueryData(profileQuery.queryKey, profile);
}

export function useSaveProfile() {
  const keep = useKeepProfile();
  return useMutation({
    mutationFn: saveProfile,
    onSuccess: keep,
    onError: (error) => error instanceof ProfileConflict && keep(error.theirs),
  });
}

/** A choice that was just made counts, whatever else changed: it is shown at once and taken back if it cannot be saved. */
export function useSavePrivacy() {
  const queries = useQueryClient();
  const keep = useKeepProfile();
  return useMutation({
    mutationFn: (privacy: NonNullable<ProfileChange["privacy"]>) => call(putProfile, { body: { privacy } }),
    onMutate: async (privacy) => {
      await queries.cancelQueries(profileQuery);
      const before = queries.getQueryData(profileQuery.queryKey);
      if (before) keep({ ...before, privacy: Object.assign({}, before.privacy, privacy) });
      return before;
    },
    onError: (_error, _privacy, before) => before && keep(before),
    onSuccess: keep,
  });
}

export function useEndSession() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (sessionId: string) => call(deleteMySession, { params: { sessionId } }),
    onSettled: () => queries.invalidateQueries(mySessionsQuery),
  });
}

export function proveOwner(proof: Proof) {
  return call(proveItIsMe, { body: proof });
}

export function useDeleteAccount() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (proof: Proof) => call(deleteMyAccount, { body: proof }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["me"] }),
  });
}

export function useKeepAccount() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(keepMyAccount, {}),
    onSuccess: () => queries.invalidateQueries(profileQuery),
  });
}

/** Everything the server keeps about the caller, as the text of a file. */
export async function fetchMyData(): Promise<string> {
  const data: unknown = await call(exportMyData, {}, { timeoutMs: 60_000 });
  return JSON.stringify(data, null, 2);
}
