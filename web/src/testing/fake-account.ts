import {
  getProfile,
  listMySessions,
  listMySignIns,
  type Profile,
  type SessionOfMine,
  type SignInOfMine,
} from "@clanhall/contract/account";
import { storeSession } from "./auth-entry.ts";
import { fakeAuth } from "./fake-auth.ts";
import { fakeBackend, plainProfile } from "./fake-backend.ts";
import { heading, openApp } from "./open-app.tsx";

export const karasProfile: Profile = { ...plainProfile, time_zone: "Europe/Berlin", version: 3 };

export const emailIdentity = {
  identity_id: "identity-1",
  id: "user-1",
  user_id: "user-1",
  provider: "email",
  identity_data: { email: "kara@owls.example" },
};

/** What the auth service says about Kara. */
export const karasUser = {
  id: "user-1",
  aud: "authenticated",
  email: "kara@owls.example",
  app_metadata: {},
  user_metadata: {},
  identities: [emailIdentity],
  created_at: "2026-01-01T00:00:00Z",
};

export const hereSession: SessionOfMine = {
  id: "22222222-2222-4222-8222-222222222222",
  is_current: true,
  device: "Firefox on Windows",
  ip: "192.0.2.1",
  aal: "aal1",
  created_at: "2026-01-01T00:00:00.000Z",
  last_seen_at: "2026-01-01T00:00:00.000Z",
};

export const elsewhereSession: SessionOfMine = {
  ...hereSession,
  id: "33333333-3333-4333-8333-333333333333",
  is_current: false,
  device: "Safari on iPhone",
};

export const goodSignIn: SignInOfMine = {
  id: "44444444-4444-4444-8444-444444444444",
  at: "2026-01-01T00:00:00.000Z",
  outcome: "success",
  method: "password",
  ip: "192.0.2.1",
};

/** Kara's account on a faked backend; what a test needs otherwise it answers anew. */
export function fakeAccount(profile: Partial<Profile> = {}) {
  const backend = fakeBackend()
    .answers(getProfile, { ...karasProfile, ...profile })
    .answers(listMySessions, { items: [hereSession, elsewhereSession] })
    .answers(listMySignIns, { items: [goodSignIn] });
  const auth = fakeAuth(backend)
    .answers("GET /user", karasUser)
    .answers("GET /passkeys", [])
    .refuses("GET /factors/recovery-codes", 404, "mfa_factor_not_found");
  return { backend, auth };
}

/** Opens a section of the account as Kara. */
export async function openAccount(section: string, param: "tab" | "section" = "tab") {
  storeSession();
  const opened = openApp(`/account?${param}=${section}`);
  await heading("Account Settings");
  return opened;
}
