import { act, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "../testing/user-event.ts";
import { beforeEach, expect, test } from "vitest";
import { markBackend } from "../lib/connectivity.ts";
import { answerFor, appFactor, phoneFactor, storeSession } from "../testing/auth-entry.ts";
import { fakeAuth } from "../testing/fake-auth.ts";
import { expectFocusOn, heading, openApp } from "../testing/open-app.tsx";

const token = "POST /token";
const verifyApp = "POST /factors/factor-1/verify";
const verifyRecovery = "POST /factors/recovery-codes/verify";
const sendToPhone = "POST /factors/factor-2/challenge";
const verifyPhone = "POST /factors/factor-2/verify";

let opened: ReturnType<typeof openApp>;
let auth: ReturnType<typeof fakeAuth>;

beforeEach(() => {
  const whole = answerFor({ aal: "aal2", factors: [appFactor, phoneFactor] });
  auth = fakeAuth()
    .answers(token, answerFor({ factors: [appFactor] }))
    .answers("POST /factors/factor-1/challenge", { id: "challenge-1", type: "totp", expires_at: 0 })
    .answers(sendToPhone, { id: "challenge-2", type: "phone", expires_at: 0 })
    .answers(verifyApp, whole)
    .answers(verifyPhone, whole)
    .answers(verifyRecovery, whole);
});

const button = (name: string) => screen.getByRole("button", { name });

const press = (name: string) => userEvent.click(button(name));
const code = () => screen.getByLabelText<HTMLInputElement>("Code");
const path = () => opened.router.state.location.href;

/** Opens a page as somebody who has proved one of two factors. */
async function openStep({ factors = [appFactor], page = "/login" }: { factors?: object[]; page?: string } = {}) {
  storeSession({ factors });
  opened = openApp(page);
  await heading("Confirm it’s you");
  await screen.findByRole("list", { name: "Other methods" });
}

async function openRecovery() {
  await openStep();
  await press("Use a recovery code");
}

test("after the password a player types the code of their app and is led to the page they wanted", async () => {
  opened = openApp("/login?next=%2Faccount");
  await heading("Login");
  await userEvent.insert(screen.getByLabelText("E-mail"), "kara@owls.example");
  await userEvent.type(screen.getByLabelText("Password"), "right horse{Enter}");
  await expectFocusOn(heading("Confirm it’s you"));
  expect(await screen.findByText(/“Old phone”/)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Login" })).toBeTruthy();
  await userEvent.type(code(), "123 456");
  await waitFor(() => expect(path()).toBe("/account"));
  expect(auth.sentTo(verifyApp)).toEqual([{ challenge_id: "challenge-1", code: "123456" }]);
});

test("whoever loads the page again, in this tab or another, is back at the step", async () => {
  await openStep();
  expect(code().value).toBe("");
  expect(screen.queryByLabelText("Password")).toBeNull();
});

test("a protected page leads to the step, and from there to where it was", async () => {
  await openStep({ page: "/account" });
  expect(path()).toBe("/login?next=%2Faccount");
  expect(opened.documents).toEqual([]);
  await userEvent.type(code(), "123456");
  await waitFor(() => expect(path()).toBe("/account"));
});

test("a wrong code is told at the field, which is empty again and has the focus", async () => {
  auth.refuses(verifyApp, 422, "mfa_verification_failed");
  await openStep();
  await userEvent.type(code(), "111111");
  const text = await screen.findByText("This code is wrong. Type the one your app shows now.");
  expect(code().getAttribute("aria-describedby")).toContain(text.id);
  expect(code().getAttribute("aria-invalid")).toBe("true");
  expect(code().value).toBe("");
  expect(document.activeElement).toBe(code());
  expect(screen.getByRole("alert").textContent).toBe("Check the marked field.");
  auth.answers(verifyApp, answerFor({ aal: "aal2", factors: [appFactor] }));
  await userEvent.type(code(), "123456");
  await heading("Dashboard");
});

test("an incomplete code is not sent", async () => {
  await openStep();
  await userEvent.type(code(), "12345{Enter}");
  expect(await screen.findByText("Enter all 6 digits.")).toBeTruthy();
  expect(auth.sentTo(verifyApp)).toEqual([]);
});

test.each([
  [429, "over_request_rate_limit", "90", "Too many tries. Please try again in 2 minutes."],
  [
    403,
    "mfa_verification_rejected",
    "600",
    "Too many wrong codes. Try again in 10 minutes, or use another method below.",
  ],
  [
    422,
    "mfa_factor_secret_lost",
    "",
    "Codes from this app no longer work. Use another method below, or ask an app admin.",
  ],
  [422, "mfa_factor_not_found", "", "This method is no longer on your account. Choose another one below."],
])("%i %s is told in words", async (status, refused, retryAfter, text) => {
  auth.refuses(verifyApp, status, refused, {}, retryAfter ? { "retry-after": retryAfter } : {});
  await openStep();
  await userEvent.type(code(), "123456");
  expect(await screen.findByText(text)).toBeTruthy();
});

test("without an answer the code stays, and the button sends it again", async () => {
  auth.isUnreachable(verifyApp);
  await openStep();
  await userEvent.type(code(), "123456");
  expect(await screen.findByText(/No answer from the server/)).toBeTruthy();
  act(() => markBackend(true));
  expect(code().value).toBe("123456");
  auth.answers(verifyApp, answerFor({ aal: "aal2", factors: [appFactor] }));
  await press("Confirm");
  await heading("Dashboard");
});

test("a code is sent once, and the button says that it is busy", async () => {
  const release = auth.holds(verifyApp, answerFor({ aal: "aal2", factors: [appFactor] }));
  await openStep();
  await userEvent.type(code(), "123456");
  await press("Confirm");
  expect(button("Confirm").getAttribute("aria-busy")).toBe("true");
  await waitFor(() => expect(auth.sentTo(verifyApp)).toHaveLength(1));
  release();
  await heading("Dashboard");
});

test("whoever has no phone at hand uses a recovery code", async () => {
  await openRecovery();
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Recovery code" }));
  await userEvent.type(screen.getByLabelText("Recovery code"), " k4m9-x7qp {Enter}");
  await heading("Dashboard");
  expect(auth.sentTo(verifyRecovery)).toEqual([{ code: "k4m9-x7qp" }]);
});

test.each([
  [422, "mfa_verification_failed", "This recovery code is wrong, or it was used before."],
  [429, "mfa_recovery_codes_locked", "Too many wrong codes. Try again in a few minutes, or use another method below."],
])("a recovery code refused by %i %s is told at its field", async (status, refused, text) => {
  auth.refuses(verifyRecovery, status, refused);
  await openRecovery();
  await press("Confirm");
  expect(await screen.findByText("Enter a recovery code.")).toBeTruthy();
  await userEvent.type(screen.getByLabelText("Recovery code"), "k4m9{Enter}");
  expect(await screen.findByText(text)).toBeTruthy();
  await press("Use the app “Old phone”");
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Code from your app" }));
});

test("a code by text message is sent when asked for, and not again at once; the number stays private", async () => {
  await openStep({ factors: [appFactor, phoneFactor] });
  await press("Use a text message to the number ending in 42");
  expect(document.body.textContent).not.toContain("12345");
  expect(screen.queryByLabelText("Code")).toBeNull();
  await press("Send code");
  await waitFor(() => expect(document.activeElement).toBe(code()));
  expect(within(screen.getByRole("main")).getByRole("status").textContent).toBe("The code is on its way.");
  expect(auth.sentTo(sendToPhone)).toEqual([{ factorId: "factor-2", channel: "sms" }]);
  const again = screen.getByRole("button", { name: /^Send again in \d+ s$/ });
  expect(again.getAttribute("aria-disabled")).toBe("true");
  await userEvent.click(again);
  expect(auth.sentTo(sendToPhone)).toHaveLength(1);
  await userEvent.type(code(), "654321");
  await heading("Dashboard");
  expect(auth.sentTo(verifyPhone)).toEqual([{ challenge_id: "challenge-2", code: "654321" }]);
});

test("a text message that cannot be sent, and a code that came too late, are told", async () => {
  auth.refuses(sendToPhone, 429, "over_sms_send_rate_limit", {}, { "retry-after": "1" });
  await openStep({ factors: [phoneFactor] });
  await press("Send code");
  expect(await screen.findByText("Too many tries. Please try again in 1 second.")).toBeTruthy();
  auth.answers(sendToPhone, { id: "challenge-2", type: "phone", expires_at: 0 });
  auth.refuses(verifyPhone, 422, "mfa_challenge_expired");
  await userEvent.click(await screen.findByRole("button", { name: "Send code" }, { timeout: 3000 }));
  await userEvent.type(await screen.findByLabelText("Code"), "654321");
  expect(await screen.findByText("This code has expired. Send another one.")).toBeTruthy();
});

test("whoever is somebody else signs out here and gets the form", async () => {
  await openStep();
  await press("Use another account");
  await expectFocusOn(heading("Login"));
  expect(screen.getByLabelText("Password")).toBeTruthy();
  expect(localStorage.getItem("clanhall-auth")).toBeNull();
});

test("a sign-in that was ended elsewhere starts again, and says why", async () => {
  auth.refuses(verifyApp, 403, "session_not_found");
  await openStep();
  await userEvent.type(code(), "123456");
  await heading("Login");
  const text = "Your sign-in has ended. Please log in again.";
  await waitFor(() => expect(screen.getByRole("alert").textContent).toBe(text));
});
