import {
  cancelAccountDeletion,
  confirmMyIdentity,
  deleteMyAccount,
  deleteMySession,
  exportMyData,
  getMyClanSettings,
  listMySessions,
  listMySignIns,
  type Profile,
  type ProfileChange,
  type Proof,
  type PublicName,
  putMyClanSettings,
  putProfile,
} from "@clanhall/contract/account";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/api-client.ts";
import { useOptimisticMutation } from "../../lib/mutations.ts";
import { profileQuery } from "../../domain/profile.ts";
import type { AnswerOf } from "@clanhall/contract/endpoint";
import { leaveClan } from "@clanhall/contract/clans";
import { listMyLinkedMembers } from "@clanhall/contract/members";
import {
  type ClanNotifications,
  getMyNotifications,
  type NotificationKind,
  putMyNotifications,
} from "@clanhall/contract/notifications";
import { pages, productName } from "@clanhall/contract/pages";
import type { AuthClient } from "../../lib/auth-client.ts";
import { asAuthError } from "../../lib/error-text.ts";
import { homeOrigin } from "../../lib/shared/home-address.ts";
import { ask, currentSession } from "../../lib/session.ts";

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
    scope: "privacy",
    take: (_before, saved) => saved,
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

/** The caller's own data, as the text of a file. */
export async function fetchMyData(): Promise<string> {
  const data: unknown = await call(exportMyData, {}, { timeoutMs: 60_000 });
  return JSON.stringify(data, null, 2);
}

export const myPlayersQuery = queryOptions({
  queryKey: ["me", "players"],
  queryFn: () => call(listMyLinkedMembers, {}),
});

export const clanSettingsQuery = (clanId: string) =>
  queryOptions({
    queryKey: ["me", "clans", clanId, "settings"],
    queryFn: () => call(getMyClanSettings, { params: { clanId } }),
  });

type ClanSettings = AnswerOf<typeof getMyClanSettings>;

interface NameChoice {
  name: PublicName | null;
  /** The version the choice was made on. */
  version: number;
}

/** After a change elsewhere, that change is shown. */
export function useChoosePublicName(clanId: string) {
  const queries = useQueryClient();
  const { queryKey } = clanSettingsQuery(clanId);
  return useOptimisticMutation({
    queryKey,
    apply: (settings: ClanSettings, { name }: NameChoice) => ({ ...settings, public_name: name }),
    mutationFn: ({ name, version }) =>
      call(putMyClanSettings, { params: { clanId }, body: { public_name: name, version } }),
    onSuccess: (settings) => queries.setQueryData(queryKey, settings),
  });
}

export function useLeaveClan() {
  const queries = useQueryClient();
  return async (clanId: string) => {
    await call(leaveClan, { params: { clanId } });
    void queries.invalidateQueries({ queryKey: ["clans"] });
    await queries.invalidateQueries(myPlayersQuery);
  };
}

export const myNotificationsQuery = queryOptions({
  queryKey: ["me", "notifications"],
  queryFn: async () => (await call(getMyNotifications, {})).items,
});

type NotificationChoice =
  | { channel: "mail"; kind: NotificationKind; isOn: boolean }
  | { channel: "discord"; kind: "reminder"; isOn: boolean };

export function useSwitchNotification(clanId: string) {
  const change = (clans: ClanNotifications[], update: (clan: ClanNotifications) => ClanNotifications) =>
    clans.map((clan) => (clan.clan_id === clanId ? update(clan) : clan));
  return useOptimisticMutation({
    queryKey: myNotificationsQuery.queryKey,
    apply: (clans: ClanNotifications[], { channel, kind, isOn }: NotificationChoice) =>
      change(clans, (clan) => ({ ...clan, [channel]: { ...clan[channel], [kind]: isOn } })),
    mutationFn: ({ channel, kind, isOn }: NotificationChoice) =>
      call(putMyNotifications, { body: { clan_id: clanId, [channel]: { [kind]: isOn } } }),
    scope: `notifications of ${clanId}`,
    take: (clans, saved) => change(clans, () => saved),
  });
}

/** What the auth service knows about the person: sign-in methods, second factors, an address that waits for its confirmation. */
export const myUserQuery = queryOptions({
  queryKey: ["me", "user"],
  queryFn: async () => {
    const { user } = await answerOf((client) => client.getUser());
    if (!user) throw new Error("The answer names nobody");
    return user;
  },
  retry: false,
});

/** How many recovery codes are left; null when there are none to use. */
export const recoveryCodesQuery = queryOptions({
  queryKey: ["me", "recovery-codes"],
  queryFn: async () => {
    try {
      const { total, remaining } = await answerOf((client) => client.mfa.recoveryCodes.getStatus());
      return { total, remaining };
    } catch (error) {
      if (asAuthError(error).code === "mfa_factor_not_found") return null;
      throw error;
    }
  },
  retry: false,
});

type Question<A> = (client: AuthClient) => Promise<A>;
type Answer = Awaited<ReturnType<Parameters<typeof ask>[0]>> & { data: unknown };

async function answerOf<A extends Answer>(question: Question<A>): Promise<Exclude<A["data"], null>> {
  const { data } = await ask(question);
  return data as Exclude<A["data"], null>;
}

export function accountSection(section: string): string {
  return `${pages.account.path}?tab=${section}`;
}

/** Where links in mails and other services lead back to. */
function addressOf(section: string): string {
  return homeOrigin() + accountSection(section);
}

/** Answers whether the new address still has to be confirmed. */
export async function changeEmail(email: string): Promise<{ isPending: boolean }> {
  const { user } = await answerOf((client) => client.updateUser({ email }, { emailRedirectTo: addressOf("profile") }));
  return { isPending: Boolean(user?.new_email) };
}

export function resendEmailChange(email: string) {
  return ask((client) =>
    client.resend({ type: "email_change", email, options: { emailRedirectTo: addressOf("profile") } }),
  );
}

export function changePassword(password: string, current: string | null) {
  return ask((client) => client.updateUser({ password, ...(current !== null && { current_password: current }) }));
}

export function sendConfirmationCode() {
  return ask((client) => client.reauthenticate());
}

/** Asks where to go to link an account of another service, and goes there. */
export async function linkProvider(provider: string): Promise<void> {
  const { url } = await answerOf((client) =>
    client.linkIdentity({
      provider: provider as Parameters<AuthClient["signInWithOAuth"]>[0]["provider"],
      options: { redirectTo: addressOf("security"), skipBrowserRedirect: true },
    }),
  );
  if (url) location.assign(url);
}

export type Identity = Parameters<AuthClient["unlinkIdentity"]>[0];

export function unlinkProvider(identity: Identity) {
  return ask((client) => client.unlinkIdentity(identity));
}

export async function enrolApp(friendlyName: string) {
  const { id, totp } = await answerOf((client) =>
    client.mfa.enroll({ factorType: "totp", friendlyName, issuer: productName }),
  );
  return { id, qrCode: totp.qr_code, secret: totp.secret };
}

export async function enrolPhone(friendlyName: string, phone: string): Promise<string> {
  const { id } = await answerOf((client) => client.mfa.enroll({ factorType: "phone", friendlyName, phone }));
  return id;
}

/** Sends the text message, or for an app only opens the question; answers with the challenge to verify. */
export async function challengeFactor(factorId: string): Promise<string> {
  return (await answerOf((client) => client.mfa.challenge({ factorId }))).id;
}

export function verifyFactor(factorId: string, challengeId: string, code: string) {
  return ask((client) => client.mfa.verify({ factorId, challengeId, code }));
}

/** The session's level may have changed with the factor, so it is fetched anew. */
export async function removeFactor(factorId: string): Promise<void> {
  await ask((client) => client.mfa.unenroll({ factorId }));
  await ask((client) => client.refreshSession());
}

/** An enrolment nobody finished; if it cannot be taken back it ends by itself. */
export function dropEnrolment(factorId: string): Promise<unknown> {
  return ask((client) => client.mfa.unenroll({ factorId })).catch(() => undefined);
}

/** The first set of codes, or a new one in place of the old. */
export async function makeRecoveryCodes(isReplacing: boolean): Promise<string[]> {
  const { codes } = await answerOf(({ mfa: { recoveryCodes } }) =>
    isReplacing ? recoveryCodes.regenerate() : recoveryCodes.generate(),
  );
  return codes;
}

export function signOutOthers() {
  return ask((client) => client.signOut({ scope: "others" }));
}

/** Ends every session on the server; this browser's own entry is the caller's to forget. */
export async function endAllSessions(): Promise<void> {
  const token = currentSession()?.accessToken;
  if (token) await ask((client) => client.admin.signOut(token, "global"));
}
