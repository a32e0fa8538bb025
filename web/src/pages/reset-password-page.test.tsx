import { checkPassword } from "@clanhall/contract/account";
import { getConfig } from "@clanhall/contract/system";
import { act, screen, waitFor } from "@testing-library/react";
import { userEvent } from "../testing/user-event.ts";
import { beforeEach, expect, test } from "vitest";
import { markBackend } from "../lib/connectivity.ts";
import { keepWantedPage } from "../lib/navigation.ts";
import { answerFor, appFactor, sessionAnswer, storeSession } from "../testing/auth-entry.ts";
import { fakeAuth } from "../testing/fake-auth.ts";
import { plainConfig } from "../testing/fake-backend.ts";
import { expectFocusOn, heading, openApp } from "../testing/open-app.tsx";

const verify = "POST /verify";
const change = "PUT /user";
const link = "/reset-password?token_hash=secret-1&type=recovery";
const method = "recovery";

let opened: ReturnType<typeof openApp>;
let auth: ReturnType<typeof fakeAuth>;

beforeEach(() => {
  auth = fakeAuth().answers(verify, answerFor({ method })).answers(change, sessionAnswer.user);
});

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const path = () => opened.router.state.location.href;

async function openLink() {
  opened = openApp(link);
  await heading("Reset password");
}

async function openForm() {
  storeSession({ method });
  opened = openApp("/reset-password");
  await heading("Choose a new password");
}

async function choose(password: string, repeated = password) {
  await userEvent.insert(field("New password"), password);
  await userEvent.insert(field("Repeat new password"), repeated);
  await press("Save the new password");
}

test("a link is used up by the button alone, leads to the form, and leaves the address", async () => {
  await openLink();
  expect(auth.sentTo(verify)).toEqual([]);
  await press("Choose a new password");
  await expectFocusOn(heading("Choose a new password"));
  expect(auth.sentTo(verify)).toMatchObject([{ token_hash: "secret-1", type: "recovery" }]);
  await waitFor(() => expect(path()).toBe("/reset-password"));
  await choose("night owls fly");
  await heading("Dashboard");
  expect(await screen.findByText("Password changed. Your other devices are signed out.")).toBeTruthy();
  expect(auth.sentTo(change)).toMatchObject([{ password: "night owls fly" }]);
});

test("who is signed in reads that a link signs in with the account it belongs to, and goes on with one press", async () => {
  storeSession();
  await openLink();
  await screen.findByText(/^You are signed in as kara@owls\.example\. Continuing signs you in to the account/);
  await press("Sign in and choose a new password");
  await expectFocusOn(heading("Choose a new password"));
});

test("whoever wanted a page before they forgot their password gets there with the new one", async () => {
  keepWantedPage("/invite/abc");
  await openForm();
  await choose("night owls fly");
  await waitFor(() => expect(path()).toBe("/invite/abc"));
});

test("whoever has a second factor confirms it first", async () => {
  auth
    .answers(verify, answerFor({ method, factors: [appFactor] }))
    .answers("POST /factors/factor-1/challenge", { id: "challenge-1", type: "totp", expires_at: 0 })
    .answers("POST /factors/factor-1/verify", answerFor({ method, aal: "aal2", factors: [appFactor] }));
  await openLink();
  await press("Choose a new password");
  await heading("Confirm it’s you");
  expect(screen.queryByLabelText("New password")).toBeNull();
  await userEvent.type(await screen.findByLabelText("Code"), "123456");
  expect(await heading("Choose a new password")).toBeTruthy();
  expect(field("New password")).toBeTruthy();
});

test("a page loaded again goes on where it was, also before the second factor", async () => {
  storeSession({ method, factors: [appFactor] });
  opened = openApp("/reset-password");
  expect(await heading("Confirm it’s you")).toBeTruthy();
});

test.each([403, 400])("a link that was used or has expired (%i) leads to asking again", async (status) => {
  auth.refuses(verify, status, status === 403 ? "otp_expired" : "validation_failed").answers("POST /recover", {});
  await openLink();
  await press("Choose a new password");
  await heading("Forgot your password?");
  const message = (await screen.findByRole("alert")).textContent;
  expect(message).toBe("This link has expired or has already been used. Ask for a new one.");
  expect(path()).toBe("/reset-password");
  await userEvent.insert(field("E-mail"), "kara@owls.example");
  await press("Send the link");
  expect(await screen.findByRole("heading", { name: "Check your mail" })).toBeTruthy();
  auth.answers(verify, answerFor({ method }));
  await userEvent.type(field("Code"), "123456");
  expect(await heading("Choose a new password")).toBeTruthy();
});

test("without an answer the link is still there to be tried again", async () => {
  auth.isUnreachable(verify);
  await openLink();
  await press("Choose a new password");
  await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("No answer from the server"));
  act(() => markBackend(true));
  auth.answers(verify, answerFor({ method }));
  await press("Choose a new password");
  expect(await heading("Choose a new password")).toBeTruthy();
});

test.each([
  ["a visitor", () => undefined],
  ["somebody who signed in by password", () => void storeSession()],
  ["somebody half signed in by password", () => void storeSession({ factors: [appFactor] })],
])("%s without a link is asked for the address", async (_, arrange) => {
  arrange();
  opened = openApp("/reset-password");
  await heading("Forgot your password?");
  expect(screen.getByRole("button", { name: "Send the link" })).toBeTruthy();
});

test("a link that the server refused on the way here says so", async () => {
  opened = openApp("/reset-password?error=access_denied&error_code=otp_expired");
  await heading("Forgot your password?");
  expect(screen.getByRole("alert").textContent).toContain("has expired or has already been used");
});

test("the new password is checked: length by the installation's rule, and both alike", async () => {
  auth.backend.answers(getConfig, { ...plainConfig, password_min: 14 });
  await openForm();
  expect(await screen.findByText(/At least 14 characters/)).toBeTruthy();
  await choose("night owls", "night owl");
  expect(screen.getByText("Use at least 14 characters.")).toBeTruthy();
  expect(screen.getByText("The two passwords differ.")).toBeTruthy();
  expect(document.activeElement).toBe(field("New password"));
  expect(auth.sentTo(change)).toEqual([]);
  await userEvent.insert(field("New password"), " fly high");
  auth.backend.answers(checkPassword, { problem: null });
  await userEvent.tab();
  expect(await screen.findByText("This password is strong enough.")).toBeTruthy();
  const owner = { email: "kara@owls.example", display_name: "Kara" };
  expect(auth.backend.callsTo(checkPassword).at(-1)?.body).toEqual({ password: "night owls fly high", ...owner });
});

test.each([
  ["weak_password", { weak_password: { reasons: ["pwned"] } }, /among the first an attacker would try/],
  ["same_password", {}, /This is already your password/],
])("the server's %s is told at the password", async (code, more, text) => {
  auth.refuses(change, 422, code, more);
  await openForm();
  await choose("night owls fly");
  expect(await screen.findByText(text)).toBeTruthy();
  expect(document.activeElement).toBe(field("New password"));
});

test.each([
  [400, "reauthentication_needed"],
  [400, "current_password_required"],
  [403, "session_not_found"],
])("whoever took too long (%i %s) asks for a new link", async (status, code) => {
  auth.refuses(change, status, code);
  await openForm();
  await choose("night owls fly");
  await heading("Forgot your password?");
  expect(screen.getByRole("alert").textContent).toContain("Too much time has passed");
});

test("other refusals stay above the form, and what was typed stays", async () => {
  auth.refuses(change, 429, "over_request_rate_limit", {}, { "retry-after": "42" });
  await openForm();
  await choose("night owls fly");
  await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("Please try again in 42 seconds."));
  expect(field("Repeat new password").value).toBe("night owls fly");
});

test("password managers know the fields", async () => {
  await openForm();
  for (const label of ["New password", "Repeat new password"])
    expect(field(label).getAttribute("autocomplete")).toBe("new-password");
});
