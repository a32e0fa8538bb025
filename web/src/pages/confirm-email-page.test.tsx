import { act, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "../testing/user-event.ts";
import { beforeEach, expect, test } from "vitest";
import { markBackend } from "../lib/connectivity.ts";
import { passkeyOfferKey } from "../lib/stored-session.ts";
import { answerFor, appFactor, sessionAnswer, storeSession } from "../testing/auth-entry.ts";
import { fakeAuth } from "../testing/fake-auth.ts";
import { expectFocusOn, heading, openApp } from "../testing/open-app.tsx";

const verify = "POST /verify";

let opened: ReturnType<typeof openApp>;
let auth: ReturnType<typeof fakeAuth>;

beforeEach(() => {
  auth = fakeAuth().answers(verify, sessionAnswer).answers("POST /resend", {});
});

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const path = () => opened.router.state.location.href;
const linkTo = (name: string) => within(screen.getByRole("main")).queryByRole("link", { name });

async function openLink(type: string, more = "") {
  opened = openApp(`/confirm-email?token_hash=secret-1&type=${type}${more}`);
  await screen.findByRole("heading", { level: 1 });
}

test.each([
  ["signup", "Confirm your address", "Confirm my address"],
  ["email_change", "Confirm your address", "Confirm my address"],
  ["magiclink", "Log in by link", "Log in"],
])("a link of type %s is used up by its button alone and signs in", async (type, title, button) => {
  await openLink(type);
  await heading(title);
  expect(auth.sentTo(verify)).toEqual([]);
  await press(button);
  await heading("Dashboard");
  expect(auth.sentTo(verify)).toMatchObject([{ token_hash: "secret-1", type }]);
});

test.each([
  ["signup", "Confirm my address and sign in"],
  ["email_change", "Confirm my address and sign in"],
  ["magiclink", "Log in with this link"],
  ["invite", "Accept the invitation and sign in"],
])("who is signed in reads as whom, and that a link of type %s signs in with its own account", async (type, button) => {
  storeSession();
  await openLink(type);
  const text = "You are signed in as kara@owls.example. Continuing signs you in to the account this link belongs to.";
  expect(await screen.findByText(text)).toBeTruthy();
  expect(auth.sentTo(verify)).toEqual([]);
  await press(button);
  await waitFor(() => expect(auth.sentTo(verify)).toMatchObject([{ token_hash: "secret-1", type }]));
});

test("a new player is told that the address is confirmed and led to the page they wanted", async () => {
  await openLink("signup", "&next=%2Finvite%2Fabc");
  await press("Confirm my address");
  await waitFor(() => expect(path()).toBe("/invite/abc"));
  expect(await screen.findByText("Your address is confirmed")).toBeTruthy();
  // A passkey is offered next.
  expect(localStorage.getItem(passkeyOfferKey)).toBe("due");
});

test("a stranger's address is not followed", async () => {
  await openLink("signup", "&next=https%3A%2F%2Fevil.example");
  await press("Confirm my address");
  await waitFor(() => expect(path()).toBe("/dashboard"));
});

test("whoever was invited chooses a password next", async () => {
  auth.answers(verify, answerFor({ method: "invite" }));
  await openLink("invite");
  await press("Accept the invitation");
  expect(await heading("Choose a new password")).toBeTruthy();
});

test("somebody with a second factor is led to it", async () => {
  auth.answers(verify, answerFor({ factors: [appFactor] }));
  await openLink("magiclink", "&next=%2Faccount");
  await press("Log in");
  await heading("Confirm it’s you");
  expect(path()).toBe("/login?next=%2Faccount");
});

test("the first of two confirmations asks for the other", async () => {
  auth.answers(verify, { msg: "Confirmation link accepted", code: "200" });
  storeSession();
  await openLink("email_change");
  await press("Confirm my address and sign in");
  expect(await screen.findByText("Now confirm the other address too.")).toBeTruthy();
  await expectFocusOn(heading("One address is confirmed"));
  expect(linkTo("Go to the dashboard")).toBeTruthy();
});

test("a dead confirmation link offers another one, and the way to Login", async () => {
  auth.refuses(verify, 403, "otp_expired");
  await openLink("signup");
  await press("Confirm my address");
  await heading("This link no longer works");
  expect(linkTo("Log in")).toBeTruthy();
  await press("Send the confirmation again");
  expect(screen.getByText("Enter your e-mail address.")).toBeTruthy();
  await userEvent.type(screen.getByLabelText("E-mail"), " kara@owls.example {Enter}");
  await expectFocusOn(screen.findByRole("heading", { name: "Check your mail" }));
  expect(auth.sentTo("POST /resend")).toMatchObject([{ email: "kara@owls.example", type: "signup" }]);
});

test("a confirmation that cannot be sent again says why", async () => {
  auth.refuses(verify, 403, "otp_expired").refuses("POST /resend", 429, "over_email_send_rate_limit");
  await openLink("signup");
  await press("Confirm my address");
  await userEvent.type(await screen.findByLabelText("E-mail"), "kara@owls.example{Enter}");
  await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("Too many tries"));
});

test.each(["magiclink", "email_change", "invite"])("a dead link of type %s offers no confirmation", async (type) => {
  auth.refuses(verify, 403, "otp_expired");
  await openLink(type);
  await userEvent.click(within(screen.getByRole("main")).getByRole("button"));
  await heading("This link no longer works");
  expect(screen.queryByLabelText("E-mail")).toBeNull();
});

test.each(["/confirm-email", "/confirm-email?token_hash=x&type=constructor", "/confirm-email?type=signup"])(
  "%s is no link",
  async (address) => {
    opened = openApp(address);
    expect(await heading("This link no longer works")).toBeTruthy();
    expect(auth.sentTo(verify)).toEqual([]);
  },
);

test("without an answer, or suspended, the button stays and the reason is told", async () => {
  auth.isUnreachable(verify);
  await openLink("signup");
  await press("Confirm my address");
  await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("No answer from the server"));
  act(() => markBackend(true));
  auth.refuses(verify, 403, "user_banned");
  await press("Confirm my address");
  await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("suspended"));
});
