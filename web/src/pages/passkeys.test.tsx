import { getConfig } from "@clanhall/contract/system";
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { passkeyOfferKey } from "../lib/stored-session.ts";
import { answerFor, appFactor, sessionAnswer, storeSession } from "../testing/auth-entry.ts";
import { fakeAccount, openAccount } from "../testing/fake-account.ts";
import { fakeAuth } from "../testing/fake-auth.ts";
import { fakeBackend, plainConfig } from "../testing/fake-backend.ts";
import { heading, openApp } from "../testing/open-app.tsx";
import { userEvent } from "../testing/user-event.ts";

const start = "POST /passkeys/authentication/options";
const finish = "POST /passkeys/authentication/verify";
const begun = { challenge_id: "challenge-1", expires_at: 2_000_000_000, options: { challenge: "AAAA", rpId: "x" } };
const passkey = {
  id: "p1",
  friendly_name: "iCloud Keychain",
  created_at: "2026-01-02T00:00:00Z",
  last_used_at: "2026-01-03T00:00:00Z",
  backed_up: true,
};

/** A browser that knows passkeys, and whose person picks one unless told otherwise. */
class PlayedCredential {
  id = "key-1";
  toJSON = () => ({ id: this.id, type: "public-key" });
  static isConditional = false;
  static hasLock = true;
  static isConditionalMediationAvailable = () => Promise.resolve(PlayedCredential.isConditional);
  static isUserVerifyingPlatformAuthenticatorAvailable = () => Promise.resolve(PlayedCredential.hasLock);
  static parseRequestOptionsFromJSON = (options: object) => options;
  static parseCreationOptionsFromJSON = (options: object) => options;
}
const credentials = { get: vi.fn<() => Promise<object>>(), create: vi.fn<() => Promise<object>>() };
const dismissed = new DOMException("The operation was not allowed", "NotAllowedError");

beforeEach(() => {
  PlayedCredential.isConditional = false;
  PlayedCredential.hasLock = true;
  vi.stubGlobal("PublicKeyCredential", PlayedCredential);
  Object.defineProperty(navigator, "credentials", { value: credentials, configurable: true });
  credentials.get.mockReset().mockResolvedValue(new PlayedCredential());
  credentials.create.mockReset().mockResolvedValue(new PlayedCredential());
});

const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

async function openLogin(config = {}) {
  const backend = fakeBackend().answers(getConfig, { ...plainConfig, ...config });
  const auth = fakeAuth(backend).answers(start, begun).answers(finish, sessionAnswer);
  openApp("/login");
  await heading("Login");
  return auth;
}

test("a passkey signs in by the button", async () => {
  const auth = await openLogin();
  expect(screen.getByLabelText("E-mail").getAttribute("autocomplete")).toBe("username webauthn");
  await press("Sign in with a passkey");
  await screen.findByRole("link", { name: "My Clans" });
  expect(auth.sentTo(finish)).toEqual([
    { challenge_id: "challenge-1", credential: { id: "key-1", type: "public-key" } },
  ]);
});

test("whoever picks none, and whoever picks one of nobody, is told so", async () => {
  const auth = await openLogin();
  credentials.get.mockRejectedValueOnce(dismissed);
  await press("Sign in with a passkey");
  await screen.findByText("Nothing was chosen. Try again, or use another method.");
  auth.refuses(finish, 400, "webauthn_verification_failed");
  await press("Sign in with a passkey");
  expect(await screen.findByText("This passkey does not belong to an account here.")).toBeTruthy();
});

test("where the browser can, the passkey is picked in the address field, until a password is sent", async () => {
  PlayedCredential.isConditional = true;
  const signals: (AbortSignal | undefined)[] = [];
  credentials.get.mockImplementation((...[request]: unknown[]) => {
    const { signal, mediation } = request as CredentialRequestOptions;
    expect(mediation).toBe("conditional");
    signals.push(signal);
    return new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(dismissed)));
  });
  const auth = await openLogin();
  auth.refuses("POST /token", 400, "invalid_credentials");
  await waitFor(() => expect(signals).toHaveLength(1));
  await userEvent.insert(screen.getByLabelText("E-mail"), "kara@owls.example");
  await userEvent.insert(screen.getByLabelText("Password"), "wrong horse");
  await press("Log in");
  await screen.findByText(/E-mail and password do not match/);
  expect(signals[0]?.aborted).toBe(true);
});

test.each<[string, object, () => void]>([
  ["passkeys are off", { passkeys: false }, () => {}],
  // Deleted, because to be undefined would not be enough: the page asks whether the name is there.
  ["the browser knows none", {}, () => Reflect.deleteProperty(window, "PublicKeyCredential")],
])("where %s, the login page does not speak of them", async (_where, config, prepare) => {
  prepare();
  await openLogin({ ...config, providers: [{ key: "google", name: "Google" }] });
  // They come with the config, as the passkeys would.
  await screen.findByRole("button", { name: /Google/ });
  // Each way but the password stands below such a word, even while it loads.
  expect(screen.getAllByText("or")).toHaveLength(1);
  expect(screen.queryByRole("button", { name: "Sign in with a passkey" })).toBeNull();
});

test("a passkey in place of the second factor leads on to the new password", async () => {
  const backend = fakeBackend();
  const auth = fakeAuth(backend)
    .answers(start, begun)
    .answers(finish, answerFor({ aal: "aal2", method: "passkey", factors: [appFactor] }))
    .answers("PUT /user", sessionAnswer.user);
  storeSession({ factors: [appFactor], method: "recovery" });
  openApp("/reset-password");
  await heading("Confirm it’s you");
  await press("Use a passkey");
  await heading("Choose a new password");
  expect(auth.sentTo(finish)).toHaveLength(1);
});

test("a passkey of another account changes no password: it says so and signs nobody in", async () => {
  const backend = fakeBackend();
  const other = answerFor({ aal: "aal2", method: "passkey" });
  fakeAuth(backend)
    .answers(start, begun)
    .answers(finish, { ...other, user: { ...other.user, id: "user-2" } });
  storeSession({ factors: [appFactor], method: "recovery" });
  openApp("/reset-password");
  await heading("Confirm it’s you");
  await press("Use a passkey");
  await screen.findByText("That passkey belongs to another account. Ask for a new link.");
  expect(screen.getByRole("button", { name: "Send the link" })).toBeTruthy();
  await waitFor(() => expect(localStorage.getItem("clanhall-auth")).toBeNull());
});

test("an account lists its passkeys, and each is renamed and removed", async () => {
  const { auth } = fakeAccount();
  auth
    .answers("GET /passkeys", [passkey])
    .answers("PATCH /passkeys/p1", { ...passkey, friendly_name: "My phone" })
    .answers("DELETE /passkeys/p1", {});
  await openAccount("security");
  const card = within(await screen.findByRole("region", { name: "Passkeys" }));
  expect((await card.findByText(/Added/)).textContent).toMatch(/^Added .+, last used .+, synced$/);
  await press("Rename iCloud Keychain");
  const rename = within(await screen.findByRole("dialog", { name: "Rename passkey" }));
  await userEvent.clear(rename.getByLabelText("Name"));
  await userEvent.click(rename.getByRole("button", { name: "Save" }));
  expect(rename.getByText("Give it a name.")).toBeTruthy();
  await userEvent.insert(rename.getByLabelText("Name"), " My phone ");
  await userEvent.click(rename.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(auth.sentTo("PATCH /passkeys/p1")).toEqual([{ friendly_name: "My phone" }]));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  auth.answers("GET /passkeys", []);
  await press("Remove iCloud Keychain");
  await userEvent.click(
    within(await screen.findByRole("dialog", { name: "Remove iCloud Keychain?" })).getByRole("button", {
      name: "Remove",
    }),
  );
  await card.findByText("You have none yet.");
});

test("a passkey is added after a proof, and a device that has one says so", async () => {
  const { auth } = fakeAccount();
  const options = { ...begun.options, rp: { id: "x" }, user: { id: "AAAA" } };
  auth
    .answers("GET /passkeys", [])
    .answers("POST /passkeys/registration/options", { ...begun, options })
    .answers("POST /passkeys/registration/verify", passkey);
  await openAccount("security");
  const card = within(await screen.findByRole("region", { name: "Passkeys" }));
  await card.findByText("You have none yet.");
  credentials.create.mockRejectedValueOnce(new DOMException("known", "InvalidStateError"));
  await press("Add a passkey");
  await card.findByText("This device already has a passkey for your account.");
  auth.refuses("POST /passkeys/registration/verify", 400, "webauthn_verification_failed");
  await press("Add a passkey");
  await card.findByText("Your passkey could not be verified. Please try again.");
  auth.answers("POST /passkeys/registration/verify", passkey).answers("GET /passkeys", [passkey]);
  await press("Add a passkey");
  expect(await card.findByRole("button", { name: "Rename iCloud Keychain" })).toBeTruthy();
});

test("after a password a passkey is offered, once", async () => {
  const { auth } = fakeAccount();
  auth.answers("GET /passkeys", []).refuses("POST /passkeys/registration/options", 400, "reauthentication_needed");
  localStorage.setItem(passkeyOfferKey, "due");
  await openAccount("profile");
  await screen.findByRole("heading", { name: "Log in faster next time" });
  await press("Add a passkey");
  const dialog = within(await screen.findByRole("dialog", { name: "Confirm it is you" }));
  await userEvent.click(dialog.getByRole("button", { name: "Cancel" }));
  await screen.findByText("Nothing was changed, because you did not confirm that it is you.");
  await press("No thanks");
  expect(screen.queryByRole("heading", { name: "Log in faster next time" })).toBeNull();
  expect(localStorage.getItem(passkeyOfferKey)).toBe("made");
});

test("where passkeys are added anyway, and on a device without a lock, none is offered", async () => {
  const { auth } = fakeAccount();
  auth.answers("GET /passkeys", []);
  localStorage.setItem(passkeyOfferKey, "due");
  const offer = () => screen.queryByRole("heading", { name: "Log in faster next time" });
  const { router, unmount } = await openAccount("security");
  await screen.findByText("You have none yet.");
  expect(offer()).toBeNull();
  await act(() => router.navigate({ to: "/account", search: { tab: "profile" } }));
  await waitFor(() => expect(offer()).toBeTruthy());
  unmount();

  PlayedCredential.hasLock = false;
  const second = await openAccount("security");
  await screen.findByText("You have none yet.");
  await act(() => second.router.navigate({ to: "/account", search: { tab: "profile" } }));
  await heading("Account Settings");
  expect(offer()).toBeNull();
  expect(localStorage.getItem(passkeyOfferKey)).toBe("due");
});
